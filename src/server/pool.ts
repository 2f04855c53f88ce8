import { connect, type Socket } from 'node:net'
import { setTimeout as pause } from 'node:timers/promises'
import postgres from 'postgres'
import { Problem, sentences, unavailable } from '#shared/problem.ts'
import type { Db, Transaction } from './db.ts'
import type { Scope } from './scope.ts'
import { type TellSlow, watched } from './statements.ts'

/** Options of the driver that say where the server is. */
type Place = {
  host: string[]
  port: number[]
  path?: string | false
  fetch_types: boolean
  serializers: object
}
/** Type id of text[] in PostgreSQL, one of the types that the driver looks up. */
const textArray = 1009

/** Returns the same error that the driver uses for a lost connection. */
const closed = (message: string) => Object.assign(new Error(message), { code: 'CONNECTION_CLOSED' })

/**
 * Returns a function that counts messages of these kinds in PostgreSQL's protocol, however the bytes are
 * split.
 */
function counting(kinds: string) {
  const head = Buffer.alloc(5)
  let read = 0
  let left = 0
  return (bytes: Uint8Array) => {
    let found = 0
    for (let at = 0; at < bytes.length;) {
      if (left > 0) {
        const step = Math.min(left, bytes.length - at)
        left -= step
        at += step
        continue
      }
      head[read] = bytes[at] as number
      read = (read + 1) % head.length
      at += 1
      if (read > 0) continue
      left = head.readUInt32BE(1) - 4
      if (kinds.includes(String.fromCharCode(head[0] as number))) found += 1
    }
    return found
  }
}

/**
 * Time within which the driver starts the handshake on a new connection. It normally does so in the same
 * turn.
 */
const greetingMs = 100

/** True for PostgreSQL's request for TLS, which is answered with a single letter. */
const asksForTls = (bytes: Uint8Array) =>
  bytes.length === 8 && Buffer.from(bytes).readUInt32BE(4) === 80_877_103

/**
 * Opens a socket to the database. Sends small packets at once. Otherwise each end of a COPY waits twice for
 * 40 ms, for the acknowledgment of earlier data.
 */
export function openSocket({ host, port, path }: Pick<Place, 'host' | 'port' | 'path'>) {
  const socket = path ? connect(path) : connect(port[0] as number, host[0])
  // The driver reads both, for TLS and for its messages.
  return Object.assign(socket.setNoDelay(), { host: host[0], port: port[0] })
}

/**
 * A connection's current limit for an answer, in ms, and a function called when it is lost, before the driver
 * notices.
 */
export type Line = { patience: number; lost?: () => void }

/**
 * Opens a socket to the database that closes by itself: if a query gets no answer at all for as long as the
 * line's patience, the connection is dead, even without an error (a cut cable, a firewall that drops it).
 * With TLS the queries can't be seen, and the driver alone handles the connection.
 */
export const patientSocket =
  (line: Line) =>
  (place: Place): Socket => {
    if (textArray in place.serializers) place.fetch_types = false
    const socket = openSocket(place)
    // Between an 'error' and its 'close', the driver still sends statements on the connection and later mixes
    // up their answers with the next ones. So once the connection is open, the driver only gets the 'close'.
    const destroy = socket.destroy.bind(socket)
    socket.destroy = (error?: Error) => destroy(greeted ? undefined : error)
    // A simple query and a Sync are each answered by one ReadyForQuery. So is the first message, which has no
    // type byte.
    const [questions, answers] = [counting('QS'), counting('Z')]
    let [begun, greeted, owed] = [false, false, 0]
    let timer: NodeJS.Timeout | null = null
    const rest = () => {
      if (timer) clearTimeout(timer)
      timer = null
    }
    const wait = () =>
      (timer ??= setTimeout(
        () => socket.destroy(closed('The database does not answer.')),
        line.patience,
      ).unref())
    const send = socket.write.bind(socket) as (bytes: Uint8Array, ...words: unknown[]) => boolean
    socket.write = (bytes: Uint8Array, ...words: unknown[]) => {
      const sealed = !begun && asksForTls(bytes)
      owed += begun ? questions(bytes) : Number(!sealed)
      begun = true
      if (!sealed) wait()
      return send(bytes, ...words)
    }
    socket.on('data', (bytes) => {
      const answered = answers(bytes)
      greeted ||= answered > 0
      owed -= answered
      rest()
      if (owed > 0) wait()
    })
    // If the connection is accepted and closed at once (nothing behind it, or a starting database), the
    // driver would retry without a pause.
    socket.on('end', () => !greeted && socket.destroy(closed('The database lets nobody in.')))
    // If a statement was being sent when the last connection closed, the driver delays the handshake of the
    // new one until several statements wait.
    setTimeout(() => begun || destroy(), greetingMs).unref()
    const end = () => {
      rest()
      line.lost?.()
    }
    return socket.on('error', end).on('close', end)
  }

