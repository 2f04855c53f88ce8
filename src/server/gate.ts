import { type Kind, type Permission, reach } from '#shared/permissions.ts'
import { conflict, notFound, Problem, sentences } from '#shared/problem.ts'
import type { Db } from './db.ts'

/**
 * Caller of a request, read from the database every time. `id` is the id of the person, device or access
 * token. `centers` are the centers of an office person, student, device or access token. An admin's list is
 * empty, because admins reach all centers.
 */
export type Actor = {
  kind: Exclude<Kind, 'anonymous'>
  id: string
  firstName: string
  centers: readonly string[]
  /**
   * Centers of a parent's children. The parent's calls may see rows of these centers, and each query also
   * checks the parent's links.
   */
  familyCenters?: readonly string[]
  /**
   * Archived centers that this call must not change. Reads reach them like any other center (`readingAll`).
   */
  archived?: readonly string[]
  /**
   * SHA-256, in hex, of the session's token or of the access token. Identifies the session or access token
   * without revealing it.
   */
  session: string
  /** Permissions granted to an access token. */
  scopes?: readonly Permission[]
  /**
   * On a device: the verified teacher or assistant who has identified themselves as its user (reliability
   * T31).
   */
  claimed?: string
}

type ActorRef = Pick<Actor, 'kind' | 'id' | 'claimed'>

/**
 * Returns the person behind a call, for `taken_by` columns, or null. On a device, this is the person who
 * claims to be using it, if any. An access token has none.
 */
export const personOf = ({ kind, id, claimed }: ActorRef) =>
  kind === 'devices' ? (claimed ?? null) : kind === 'tokens' ? null : id
export const deviceOf = (actor: Pick<Actor, 'kind' | 'id'>) => (actor.kind === 'devices' ? actor.id : null)
/** Returns the id of the access token that a program calls with, or null. */
export const tokenIdOf = (actor: Pick<Actor, 'kind' | 'id'>) => (actor.kind === 'tokens' ? actor.id : null)

/** True if the actor has the permission. An access token must also have been granted it. */
export const has = ({ kind, scopes = [] }: Pick<Actor, 'kind' | 'scopes'>, permission: Permission) =>
  reach(kind, permission) !== null && (kind !== 'tokens' || scopes.includes(permission))

declare const proven: unique symbol
/**
 * Id of a center that the caller is known to reach, as returned by the functions below. Center-scoped queries
 * require this type.
 */
export type CenterId = string & { [proven]: 'center' }

const isArchived = () => conflict('center_archived', sentences.archived)

/**
 * Returns the actor with archived centers included, for calls that change nothing or are allowed in such
 * centers (product §3).
 */
export const readingAll = <A extends Actor | null>(actor: A): A =>
  actor?.archived?.length ? { ...actor, centers: [...actor.centers, ...actor.archived], archived: [] } : actor

/**
 * Proves that the actor reaches the center. Throws the same 404 whether the center is missing or out of
 * reach, and 409 `center_archived` for a change in an archived center.
 */
export async function enter(db: Db, actor: Actor, centerId: string): Promise<CenterId> {
  if (actor.archived?.includes(centerId)) throw isArchived()
  if (actor.kind === 'admin') {
    const [center] = await db`select id from centers where id = ${centerId}`
    if (center) return centerId as CenterId
  }
  if (actor.centers.includes(centerId)) return centerId as CenterId
  throw notFound()
}

/**
 * Proves that a center is open to anonymous calls, because its trial form is on. Throws the same 404 whether
 * the form is off or the center doesn't exist. An archived center is still found.
 */
export async function enterTrialForm(db: Db, centerId: string): Promise<CenterId> {
  const [center] = await db`select id from centers where id = ${centerId} and trial_form`
  if (center) return centerId as CenterId
  throw notFound()
}

/**
 * Returns every center that the actor reaches, for lists, and for records whose URL path contains no center.
 */
export async function reachable(db: Db, actor: Actor): Promise<CenterId[]> {
  if (actor.kind !== 'admin') return [...actor.centers] as CenterId[]
  const rows = await db<{ id: CenterId }[]>`select id from centers order by id`
  return rows.map((row) => row.id).filter((id) => !actor.archived?.includes(id))
}

/**
 * Returns the centers where a parent may see a child: the center isn't archived, and the parent's link to the
 * child there is active and has the portal right (product §5). Throws 404 if there is no such center.
 */
export async function childCenters(db: Db, actor: Actor, studentId: string): Promise<CenterId[]> {
  const rows = await db<{ centerId: CenterId }[]>`
    select center_id from parent_links where parent_id = ${actor.id} and student_id = ${studentId} and portal and ended_at is null and not is_archived(center_id) order by center_id
  `
  if (rows.length === 0) throw notFound()
  return rows.map((row) => row.centerId)
}

/** Minutes after a sign-in or re-authentication during which large exports need no password. */
const reauthMinutes = 15

/**
 * Throws 403 `reauth` unless the caller entered their password or a code in this session within the last 15
 * minutes (reliability T45). Access to an unattended screen must not be enough to export a whole list or to
 * email everybody. If an error has `within`, the page asks for the password and then repeats the call.
 */
export async function demandStepUp(db: Db, actor: Actor) {
  const [given] = await db<
    { lately: boolean }[]
  >`select proven_lately(${actor.session}, ${reauthMinutes}) as lately`
  if (!given?.lately)
    throw new Problem(403, 'reauth', 'Please enter your password again.', { within: reauthMinutes })
}
