import { DatabaseError } from 'pg'
import { unavailable } from '#shared/problem.ts'
import type { Settings, TellSlow } from './connection.ts'
import { type Begin, openListener, openPools, openReads, openShared } from './pool.ts'
import { setRowScope, setRowScopeAsOwner, type Scope } from './scope.ts'
import type { Db } from './sql.ts'

/** Database access of handlers and queries: the read-only pool, or the transaction of the current write. */
export type { Db } from './sql.ts'

/**
 * Four ways to access one database. Reads use connections that can't write, and each statement is its own
 * transaction. A write is one transaction on its own connection. With a scope, reads and writes see only its
 * centers and use the connections of requests, which have only the rights in `request-rights.ts`. Everything
 * else has the rights of the database's owner.
 */
export type Database = {
  read: Db & { begin: Begin }
  /** Reads with a scope. Each statement is a transaction of its own. */
  reads: (scope: Scope) => Db
  write: <T>(work: (db: Db) => Promise<T>, scope?: Scope | null) => Promise<T>
  /**
   * Connection for a write that is a single statement and so its own transaction. Saves two round trips where
   * there are hundreds a second.
   */
  single: Db
  /**
   * Runs `hear` with the payload of every NOTIFY on the channel, even after the connection was lost and
   * reopened.
   */
  listen: (channel: string, hear: (payload: string) => void, onReady: () => void) => Promise<unknown>
  /** Number of writes in progress, and of writes that wait for a connection. */
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
  // Plans are made once for all values. A plan for each value took up to four times as long as the query itself.
  plan_cache_mode: 'force_generic_plan',
})

const pooled = 6
/**
 * Connections of one worker for single statements: this many for the server's own reads, such as sessions,
 * and this many for writes. Each carries many statements at a time.
 */
const singles = 3
/** Connections of one worker for its jobs. */
export const jobConnections = 4
/**
 * Maximum number of connections that one worker opens: for reads and writes of requests, for the server's own
 * writes, for single statements, for notifications and for jobs (docs/operating.md).
 */
export const workerConnections = 3 * pooled + 2 * singles + 1 + jobConnections

/** Longest time, in ms, that a page waits for the database. Equal to the statement timeout. */
export const pagePatience = 5000
/** Longest wait in ms where no person is waiting: commands, jobs and tests. */
const longPatience = 600_000

type Options = {
  /**
   * URL of the same database for the role of requests. If null, the owner takes on that role for each
   * transaction.
   */
  requests?: string | null
  /** Number of connections for reading, and the same number for writing. */
  pool?: number
  /** Longest time a statement may go without an answer, in ms. */
  patience?: number
  /** Longest time a write may wait for a connection, in ms. */
  room?: number
  /** Called for each statement that takes longer than a second. */
  slow?: TellSlow
}

/** Opens the database. Nothing connects before the first query. */
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
  const read = openShared(reading, shared)
  const single = openShared(writing, shared)
  const reads = openReads({ ...reading, ...asRequests }, { ...options, room: patience })
  const writes = { ...options, single: single.db }
  const asked = openPools({ ...writing, ...asRequests }, writes)
  const own = openPools(writing, writes)
  const listener = openListener({ url, settings: connectionSettings('listen') })
  return {
    read: Object.assign(read.db, { begin: read.begin }),
    reads: reads.reads,
    write: (work, scope = null) => (scope ? asked : own).run(work, scope),
    single: single.db,
    writes: () => {
      const [theirs, house] = [asked.state(), own.state()]
      return { used: theirs.used + house.used, waiting: theirs.waiting + house.waiting }
    },
    listen: listener.listen,
    close: async () => {
      await Promise.all([read, single, reads, asked, own, listener].map((each) => each.close()))
    },
  }
}

/**
 * Waits for a page's read, or throws 503 if it takes longer than a statement may. When all connections wait
 * for a dead database, no other timeout applies.
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
 * Handler for `.catch` that replaces the error of a named constraint with the given problem and rethrows
 * every other error.
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
