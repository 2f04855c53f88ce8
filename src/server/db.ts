import postgres from 'postgres'

/** What a handler and a query get: either the read-only pool or the transaction of the current write. */
export type Db = postgres.ISql<Record<string, never>>
export type Transaction = postgres.TransactionSql<Record<string, never>>
type Sql = postgres.Sql<Record<string, never>>

/**
 * Two pools on one database. Reads run on connections that cannot write, without BEGIN and COMMIT; every write is one
 * transaction (architecture §6).
 */
export type Database = {
  read: Sql
  write: <T>(work: (db: Transaction) => Promise<T>) => Promise<T>
  /** For a write that is one statement, and so its own transaction: two round trips less where hundreds come a second. */
  single: Db
  /** Runs `hear` with the payload of every NOTIFY on the channel, also after the connection was lost and made again. */
  listen: (channel: string, hear: (payload: string) => void, onReady: () => void) => Promise<unknown>
  close: () => Promise<void>
}

const text = (to: number, from: number[], parse: (raw: string) => string) => ({ to, from, parse, serialize: (value: string) => value })

/** Dates stay `YYYY-MM-DD`, times `HH:MM`, instants become ISO 8601 in UTC, numerics exact text. */
const types = {
  date: text(1082, [1082], (raw) => raw),
  time: text(1083, [1083], (raw) => raw.slice(0, 5)),
  instant: text(1184, [1184], (raw) => raw.replace(' ', 'T').replace(/\+00$/, 'Z')),
}

/** How every connection of the product speaks to the database; at most `most` of them. */
export const poolOptions = (applicationName: string, most: number) =>
  ({
    max: most,
    types,
    transform: { column: { from: postgres.toCamel } },
    onnotice: () => {},
    connect_timeout: 5,
    connection: {
      application_name: applicationName,
      TimeZone: 'UTC',
      statement_timeout: 5000,
      lock_timeout: 2000,
      idle_in_transaction_session_timeout: 10_000,
      // On the disks of today, and from memory, rows one by one cost little more than all in a row.
      random_page_cost: 1.1,
    },
  }) satisfies postgres.Options<Record<string, postgres.PostgresType>>

const pooled = 6
/** Connections of one worker for its jobs. */
export const jobConnections = 4
/** The most connections that one worker opens: for reading, for writing, for hearing notifications and for jobs (docs/operating.md). */
export const workerConnections = pooled + pooled + 1 + jobConnections

/** Opens the pools; nothing connects before the first query. `pool`: connections for reading and as many for writing. */
export function openDatabase(url: string, { pool = pooled } = {}): Database {
  const reading = poolOptions('read', pool)
  const read = postgres(url, { ...reading, connection: { ...reading.connection, default_transaction_read_only: true } }) as unknown as Sql
  const writing = postgres(url, poolOptions('write', pool)) as unknown as Sql
  return {
    read,
    write: (work) => writing.begin((db) => work(db)) as never,
    single: writing,
    listen: (channel, hear, onReady) => writing.listen(channel, hear, onReady),
    close: async () => {
      await Promise.all([read.end({ timeout: 5 }), writing.end({ timeout: 5 })])
    },
  }
}

/** The constraint that refused a statement, when that is what happened. */
const constraintOf = (error: unknown) => (error instanceof postgres.PostgresError ? error.constraint_name : undefined)

/** For `.catch`: turns the refusal of a named constraint into what the caller should hear; every other error goes on. */
export const refusing = (constraint: string, problem: Error) => (error: unknown) => {
  throw constraintOf(error) === constraint ? problem : error
}

/** The row that must be there, else the given problem. */
export function one<T>(rows: readonly T[], missing: () => Error): T {
  const [row] = rows
  if (row === undefined) throw missing()
  return row
}
