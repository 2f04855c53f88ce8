import { Agent, request } from 'node:http'
import { setTimeout as pause } from 'node:timers/promises'

export type Ask = { method: string; path: string; headers: Record<string, string>; body?: string | Buffer }
/** `status` 0: nobody answered, and `text` has the code of the error. `retryAfter` as it was sent, in seconds. */
export type Reply = { status: number; text: string; retryAfter: string | undefined; cookies: string[] }

const agent = new Agent({ keepAlive: true, maxSockets: 4000, maxFreeSockets: 4000 })
const patience = 15_000

/** Asks over a connection that is kept, as browsers do. Never throws. */
export const ask = (base: string, { method, path, headers, body }: Ask) =>
  new Promise<Reply>((done) => {
    const nobody = ({ code = '' }: NodeJS.ErrnoException) =>
      done({ status: 0, text: `"code":"${code}"`, retryAfter: undefined, cookies: [] })
    const length = body === undefined ? {} : { 'content-length': Buffer.byteLength(body) }
    const asking = request(base + path, { method, agent, timeout: patience, headers: { ...headers, ...length } }, (response) => {
      const parts: Buffer[] = []
      response.on('data', (part: Buffer) => parts.push(part))
      response.on('error', nobody)
      response.on('end', () =>
        done({
          status: response.statusCode as number,
          text: Buffer.concat(parts).toString(),
          retryAfter: response.headers['retry-after'],
          cookies: response.headers['set-cookie'] ?? [],
        }),
      )
    })
    asking.on('error', nobody)
    asking.on('timeout', () => asking.destroy())
    asking.end(body)
  })

type Paced = { rate: number; seconds: number; fire: (due: number) => Promise<unknown>; over?: () => boolean }

/**
 * Calls `fire` so many times a second whether or not the earlier ones are done, with the moment at which each was due: time counts from then, so
 * that what waits for the asker is counted too. Ends when all are done, sooner when `over`.
 */
export async function paced({ rate, seconds, fire, over = () => false }: Paced) {
  const began = performance.now()
  const total = Math.round(rate * seconds)
  const open: Promise<unknown>[] = []
  while (open.length < total && !over()) {
    const due = Math.min(total, Math.floor(((performance.now() - began) / 1000) * rate) + 1)
    while (open.length < due) open.push(fire(began + (open.length * 1000) / rate))
    await pause(2)
  }
  await Promise.all(open)
}

/** Times in ms, to be asked for their percentiles. */
export function stopwatch() {
  const times: number[] = []
  const sorted = () => times.toSorted((a, b) => a - b)
  return {
    add: (ms: number) => times.push(ms),
    count: () => times.length,
    at: (share: number) => sorted()[Math.min(times.length - 1, Math.floor(times.length * share))] ?? 0,
    least: () => sorted()[0] ?? 0,
    most: () => sorted().at(-1) ?? 0,
  }
}
export type Stopwatch = ReturnType<typeof stopwatch>

/** What a line of questions came to: how long the good ones took, and which others there were. */
export function tally() {
  const times = stopwatch()
  const others = new Map<string, number>()
  return {
    times,
    hear: ({ status, text }: Reply, ms: number) => {
      if (status >= 200 && status < 300) return void times.add(ms)
      const code = `${status} ${/"code":"(\w+)"/.exec(text)?.[1] ?? ''}`.trim()
      others.set(code, (others.get(code) ?? 0) + 1)
    },
    errors: () => [...others.values()].reduce((sum, count) => sum + count, 0),
    /** The others by their status and code. */
    told: () => [...others].map(([code, count]) => `${count} × ${code}`).join(', '),
  }
}
export type Tally = ReturnType<typeof tally>
