import type { Readable, Writable } from 'node:stream'
import { from, to } from 'pg-copy-streams'
import type { DatabaseAddress } from './connection.ts'
import { openSlot } from './pool.ts'
import { type Db, makeDb } from './sql.ts'
import { connectionOf, transact } from './transaction.ts'

/** A command's connection, which runs one statement or transaction at a time. */
export type Connected = Db & {
  /** Runs work as one transaction. `mode` is, for example, `read only`. */
  begin: <T>(work: (db: Db) => Promise<T>, mode?: string) => Promise<T>
  end: () => Promise<void>
}

/** Returns a command's connection to a database. It connects at the first statement. */
export function connect(url: string, address: Omit<DatabaseAddress, 'url' | 'isSequential'> = {}): Connected {
  const slot = openSlot({ connectPatience: 30_000, ...address, url, isSequential: true }, Infinity)
  let last: Promise<unknown> = Promise.resolve()
  const inTurn = <T>(task: () => Promise<T>): Promise<T> => {
    const mine = last.then(task)
    last = mine.catch(() => {})
    return mine
  }
  const ready = () => slot.now() ?? slot.ready()
  const db = makeDb((statement) => inTurn(async () => (await (await ready()).send(statement)).rows))
  return Object.assign(db, {
    begin: <T>(work: (db: Db) => Promise<T>, mode = '') =>
      inTurn(async () => await transact(await ready(), work, { begin: `begin ${mode}` })),
    end: () => inTurn(() => slot.close()),
  })
}

/** Streams the result of a query with COPY. Call it in a command's transaction. */
export const copyOut = (db: Db, select: string): Readable =>
  connectionOf(db).stream(to(`copy (${select}) to stdout`))

/** Returns a stream that COPY writes into a table. Call it in a command's transaction. */
export const copyIn = (db: Db, table: string): Writable =>
  connectionOf(db).stream(from(`copy ${table} from stdin`))
