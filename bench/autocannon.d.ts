/**
 * Types for the parts of autocannon that the benchmarks use, because the package ships no types. `duration`
 * is in seconds, and response times are in ms.
 */
declare module 'autocannon' {
  type Request = { method?: 'GET' | 'POST'; path?: string; headers?: Record<string, string>; body?: string }
  export type Options = {
    url: string
    connections: number
    duration?: number
    amount?: number
    maxOverallRequests?: number
    requests: { setupRequest: (request: Request) => Request }[]
  }
  export type Result = {
    '2xx': number
    non2xx: number
    errors: number
  }
  type Instance = {
    on: (
      event: 'response',
      hear: (client: unknown, status: number, bytes: number, ms: number) => void,
    ) => Instance
  }
  export default function autocannon(
    options: Options,
    done: (error: Error | null, result: Result) => void,
  ): Instance
}
