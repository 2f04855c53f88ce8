import { setTimeout as pause } from 'node:timers/promises'
import { DatabaseError } from 'pg'
import { unavailable } from '#shared/problem.ts'
import {
  closed,
  isStaleStatement,
  type OpenConnection,
  openConnection,
  type DatabaseAddress,
} from './connection.ts'
import type { Scope } from './scope.ts'
import { type Db, makeDb, type Statement } from './sql.ts'
import { transact, type Work } from './transaction.ts'

/**
 * Maximum backoff in ms between connection attempts, short so that we reconnect soon even after a long
 * outage.
 */
const longestBackoff = 1000

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
      nextTry = performance.now() + Math.min(50 * 2 ** tries, longestBackoff)
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
    close: async () => {
      isClosed = true
      await opening?.catch(() => {})
      await connection?.end()
    },
  }
}
type Slot = ReturnType<typeof openSlot>

type Listener = { hear: (payload: string) => void; onReady: () => void }

/** Opens the connection for notifications, and reopens it whenever it is lost, until it is closed. */
export function openListener(address: DatabaseAddress) {
  const slot = openSlot(address, Infinity)
  const channels = new Map<string, Listener[]>()
  let isClosed = false
  const subscribe = async (connection: OpenConnection, channel: string) => {
    await connection.order(`listen "${channel}"`)
    for (const { onReady } of channels.get(channel) ?? []) onReady()
  }
  let heard: OpenConnection | null = null
  const open = async () => {
    const connection = await slot.ready()
    // `open` can run twice for the same connection: for a new listener, and because the last connection was
    // lost.
    if (heard !== connection) {
      heard = connection
      connection.listen(
        (channel, payload) => channels.get(channel)?.forEach(({ hear }) => hear(payload)),
        () => void reopen(),
      )
    }
    for (const channel of channels.keys()) await subscribe(connection, channel)
  }
  let reopening: Promise<void> | null = null
  const again = async (): Promise<void> => {
    // oxlint-disable-next-line no-unmodified-loop-condition -- `close` sets it
    while (!isClosed) {
      const isOpen = await open().then(
        () => true,
        () => false,
      )
      if (isOpen) return
      await pause(100)
    }
  }
  const reopen = () =>
    (reopening ??= again().finally(() => {
      reopening = null
    }))
  const add = async (channel: string, listener: Listener) => {
    const known = channels.get(channel) ?? []
    channels.set(channel, [...known, listener])
    const connection = slot.now()
    if (!connection) await open()
    else if (known.length > 0) listener.onReady()
    else await subscribe(connection, channel)
  }
  let last: Promise<unknown> = Promise.resolve()
  return {
    /** Adds listeners one at a time, so that the first two can't both open the connection. */
    listen: (channel: string, hear: Listener['hear'], onReady: Listener['onReady']) => {
      const mine = last.then(() => add(channel, { hear, onReady }))
      last = mine.catch(() => {})
      return mine
    },
    close: () => {
      isClosed = true
      return slot.close()
    },
  }
}

/** Sends a statement, and once more if it was prepared before a migration changed its tables. */
const sendAgainIfStale = <Answer>(send: () => Promise<Answer>) =>
  send().catch((error: unknown) => {
    if (isStaleStatement(error)) return send()
    throw error
  })

/** Runs work as one transaction with a mode such as `read only`. */
export type Begin = <T>(work: (db: Db) => Promise<T>, mode: string) => Promise<T>

/**
 * Opens pipelined connections. Each can have many statements in flight, and every statement is its own
 * transaction.
 */
export function openPipelines(
  address: DatabaseAddress,
  { count, patience }: { count: number; patience: number },
) {
  const slots = Array.from({ length: count }, () => openSlot(address, patience))
  const leastBusy = () => slots.reduce((least, each) => (each.busy() < least.busy() ? each : least))
  async function send(statement: Statement<unknown>) {
    const slot = leastBusy()
    const connection = slot.now() ?? (await slot.ready())
    const { rows } = await sendAgainIfStale(() => connection.send(statement))
    return rows
  }
  /** Runs a long transaction on its own connection. */
  const begin: Begin = async (work, mode) => {
    const connection = await openConnection(address, patience)
    try {
      return await transact(connection, work, { begin: `begin ${mode}` })
    } finally {
      await connection.end()
    }
  }
  return { db: makeDb(send), begin, close: () => Promise.all(slots.map((each) => each.close())) }
}

/**
 * True if a transaction was rolled back because it conflicted with another or with a migration, and can be
 * repeated.
 */
const isRepeatable = (error: unknown) =>
  isStaleStatement(error) || (error instanceof DatabaseError && ['40001', '40P01'].includes(error.code ?? ''))
const mostRetries = 3

