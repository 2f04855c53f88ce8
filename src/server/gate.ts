import type { Kind } from '#shared/permissions.ts'
import { notFound, Problem } from '#shared/problem.ts'
import type { Db } from './db.ts'

/**
 * Who is calling, read from the database with every request. `id` is the person's id, for a device its own; `centers` are the
 * centers of an office person, student or device (an admin has none listed and reaches all).
 */
export type Actor = {
  kind: Exclude<Kind, 'anonymous'>
  id: string
  firstName: string
  centers: readonly string[]
  /** SHA-256 of the session's token, hex: what names the session without giving it away. */
  session: string
  /** On a device: the teacher or assistant who says to be there (reliability T31), once that was found to be one. */
  claimed?: string
}

type Known = Pick<Actor, 'kind' | 'id' | 'claimed'>

/** The person behind a call, for a device who says to be there, or null; what `taken_by` columns hold. */
export const personOf = (actor: Known) => (actor.kind === 'devices' ? (actor.claimed ?? null) : actor.id)
export const deviceOf = (actor: Pick<Actor, 'kind' | 'id'>) => (actor.kind === 'devices' ? actor.id : null)

declare const proven: unique symbol
/** The id of a center that this actor was shown to reach. Only `enter` makes one, and center-scoped queries want nothing less. */
export type CenterId = string & { [proven]: 'center' }

/** Proves that the actor reaches the center. 404 when it doesn't exist or is somebody else's: both look the same. */
export async function enter(db: Db, actor: Actor, centerId: string): Promise<CenterId> {
  if (actor.kind === 'admin') {
    const [center] = await db`select id from centers where id = ${centerId}`
    if (center) return centerId as CenterId
  }
  if (actor.centers.includes(centerId)) return centerId as CenterId
  throw notFound()
}

/** Every center the actor reaches; for lists and for records that are addressed by their own id. */
export async function reachable(db: Db, actor: Actor): Promise<CenterId[]> {
  if (actor.kind !== 'admin') return [...actor.centers] as CenterId[]
  const rows = await db<{ id: CenterId }[]>`select id from centers order by id`
  return rows.map((row) => row.id)
}

/** The centers at which a parent may look after a child: those where the link is active and has the portal right (product §5). 404 when there is none. */
export async function childCenters(db: Db, actor: Actor, studentId: string): Promise<CenterId[]> {
  const rows = await db<{ centerId: CenterId }[]>`
    select center_id from parent_links where parent_id = ${actor.id} and student_id = ${studentId} and portal and ended_at is null order by center_id
  `
  if (rows.length === 0) throw notFound()
  return rows.map((row) => row.centerId)
}

/** For so long a password or a code that was given counts for what takes much out of the house. */
const provenMinutes = 15

/**
 * Throws 403 `reauth` unless the caller's password or code was given in this session within the last 15 minutes (reliability T45): an open screen must
 * not be enough to take a whole list away or to write to everybody. The pages ask for it by the fact `within`, and then go on by themselves.
 */
export async function demandStepUp(db: Db, actor: Actor) {
  const [given] = await db<{ lately: boolean }[]>`select proven_lately(${actor.session}, ${provenMinutes}) as lately`
  if (!given?.lately) throw new Problem(403, 'reauth', 'Please enter your password again.', { within: provenMinutes })
}
