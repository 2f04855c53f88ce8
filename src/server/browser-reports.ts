import type { FastifyInstance } from 'fastify'
import { perMinute, spend } from './token-bucket.ts'
import { homeOf } from './throttle.ts'

type Report = Record<string, unknown>

const textOf = (value: unknown) => (typeof value === 'string' ? value.slice(0, 2000) : '')

/** A word of the policy, or the host of an address: never a path or what stands behind a question mark. */
function hostOf(blocked: unknown) {
  const text = textOf(blocked)
  return URL.canParse(text) ? new URL(text).origin : text.replace(/[^\w-]/g, '').slice(0, 40)
}

/** The page without who it is of: every part that is no plain word is one of a record. */
function pageOf(address: unknown) {
  const text = textOf(address)
  if (!URL.canParse(text)) return ''
  return new URL(text).pathname
    .split('/')
    .map((part) => (/^[a-z-]{0,30}$/.test(part) ? part : ':id'))
    .join('/')
}

/** What of a report may be written down: it comes from anybody, and addresses name people's records. */
const told = (report: Report) => ({
  directive: textOf(report['effective-directive'] ?? report['effectiveDirective'] ?? report['violated-directive'])
    .replace(/[^\w-]/g, '')
    .slice(0, 40),
  blocked: hostOf(report['blocked-uri'] ?? report['blockedURL']),
  page: pageOf(report['document-uri'] ?? report['documentURL']),
})

/** The violation in a body of either kind that browsers send; null for anything else. */
function reportIn(body: unknown): Report | null {
  const [first] = Array.isArray(body) ? (body as unknown[]) : [body]
  const { 'csp-report': old, body: inner } = (first ?? {}) as Record<string, unknown>
  const report = old ?? inner
  return report !== null && typeof report === 'object' ? (report as Report) : null
}

const mostBytes = 8 * 1024
const reports = perMinute(20)

/** `POST /csp`: browsers say there what the content security policy has stopped. It is logged without saying whose record it was. */
export async function serveReports(app: FastifyInstance) {
  await app.register(async (inner) => {
    inner.removeAllContentTypeParsers()
    inner.addContentTypeParser(['application/csp-report', 'application/reports+json'], { parseAs: 'string' }, (_request, body, done) => {
      try {
        done(null, JSON.parse(body as string))
      } catch {
        done(null, null)
      }
    })
    inner.post('/csp', { bodyLimit: mostBytes, schema: { hide: true } }, async (request, reply) => {
      spend(`csp ${homeOf(request.ip)}`, reports)
      const report = reportIn(request.body)
      const [kind, subject] = ['stopped by the content security policy', request.ip]
      if (report) app.limitedLog.tell({ level: 'warn', kind, subject, facts: {}, message: kind }, told(report), request.log)
      return await reply.code(204).send()
    })
  })
}
