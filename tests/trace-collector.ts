import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'

type Value = { stringValue?: string; intValue?: number | string; doubleValue?: number; boolValue?: boolean }
type Sent = {
  traceId: string
  spanId: string
  parentSpanId?: string
  name: string
  kind: number
  startTimeUnixNano: string
  endTimeUnixNano: string
  attributes: { key: string; value: Value }[]
  status: { code: number; message?: string }
  events?: unknown[]
}
type Body = {
  resourceSpans: { resource: { attributes: Sent['attributes'] }; scopeSpans: { spans: Sent[] }[] }[]
}

/** A received span, with its attributes by name. `ms` is its duration. */
export type Span = Omit<Sent, 'attributes'> & {
  facts: Record<string, string | number | boolean | undefined>
  ms: number
}

const spanOf = ({ attributes, ...sent }: Sent): Span => ({
  ...sent,
  facts: Object.fromEntries(
    attributes.map(({ key, value }) => [
      key,
      value.stringValue ?? value.doubleValue ?? value.boolValue ?? Number(value.intValue),
    ]),
  ),
  ms: Number(BigInt(sent.endTimeUnixNano) - BigInt(sent.startTimeUnixNano)) / 1e6,
})

/** Opens a collector of traces (OTLP as JSON over HTTP) that stores what it gets. */
export async function openCollector() {
  const spans: Span[] = []
  const bodies: string[] = []
  const server = createServer((request, response) => {
    let body = ''
    request.on('data', (piece: Buffer) => (body += piece.toString()))
    request.on('end', () => {
      const isRight =
        request.url === '/v1/traces' && request.headers['content-type']?.startsWith('application/json')
      if (!isRight) return response.writeHead(404).end()
      bodies.push(body)
      const { resourceSpans } = JSON.parse(body) as Body
      for (const { scopeSpans } of resourceSpans)
        for (const each of scopeSpans) spans.push(...each.spans.map(spanOf))
      response.writeHead(200, { 'content-type': 'application/json' }).end('{}')
    })
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  return { url, spans, bodies, close: () => void server.close() }
}
