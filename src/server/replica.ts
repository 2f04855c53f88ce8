import { setTimeout as pause } from 'node:timers/promises'
import { Problem } from '#shared/problem.ts'
import type { DatabaseAddress } from './connection.ts'
import { openConnections, readSender } from './pool.ts'
import { type Scope, setRowScopeAsOwner } from './scope.ts'
import type { Db, Send } from './sql.ts'

/**
 * Sends long reads to a streaming replica (decision 0024). Each first asks the primary for the current
 * position in its write-ahead log. Everything acknowledged to anybody by then is before that position. The
 * replica answers only once it has replayed the log up to there, so people see what they and others have
 * written.
 */

/** Number of connections to the replica. */
const connections = 3
const checkEveryMs = 1000
/** Maximum time in ms that the replica may take to answer a check. */
const checkPatienceMs = 1000
/** Lag in ms beyond which everything is read from the primary and an alarm is raised. */
const maxLagMs = 5000
/** Maximum time in ms that a read waits for the replica before it uses the primary. */
const waitMs = 100

/** A position in the log of one database server. Positions of two timelines can't be compared. */
type Position = { database: string; timeline: number; place: string }

const database = (db: Db) =>
  db`concat_ws(' ', (select system_identifier from pg_control_system()), current_database())`

const currentPosition = (db: Db) => db<Position[]>`
  select ${database(db)} as database, pg_current_wal_flush_lsn()::text as place,
    ('x' || left(pg_walfile_name(pg_current_wal_flush_lsn()), 8))::bit(32)::int as timeline`

/**
 * Returns SQL that is true on a replica once it has replayed the log up to a position. It is false on a
 * server that was promoted, that belongs to another cluster, or that follows a former primary, whose
 * positions may be greater.
 */
const hasReached = (db: Db, position: Position) => db`coalesce(
  pg_is_in_recovery() and pg_last_wal_replay_lsn() >= ${position.place}::pg_lsn and ${database(db)} = ${position.database}
  and (select min_recovery_end_timeline from pg_control_recovery()) = ${position.timeline}, false)`

/**
 * Returns SQL to run before a read. It sets the read's scope, and fails (division by zero) if the replica
 * hasn't reached the position. The position is checked with every read, because a load balancer may connect
 * each connection to a different replica.
 */
const beginning = (db: Db, scope: Scope | 'all', position: Position) =>
  db`${setRowScopeAsOwner(db, scope, true)}, 1 / ${hasReached(db, position)}::int`

/**
 * Returns a function that wraps promises, and one that rejects all wrapped promises that are still pending.
 */
function stoppable() {
  const rejects = new Set<(error: Error) => void>()
  return {
    unlessStopped: <T>(answer: Promise<T>) =>
      new Promise<T>((resolve, reject) => {
        rejects.add(reject)
        void answer.then(resolve, reject).finally(() => rejects.delete(reject))
      }),
    stop: (error: Error) => rejects.forEach((reject) => reject(error)),
  }
}

type Primary = {
  /** Handle for reads with the rights of the database's owner. */
  read: Db
  /** Returns the function that sends a caller's reads to the primary. */
  sender: (caller: string) => (scope: Scope | 'all') => Send
  /** Called when the replica falls behind the limit. */
  onLate: () => Promise<unknown>
}

/** Opens a replica and checks every second how far behind it is, until it is closed. */
export function openReplica(
  address: Omit<DatabaseAddress, 'isReplica'>,
  { patience, read, sender, onLate }: Primary & { patience: number },
) {
  const replica = openConnections({ ...address, isReplica: true }, { count: connections, patience })
  let isUsable = false
  let isClosed = false
  let lag = 0
  /** Oldest checked position that the replica hasn't reached yet, if any, and the time of that check. */
  let mark: { position: Position; at: number } | null = null
  const { unlessStopped, stop } = stoppable()
  const position = async () => (await currentPosition(read))[0] as Position
  const reached = async (place: Position) => {
    const [row] = await replica.read<{ reached: boolean }[]>`select ${hasReached(read, place)} as reached`
    return row?.reached === true
  }

  /** Waits a short time for the replica to reach a position. Returns true if it has. */
  async function waitFor(place: Position) {
    const until = performance.now() + waitMs
    while (!(await reached(place))) {
      if (performance.now() > until) return false
      await pause(5)
    }
    return true
  }

  async function look() {
    const [at, now] = [performance.now(), await position()]
    const isSame = mark?.position.timeline === now.timeline && mark.position.database === now.database
    mark = mark && isSame ? mark : { position: now, at: mark?.at ?? at }
    const late = pause(checkPatienceMs, null, { ref: false })
    return await Promise.race([waitFor(mark.position), late])
  }
  async function check() {
    const found = await look().catch(() => null)
    // Don't let reads that were already sent to a silent replica wait any longer.
    if (found === null) stop(new Error("The replica doesn't answer."))
    const age = mark ? performance.now() - mark.at : 0
    const before = lag
    lag = found ? age : Math.max(lag, age)
    if (found) mark = null
    isUsable = found !== null && lag <= maxLagMs
    if (lag > maxLagMs && before <= maxLagMs) await onLate().catch(() => {})
  }
  async function keepChecking() {
    // oxlint-disable-next-line no-unmodified-loop-condition -- `close` sets it
    while (!isClosed) {
      await check()
      await pause(checkEveryMs, null, { ref: false })
    }
  }
  void keepChecking()

  /** Sends a read to the replica. Rejects if it doesn't soon have everything that the primary has now. */
  async function sendToReplica(statement: Parameters<Send>[0], caller: string, scope: Scope | 'all') {
    const now = await position()
    if (!(await waitFor(now))) throw new Error('The replica is behind.')
    const before = beginning(read, scope, now)
    return await readSender(replica, { caller, room: checkPatienceMs, before })(statement)
  }

  return {
    /** Works like `sender`, but tries the replica first. A read that fails there is sent to the primary. */
    sender: (caller: string) => (scope: Scope | 'all') => {
      const toPrimary = sender(caller)(scope)
      return (statement: Parameters<Send>[0]) => {
        if (!isUsable) return toPrimary(statement)
        return unlessStopped(sendToReplica(statement, caller, scope)).catch((error: unknown) => {
          // Use the primary until the next check, so that not every read waits for a bad replica. A Problem
          // only means that this caller has too many reads in progress.
          if (!(error instanceof Problem)) isUsable = false
          return toPrimary(statement)
        })
      }
    },
    /** Returns how far behind the replica is, in seconds. */
    lag: () => lag / 1000,
    close: async () => {
      isClosed = true
      await replica.close()
    },
  }
}
