import autocannon, { type Options, type Result } from 'autocannon'

export type Ask = { method: 'GET' | 'POST'; path: string; headers: Record<string, string>; body?: string }
/** How many answers came, so many a second, and after how many milliseconds. */
export type Load = { answers: number; rate: number; p50: number; p95: number; p97_5: number; p99: number; errors: number }

/** Every answer's time in milliseconds and the seconds until the last of them, beside what the load generator counts in whole ones. */
const fire = (options: Options) =>
  new Promise<{ result: Result; times: number[]; took: number }>((done, fail) => {
    const times: number[] = []
    const began = performance.now()
    let last = began
    autocannon(options, (error: Error | null, result) => (error ? fail(error) : done({ result, times, took: (last - began) / 1000 }))).on(
      'response',
      (_client, _status, _bytes, ms) => {
        times.push(ms)
        last = performance.now()
      },
    )
  })

/** Asks with so many clients at once: each `POST` of the list goes out once, a list of `GET`s again and again for some seconds. */
export async function load({
  base,
  clients,
  seconds,
  requests,
}: {
  base: string
  clients: number
  seconds: number
  requests: Ask[]
}): Promise<Load> {
  const amount = Math.floor(requests.length / clients) * clients
  let asked = 0
  const { result, times, took } = await fire({
    url: base,
    connections: clients,
    ...(requests[0]?.method === 'POST' ? { maxOverallRequests: amount, amount } : { duration: seconds }),
    requests: [
      {
        setupRequest: (request) => {
          const next = requests.at(asked % requests.length)
          asked += 1
          return { ...request, ...next }
        },
      },
    ],
  })
  times.sort((a, b) => a - b)
  const at = (share: number) => times[Math.floor(times.length * share)] ?? 0
  return {
    answers: result['2xx'],
    rate: result['2xx'] / took,
    p50: at(0.5),
    p95: at(0.95),
    p97_5: result.latency.p97_5,
    p99: result.latency.p99,
    errors: result.non2xx + result.errors,
  }
}
