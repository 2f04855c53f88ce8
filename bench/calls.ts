import { randomUUID } from 'node:crypto'
import { setTimeout as pause } from 'node:timers/promises'
import type { FastifyInstance } from 'fastify'
import { type CallInput, type Endpoint, type OutputOf, pathNames } from '#shared/contract.ts'

export type Headers = Record<string, string>
/**
 * Makes a call with a person's headers. Repeats the call every second, for up to a minute, while the server
 * is too busy. Throws if the call is refused.
 */
export type Call = <E extends Endpoint>(
  endpoint: E,
  ask: CallInput<E>,
  headers: Headers,
) => Promise<OutputOf<E>>

/** Returns a function that calls the endpoints of a server in this process. */
export const callsTo =
  (app: FastifyInstance): Call =>
  async (endpoint, request, headers) => {
    const input = request as Record<string, unknown>
    const named = pathNames(endpoint.path)
    const path = endpoint.path.replace(/:(\w+)/g, (_, name: string) =>
      encodeURIComponent(String(input[name])),
    )
    const rest = Object.fromEntries(Object.entries(input).filter(([name]) => !named.includes(name)))
    const reads = endpoint.method === 'GET'
    const query = new URLSearchParams(Object.entries(rest).map(([name, value]) => [name, String(value)]))
    const key = reads ? {} : { 'idempotency-key': randomUUID() }
    const send = () =>
      app.inject({
        method: endpoint.method,
        url: `/api${path}${reads ? `?${query}` : ''}`,
        headers: { ...headers, ...key },
        ...(reads ? {} : { payload: JSON.stringify(rest) }),
      })
    let response = await send()
    for (let tries = 1; response.statusCode === 503 && tries < 60; tries += 1) {
      await pause(1000)
      response = await send()
    }
    if (response.statusCode >= 300)
      throw new Error(`${endpoint.method} ${path} was answered with ${response.statusCode}: ${response.body}`)
    return (response.body ? response.json() : null) as never
  }
