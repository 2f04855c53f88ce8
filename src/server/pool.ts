import { setTimeout as pause } from 'node:timers/promises'
import { DatabaseError } from 'pg'
import { unavailable } from '#shared/problem.ts'
import {
  always,
  closed,
  isStaleStatement,
  type OpenConnection,
  openConnection,
  type DatabaseAddress,
  type Settings,
} from './connection.ts'
import type { Scope } from './scope.ts'
import { type Db, makeDb, type Send, type Statement } from './sql.ts'
import { transact, type Work } from './transaction.ts'

/**
 * Maximum backoff in ms between connection attempts. It is short, so that we reconnect soon even after a long
 * outage.
 */
const maxBackoff = 1000

/** Time in ms without a response after which new statements use another connection if they can. */
const slowMs = 50

/**
 * Manages one connection: opens it when it is first needed, and reopens it after it is lost. After a failed
 * attempt, calls fail immediately until the next attempt is due.
 */
export function openSlot(address: DatabaseAddress, patience: number) {
  let connection: OpenConnection | null = null
  let opening: Promise<OpenConnection> | null = null
  let [tries, nextTry, waiting] = [0, 0, 0]
  let isClosed = false
  let failure: unknown
  const open = async () => {
    try {
      connection = await openConnection(address, patience)
      tries = 0
      return connection
    } catch (error) {
      failure = error
      nextTry = performance.now() + Math.min(50 * 2 ** tries, maxBackoff)
      tries += 1
      throw error
    } finally {
      opening = null
    }
  }
  const now = () => (connection?.isLost() === false ? connection : null)
  return {
    /** Returns the open connection, or null. */
    now,
    ready: async () => {
      waiting += 1
      try {
        const known = now()
        if (known) return known
        if (isClosed) throw closed('The database is closed.')
        if (!opening && performance.now() < nextTry) throw failure
        return await (opening ??= open())
      } finally {
        waiting -= 1
      }
    },
    /** Returns the number of statements in flight or waiting for the connection. */
    busy: () => waiting + (now()?.busy() ?? 0),
    /** True if the statements in flight have gone more than `slowMs` without a response. */
    isSlow: () => (now()?.silence() ?? 0) > slowMs,
    /** True if the connection can't be opened: the slot is closed, or the next attempt isn't due yet. */
    isDown: () => !now() && (isClosed || (!opening && performance.now() < nextTry)),
    close: async () => {
      isClosed = true
      await opening?.catch(() => {})
      await connection?.end()
    },
  }
}
type Slot = ReturnType<typeof openSlot>

/** Sends a statement, and once more if it was prepared before a migration changed its tables. */
const sendAgainIfStale = <Answer>(send: () => Promise<Answer>) =>
  send().catch((error: unknown) => {
    if (isStaleStatement(error)) return send()
    throw error
  })

/** Runs work as one transaction with a mode such as `read only`. */
export type BeginTransaction = <T>(work: (db: Db) => Promise<T>, mode: string) => Promise<T>

/**
 * True if a transaction was rolled back because it conflicted with another or with a migration, and can be
 * repeated.
 */
const isRepeatable = (error: unknown) =>
  isStaleStatement(error) || (error instanceof DatabaseError && ['40001', '40P01'].includes(error.code ?? ''))
const maxRetries = 3

/** Maximum number of tasks that use connections at the same time, in total and for one caller. */
type Limits = { max: number; maxPerCaller: number }
type Turn = { caller: string | null; room: number }

/**
 * Runs up to `max` tasks at once; the others wait their turn. One caller gets only `maxPerCaller`, so that a
 * caller whose calls wait for a lock, for example during a large import, leaves connections for everybody
 * else. A task that has waited for `room` ms gets 503.
 */
