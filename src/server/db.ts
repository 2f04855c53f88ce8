import { DatabaseError } from 'pg'
import { unavailable } from '#shared/problem.ts'
import type { Settings, OnSlowStatement } from './connection.ts'
import { type BeginTransaction, openConnections, readHandle, readSender, transactionRunner } from './pool.ts'
import { openListener } from './listener.ts'
import { openReplica } from './replica.ts'
import { setRowScope, setRowScopeAsOwner, type Scope } from './scope.ts'
import type { Db } from './sql.ts'

/** Database access of handlers and queries: the read-only pool, or the transaction of the current write. */
export type { Db } from './sql.ts'

/**
 * The ways to access one database. Each statement of a read is a separate transaction, which can't write. A
 * write is one transaction on its own connection. With a scope, reads and writes see only the scope's centers
 * and use the request role's connections, which have only the rights in `request-rights.ts`. Everything else
 * has the rights of the database's owner.
 */
export type Database = {
  read: Db & { begin: BeginTransaction }
  /** Returns a handle for reads with a scope. Each statement is a separate transaction. */
  reads: (scope: Scope) => Db
  /**
   * Returns a handle like `reads`, for long reads, such as reports. They use the replica if there is one and
   * it has caught up with every write that has been acknowledged.
   */
  longReads: (scope: Scope) => Db
  /** Returns how many seconds the replica is behind, or null if there is none. */
  replicaLag: () => number | null
  /**
   * Runs a write. Without a scope, it has the rights of the database's owner. One caller (by default, the
   * scope's actor) can use only some of the connections, so that other callers can write as well.
   */
  write: <T>(work: (db: Db) => Promise<T>, scope?: Scope | null, caller?: string | null) => Promise<T>
  /**
   * Runs a job's write. Such writes can take a long time, so jobs use only some of the connections and may
   * wait much longer for one.
   */
  writeInJob: <T>(work: (db: Db) => Promise<T>) => Promise<T>
  /**
   * Handle for a write that is a single statement and thus its own transaction. It saves two round trips,
   * which matters for writes made hundreds of times a second.
   */
  single: Db
  /**
   * Calls `onPayload` with the payload of every NOTIFY on the channel, even after the connection has been
   * lost and reopened. Calls `onReady` each time the connection starts to listen.
   */
  listen: (channel: string, onPayload: (payload: string) => void, onReady: () => void) => Promise<unknown>
  /** Returns the number of writes in progress and of writes waiting for a connection. */
  writes: () => { used: number; waiting: number }
  close: () => Promise<void>
}

/** Maximum time in ms that a page waits for the database. */
export const pagePatience = 5000
/**
 * Maximum duration of a statement in ms. It is shorter than `pagePatience`, because a connection that is
 * silent for that long counts as dead and is closed, which also fails its other statements.
 */
const statementTimeout = pagePatience - 500

/** Returns the settings for all of the server's database connections except the job queue's. */
export const connectionSettings = (applicationName: string): Settings => ({
  application_name: applicationName,
  statement_timeout: statementTimeout,
  lock_timeout: 2000,
  idle_in_transaction_session_timeout: 10_000,
  // Random reads cost about as much as sequential ones on SSDs and in memory.
  random_page_cost: 1.1,
  // Plan each query once for all values. Planning for each value took up to four times as long as running the
  // query.
  plan_cache_mode: 'force_generic_plan',
})

/** Number of transactions that a worker can run at a time for each role: the request role and the owner. */
const pooled = 2
/** Number of a worker's connections for the job queue: one listens, the other takes and completes jobs. */
export const queueConnections = 2
/**
 * Maximum number of connections of one worker (docs/operating.md): for each role, one per transaction; one
 * more for reads by requests; one for notifications, which also runs the server's own statements while all
 * other connections are in transactions; and `queueConnections`.
 */
export const workerConnections = 2 * pooled + 2 + queueConnections

/**
 * Maximum time in ms to wait for the database when nobody is waiting for a response: in commands, jobs and
 * tests.
 */
const longPatience = 600_000

