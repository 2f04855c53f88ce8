import autocannon, { type Options, type Result } from 'autocannon'

export type HttpRequest = {
  method: 'GET' | 'POST'
  path: string
  headers: Record<string, string>
  body?: string
}
/**
 * Result of a load: number of successful responses, their rate per second, response times in ms, and number
 * of errors.
 */
export type Load = {
  answers: number
  rate: number
  p50: number
  p95: number
  p99: number
  errors: number
}

/**
 * Runs the load generator. Adds to its result the exact times of all responses in ms and the exact time until
 * the last response in seconds, because the generator itself reports only whole numbers.
 */
const fire = (options: Options) =>
  new Promise<{ result: Result; times: number[]; took: number }>((done, fail) => {
    const times: number[] = []
    const began = performance.now()
    let last = began
    autocannon(options, (error: Error | null, result) =>
      error ? fail(error) : done({ result, times, took: (last - began) / 1000 }),
    ).on('response', (_client, _status, _bytes, ms) => {
      times.push(ms)
      last = performance.now()
    })
  })

/**
 * Sends calls from parallel clients. A list of `GET`s is repeated for `seconds`. Each `POST` of a list is
 * sent once, but the last few are left out if the list can't be divided evenly among the clients.
 */
export async function load({
  base,
  clients,
  seconds,
  requests,
}: {
  base: string
  clients: number
  seconds: number
  requests: HttpRequest[]
}): Promise<Load> {
  const amount = Math.floor(requests.length / clients) * clients
  let sent = 0
  const { result, times, took } = await fire({
    url: base,
    connections: clients,
    ...(requests[0]?.method === 'POST' ? { maxOverallRequests: amount, amount } : { duration: seconds }),
    requests: [
      {
        setupRequest: (request) => {
          const next = requests.at(sent % requests.length)
          sent += 1
          return { ...request, ...next }
        },
      },
    ],
  })
  times.sort((a, b) => a - b)
  // Without any response, the times count as infinite.
  const at = (share: number) => times[Math.floor(times.length * share)] ?? Infinity
  return {
    answers: result['2xx'],
    rate: times.length === 0 ? 0 : result['2xx'] / took,
    p50: at(0.5),
    p95: at(0.95),
    p99: at(0.99),
    errors: result.non2xx + result.errors,
  }
}
