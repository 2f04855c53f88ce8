import { subscribe, unsubscribe } from 'node:diagnostics_channel'
import {
  type Context,
  ROOT_CONTEXT,
  type Span as OtelSpan,
  SpanKind,
  SpanStatusCode,
  trace,
  TraceFlags,
} from '@opentelemetry/api'
import { OTLPTraceExporter } from '@opentelemetry/exporter-trace-otlp-http'
import { resourceFromAttributes } from '@opentelemetry/resources'
import { BatchSpanProcessor, RandomIdGenerator, TracerProvider } from '@opentelemetry/sdk-trace'
import { currentSpan, outsideTrace, type Span, type Traces } from './tracing.ts'

/** Sends traces to a collector (OTLP as JSON over HTTP). Loaded only if a collector is set up. */

const kinds = { inside: SpanKind.INTERNAL, server: SpanKind.SERVER, client: SpanKind.CLIENT }

/** Ids for the next span, used instead of random ones because a page has already chosen them. */
type Ids = { traceId: string; spanId: string }

function openProvider(endpoint: string) {
  const random = new RandomIdGenerator()
  let next: Ids | null = null
  const exporter = new OTLPTraceExporter({ url: `${endpoint.replace(/\/$/, '')}/v1/traces` })
  const provider = new TracerProvider({
    resource: resourceFromAttributes({ 'service.name': 'blended-learning' }),
    spanProcessors: [new BatchSpanProcessor({ exporter, scheduledDelayMillis: 1000 })],
    idGenerator: {
      generateTraceId: () => next?.traceId ?? random.generateTraceId(),
      generateSpanId: () => next?.spanId ?? random.generateSpanId(),
    },
  })
  return {
    provider,
    withIds: (ids: Ids, start: () => OtelSpan) => {
      next = ids
      try {
        return start()
      } finally {
        next = null
      }
    },
  }
}

/**
 * Records each HTTP call to another program as a span of the current trace, with only its method, host and
 * status. Returns a function that stops this.
 */
function followCalls() {
  const open = new WeakMap<object, Span>()
  const begin = (call: object, method: string, host: string) => {
    const span = currentSpan()?.begin(`${method} ${host}`, 'client', {
      'http.request.method': method,
      'server.address': host,
    })
    if (span) open.set(call, span)
  }
  const end = (call: object, status: number | null) => {
    open
      .get(call)
      ?.end(
        status === null ? {} : { 'http.response.status_code': status },
        status === null ? 'failed' : undefined,
      )
    open.delete(call)
  }
  type Fetched = { request: { method: string; origin: string }; response?: { statusCode: number } }
  type NodeRequest = {
    request: { method: string; host: string }
    response?: { statusCode?: number }
  }
  const handlers: Record<string, (message: never) => void> = {
    'undici:request:create': ({ request }: Fetched) =>
      begin(request, request.method, new URL(request.origin).hostname),
    'undici:request:headers': ({ request, response }: Fetched) => end(request, response?.statusCode ?? null),
    'undici:request:error': ({ request }: Fetched) => end(request, null),
    'http.client.request.start': ({ request }: NodeRequest) => begin(request, request.method, request.host),
    'http.client.response.finish': ({ request, response }: NodeRequest) =>
      end(request, response?.statusCode ?? null),
    'http.client.request.error': ({ request }: NodeRequest) => end(request, null),
  }
  const all = Object.entries(handlers) as [string, (message: unknown) => void][]
  for (const [name, on] of all) subscribe(name, on)
  return () => all.forEach(([name, on]) => unsubscribe(name, on))
}

/** Starts sending traces to a collector. */
export function openTraces(endpoint: string): Traces {
  const { provider, withIds } = openProvider(endpoint)
  const tracer = provider.getTracer('blended-learning')

  const wrapped = (span: OtelSpan): Span => ({
    begin: beginIn(trace.setSpan(ROOT_CONTEXT, span)),
    end: (facts, failure) => {
      span.setAttributes(facts)
      if (failure !== undefined)
        span.setAttribute('error.type', failure).setStatus({ code: SpanStatusCode.ERROR })
      // End the span outside the trace, because otherwise the HTTP call that sends the spans would itself
      // become a span of the trace.
      outsideTrace(() => span.end())
    },
  })
  const beginIn =
    (context: Context): Span['begin'] =>
    (name, kind, attributes) =>
      wrapped(tracer.startSpan(name, { kind: kinds[kind], attributes }, context))

  const stopFollowing = followCalls()
  return {
    begin: beginIn(ROOT_CONTEXT),
    resume: ({ traceId, spanId }) => ({
      begin: beginIn(
        trace.setSpanContext(ROOT_CONTEXT, {
          traceId,
          spanId,
          traceFlags: TraceFlags.SAMPLED,
          isRemote: true,
        }),
      ),
    }),
    beginPage: ({ traceId, spanId, from }, name, attributes) =>
      wrapped(
        withIds({ traceId, spanId }, () =>
          tracer.startSpan(
            name,
            { kind: SpanKind.CLIENT, attributes, startTime: Date.now() - (from?.ago ?? 0) },
            ROOT_CONTEXT,
          ),
        ),
      ),
    close: async () => {
      stopFollowing()
      await provider.shutdown()
    },
  }
}
