import type { FastifyError, FastifyReply, FastifyRequest } from 'fastify'
import postgres from 'postgres'
import { Problem, sentences, unavailable } from '#shared/problem.ts'
import { count } from './metrics.ts'

const titles: Record<number, string> = {
  400: 'Malformed',
  401: 'Signed out',
  403: 'Forbidden',
  404: 'Not found',
  409: 'Conflict',
  412: 'Stale',
  413: 'Too large',
  414: 'Too long an address',
  415: 'Unsupported media type',
  421: 'Misdirected',
  422: 'Refused',
  429: 'Too many',
  503: 'Unavailable',
  507: 'No room',
}

/** PostgreSQL's way of saying "not now": shutting down, full, timed out, locked, or gone. */
const passing =
  /^(57P0\d|57014|55P03|53\d{3}|08\d{3}|40001|40P01|CONNECT|CONNECTION_|ECONN|EPIPE|ETIMEDOUT|E(HOST|NET)UNREACH|ENOTFOUND|EAI_AGAIN|E[MN]FILE)/
/** Its way, and the system's, of saying that the disk is full. */
const full = /^(53100|ENOSPC|EDQUOT)$/

/** What may bring as many bytes brings files. */
const fileBytes = 1024 * 1024

function problemOf(error: unknown, request: FastifyRequest): Problem | null {
  if (error instanceof Problem) return error
  const { code = '', statusCode = 500, message } = error as Partial<FastifyError> & Error
  const brings = (request.routeOptions.bodyLimit ?? 0) >= fileBytes
  if (full.test(code)) return new Problem(brings ? 507 : 503, 'storage_full', sentences.failed, { retryAfter: 30 })
  if (error instanceof postgres.PostgresError || passing.test(code)) return passing.test(code) ? unavailable() : null
  if (statusCode >= 400 && statusCode < 500) return new Problem(statusCode, code.toLowerCase() || 'malformed', message)
  return null
}

/** The one handler of failure: problem+json with the catalogue's sentences; a bug is logged whole and told as little as possible. */
export function sendFailure(error: unknown, request: FastifyRequest, reply: FastifyReply) {
  const problem = problemOf(error, request) ?? new Problem(500, 'failed', sentences.failed)
  if (problem.status >= 500) request.log.error({ err: error, url: request.routeOptions.url }, 'request failed')
  count('blended_problems_total', { code: problem.code })
  const { retryAfter, ...more } = problem.more
  if (retryAfter !== undefined) reply.header('retry-after', String(Math.ceil(retryAfter)))
  const body = {
    type: 'about:blank',
    title: titles[problem.status] ?? 'Failed',
    status: problem.status,
    message: problem.message,
    code: problem.code,
    ...more,
    requestId: request.id,
  }
  return reply
    .code(problem.status)
    .header('content-type', 'application/problem+json; charset=utf-8')
    .serializer((ready: string) => ready)
    .send(JSON.stringify(body))
}
