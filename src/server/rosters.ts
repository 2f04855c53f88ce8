import type { Day } from '#shared/days.ts'
import { Id } from '#shared/ids.ts'
import { type Reach, reach } from '#shared/permissions.ts'
import { today } from './clock.ts'
import type { Db } from './db.ts'
import { type Actor, type CenterId, reachable } from './gate.ts'

/**
 * Reads the ids of the students who are expected in a class at these centers on a day. Provided by the
 * students feature.
 */
export type Roster = (
  db: Db,
  which: { centers: readonly CenterId[]; on: Day },
) => Promise<readonly { id: string }[]>

/**
 * Time in ms for which a cached roster is reused: `hit` if all requested students are on it, otherwise
 * `miss`.
 */
const reuseMs = { hit: 5000, miss: 1000 }

type CachedRoster = { at: number; ids: Promise<ReadonlySet<string>> }

/**
 * Caches the students that a center's devices may follow today. One read serves all callers for a few
 * seconds.
 */
export function rosters(db: Db, roster: Roster) {
  const byCenter = new Map<string, CachedRoster>()

  async function read(center: CenterId) {
    const [found] = await db<{ timeZone: string }[]>`select time_zone from centers where id = ${center}`
    const rows = found ? await roster(db, { centers: [center], on: today(found.timeZone) }) : []
    return new Set(rows.map(({ id }) => id))
  }

  function youngerThan(center: CenterId, ms: number) {
    const known = byCenter.get(center)
    if (known && performance.now() - known.at < ms) return known.ids
    const entry: CachedRoster = { at: performance.now(), ids: read(center) }
    byCenter.set(center, entry)
    // A newer read may already have replaced this entry.
    entry.ids.catch(() => byCenter.get(center) === entry && byCenter.delete(center))
    return entry.ids
  }

  return {
    /**
     * Returns the ids of everyone who is expected at the center today. If one of `students` isn't on the
     * cached roster, that roster is reused only for `reuseMs.miss`.
     */
    expected: async (center: CenterId, students: readonly string[]) => {
      const ids = await youngerThan(center, reuseMs.hit)
      if (students.every((id) => ids.has(id))) return ids
      return await youngerThan(center, reuseMs.miss)
    },
    /** Drops the center's cached roster after a change that may affect it. */
    forget: (center: string) => byCenter.delete(center),
  }
}
export type Rosters = ReturnType<typeof rosters>

type Students = { actor: Actor; ids: readonly string[]; expected: Rosters['expected'] }

/**
 * Returns a set of students whom the actor may follow. It has all of the given students who qualify, and may
 * have others.
 */
async function allowedStudents(db: Db, { actor, ids, expected }: Students): Promise<ReadonlySet<string>> {
  const far = reach(actor.kind, 'live.join')
  if (far === 'self') return new Set(actor.kind === 'students' ? [actor.id] : [])
  if (ids.length === 0) return new Set()
  if (far === 'today') return await expected(actor.centers[0] as CenterId, ids)
  const rows = await db<{ id: string }[]>`
    select s.id from students s where s.id = any(${[...ids]}::uuid[]) and (
      ${far === 'any'} or ${far === 'center'} and s.center_id = any(${[...actor.centers]})
      or ${far === 'child'} and exists (
        select 1 from parent_links l where l.student_id = s.id and l.parent_id = ${actor.id} and l.portal and l.ended_at is null))
  `
  return new Set(rows.map(({ id }) => id))
}

const reachesOfCenters: (Reach | null)[] = ['any', 'center', 'today']

const namesOf = (channels: readonly string[], kind: string) =>
  channels.flatMap((channel) => (channel.startsWith(`${kind}:`) ? [channel.slice(kind.length + 1)] : []))

/**
 * Returns the subset of these channels that the actor may join (`live.join`): channels about records that the
 * actor may also read. Takes at most two queries.
 */
export async function admitted(
  db: Db,
  actor: Actor,
  channels: readonly string[],
  expected: Rosters['expected'],
) {
  const centers = namesOf(channels, 'center')
  const ids = namesOf(channels, 'student').filter((id) => Id.safeParse(id).success)
  const mayJoinCenters = centers.length > 0 && reachesOfCenters.includes(reach(actor.kind, 'live.join'))
  const reached = new Set<string>(mayJoinCenters ? await reachable(db, actor) : [])
  const allowedIds = await allowedStudents(db, { actor, ids, expected })
  return new Set([
    ...centers.filter((id) => reached.has(id)).map((id) => `center:${id}`),
    ...ids.filter((id) => allowedIds.has(id)).map((id) => `student:${id}`),
    ...(channels.includes(`person:${actor.id}`) ? [`person:${actor.id}`] : []),
  ])
}

/** Maximum number of sessions whose joins are checked at once. The others wait their turn. */
const maxAtOnce = 16

type ChannelRequests<S> = Map<S, Set<string>>
type Line<S> = { requested: ChannelRequests<S> }

type Queue<S> = {
  /** Checks all channels that the sockets of one session want to join. */
  look: (requested: ReadonlyMap<S, ReadonlySet<string>>) => Promise<void>
}

/**
 * Returns a function that queues joins. Runs one lookup at a time per session, and checks joins that arrive
 * during a lookup together in the next one. So a thousand joins cost hardly more than one, and no session
 * delays the others by more than one turn.
 */
export function joinQueue<S>({ look }: Queue<S>) {
  const lines = new Map<string, Line<S>>()
  const waiting: (() => void)[] = []
  let under = 0

  async function run(session: string, line: Line<S>) {
    if (under >= maxAtOnce) await new Promise<void>((turn) => waiting.push(turn))
    else under += 1
    const { requested } = line
    line.requested = new Map()
    await look(requested).catch(() => {})
    const next = waiting.shift()
    if (next) next()
    else under -= 1
    if (line.requested.size > 0) return void run(session, line)
    lines.delete(session)
  }

  /**
   * Adds channels to a socket's request. Returns the number of its channels that wait for the next lookup.
   */
  return (session: string, socket: S, channels: readonly string[]) => {
    const line = lines.get(session) ?? { requested: new Map<S, Set<string>>() }
    const mine = line.requested.get(socket) ?? new Set()
    for (const channel of channels) mine.add(channel)
    line.requested.set(socket, mine)
    if (!lines.has(session)) {
      lines.set(session, line)
      void run(session, line)
    }
    return mine.size
  }
}
