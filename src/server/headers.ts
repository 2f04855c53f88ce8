import { randomBytes } from 'node:crypto'
import { isIP } from 'node:net'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { Problem } from '#shared/problem.ts'
import { isLoopback, type Settings } from './settings.ts'

/** What every answer carries, errors included (reliability §0.3). */
const always = {
  'x-content-type-options': 'nosniff',
  'cross-origin-resource-policy': 'same-origin',
  'permissions-policy': 'camera=(), microphone=(), geolocation=()',
}

const apiPolicy = "default-src 'none'; frame-ancestors 'none'"

/** What an answer carries to somebody of whom nothing is known yet, neither what they ask nor by what address. */
export const toStrangers = {
  ...always,
  'cross-origin-opener-policy': 'same-origin',
  'referrer-policy': 'same-origin',
  'content-security-policy': apiPolicy,
  'cache-control': 'no-store',
}

/** Swagger's own pages for staff bring their styles and pictures inside of themselves. */
const docsPolicy =
  "default-src 'none'; script-src 'self'; style-src 'self' 'unsafe-inline'; img-src 'self' data:; connect-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'"

const pathOf = ({ url }: FastifyRequest) => url.split('?')[0] as string

/** Google's script, its window and its addresses are let in on the page where one signs in, and nowhere else. */
const googleAt = (request: FastifyRequest, { googleClientId, googleScriptUrl, googleIssuer }: Settings) =>
  googleClientId && pathOf(request) === '/login' ? ` ${new URL(googleScriptUrl).origin} ${new URL(googleIssuer).origin}` : ''

/** The websocket's address; older browsers don't take `'self'` for it. */
function socketOf({ headers: { host = '' } }: FastifyRequest, { publicUrl }: Settings) {
  const url = publicUrl ? new URL(publicUrl) : null
  if (url) return ` ${url.protocol === 'https:' ? 'wss' : 'ws'}://${url.host}`
  return /^[\w.:[\]-]+$/.test(host) ? ` ws://${host}` : ''
}

/** The policy of pages and of what they are made of (reliability §0.3; docs/decisions/0005). A document has a nonce of its own. */
function pagePolicy(request: FastifyRequest, settings: Settings, nonce: string | null) {
  const google = googleAt(request, settings)
  return [
    "default-src 'none'",
    `script-src 'self'${google}`,
    // The component library sets its colors in style elements of its own; formulas and pictures are placed by style attributes.
    `style-src 'self'${nonce ? ` 'nonce-${nonce}'` : ''}`,
    "style-src-attr 'unsafe-inline'",
    "manifest-src 'self'",
    `img-src 'self' blob:${settings.contentUrl ? ` ${new URL(settings.contentUrl).origin}` : ''}`,
    "font-src 'self'",
    `connect-src 'self'${socketOf(request, settings)}${google}`,
    ...(google ? [`frame-src${google}`] : []),
    "form-action 'self'",
    "base-uri 'none'",
    "object-src 'none'",
    "frame-ancestors 'none'",
    // What Google's script writes into the page is Google's to say.
    ...(google ? [] : ["require-trusted-types-for 'script'", 'trusted-types default mathlive worker']),
    'report-uri /csp',
  ].join('; ')
}

/** Readies the answer for a document: gives the nonce that its style elements have to carry. */
export function setDocumentPolicy(request: FastifyRequest, reply: FastifyReply, settings: Settings) {
  const nonce = randomBytes(16).toString('base64url')
  reply.header('content-security-policy', pagePolicy(request, settings, nonce))
  return nonce
}

/** Pages for links of mails carry their token in the address, so they never tell where a reader came from. */
const tokenPage = /^\/(password-reset|setup|confirm-email)\b/

const longestAddress = 4096
/** A balancer asks by a number, not by a name. */
const forWatchers = ['/health', '/ready']
const thisMachine = /^(localhost|127\.0\.0\.1|\[::1\])(:\d+)?$/

/**
 * Whether the product is served under what a Host header says. A page of a stranger can have its own name lead to this machine (DNS rebinding) and would then
 * count as a page of ours, so a name has to be PUBLIC_URL's, HOST or this machine's own. Where HOST is open to others and there is no PUBLIC_URL, an IP
 * address will do too: it is nobody's name.
 */