type Options = {
  /**
   * URL of the same database for the request role. If null, the owner switches to that role in each
   * transaction.
   */
  requests?: string | null
  /**
   * URL of the same database through a pooler in transaction mode, or null if there is none. `requests` must
   * then go through it, too.
   */
  pooledUrl?: string | null
  /** Replica for long reads, or null if there is none. `onLate` is called when it falls too far behind. */
  replica?: { url: string; onLate: (db: Db) => Promise<unknown> } | null
  /** Maximum number of simultaneous transactions for each role: the request role and the owner. */
  pool?: number
  /** Maximum time in ms that a statement may go without a response. */
  patience?: number
  /** Maximum time in ms that a write may wait for a connection. */
  room?: number
  /** Called for each statement that takes a second or longer, except plain text (`isPlain`). */
  slow?: OnSlowStatement
}

/** Opens the database. Connects only at the first query. */
export function openDatabase(
  url: string,
  {
    requests = null,
    replica = null,
    pooledUrl = null,
    pool = pooled,
    patience = longPatience,
    room = 60_000,
    slow = () => {},
  }: Options = {},
): Database {
  const isPooled = pooledUrl !== null
  const scoping = requests ? setRowScope : setRowScopeAsOwner
  const callers = openConnections(
    { url: requests ?? pooledUrl ?? url, slow, isPooled, settings: connectionSettings('requests') },
    { count: pool + 1, patience },
  )
  const listener = openListener({ url, slow, settings: connectionSettings('listen') }, patience)
  const own = openConnections(
    { url: pooledUrl ?? url, slow, isPooled, settings: connectionSettings('server') },
    { count: pool, patience, reserve: listener.slot },
  )
  const [ofCallers, ofServer] = [transactionRunner(callers, scoping), transactionRunner(own, scoping)]
  const { read, single } = own
  const sender = (caller: string) => (scope: Scope | 'all') =>
    readSender(callers, { caller, room: patience, before: scoping(read, scope, true) })
  const second =
    replica &&
    openReplica(
      { url: replica.url, slow, settings: connectionSettings('replica') },
      { patience, read, sender, onLate: () => replica.onLate(single) },
    )
  return {
    read,
    reads: (scope) => readHandle(sender(scope.id), scope),
    longReads: (scope) => readHandle((second?.sender ?? sender)(scope.id), scope),
    replicaLag: () => second?.lag() ?? null,
    write: (work, scope = null, caller = scope?.id ?? null) =>
      (scope ? ofCallers : ofServer)(work, { scope, caller, room, single }),
    writeInJob: (work) => ofServer(work, { scope: null, caller: 'jobs', room: longPatience, single }),
    single,
    writes: () => {
      const [caller, server] = [callers.writes(), own.writes()]
      return { used: caller.used + server.used, waiting: caller.waiting + server.waiting }
    },
    listen: listener.listen,
    close: async () => {
      await Promise.all([callers, own, listener, ...(second ? [second] : [])].map((each) => each.close()))
    },
  }
}

/**
 * Waits for a page's read, but throws 503 after `pagePatience`, because no other timeout applies while all
 * connections wait for a dead database.
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

/**
 * True if a statement was refused because of its values, a constraint or a lock. False for other errors, such
 * as a lost connection.
 */
export const isRefusedStatement = (error: unknown) =>
  error instanceof DatabaseError && /^(22|23|40P01|55P03)/.test(error.code ?? '')

/** Returns the name of the constraint that refused a statement, or undefined for other errors. */
const constraintOf = (error: unknown) => (error instanceof DatabaseError ? error.constraint : undefined)

/**
 * Returns a `.catch` handler that replaces a named constraint's error with the given problem and rethrows
 * other errors.
 */
export const refuseOnConstraint = (constraint: string, problem: Error) => (error: unknown) => {
  throw constraintOf(error) === constraint ? problem : error
}

/** Returns the first row, or throws the given problem if there is none. */
export function one<T>(rows: readonly T[], missing: () => Error): T {
  const [row] = rows
  if (row === undefined) throw missing()
  return row
}
