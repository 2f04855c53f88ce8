import { STATUS_CODES } from 'node:http'
import type { Socket } from 'node:net'
import type { FastifyError, FastifyReply, FastifyRequest } from 'fastify'
import { DatabaseError } from 'pg'
import { Problem, sentences, unavailable } from '#shared/problem.ts'
import { applyHeaders, headersBeforeRequest } from './headers.ts'
import { count } from './metrics.ts'
import type { Settings } from './settings.ts'

const titles: Record<number, string> = {
  400: 'Malformed',
  401: 'Signed out',
  403: 'Forbidden',
  404: 'Not found',
  408: 'Too late',
  409: 'Conflict',
  412: 'Stale',
  413: 'Too large',
  414: 'Address too long',
  415: 'Unsupported media type',
  421: 'Misdirected',
  422: 'Refused',
  429: 'Too many',
  431: 'Headers too long',
  503: 'Unavailable',
  507: 'No room',
}

/**
 * Error codes of temporary failures. PostgreSQL may be shutting down, out of resources, too slow or
 * unreachable. A lock or another transaction may be in the way, or no more files can be opened.
 */
const passing =
  /^(57P0\d|57014|55P03|53\d{3}|08\d{3}|40001|40P01|CONNECT|CONNECTION_|ECONN|EPIPE|ETIMEDOUT|E(HOST|NET)UNREACH|ENOTFOUND|EAI_AGAIN|E[MN]FILE)/
/** Error codes of PostgreSQL and the operating system for a full disk. */
const full = /^(53100|ENOSPC|EDQUOT)$/

/** Body limit in bytes at or above which an endpoint counts as one that accepts files. */
const fileBytes = 1024 * 1024

function problemOf(error: unknown, request: FastifyRequest): Problem | null {
  if (error instanceof Problem) return error
  const { code = '', statusCode = 500, message } = error as Partial<FastifyError> & Error
  const takesFile = (request.routeOptions.bodyLimit ?? 0) >= fileBytes
  if (full.test(code))
    return new Problem(takesFile ? 507 : 503, 'storage_full', sentences.failed, { retryAfter: 30 })
  if (error instanceof DatabaseError || passing.test(code)) return passing.test(code) ? unavailable() : null
  if (statusCode >= 400 && statusCode < 500)
    return new Problem(statusCode, code.toLowerCase() || 'malformed', message)
  return null
}

const media = 'application/problem+json; charset=utf-8'

function bodyOf({ status, message, code, more: { retryAfter: _, ...more } }: Problem, requestId?: string) {
  return JSON.stringify({
    type: 'about:blank',
    title: titles[status] ?? 'Failed',
    status,
    message,
    code,
    ...more,
    requestId,
  })
}

/**
 * Statuses logged as refusals. A user's mistakes (409, 412, 422) don't count, nor does a page whose session
 * has ended.
 */
const refusals = [400, 401, 403, 404, 421, 429]

/**
 * Logs a failure (5xx) in full, but a refusal with ids only: at `warn` for a signed-in caller or a wrong
 * password, code or key, otherwise at `info`.
 */
function note(
  error: unknown,
  { status, code }: Problem,
  { log, actor, ip, server, routeOptions: { url } }: FastifyRequest,
) {
  const subject = actor?.id ?? ip
  const few = (level: 'info' | 'warn' | 'error', message: string, details: object) =>
    server.limitedLog.write(
      { level, kind: `${message} ${status} ${code}`, subject, facts: { status, code }, message },
      details,
      log,
    )
  if (status >= 500) few('error', 'request failed', { err: error, url })
  else if (url && refusals.includes(status) && !code.endsWith('signed_out'))
    few(actor || status === 401 ? 'warn' : 'info', 'refused', {
      route: url,
      user: actor?.id,
      kind: actor?.kind,
    })
}

/**
 * Handles every error. Responds with problem+json. For a bug, the response has only a general sentence
 * (`sentences.failed`), which reveals as little as possible.
 */
export function sendFailure(error: unknown, request: FastifyRequest, reply: FastifyReply) {
  const problem = problemOf(error, request) ?? new Problem(500, 'failed', sentences.failed)
  note(error, problem, request)
  count('blended_problems_total', { code: problem.code })
  const { retryAfter } = problem.more
  if (retryAfter !== undefined) reply.header('retry-after', String(Math.ceil(retryAfter)))
  return reply
    .code(problem.status)
    .headers({ 'content-type': media, 'cache-control': 'no-store' })
    .serializer((ready: string) => ready)
    .send(bodyOf(problem, request.id))
}

/** Returns the handler for requests with an invalid URL, for which no hooks run. */
export const refuseAddress =
  (settings: Settings) => (error: FastifyError, request: FastifyRequest, reply: FastifyReply) => {
    applyHeaders(request, reply, settings)
    reply.header('x-request-id', request.id)
    void sendFailure(
      new Problem(error.statusCode ?? 400, 'bad_address', 'The address could not be read.'),
      request,
      reply,
    )
  }

/**
 * Returns a raw HTTP response for a request that can't be read or hasn't been read yet. The connection must
 * be closed afterward.
 */
export function lineAnswer(problem: Problem) {
  const body = bodyOf(problem)
  const { retryAfter } = problem.more
  const headers = {
    ...headersBeforeRequest,
    'content-type': media,
    'content-length': Buffer.byteLength(body),
    ...(retryAfter !== undefined && { 'retry-after': retryAfter }),
    connection: 'close',
  }
  const lines = Object.entries(headers).map(([name, value]) => `${name}: ${value}`)
  return [`HTTP/1.1 ${problem.status} ${STATUS_CODES[problem.status]}`, ...lines, '', body].join('\r\n')
}

const unreadable = new Problem(400, 'malformed', 'The request could not be read.')
const faultsOfLines: Record<string, Problem> = {
  ERR_HTTP_REQUEST_TIMEOUT: new Problem(408, 'late', 'The request did not arrive in time.'),
  HPE_HEADER_OVERFLOW: new Problem(431, 'long_headers', 'The headers of the request are too long.'),
}

/** Answers invalid HTTP with the usual error response and closes the connection. */
export function refuseLine(error: NodeJS.ErrnoException, socket: Socket) {
  if (error.code === 'ECONNRESET' || socket.destroyed) return
  if (socket.writable) socket.write(lineAnswer(faultsOfLines[error.code ?? ''] ?? unreadable))
  socket.destroy(error)
}