/**
 * Returns 503 for a write whose outcome is unknown. A retry with the same Idempotency-Key does it only once.
 */
const outcomeUnknown = () => new Problem(503, 'outcome_unknown', sentences.failed, { retryAfter: 1 })

/** A statement as created by the driver. It is passed to the handler once somebody awaits it. */
type Statement = Promise<unknown> & {
  handler: (statement: Statement) => void
  reject: (error: Error) => void
  executed: boolean
}

/** Sends a statement now. The driver would send it a turn later, after other statements. */
function sendAtOnce(statement: Statement) {
  statement.executed = true
  statement.handler(statement)
}

/**
 * Wraps a transaction so that nothing is sent after its end or the loss of its connection. The driver would
 * still send it on the connection (or its replacement), outside of any transaction or within another
 * caller's.
 */
const fenced = (db: Transaction, over: () => boolean) => {
  const fence = <T>(made: T) => {
    if (!(made instanceof Promise) || !('handler' in made)) return made
    const { handler } = made as unknown as Statement
    const guarded = (statement: Statement) => {
      if (!over()) return handler(statement)
      statement.reject(closed('This transaction is over.'))
      // The code that started it may no longer wait for it.
      statement.catch(() => {})
    }
    return Object.assign(made, { handler: guarded })
  }
  return new Proxy(db, {
    apply: (target, self, words) => fence(Reflect.apply(target, self, words) as unknown),
    get: (target, name) =>
      name === 'unsafe'
        ? (...words: Parameters<Transaction['unsafe']>) => fence(target.unsafe(...words))
        : (Reflect.get(target, name) as unknown),
  })
}

type Work<T> = (db: Transaction) => Promise<T>
type Lane = { run: <T>(work: Work<T>, scope: Scope | null) => Promise<T>; close: () => Promise<void> }
/** Sends the first statement of a transaction with a scope, which limits it to that scope. */
type Narrow = (db: Db, scope: Scope) => PromiseLike<unknown>
type Driver = { sql: postgres.Sql; losses: number; line: Line }

/** Lines of the transactions in progress. */
const lines = new WeakMap<object, Line>()

/**
 * Raises the time limit of each further statement of a transaction, in seconds. For work that no page waits
 * for.
 */
export async function takeTime(db: Db, seconds: number) {
  const line = lines.get(db)
  if (line) line.patience = seconds * 1000
  await db`select set_config('statement_timeout', ${`${seconds}s`}, true)`
}

type OpenLine = (line: Line) => postgres.Sql
/** Number of connections and their behavior. `room` and `patience` in ms. */
type Manner = { count: number; room: number; patience: number; slow: TellSlow; narrow: Narrow }

/**
 * Opens one connection for one transaction at a time. After a loss it uses a new driver, which knows nothing
 * of the old connection.
 */