function limitConcurrency({ max, maxPerCaller }: Limits) {
  const running = new Map<string, number>()
  const waiting = new Set<{ caller: string | null; begin: () => void }>()
  let used = 0
  const isAllowed = (caller: string | null) =>
    used < max && (caller === null || (running.get(caller) ?? 0) < maxPerCaller)
  const hold = (caller: string | null, by: 1 | -1) => {
    used += by
    if (caller === null) return
    const now = (running.get(caller) ?? 0) + by
    if (now > 0) running.set(caller, now)
    else running.delete(caller)
  }
  const wait = ({ caller, room }: Turn) =>
    new Promise<void>((resolve, reject) => {
      const late = setTimeout(() => {
        waiting.delete(mine)
        reject(unavailable())
      }, room)
      const mine = {
        caller,
        begin: () => {
          clearTimeout(late)
          resolve()
        },
      }
      waiting.add(mine)
    })
  function leave(caller: string | null) {
    hold(caller, -1)
    for (const next of waiting) {
      if (used === max) return
      if (!isAllowed(next.caller)) continue
      waiting.delete(next)
      hold(next.caller, 1)
      next.begin()
    }
  }
  return {
    run: async <T>(turn: Turn, task: () => Promise<T>): Promise<T> => {
      if (isAllowed(turn.caller)) hold(turn.caller, 1)
      else await wait(turn)
      try {
        return await task()
      } finally {
        leave(turn.caller)
      }
    },
    state: () => ({ used, waiting: waiting.size }),
  }
}

/**
 * Maximum number of statements in flight that a connection may have more than the reserve. Beyond that, it
 * counts as crowded, and the next statement uses the reserve.
 */
const crowded = 4

type Size = {
  count: number
  /** Time in ms after which a silent connection counts as dead. */
  patience: number
  /**
   * Runs single statements while all connections are in transactions or crowded. Without a reserve, one
   * connection is never used for transactions.
   */
  reserve?: Slot
}
type SetRowScope = (db: Db, scope: Scope | 'all', isRead: boolean) => Statement<unknown>

/** Maximum number of scoped reads in flight, per connection and per caller. */
const [maxReadsPerConnection, maxReadsPerCaller] = [4, 2]

/** Returns SQL for a transaction's settings. */
const settingsIn = (db: Db, settings: Settings = {}) =>
  db.join(
    Object.entries({ ...always, ...settings }).map(
      ([name, value]) => db`set_config(${name}, ${String(value)}, true)`,
    ),
    ', ',
  )

/** Returns SQL after which PostgreSQL refuses writes until the end of the transaction. */
export const readOnly = (db: Db) => db`set_config('transaction_read_only', 'on', true)`

/**
 * Opens the connections of one role. A transaction has a connection to itself. Single statements share the
 * remaining ones, many in flight on each, so that the server never waits for this process to send the next
 * one. One connection, or the reserve, is always left for single statements, so that transactions waiting for
 * locks don't hold them up.
 */
