import { LogController, type FastifyInstance } from 'fastify'
import { DatabaseError } from 'pg'
import { limitedLog } from './log-limit.ts'
import { count, gauge, observeSeconds } from './metrics.ts'
import type { Settings } from './settings.ts'

/** Error types whose message contains only the program's own text. */
const ofProgram = ['Error', 'TypeError', 'RangeError', 'ReferenceError', 'FastifyError']

/**
 * Returns the parts of an error that may be logged (reliability T53). Database and mail servers quote user
 * data in their messages, so only their codes are logged.
 */
function loggable(error: unknown) {
  if (!(error instanceof Error)) return { type: typeof error, message: '', stack: '' }
  const { code, constraint, table } = error as Partial<DatabaseError>
  const quotes = error instanceof DatabaseError || 'response' in error || !ofProgram.includes(error.name)
  const stack = (error.stack ?? '').split('\n').filter((line) => /^\s+at /.test(line))
  return {
    type: error.name,
    message: quotes ? '' : error.message,
    code,
    constraint,
    table,
    stack: stack.join('\n'),
  }
}

/** Returns the logger settings: JSON, one line per entry, and a new id for every request. */
export const loggerOptions = ({ logLevel }: Settings) => ({
  logger: {
    level: logLevel,
    timestamp: () => `,"time":"${new Date().toISOString()}"`,
    serializers: { err: loggable, error: loggable },
  },
  logController: new LogController({ disableRequestLogging: true, requestIdLogLabel: 'requestId' }),
  // Ids sent by callers are ignored.
  requestIdHeader: false as const,
  genReqId: () => crypto.randomUUID(),
})

/** Returns a function that counts a slow database statement and logs its text without values. */
export const slowStatementLog = (app: FastifyInstance) => (statement: string, ms: number) => {
  count('blended_slow_statements_total', {})
  app.limitedLog.write(
    { level: 'warn', kind: 'slow statement', subject: '', facts: {}, message: 'slow statement' },
    { statement, ms },
  )
}

const answers = /^\/api\/(student|parent)\/.*\/:n$/

/**
 * Adds the request's id to every response. Records each request in the log and the metrics, by route and
 * never by URL. Also sets up `app.limitedLog`.
 */
export function noteRequests(app: FastifyInstance) {
  const few = limitedLog(app.log)
  app.decorate('limitedLog', few)
  app.addHook('onClose', async () => few.end())
  let inFlight = 0
  gauge('blended_requests_in_flight', () => inFlight)
  app.addHook('onRequest', (request, reply, done) => {
    if (!request.ws) inFlight += 1
    reply.header('x-request-id', request.id)
    done()
  })
  app.addHook('onResponse', (request, reply, done) => {
    if (request.ws) return done()
    inFlight -= 1
    const { method, actor } = request
    const [route, status, ms] = [request.routeOptions.url ?? '(none)', reply.statusCode, reply.elapsedTime]
    count('blended_requests_total', { method, route, status: `${Math.floor(status / 100)}xx` })
    observeSeconds('blended_request_seconds', { method, route }, ms / 1000)
    if (method === 'POST' && status >= 400 && answers.test(route))
      count('blended_answers_total', { outcome: 'refused' })
    const facts = { method, route, status, ms: Math.round(ms), user: actor?.id, kind: actor?.kind }
    if (actor) request.log.info(facts, 'answered')
    else {
      const kind = status < 400 ? 'answered' : 'answered with a refusal'
      app.limitedLog.write(
        { level: 'info', kind, subject: request.ip, facts: {}, message: 'answered' },
        facts,
        request.log,
      )
    }
    done()
  })
}
