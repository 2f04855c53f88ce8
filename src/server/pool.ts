import { connect, type Socket } from 'node:net'
import { setTimeout as pause } from 'node:timers/promises'
import postgres from 'postgres'
import { Problem, sentences, unavailable } from '#shared/problem.ts'
import type { Db, Transaction } from './db.ts'
import type { Scope } from './scope.ts'
import { type TellSlow, watched } from './statements.ts'

/** The driver's own options, as far as they say where the server is. */
type Place = { host: string[]; port: number[]; path?: string | false; fetch_types: boolean; serializers: object }
/** PostgreSQL's number of text[], one of the types that the driver asks for. */
const textArray = 1009

/** As the driver calls a loss itself. */
const closed = (message: string) => Object.assign(new Error(message), { code: 'CONNECTION_CLOSED' })

/** Counts the messages of these kinds in PostgreSQL's protocol, however its bytes are cut into pieces. */
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

/** So soon a new connection is greeted, which the driver does in the same turn. */
const greetingMs = 100

/** PostgreSQL's question whether it speaks TLS, which it answers with one letter. */
const asksForTls = (bytes: Uint8Array) => bytes.length === 8 && Buffer.from(bytes).readUInt32BE(4) === 80_877_103

/** A socket to the database. What is small goes at once: else each end of a COPY waits twice for 40 ms, until what came before is acknowledged. */
export function openSocket({ host, port, path }: Pick<Place, 'host' | 'port' | 'path'>) {
  const socket = path ? connect(path) : connect(port[0] as number, host[0])
  // The driver reads both for TLS and for its messages.
  return Object.assign(socket.setNoDelay(), { host: host[0], port: port[0] })
}

/** How long a line may stay without an answer just now, in ms, and who hears of its loss before the driver does. */
export type Line = { patience: number; lost?: () => void }

/**
 * A socket to the database that gives up by itself: when what was asked has no answer at all for as long as its line's patience, the line is dead,
 * although nothing says so (a cut cable, a firewall that forgets). Over TLS it isn't known what was asked, and the driver has the line to itself.
 */
export const patientSocket =
  (line: Line) =>
  (place: Place): Socket => {
    if (textArray in place.serializers) place.fetch_types = false
    const socket = openSocket(place)
    // Between an 'error' and its 'close' the driver still gives statements to the connection, and takes the answers of the next ones for theirs
    // later: once it is open, it hears of the end alone.
    const destroy = socket.destroy.bind(socket)
    socket.destroy = (error?: Error) => destroy(greeted ? undefined : error)
    // A simple query and a Sync are each answered by one ReadyForQuery, and so is the first that is said, which has no kind.
    const [questions, answers] = [counting('QS'), counting('Z')]
    let [begun, greeted, owed] = [false, false, 0]
    let timer: NodeJS.Timeout | null = null
    const rest = () => {
      if (timer) clearTimeout(timer)
      timer = null
    }
    const wait = () => (timer ??= setTimeout(() => socket.destroy(closed('The database does not answer.')), line.patience).unref())
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
    // Where the door is opened and closed again (nothing behind it, or a database that starts), the driver would knock on without a pause.
    socket.on('end', () => !greeted && socket.destroy(closed('The database lets nobody in.')))
    // The driver waits for ever with its greeting where a statement was on its way when the last connection closed, until several are due.
    setTimeout(() => begun || destroy(), greetingMs).unref()
    const end = () => {
      rest()
      line.lost?.()
    }
    return socket.on('error', end).on('close', end)
  }

/** 503: whether it was done is not known. Asked again with the same Idempotency-Key, it is done once. */
const outcomeUnknown = () => new Problem(503, 'outcome_unknown', sentences.failed, { retryAfter: 1 })

/** A statement as the driver makes it: it is given to the handler when somebody waits for it. */
type Statement = Promise<unknown> & { handler: (statement: Statement) => void; reject: (error: Error) => void; executed: boolean }

/** The driver would send it a turn later, and something else before it. */
function sendAtOnce(statement: Statement) {
  statement.executed = true
  statement.handler(statement)
}

/**
 * The transaction as its work may use it: after its end, or the loss of its connection, nothing more is sent. The driver would send it on the
 * connection (or its successor) all the same, outside of any transaction or within somebody else's.
 */
const fenced = (db: Transaction, over: () => boolean) => {
  const fence = <T>(made: T) => {
    if (!(made instanceof Promise) || !('handler' in made)) return made
    const { handler } = made as unknown as Statement
    const guarded = (statement: Statement) => {
      if (!over()) return handler(statement)
      statement.reject(closed('This transaction is over.'))
      // Who began it may have gone on already.
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
/** The first statement of a transaction with a scope. */
type Narrow = (db: Db, scope: Scope) => PromiseLike<unknown>
type Driver = { sql: postgres.Sql; losses: number; line: Line }

/** The lines of the transactions that are under way. */
const lines = new WeakMap<object, Line>()

/** Gives each further statement of a transaction so many seconds, where it is asked by nobody who waits for a page. */
export async function takeTime(db: Db, seconds: number) {
  const line = lines.get(db)
  if (line) line.patience = seconds * 1000
  await db`select set_config('statement_timeout', ${`${seconds}s`}, true)`
}

type OpenLine = (line: Line) => postgres.Sql
/** `room` and `patience` in ms. */
type Manner = { count: number; room: number; patience: number; slow: TellSlow; narrow: Narrow }

/** One connection for one transaction at a time. After a loss it begins anew with another driver, which knows nothing of the lost one. */
function openLane(open: OpenLine, { patience, slow, narrow }: Pick<Manner, 'patience' | 'slow' | 'narrow'>): Lane {
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
          // What was lost while it connected is of no matter.
          before = mine.losses
          // After a loss it never ends for the driver, which would send its COMMIT or ROLLBACK to the successor.
          return new Promise((resolve, reject) => {
            const given = watched(
              fenced(db as Transaction, () => over || lost()),
              slow,
            )
            lines.set(given, mine.line)
            // It goes out before any statement of the work and isn't waited for: where it fails, so does all the rest of the transaction.
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

/** Two transactions stood in each other's way; one of them was undone whole and can be done again. */
const crossed = (error: unknown) => error instanceof postgres.PostgresError && ['40001', '40P01'].includes(error.code)
const mostRetries = 3

/**
 * Counts what each caller holds, of which one may have `most` at once: whoever lets calls wait for a lock, as beside a large import, leaves the other
 * connections to everybody else.
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
 * So many connections for transactions. Who finds none free for so many ms hears 503; who crossed another transaction is done again up to three times;
 * whose connection is lost while it commits hears 503 `outcome_unknown` (reliability F4, F18, F19).
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