export function openConnections(address: DatabaseAddress, { count, patience, reserve }: Size) {
  const slots = Array.from({ length: count }, () => openSlot(address, patience))
  const free = new Set(slots)
  const transactions = reserve ? count : count - 1
  const writes = limitConcurrency({
    max: transactions,
    maxPerCaller: Math.max(1, Math.floor(transactions / 3)),
  })
  const reads = limitConcurrency({ max: count * maxReadsPerConnection, maxPerCaller: maxReadsPerCaller })
  const cost = (slot: Slot) => slot.busy() + (slot.isDown() ? 2e6 : slot.isSlow() ? 1e6 : 0)
  // Returns the least busy connection. Among equally busy ones, takes the one released last, so that few
  // callers need few connections.
  const leastBusy = () => [...free].reduce((least, each) => (cost(each) <= cost(least) ? each : least))

  const slotForStatement = () => {
    if (reserve && free.size === 0) return reserve
    const slot = leastBusy()
    return reserve && cost(slot) > cost(reserve) + crowded ? reserve : slot
  }
  const isAnyOpen = () => [...free, ...(reserve ? [reserve] : [])].some((slot) => slot.now() !== null)

  /**
   * Returns the first statement of a transaction, or undefined if there is none. Behind a pooler, which keeps
   * no settings, it includes the connection's settings.
   */
  const beginning = (db: Db, first?: Statement<unknown>) => {
    if (!address.isPooled) return first
    const settings = settingsIn(db, address.settings)
    return first ? db`${first}, ${settings}` : db`select ${settings}`
  }

  async function share(statement: Statement<unknown>, before?: Statement<unknown>) {
    for (;;) {
      const slot = slotForStatement()
      const connection = slot.now()
      // Nothing may be awaited between this check and the sending, or a transaction could get the connection.
      if (connection) return (await connection.send(statement, beginning(single, before))).rows
      // If this connection can't be opened, the statement uses another one.
      await slot.ready().catch((error: unknown) => {
        if (!isAnyOpen()) throw error
      })
    }
  }
  const single = makeDb((statement) => sendAgainIfStale(() => share(statement)))
  const read = makeDb((statement) => sendAgainIfStale(() => share(statement, read`select ${readOnly(read)}`)))

  /** Runs a long transaction on a new connection, which is closed afterward. */
  const begin: BeginTransaction = async (work, mode) => {
    const connection = await openConnection(address, patience)
    try {
      return await transact(connection, work, { begin: `begin ${mode}`, first: (db) => beginning(db) })
    } finally {
      await connection.end()
    }
  }

  return {
    /** Sends statements, each as a separate transaction. */
    single,
    /** Sends statements in the same way as `single`, but only statements that read. */
    read: Object.assign(read, { begin }),
    /** Sends a caller's read, with `before` ahead of it in the same transaction. */
    readAs: (turn: Turn, statement: Statement<unknown>, before: Statement<unknown>) =>
      reads.run(turn, () => sendAgainIfStale(() => share(statement, before))),
    beginning,
    /** Lends a connection for a transaction. */
    lend: <T>(turn: Turn, task: (slot: Slot) => Promise<T>): Promise<T> =>
      writes.run(turn, async () => {
        const slot = leastBusy()
        free.delete(slot)
        try {
          return await task(slot)
        } finally {
          free.add(slot)
        }
      }),
    /** Returns the number of transactions in progress, and of those waiting for a connection. */
    writes: writes.state,
    close: () => Promise.all(slots.map((slot) => slot.close())),
  }
}
export type Connections = ReturnType<typeof openConnections>

type WriteOptions = { scope: Scope | null; caller: string | null; room: number; single: Db }

/**
 * Returns a function that runs a transaction. A transaction that conflicted with another one is repeated up
 * to three times. Throws 503 `outcome_unknown` if the connection is lost during the commit (reliability F4,
 * F18, F19).
 */
export const transactionRunner =
  ({ lend, beginning }: Connections, setRowScope: SetRowScope) =>
  <T>(work: Work<T>, { scope, caller, room, single }: WriteOptions): Promise<T> =>
    lend({ caller, room }, async (slot) => {
      const first = (db: Db) => beginning(db, scope ? setRowScope(db, scope, false) : undefined)
      const options = { single, first }
      for (let tries = 0; ; tries += 1) {
        try {
          return await transact(slot.now() ?? (await slot.ready()), work, options)
        } catch (error) {
          if (!isRepeatable(error) || tries === maxRetries) throw error
          await pause(5 + Math.random() * 25 * 2 ** tries)
        }
      }
    })

const unscoped = Symbol('reads of the same caller that see all centers')

/**
 * Returns a read handle that sees all centers, for the same caller as the scoped read handle `db`. Returns
 * undefined if `db` isn't a scoped read handle, for example if it is a transaction.
 */
export const unscopedReads = (db: Db & { [unscoped]?: Db }) => db[unscoped]

/**
 * Returns a handle for a caller's reads. `sender` returns the function that sends reads with a given scope.
 */
export const readHandle = (sender: (scope: Scope | 'all') => Send, scope: Scope): Db =>
  Object.assign(makeDb(sender(scope)), { [unscoped]: makeDb(sender('all')) })

type ReadOptions = Turn & { before: Statement<unknown> }

/**
 * Returns a function that sends reads with a scope. Each is a separate transaction that first runs `before`,
 * in the same message. This way, a read costs one round trip, and the connection doesn't keep the scope.
 */
export const readSender =
  ({ readAs }: Connections, { before, ...turn }: ReadOptions): Send =>
  (statement) =>
    readAs(turn, statement, before)