function hostKnown({ publicUrl, host, port }: Settings) {
  const hosts = publicUrl ? [new URL(publicUrl).host, `${host}:${port}`.toLowerCase()] : []
  const ours = host.toLowerCase()
  return (asked: string) => {
    if (hosts.includes(asked.toLowerCase()) || thisMachine.test(asked)) return true
    const name = /^(?:\[([\da-f:.]+)\]|([^:[\]]+))(?::\d{1,5})?$/i.exec(asked)?.slice(1).join('').toLowerCase()
    return !publicUrl && name !== undefined && (name === ours || (!isLoopback(host) && isIP(name) !== 0))
  }
}

/** Refuses unknown hosts before anything else is read (reliability B19, B22). */
function refuseStrangeAddress({ url, headers: { host = '' }, raw }: FastifyRequest, known: (host: string) => boolean) {
  if (url.length > longestAddress) throw new Problem(414, 'long_address', 'This address is too long.')
  // Node keeps the first one, and a proxy before it may have looked at the other.
  if (raw.rawHeaders.filter((name, index) => index % 2 === 0 && name.toLowerCase() === 'host').length > 1)
    throw new Problem(400, 'malformed', 'Send exactly one Host header.')
  if (!known(host) && !forWatchers.includes(url))
    throw new Problem(421, 'unknown_host', 'This server does not use that host name. Check the address.')
}

/** Lets pages of the origins in ALLOWED_ORIGINS call the API with the user's session; true when this was only the question whether they may. */
function allowOrigin({ method, headers }: FastifyRequest, reply: FastifyReply, allowed: readonly string[]) {
  if (allowed.length === 0) return false
  reply.header('vary', 'Origin')
  const { origin = '' } = headers
  if (!allowed.includes(origin)) return false
  reply.headers({
    'access-control-allow-origin': origin,
    'access-control-allow-credentials': 'true',
    'access-control-expose-headers': 'ETag, Retry-After, Content-Disposition, Idempotent-Replayed, X-XSRF-TOKEN',
  })
  if (method !== 'OPTIONS' || headers['access-control-request-method'] === undefined) return false
  reply.headers({
    'access-control-allow-methods': 'GET, POST, PUT, PATCH, DELETE',
    'access-control-allow-headers': 'Content-Type, X-XSRF-TOKEN, Idempotency-Key, If-Match, If-None-Match, X-User, X-Background',
    'access-control-max-age': '600',
  })
  return true
}

const docs = '/api/docs'

const isDocs = (path: string) => path === docs || path.startsWith(`${docs}/`)
const isApi = (path: string) => path === '/api' || (path.startsWith('/api/') && !isDocs(path))

/** What an answer says in its headers, by the address that was asked for, also when that can't be read. */
export function sayHeaders(request: FastifyRequest, reply: FastifyReply, settings: Settings) {
  const path = pathOf(request)
  const api = isApi(path)
  reply.headers(always)
  reply.header('cross-origin-opener-policy', googleAt(request, settings) ? 'same-origin-allow-popups' : 'same-origin')
  reply.header('referrer-policy', tokenPage.test(path) ? 'no-referrer' : 'same-origin')
  reply.header('content-security-policy', api ? apiPolicy : isDocs(path) ? docsPolicy : pagePolicy(request, settings, null))
  if (api) reply.header('cache-control', 'no-store')
  if (settings.publicUrl?.startsWith('https:')) reply.header('strict-transport-security', 'max-age=31536000; includeSubDomains')
}

/** Puts the headers on every answer, and refuses strange addresses. */
export function setHeaders(app: FastifyInstance, settings: Settings) {
  const known = hostKnown(settings)
  app.addHook('onRequest', async (request, reply) => {
    sayHeaders(request, reply, settings)
    refuseStrangeAddress(request, known)
    if (isApi(pathOf(request)) && allowOrigin(request, reply, settings.allowedOrigins)) return await reply.code(204).send()
  })
}
