import { AsyncLocalStorage } from 'node:async_hooks'
import type { FastifyInstance, FastifyRequest } from 'fastify'

declare module 'fastify' {
  interface FastifyRequest {
    /** Open spans of the trace: that of the call, and that of the page that made it. */
    spans: Span[]
  }
}

/** Facts about a span: names, routes, codes and numbers only, nothing about people or their data. */
type Facts = Record<string, string | number>
type Kind = 'inside' | 'server' | 'client'

/** An open span: a page's call, the same call on the server, a transaction, a statement, or a job. */
export type Span = {
  /** Begins a span within this one. */
  begin: (name: string, kind: Kind, facts: Facts) => Span
  /** Ends the span, with the type of the error if it failed. */
  end: (facts: Facts, failure?: string) => void
}

/**
 * Span that began in another program, from the call's headers. `from` is the cause of the call (`tap` or
 * `page`) and how many ms before the call it occurred, or null if the call doesn't come from our pages.
 */
type RemoteParent = { traceId: string; spanId: string; from: { name: string; ago: number } | null }

export type Traces = {
  /** Begins a new trace. */
  begin: Span['begin']
  /** Continues a trace begun by another program. */
  resume: (elsewhere: RemoteParent) => Pick<Span, 'begin'>
  /** Begins the span of the page that made a call, with the ids that the page chose for it. */
  beginPage: (elsewhere: RemoteParent, name: string, facts: Facts) => Span
  /** Sends all spans that are still waiting. */
  close: () => Promise<void>
}

const current = new AsyncLocalStorage<Span>()
let traces: Traces | null = null

/** Returns the span in which this code runs, or undefined. Costs nothing if tracing is off. */
export const currentSpan = () => (traces === null ? undefined : current.getStore())

/** Runs code outside the trace. */
export const outsideTrace = <T>(work: () => T) => current.exit(work)

const failureOf = (error: unknown) => {
  const { code, name } = error as { code?: unknown; name?: unknown }
  return typeof code === 'string' ? code : String(name)
}

async function runInSpan<T>(span: Span, work: () => Promise<T>, factsOf: (result: T) => Facts) {
  try {
    const result = await current.run(span, work)
    span.end(factsOf(result))
    return result
  } catch (error) {
    span.end({}, failureOf(error))
    throw error
  }
}

/** Runs work as a span of the current trace, or just runs it if there is none. */
export async function traced<T>(
  [name, facts]: [name: string, facts: Facts],
  work: () => Promise<T>,
  factsOf: (result: T) => Facts = () => ({}),
): Promise<T> {
  const parent = currentSpan()
  return parent ? await runInSpan(parent.begin(name, 'inside', facts), work, factsOf) : await work()
}

/** Runs a job as a new trace, or just runs it if tracing is off. */
export const tracedJob = (name: string, work: () => Promise<void>) =>
  traces === null ? work() : runInSpan(traces.begin(`job ${name}`, 'inside', {}), work, () => ({}))

const traceparent = /^00-(?!0{32})([0-9a-f]{32})-(?!0{16})([0-9a-f]{16})-[0-9a-f]{2}$/
/**
 * Matches the entry that our pages add to the `tracestate` header: the cause of a call, and how many ms
 * before the call it occurred (`web/traceparent.ts`).
 */
const pageState = /(?:^|,) *blended=(tap|page)-(\d{1,5}) *(?:,|$)/

/** Returns the span in which a call was made, from its headers (W3C Trace Context), or null. */
function elsewhereOf({ headers }: FastifyRequest): RemoteParent | null {
  const [, traceId, spanId] = traceparent.exec(String(headers['traceparent'])) ?? []
  if (!traceId || !spanId) return null
  const [, name, ago] = pageState.exec(String(headers['tracestate'])) ?? []
  return { traceId, spanId, from: name ? { name, ago: Number(ago) } : null }
}

function beginCall(to: Traces, request: FastifyRequest): [Span, ...Span[]] {
  const route = request.routeOptions.url ?? '(none)'
  const name = `${request.method} ${route}`
  const facts = { 'http.request.method': request.method, 'http.route': route }
  const elsewhere = elsewhereOf(request)
  if (!elsewhere?.from) return [(elsewhere ? to.resume(elsewhere) : to).begin(name, 'server', facts)]
  const page = to.beginPage(elsewhere, `${elsewhere.from.name} ${name}`, facts)
  return [page.begin(name, 'server', facts), page]
}

/**
 * Traces every API call, from the user's tap on the page to each SQL statement, and every job. Loads nothing
 * if there is no address to send traces to. Must come before the hooks that read the database.
 */
export async function trace(app: FastifyInstance, endpoint: string | null) {
  if (endpoint === null) return
  const { openTraces } = await import('./open-telemetry.ts')
  const own = openTraces(endpoint)
  traces = own
  app.decorateRequest('spans')
  app.addHook('onRequest', (request, _reply, done) => {
    request.spans = []
    if (request.ws || !request.url.startsWith('/api/')) return done()
    const spans = beginCall(own, request)
    request.spans = spans
    current.run(spans[0], done)
  })
  // The async context is lost while the body is read, so restore it.
  app.addHook('preValidation', (request, _reply, done) => {
    const [span] = request.spans
    if (span) current.run(span, done)
    else done()
  })
  app.addHook('onResponse', (request, reply, done) => {
    const facts = {
      'http.response.status_code': reply.statusCode,
      'actor.kind': request.actor?.kind ?? 'anonymous',
    }
    for (const span of request.spans) span.end(facts, reply.statusCode >= 500 ? 'failed' : undefined)
    done()
  })
  app.addHook('onClose', async () => {
    traces = null
    await own.close()
  })
}
