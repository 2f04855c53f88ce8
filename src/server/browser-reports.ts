import type { FastifyInstance } from 'fastify'
import { perMinute, spend } from './token-bucket.ts'
import { homeOf } from './networks.ts'

type Report = Record<string, unknown>

const textOf = (value: unknown) => (typeof value === 'string' ? value.slice(0, 2000) : '')

/**
 * Returns the origin of a URL, without path and query string. A keyword such as `inline` isn't a URL: returns
 * its first 40 letters, digits, `_` and `-`.
 */
function hostOf(blocked: unknown) {
  const text = textOf(blocked)
  return URL.canParse(text) ? new URL(text).origin : text.replace(/[^\w-]/g, '').slice(0, 40)
}

/**
 * Returns the page's path with every part that isn't a plain word replaced by `:id`, or an empty string for
 * an invalid URL.
 */
function pageOf(address: unknown) {
  const text = textOf(address)
  if (!URL.canParse(text)) return ''
  return new URL(text).pathname
    .split('/')
    .map((part) => (/^[a-z-]{0,30}$/.test(part) ? part : ':id'))
    .join('/')
}

/**
 * Returns the parts of a report that are safe to log. Anyone can send a report, and URLs may contain record
 * ids.
 */
const loggableParts = (report: Report) => ({
  directive: textOf(
    report['effective-directive'] ?? report['effectiveDirective'] ?? report['violated-directive'],
  )
    .replace(/[^\w-]/g, '')
    .slice(0, 40),
  blocked: hostOf(report['blocked-uri'] ?? report['blockedURL']),
  page: pageOf(report['document-uri'] ?? report['documentURL']),
})

/** Returns the first violation from a body in either of the two formats that browsers send, or null. */
function reportIn(body: unknown): Report | null {
  const [first] = Array.isArray(body) ? (body as unknown[]) : [body]
  const { 'csp-report': old, body: inner } = (first ?? {}) as Record<string, unknown>
  const report = old ?? inner
  return report !== null && typeof report === 'object' ? (report as Report) : null
}

const maxBytes = 8 * 1024
const reports = perMinute(20)

/**
 * Serves `POST /csp`, to which browsers report content that the security policy blocked. Logs each report
 * without record ids.
 */
export async function serveReports(app: FastifyInstance) {
  await app.register(async (inner) => {
    inner.removeAllContentTypeParsers()
    inner.addContentTypeParser(
      ['application/csp-report', 'application/reports+json'],
      { parseAs: 'string' },
      (_request, body, done) => {
        try {
          done(null, JSON.parse(body as string))
        } catch {
          done(null, null)
        }
      },
    )
    inner.post('/csp', { bodyLimit: maxBytes, schema: { hide: true } }, async (request, reply) => {
      spend(`csp ${homeOf(request.ip)}`, reports)
      const report = reportIn(request.body)
      const [kind, subject] = ['stopped by the content security policy', request.ip]
      if (report)
        app.limitedLog.write(
          { level: 'warn', kind, subject, facts: {}, message: kind },
          loggableParts(report),
          request.log,
        )
      return await reply.code(204).send()
    })
  })
}