/**
 * Limits each caller to `most` connections at once, so that a caller whose calls wait for a lock, for example
 * during a large import, leaves connections for everybody else.
 */
function sharedAmongCallers(most: number) {
  const held = new Map<string, number>()
  return {
    isAllowed: (caller: string | null) => caller === null || (held.get(caller) ?? 0) < most,
    hold: (caller: string | null, by: 1 | -1) => {
      if (caller === null) return
      const now = (held.get(caller) ?? 0) + by
      if (now > 0) held.set(caller, now)
      else held.delete(caller)
    },
  }
}

/**
 * Options of a pool. `room` is the time in ms that a call waits for a free connection, and `patience` the
 * time in ms after which a silent connection counts as dead.
 */
type PoolOptions = { count: number; room: number; patience: number; setRowScope: SetRowScope }
type WriteOptions = PoolOptions & { single: Db }
type SetRowScope = (db: Db, scope: Scope | 'all') => Statement<unknown>

/**
 * Opens `count` connections and lends each to one caller at a time. Throws 503 if none becomes free within
 * `room` ms.
 */
function openSlots(address: DatabaseAddress, { count, room, patience }: Omit<PoolOptions, 'setRowScope'>) {
  const slots = Array.from({ length: count }, () => openSlot(address, patience))
  const free = [...slots]
  const { isAllowed, hold } = sharedAmongCallers(Math.max(1, Math.floor(count / 3)))
  const waiting = new Set<{ caller: string | null; take: (slot: Slot) => void }>()
  const enter = (caller: string | null) =>
    new Promise<Slot>((resolve, reject) => {
      const slot = isAllowed(caller) ? free.pop() : undefined
      if (slot) {
        hold(caller, 1)
        return resolve(slot)
      }
      const late = setTimeout(() => {
        waiting.delete(mine)
        reject(unavailable())
      }, room)
      const take = (given: Slot) => {
        clearTimeout(late)
        resolve(given)
      }
      const mine = { caller, take }
      waiting.add(mine)
    })

  function leave(slot: Slot, caller: string | null) {
    hold(caller, -1)
    const next = [...waiting].find((each) => isAllowed(each.caller))
    if (!next) return free.push(slot)
    waiting.delete(next)
    hold(next.caller, 1)
    next.take(slot)
  }

  return {
    lend: async <T>(caller: string | null, task: (slot: Slot) => Promise<T>): Promise<T> => {
      const slot = await enter(caller)
      try {
        return await task(slot)
      } finally {
        leave(slot, caller)
      }
    },
    state: () => ({ used: count - free.length, waiting: waiting.size }),
    close: () => Promise.all(slots.map((slot) => slot.close())),
  }
}

/**
 * Opens a pool for transactions. Repeats a transaction that conflicted with another up to three times. Throws
 * 503 `outcome_unknown` if the connection is lost during the commit (reliability F4, F18, F19).
 */
export function openWritePool(address: DatabaseAddress, { setRowScope, single, ...pool }: WriteOptions) {
  const { lend, state, close } = openSlots(address, pool)

  const run = <T>(work: Work<T>, scope: Scope | null = null): Promise<T> =>
    lend(scope?.id ?? null, async (slot) => {
      const options = { single, ...(scope && { first: (db: Db) => setRowScope(db, scope) }) }
      for (let tries = 0; ; tries += 1) {
        try {
          return await transact(slot.now() ?? (await slot.ready()), work, options)
        } catch (error) {
          if (!isRepeatable(error) || tries === mostRetries) throw error
          await pause(5 + Math.random() * 25 * 2 ** tries)
        }
      }
    })

  return { run, state, close }
}

const unscoped = Symbol('reads of the same caller that see all centers')

/**
 * Returns the same caller's read handle without a scope, which sees all centers, or undefined if `db` is a
 * transaction.
 */
export const unscopedReads = (db: Db & { [unscoped]?: Db }) => db[unscoped]

/**
 * Opens a pool for reads with a scope. Each statement is a transaction of its own that sets its scope first,
 * in the same message. Thus a read costs one round trip, and the connection doesn't keep the scope.
 */
export function openReadPool(address: DatabaseAddress, { setRowScope, ...options }: PoolOptions) {
  const { lend, close } = openSlots(address, options)

  function readsOf(caller: string, scope: Scope | 'all') {
    const db: Db = makeDb((statement) =>
      lend(caller, async (slot) => {
        const connection = slot.now() ?? (await slot.ready())
        const { rows } = await sendAgainIfStale(() => connection.send(statement, before))
        return rows
      }),
    )
    const before = setRowScope(db, scope)
    return db
  }

  const reads = (scope: Scope): Db =>
    Object.assign(readsOf(scope.id, scope), { [unscoped]: readsOf(scope.id, 'all') })
  return { reads, close }
}
