import { DatabaseError } from 'pg'
import { unavailable } from '#shared/problem.ts'
import type { Settings, TellSlow } from './connection.ts'
import { type Begin, openListener, openPipelines, openReadPool, openWritePool } from './pool.ts'
import { setRowScope, setRowScopeAsOwner, type Scope } from './scope.ts'
import type { Db } from './sql.ts'

/** Database access of handlers and queries: the read-only pool, or the transaction of the current write. */
export type { Db } from './sql.ts'

/**
 * The ways to access one database. Reads use connections that can't write, and each statement is its own
 * transaction. A write is one transaction on its own connection. With a scope, reads and writes see only the
 * scope's centers and use the request role's connections, which have only the rights in `request-rights.ts`.
 * Everything else has the rights of the database's owner.
 */
export type Database = {
  read: Db & { begin: Begin }
  /** Returns a handle for reads with a scope. Each statement is a transaction of its own. */
  reads: (scope: Scope) => Db
  write: <T>(work: (db: Db) => Promise<T>, scope?: Scope | null) => Promise<T>
  /**
   * Handle for a write that is a single statement and thus its own transaction. It saves two round trips,
   * which matters for writes made hundreds of times a second.
   */
  single: Db
  /**
   * Calls `hear` with the payload of every NOTIFY on the channel, even after the connection has been lost and
   * reopened.
   */
  listen: (channel: string, hear: (payload: string) => void, onReady: () => void) => Promise<unknown>
  /** Returns the number of writes in progress and of writes waiting for a connection. */
  writes: () => { used: number; waiting: number }
  close: () => Promise<void>
}

/** Settings of every connection of the server. */
export const connectionSettings = (applicationName: string): Settings => ({
  application_name: applicationName,
  statement_timeout: 5000,
  lock_timeout: 2000,
  idle_in_transaction_session_timeout: 10_000,
  // Random reads cost about as much as sequential ones on SSDs and in memory.
  random_page_cost: 1.1,
  // Plan each query once for all values. Planning for each value took up to four times as long as running the
  // query.
  plan_cache_mode: 'force_generic_plan',
})

const pooled = 6
/**
 * Number of a worker's connections for the server's own reads, such as sessions, and the same number for
 * single-statement writes. Each carries many statements at a time.
 */
const singles = 3
/** Number of a worker's connections for jobs. */
export const jobConnections = 4
/**
 * Maximum number of connections of one worker: for requests' reads and writes, the server's own writes,
 * single statements, notifications and jobs (docs/operating.md).
 */
export const workerConnections = 3 * pooled + 2 * singles + 1 + jobConnections

/** Maximum time in ms that a page waits for the database. It equals the statement timeout. */
export const pagePatience = 5000
/** Maximum time in ms to wait for the database when no person is waiting: in commands, jobs and tests. */
const longPatience = 600_000

type Options = {
  /**
   * URL of the same database for the role of requests. If null, the owner switches to that role in each
   * transaction.
   */
  requests?: string | null
  /** Number of connections for reading, and the same number for writing. */
  pool?: number
  /** Maximum time in ms that a statement may go without an answer. */
  patience?: number
  /** Maximum time in ms that a write may wait for a connection. */
  room?: number
  /** Called for each statement that takes longer than a second. */
  slow?: TellSlow
}

/** Opens the database. Connects only at the first query. */
export function openDatabase(
  url: string,
  { requests = null, pool = pooled, patience = longPatience, room = 60_000, slow = () => {} }: Options = {},
): Database {
  const writing = { url, slow, settings: connectionSettings('write') }
  const reading = {
    url,
    slow,
    settings: { ...connectionSettings('read'), default_transaction_read_only: true },
  }
  const asRequests = requests ? { url: requests } : {}
  const shared = { count: Math.min(pool, singles), patience }
  const options = { count: pool, patience, room, setRowScope: requests ? setRowScope : setRowScopeAsOwner }
  const read = openPipelines(reading, shared)
  const single = openPipelines(writing, shared)
  const reads = openReadPool({ ...reading, ...asRequests }, { ...options, room: patience })
  const writes = { ...options, single: single.db }
  const callersWrites = openWritePool({ ...writing, ...asRequests }, writes)
  const ownWrites = openWritePool(writing, writes)
  const listener = openListener({ url, settings: connectionSettings('listen') })
  return {
    read: Object.assign(read.db, { begin: read.begin }),
    reads: reads.reads,
    write: (work, scope = null) => (scope ? callersWrites : ownWrites).run(work, scope),
    single: single.db,
    writes: () => {
      const [ofCallers, ofServer] = [callersWrites.state(), ownWrites.state()]
      return { used: ofCallers.used + ofServer.used, waiting: ofCallers.waiting + ofServer.waiting }
    },
    listen: listener.listen,
    close: async () => {
      await Promise.all([read, single, reads, callersWrites, ownWrites, listener].map((each) => each.close()))
    },
  }
}

/**
 * Waits for a page's read. Throws 503 if it takes longer than a statement may, because no other timeout
 * applies while all connections wait for a dead database.
 */
export async function inTime<T>(read: Promise<T>): Promise<T> {
  const late = Promise.withResolvers<never>()
  const timer = setTimeout(() => late.reject(unavailable()), pagePatience)
  try {
    return await Promise.race([read, late.promise])
  } finally {
    clearTimeout(timer)
  }
}

/** Returns the name of the constraint that refused a statement, or undefined for other errors. */
const constraintOf = (error: unknown) => (error instanceof DatabaseError ? error.constraint : undefined)

/**
 * Returns a `.catch` handler that replaces a named constraint's error with the given problem and rethrows
 * other errors.
 */
export const refusing = (constraint: string, problem: Error) => (error: unknown) => {
  throw constraintOf(error) === constraint ? problem : error
}

/** Returns the first row, or throws the given problem if there is none. */
export function one<T>(rows: readonly T[], missing: () => Error): T {
  const [row] = rows
  if (row === undefined) throw missing()
  return row
}
