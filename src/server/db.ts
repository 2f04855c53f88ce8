import postgres from 'postgres'
import { unavailable } from '#shared/problem.ts'
import { type Line, openPools, patientSocket } from './pool.ts'
import { narrow, narrowOwner, type Scope } from './scope.ts'
import { type TellSlow, watched } from './statements.ts'

/** What a handler and a query get: either the read-only pool or the transaction of the current write. */
export type Db = postgres.ISql<Record<string, never>>
export type Transaction = postgres.TransactionSql<Record<string, never>>
type Sql = postgres.Sql<Record<string, never>>

/**
 * One database by four ways. Reads run on connections that cannot write: the house's own without BEGIN and COMMIT, somebody's in a transaction that
 * sees their centers alone. Every write is one transaction, with a connection to itself; with a scope, of those centers alone. What has
 * a scope runs on connections of requests, with their rights alone (`request-rights.ts`); everything else with those of the database's owner.
 */
export type Database = {
  read: Sql
  reading: <T>(work: (db: Db) => Promise<T>, scope: Scope) => Promise<T>
  write: <T>(work: (db: Transaction) => Promise<T>, scope?: Scope | null) => Promise<T>
  /** For a write that is one statement, and so its own transaction: two round trips less where hundreds come a second. */
  single: Db
  /** Runs `hear` with the payload of every NOTIFY on the channel, also after the connection was lost and made again. */
  listen: (channel: string, hear: (payload: string) => void, onReady: () => void) => Promise<unknown>
  /** How many writes are under way, and how many wait for a connection. */
  writes: () => { used: number; waiting: number }
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
    connect_timeout: 3,
    // Seconds until the next try to connect: soon back, however long the database was away.
    backoff: (tries: number) => Math.min(0.05 * 2 ** tries, 1),
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
/** Connections of one worker for what is one statement: as many for the house's own reads, such as sessions, as for writes. Many fit on each. */
const singles = 3
/** Connections of one worker for its jobs. */
export const jobConnections = 4
/**
 * The most connections that one worker opens: for reading and for writing as requests, for writing as the house, for what is one statement, for hearing
 * notifications and for jobs (docs/operating.md).
 */
export const workerConnections = 3 * pooled + 2 * singles + 1 + jobConnections

/** Nothing of a page takes so long; it is as long as a statement may take. In ms. */
export const pagePatience = 5000
/** Who is waited for by nobody waits as long, in ms: commands, jobs, tests. */
const longPatience = 600_000

type Options = {
  /** The same database as the role of requests; null: as its owner, who takes that role on for each transaction. */
  requests?: string | null
  /** Connections for reading and as many for writing. */
  pool?: number
  /** How long a statement may go without an answer, in ms. */
  patience?: number
  /** How long a write may wait for a connection, in ms. */
  room?: number
  /** Hears of statements that take longer than a second. */
  slow?: TellSlow
}

type Opening = { more?: object; line?: Line; as?: object }

/** Where an address leads, and as whom: how to speak there is the same for everybody. */
function placeIn(url: string) {
  const { host, port, path, database, user, pass, ssl } = postgres(url).options
  return { host, port, path, database, user, pass, ssl }
}

/** Opens the ways; nothing connects before the first query. */
export function openDatabase(
  url: string,
  { requests = null, pool = pooled, patience = longPatience, room = 60_000, slow = () => {} }: Options = {},
): Database {
  // All know each other's types of arrays, so that they are asked for once: what asks for them would go unheard where it fails.
  const common = postgres(url, poolOptions('', pool)).options
  const others = requests ? { ...common, ...placeIn(requests) } : common
  const open = (name: string, max: number, { more = {}, line = { patience }, as = common }: Opening = {}) => {
    const connection = { ...common.connection, application_name: name, ...more }
    // Over TLS the driver alone hears of a loss.
    const own = { max, connection, socket: patientSocket(line), ...(line.lost && { onclose: line.lost }) }
    return watched(postgres({ ...as, ...own } as object) as unknown as Sql, slow)
  }
  const more = { default_transaction_read_only: true }
  const manner = { count: pool, patience, slow, narrow: requests ? narrow : narrowOwner }
  const read = open('read', Math.min(pool, singles), { more })
  const single = open('write', Math.min(pool, singles))
  const reads = openPools({ ...manner, room: patience }, (line) => open('read', 1, { more, line, as: others }) as never)
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
      await Promise.all([read.end({ timeout: 5 }), single.end({ timeout: 5 }), reads.close(), asked.close(), own.close()])
    },
  }
}

/** What is read for a page, or 503 when it takes longer than a statement may: where all connections wait for a dead database, nothing else says so. */
export async function inTime<T>(read: Promise<T>): Promise<T> {
  const late = Promise.withResolvers<never>()
  const timer = setTimeout(() => late.reject(unavailable()), pagePatience)
  try {
    return await Promise.race([read, late.promise])
  } finally {
    clearTimeout(timer)
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
