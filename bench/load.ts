import autocannon, { type Options, type Result } from 'autocannon'

export type Ask = { method: 'GET' | 'POST'; path: string; headers: Record<string, string>; body?: string }
export type Load = { rate: number; p50: number; p95: number; p97_5: number; p99: number; errors: number }

/** All times of answers, in milliseconds, beside what the load generator counts. */
const fire = (options: Options) =>
  new Promise<{ result: Result; times: number[] }>((done, fail) => {
    const times: number[] = []
    autocannon(options, (error: Error | null, result) => (error ? fail(error) : done({ result, times }))).on(
      'response',
      (_client, _status, _bytes, ms) => times.push(ms),
    )
  })

/** Asks for some seconds with so many clients at once; each request of the list goes out once, a single one again and again. */
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
  const list = [...requests]
  const { result, times } = await fire({
    url: base,
    connections: clients,
    ...(requests.length > 1
      ? { maxOverallRequests: Math.floor(requests.length / clients) * clients, amount: Math.floor(requests.length / clients) * clients }
      : { duration: seconds }),
    requests: [
      {
        setupRequest: (request) => {
          const next = requests.length > 1 ? list.pop() : requests[0]
          return { ...request, ...next }
        },
      },
    ],
  })
  times.sort((a, b) => a - b)
  const at = (share: number) => times[Math.floor(times.length * share)] ?? 0
  const took = (result.finish.getTime() - result.start.getTime()) / 1000
  return {
    rate: result['2xx'] / took,
    p50: at(0.5),
    p95: at(0.95),
    p97_5: result.latency.p97_5,
    p99: result.latency.p99,
    errors: result.non2xx + result.errors,
  }
}