function openLane(
  open: OpenLine,
  { patience, slow, narrow }: Pick<Manner, 'patience' | 'slow' | 'narrow'>,
): Lane {
  const renew = () => {
    const line: Line = { patience, lost: () => (made.losses += 1) }
    const made: Driver = { losses: 0, line, sql: open(line) }
    return made
  }
  let driver = renew()
  return {
    run: async (work, scope) => {
      const mine = driver
      let before = mine.losses
      let [done, over] = [false, false]
      const lost = () => mine.losses !== before
      try {
        return (await mine.sql.begin((db) => {
          // Losses while connecting don't matter.
          before = mine.losses
          // After a loss, this promise never settles, because the driver would send COMMIT or ROLLBACK on the
          // replacement connection.
          return new Promise((resolve, reject) => {
            const given = watched(
              fenced(db as Transaction, () => over || lost()),
              slow,
            )
            lines.set(given, mine.line)
            // Sent before any statement of the work and not awaited: if it fails, so does the rest of the
            // transaction.
            if (scope) sendAtOnce(narrow(given, scope) as unknown as Statement)
            work(given).then(
              (result) => {
                done = over = true
                if (!lost()) resolve(result)
              },
              (error: Error) => {
                over = true
                if (!lost()) reject(error)
              },
            )
          })
        })) as Awaited<ReturnType<typeof work>>
      } catch (error) {
        over = true
        if (!lost()) throw error
        void mine.sql.end({ timeout: 0 })
        driver = renew()
        throw done ? outcomeUnknown() : error
      } finally {
        mine.line.patience = patience
      }
    },
    close: () => driver.sql.end({ timeout: 5 }),
  }
}

/** True if two transactions conflicted. One of them was rolled back and can be repeated. */
const crossed = (error: unknown) =>
  error instanceof postgres.PostgresError && ['40001', '40P01'].includes(error.code)
const mostRetries = 3

/**
 * Counts the connections that each caller holds, at most `most` at once. So a caller whose calls wait for a
 * lock, e.g. during a large import, leaves the other connections to everybody else.
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
 * Opens `count` connections for transactions. Throws 503 if none is free within `room` ms. Repeats a
 * transaction that conflicted with another up to three times. Throws 503 `outcome_unknown` if the connection
 * is lost during the commit (reliability F4, F18, F19).
 */
export function openPools({ count, room, ...manner }: Manner, open: OpenLine) {
  const lanes = Array.from({ length: count }, () => openLane(open, manner))
  const free = [...lanes]
  const { isAllowed, hold } = sharedAmongCallers(Math.max(1, Math.floor(count / 3)))
  const waiting = new Set<{ caller: string | null; take: (lane: Lane) => void }>()
  const enter = (caller: string | null) =>
    new Promise<Lane>((resolve, reject) => {
      const lane = isAllowed(caller) ? free.pop() : undefined
      if (lane) {
        hold(caller, 1)
        return resolve(lane)
      }
      const late = setTimeout(() => {
        waiting.delete(mine)
        reject(unavailable())
      }, room)
      const take = (given: Lane) => {
        clearTimeout(late)
        resolve(given)
      }
      const mine = { caller, take }
      waiting.add(mine)
    })

  function leave(lane: Lane, caller: string | null) {
    hold(caller, -1)
    const next = [...waiting].find((each) => isAllowed(each.caller))
    if (!next) return free.push(lane)
    waiting.delete(next)
    hold(next.caller, 1)
    next.take(lane)
  }

  async function run<T>(work: Work<T>, scope: Scope | null = null): Promise<T> {
    const caller = scope?.id ?? null
    const lane = await enter(caller)
    try {
      for (let tries = 0; ; tries += 1) {
        try {
          return await lane.run(work, scope)
        } catch (error) {
          if (!crossed(error) || tries === mostRetries) throw error
          await pause(5 + Math.random() * 25 * 2 ** tries)
        }
      }
    } finally {
      leave(lane, caller)
    }
  }

  const state = () => ({ used: count - free.length, waiting: waiting.size })
  return { run, state, close: () => Promise.all(lanes.map((lane) => lane.close())) }
}
