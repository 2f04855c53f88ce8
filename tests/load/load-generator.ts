import { Agent, request } from 'node:http'
import { setTimeout as pause } from 'node:timers/promises'

export type HttpRequest = {
  method: string
  path: string
  headers: Record<string, string>
  body?: string | Buffer
}
/**
 * Response to a call. A `status` of 0 means that there was none; `text` is then the error's code.
 * `retryAfter` is the value of the Retry-After header, in seconds.
 */
export type Reply = { status: number; text: string; retryAfter: string | undefined; cookies: string[] }

const agent = new Agent({ keepAlive: true, maxSockets: 4000, maxFreeSockets: 4000 })
const patience = 15_000

/** Makes a call over a keep-alive connection, as browsers do. Never throws. */
export const sendRequest = (base: string, { method, path, headers, body }: HttpRequest) =>
  new Promise<Reply>((done) => {
    const nobody = ({ code = '' }: NodeJS.ErrnoException) =>
      done({ status: 0, text: `"code":"${code}"`, retryAfter: undefined, cookies: [] })
    const length = body === undefined ? {} : { 'content-length': Buffer.byteLength(body) }
    const outgoing = request(
      base + path,
      { method, agent, timeout: patience, headers: { ...headers, ...length } },
      (response) => {
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
      },
    )
    outgoing.on('error', nobody)
    outgoing.on('timeout', () => outgoing.destroy())
    outgoing.end(body)
  })

type Paced = { rate: number; seconds: number; fire: (due: number) => Promise<unknown>; over?: () => boolean }

/**
 * Calls `fire` at this rate per second, even if earlier calls are pending, and passes the time at which each
 * was due. Times measured from then include delays of the load generator itself. Starts no more calls once
 * `over` returns true, and ends when all started calls are done.
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

/** Collects times in ms and returns their percentiles. */
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

/** Collects the times of successful calls, and counts the failed ones. */
export function tally() {
  const times = stopwatch()
  const others = new Map<string, number>()
  return {
    times,
    add: ({ status, text }: Reply, ms: number) => {
      if (status >= 200 && status < 300) return void times.add(ms)
      const code = `${status} ${/"code":"(\w+)"/.exec(text)?.[1] ?? ''}`.trim()
      others.set(code, (others.get(code) ?? 0) + 1)
    },
    errors: () => [...others.values()].reduce((sum, count) => sum + count, 0),
    /** Returns the failed calls by status and code. */
    failures: () => [...others].map(([code, count]) => `${count} × ${code}`).join(', '),
  }
}
export type Tally = ReturnType<typeof tally>
