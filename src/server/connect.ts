import type { Readable, Writable } from 'node:stream'
import { from, to } from 'pg-copy-streams'
import type { DatabaseAddress, OpenConnection } from './connection.ts'
import { openSlot } from './pool.ts'
import { type Db, makeDb } from './sql.ts'
import { connectionOf, transact } from './transaction.ts'

/** A connection for a command-line program. It runs one statement or transaction at a time. */
export type CommandConnection = Db & {
  /** Runs work as one transaction. `mode` is, for example, `read only`. */
  begin: <T>(work: (db: Db) => Promise<T>, mode?: string) => Promise<T>
  end: () => Promise<void>
}

type Address = Omit<DatabaseAddress, 'url' | 'isSequential'> & {
  /** True if a lost connection isn't reopened, because the session holds a lock. */
  isOneSession?: boolean
}

/** Returns a connection for a command-line program. It connects at the first statement. */
export function connect(url: string, { isOneSession = false, ...address }: Address = {}): CommandConnection {
  const slot = openSlot({ connectPatience: 30_000, ...address, url, isSequential: true }, Infinity)
  let last: Promise<unknown> = Promise.resolve()
  const inSequence = <T>(task: () => Promise<T>): Promise<T> => {
    const mine = last.then(task)
    last = mine.catch(() => {})
    return mine
  }
  let first: OpenConnection | null = null
  const ready = async () => {
    const connection = (isOneSession ? first : null) ?? slot.now() ?? (await slot.ready())
    first ??= connection
    return connection
  }
  const db = makeDb((statement) => inSequence(async () => (await (await ready()).send(statement)).rows))
  return Object.assign(db, {
    begin: <T>(work: (db: Db) => Promise<T>, mode = '') =>
      inSequence(async () => await transact(await ready(), work, { begin: `begin ${mode}` })),
    end: () => inSequence(() => slot.close()),
  })
}

/** Streams the result of a query with COPY. Call it in a transaction of a `CommandConnection`. */
export const copyOut = (db: Db, select: string): Readable =>
  connectionOf(db).stream(to(`copy (${select}) to stdout`))

/** Returns a stream that COPY writes into a table. Call it in a transaction of a `CommandConnection`. */
export const copyIn = (db: Db, table: string): Writable =>
  connectionOf(db).stream(from(`copy ${table} from stdin`))
