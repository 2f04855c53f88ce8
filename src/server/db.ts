import postgres from 'postgres'
import { unavailable } from '#shared/problem.ts'
import { type Line, openPools, patientSocket } from './pool.ts'
import { narrow, narrowOwner, type Scope } from './scope.ts'
import { type TellSlow, watched } from './statements.ts'

/** Database access of handlers and queries: the read-only pool, or the transaction of the current write. */
export type Db = postgres.ISql<Record<string, never>>
export type Transaction = postgres.TransactionSql<Record<string, never>>
type Sql = postgres.Sql<Record<string, never>>

/**
 * Four ways to access one database. Reads run on connections that cannot write: the server's own without
 * BEGIN and COMMIT, a person's in a transaction that sees only their centers. Every write is one transaction
 * on its own connection. With a scope, it sees only those centers. Work with a scope runs on the connections
 * of requests, with only their rights (`request-rights.ts`). Everything else has the rights of the database's
 * owner.
 */
export type Database = {
  read: Sql
  reading: <T>(work: (db: Db) => Promise<T>, scope: Scope) => Promise<T>
  write: <T>(work: (db: Transaction) => Promise<T>, scope?: Scope | null) => Promise<T>
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

const text = (to: number, from: number[], parse: (raw: string) => string) => ({
  to,
  from,
  parse,
  serialize: (value: string) => value,
})

/**
 * Type conversions. Dates stay `YYYY-MM-DD`, times `HH:MM`. Instants become ISO 8601 in UTC. Numerics are
 * exact text.
 */
const types = {
  date: text(1082, [1082], (raw) => raw),
  time: text(1083, [1083], (raw) => raw.slice(0, 5)),
  instant: text(1184, [1184], (raw) => raw.replace(' ', 'T').replace(/\+00$/, 'Z')),
}

/** Settings of every connection to the database, with at most `most` connections. */
export const poolOptions = (applicationName: string, most: number) =>
  ({
    max: most,
    types,
    transform: { column: { from: postgres.toCamel } },
    onnotice: () => {},
    connect_timeout: 3,
    // Seconds until the next attempt to connect. At most 1, so that we are back soon however long the
    // database was away.
    backoff: (tries: number) => Math.min(0.05 * 2 ** tries, 1),
    connection: {
      application_name: applicationName,
      TimeZone: 'UTC',
      statement_timeout: 5000,
      lock_timeout: 2000,
      idle_in_transaction_session_timeout: 10_000,
      // Random reads cost about as much as sequential ones on SSDs and in memory.
      random_page_cost: 1.1,
    },
  }) satisfies postgres.Options<Record<string, postgres.PostgresType>>

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

type Opening = { more?: object; line?: Line; as?: object }

/** Returns the server, database and user of a URL. All other connection options are shared. */
function placeIn(url: string) {
  const { host, port, path, database, user, pass, ssl } = postgres(url).options
  return { host, port, path, database, user, pass, ssl }
}

/** Opens the database. Nothing connects before the first query. */
export function openDatabase(
  url: string,
  { requests = null, pool = pooled, patience = longPatience, room = 60_000, slow = () => {} }: Options = {},
): Database {
  // All pools share the known array types, so that they are fetched only once: an error while fetching them
  // would go unnoticed.
  const common = postgres(url, poolOptions('', pool)).options
  const others = requests ? { ...common, ...placeIn(requests) } : common
  const open = (name: string, max: number, { more = {}, line = { patience }, as = common }: Opening = {}) => {
    const connection = { ...common.connection, application_name: name, ...more }
    // With TLS, only the driver notices a lost connection.
    const own = { max, connection, socket: patientSocket(line), ...(line.lost && { onclose: line.lost }) }
    return watched(postgres({ ...as, ...own } as object) as unknown as Sql, slow)
  }
  const more = { default_transaction_read_only: true }
  const manner = { count: pool, patience, slow, narrow: requests ? narrow : narrowOwner }
  const read = open('read', Math.min(pool, singles), { more })
  const single = open('write', Math.min(pool, singles))
  const reads = openPools(
    { ...manner, room: patience },
    (line) => open('read', 1, { more, line, as: others }) as never,
  )
  const asked = openPools({ ...manner, room }, (line) => open('write', 1, { line, as: others }) as never)
  const own = openPools({ ...manner, room }, (line) => open('write', 1, { line }) as never)
  return {
    read,
    reading: reads.run,
    write: (work, scope = null) => (scope ? asked : own).run(work, scope),
    single,
    writes: () => {
      const [theirs, house] = [asked.state(), own.state()]
      return { used: theirs.used + house.used, waiting: theirs.waiting + house.waiting }
    },
    listen: (channel, hear, onReady) => single.listen(channel, hear, onReady),
    close: async () => {
      await Promise.all([
        read.end({ timeout: 5 }),
        single.end({ timeout: 5 }),
        reads.close(),
        asked.close(),
        own.close(),
      ])
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
const constraintOf = (error: unknown) =>
  error instanceof postgres.PostgresError ? error.constraint_name : undefined

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
