import { connect, type Socket } from 'node:net'
import { setTimeout as pause } from 'node:timers/promises'
import postgres from 'postgres'
import { Problem, sentences, unavailable } from '#shared/problem.ts'
import type { Transaction } from './db.ts'
import { type TellSlow, watched } from './statements.ts'

/** The driver's own options, as far as they say where the server is. */
type Place = { host: string[]; port: number[]; path?: string | false }

/** As the driver calls a loss itself. */
const closed = (message: string) => Object.assign(new Error(message), { code: 'CONNECTION_CLOSED' })

/**
 * A socket to the database that gives up by itself: when what was asked has no answer at all for so long, the line is dead, although nothing says so
 * (a cut cable, a firewall that forgets). After several questions in a row it looks once more, since the last may be the one without an answer.
 * `lost` is called before the driver hears of the loss.
 */
export const patientSocket =
  (patience: number, lost: () => void = () => {}) =>
  ({ host, port, path }: Place): Socket => {
    const socket = path ? connect(path) : connect(port[0] as number, host[0])
    let asked = 0
    let timer: NodeJS.Timeout | null = null
    const wait = () => {
      if (timer) clearTimeout(timer)
      timer = setTimeout(() => socket.destroy(closed('The database does not answer.')), patience).unref()
    }
    const send = socket.write.bind(socket) as (...words: unknown[]) => boolean
    socket.write = (...words: unknown[]) => {
      asked += 1
      if (!timer) wait()
      return send(...words)
    }
    socket.on('data', () => {
      if (timer) clearTimeout(timer)
      timer = null
      if (asked > 1) wait()
      asked = 0
    })
    const end = () => {
      if (timer) clearTimeout(timer)
      lost()
    }
    socket.on('error', end).on('close', end)
    // The driver reads both for TLS and for its messages.
    return Object.assign(socket, { host: host[0], port: port[0] })
  }

/** 503: whether it was done is not known. Asked again with the same Idempotency-Key, it is done once. */
const outcomeUnknown = () => new Problem(503, 'outcome_unknown', sentences.failed, { retryAfter: 1 })

/**
 * The transaction as its work may use it: after its connection was lost nothing more is sent. The driver would send it on the connection's
 * successor, outside of any transaction or within somebody else's.
 */
const fenced = (db: Transaction, lost: () => boolean) => {
  const refuse = () => {
    const refusal = Promise.reject(closed('The connection of this transaction was lost.'))
    // What was only to become a part of a statement is never waited for.
    refusal.catch(() => {})
    return refusal
  }
  return new Proxy(db, {
    apply: (target, self, words) => (lost() ? refuse() : (Reflect.apply(target, self, words) as unknown)),
    get: (target, name) => (lost() && name === 'unsafe' ? refuse : (Reflect.get(target, name) as unknown)),
  })
}

type Work<T> = (db: Transaction) => Promise<T>
type Lane = { run: <T>(work: Work<T>) => Promise<T>; close: () => Promise<void> }

/** One connection for one transaction at a time. After a loss it begins anew with another driver, which knows nothing of the lost one. */
function openLane(open: (lost: () => void) => postgres.Sql, slow: TellSlow): Lane {
  let losses = 0
  const renew = () => open(() => (losses += 1))
  let sql = renew()
  return {
    run: async (work) => {
      const before = losses
      let done = false
      try {
        return (await sql.begin((db) => {
          const start = losses
          const lost = () => losses !== start
          // After a loss it never ends for the driver, which would send its COMMIT or ROLLBACK to the successor.
          return new Promise((resolve, reject) => {
            work(watched(fenced(db as Transaction, lost), slow)).then(
              (result) => {
                done = true
                if (!lost()) resolve(result)
              },
              (error: Error) => !lost() && reject(error),
            )
          })
        })) as Awaited<ReturnType<typeof work>>
      } catch (error) {
        const lost = losses !== before
        if (lost) {
          void sql.end({ timeout: 0 })
          sql = renew()
        }
        throw lost && done ? outcomeUnknown() : error
      }
    },
    close: () => sql.end({ timeout: 5 }),
  }
}

/** Two transactions stood in each other's way; one of them was undone whole and can be done again. */
const crossed = (error: unknown) => error instanceof postgres.PostgresError && ['40001', '40P01'].includes(error.code)
const mostRetries = 3

/**
 * So many connections for writing. Who finds none free for so many ms hears 503; who crossed another transaction is done again up to three times;
 * whose connection is lost while it commits hears 503 `outcome_unknown` (reliability F4, F18, F19).
 */
export function openLanes(
  { count, room, slow }: { count: number; room: number; slow: TellSlow },
  open: (lost: () => void) => postgres.Sql,
) {
  const lanes = Array.from({ length: count }, () => openLane(open, slow))
  const free = [...lanes]
  const waiting = new Set<(lane: Lane) => void>()

  const enter = () =>
    new Promise<Lane>((resolve, reject) => {
      const lane = free.pop()
      if (lane) return resolve(lane)
      const late = setTimeout(() => {
        waiting.delete(take)
        reject(unavailable())
      }, room)
      const take = (given: Lane) => {
        clearTimeout(late)
        resolve(given)
      }
      waiting.add(take)
    })

  function leave(lane: Lane) {
    const [next] = waiting
    if (!next) return free.push(lane)
    waiting.delete(next)
    next(lane)
  }

  async function write<T>(work: Work<T>): Promise<T> {
    const lane = await enter()
    try {
      for (let tries = 0; ; tries += 1) {
        try {
          return await lane.run(work)
        } catch (error) {
          if (!crossed(error) || tries === mostRetries) throw error
          await pause(5 + Math.random() * 25 * 2 ** tries)
        }
      }
    } finally {
      leave(lane)
    }
  }

  const writes = () => ({ used: count - free.length, waiting: waiting.size })
  return { write, writes, close: () => Promise.all(lanes.map((lane) => lane.close())) }
}
