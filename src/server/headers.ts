import { randomBytes } from 'node:crypto'
import { isIP } from 'node:net'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { Problem } from '#shared/problem.ts'
import { isLoopback } from './networks.ts'
import type { Settings } from './settings.ts'

/** Headers of every response, including errors (reliability §0.3). */
const always = {
  'x-content-type-options': 'nosniff',
  'cross-origin-resource-policy': 'same-origin',
  'permissions-policy': 'camera=(), microphone=(), geolocation=()',
}

const apiPolicy = "default-src 'none'; frame-ancestors 'none'"

/** Headers of a response that is sent before the request, or even its URL, has been read. */
export const headersBeforeRequest = {
  ...always,
  'cross-origin-opener-policy': 'same-origin',
  'referrer-policy': 'same-origin',
  'content-security-policy': apiPolicy,
  'cache-control': 'no-store',
}

/** Policy for the Swagger pages, which are for staff and contain inline styles and images. */
const docsPolicy =
  "default-src 'none'; script-src 'self'; style-src 'self' 'unsafe-inline'; img-src 'self' data:; connect-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'"

const pathOf = ({ url }: FastifyRequest) => url.split('?')[0] as string

/**
 * Returns the origins of Google's sign-in, each preceded by a space, for the policy of the sign-in page.
 * Empty on other pages and without Google sign-in.
 */
const googleAt = (request: FastifyRequest, { googleClientId, googleScriptUrl, googleIssuer }: Settings) =>
  googleClientId && pathOf(request) === '/login'
    ? ` ${new URL(googleScriptUrl).origin} ${new URL(googleIssuer).origin}`
    : ''

/**
 * Returns the WebSocket's origin preceded by a space, or an empty string if the Host header is malformed.
 * Older browsers don't accept `'self'` for it.
 */
function socketOf({ headers: { host = '' } }: FastifyRequest, { publicUrl }: Settings) {
  const url = publicUrl ? new URL(publicUrl) : null
  if (url) return ` ${url.protocol === 'https:' ? 'wss' : 'ws'}://${url.host}`
  return /^[\w.:[\]-]+$/.test(host) ? ` ws://${host}` : ''
}

/**
 * Returns the policy for pages and their files (reliability §0.3; docs/decisions/0005). Each document has its
 * own nonce.
 */
function pagePolicy(request: FastifyRequest, settings: Settings, nonce: string | null) {
  const google = googleAt(request, settings)
  return [
    "default-src 'none'",
    `script-src 'self'${google}`,
    // Allow style elements, in which the component library sets its colors, and style attributes, which
    // position formulas and pictures.
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
    `frame-ancestors ${framedPage.test(pathOf(request)) ? '*' : "'none'"}`,
    // Google's script doesn't use trusted types, so they are off where it is loaded.
    ...(google ? [] : ["require-trusted-types-for 'script'", 'trusted-types default mathlive paper worker']),
    'report-uri /csp',
  ].join('; ')
}

/** Sets the policy of a document. Returns the nonce that its style elements must carry. */
export function setDocumentPolicy(request: FastifyRequest, reply: FastifyReply, settings: Settings) {
  const nonce = randomBytes(16).toString('base64url')
  reply.header('content-security-policy', pagePolicy(request, settings, nonce))
  return nonce
}

/** Pages that are opened by links in emails. Their URLs contain a token, so they never send a referrer. */
const tokenPage = /^\/(password-reset|setup|confirm-email|confirm-trial|unsubscribe)\b/

/** The only page that other sites may show in a frame: a center's trial form, which uses no session. */
const framedPage = /^\/trial\/[^/]+$/

const maxAddressLength = 4096
/** Paths that load balancers request by IP address, not by name. */
const forWatchers = ['/health', '/ready']
const thisMachine = /^(localhost|127\.0\.0\.1|\[::1\])(:\d+)?$/

/**
 * Returns a function that checks whether the product is served under the name in a Host header. With DNS
 * rebinding, another site can point its own name at this machine, and its page would then count as ours. So
 * the name must be PUBLIC_URL's, HOST or this machine's own. If HOST is open to others and there is no
 * PUBLIC_URL, an IP address is also accepted, because DNS rebinding needs a name.
 */
function hostKnown({ publicUrl, host, port }: Settings) {
  const hosts = publicUrl ? [new URL(publicUrl).host, `${host}:${port}`.toLowerCase()] : []
  const ours = host.toLowerCase()
  return (hostHeader: string) => {
    if (hosts.includes(hostHeader.toLowerCase()) || thisMachine.test(hostHeader)) return true
    const name = /^(?:\[([\da-f:.]+)\]|([^:[\]]+))(?::\d{1,5})?$/i
      .exec(hostHeader)
      ?.slice(1)
      .join('')
      .toLowerCase()
    return !publicUrl && name !== undefined && (name === ours || (!isLoopback(host) && isIP(name) !== 0))
  }
}

/**
 * Throws 421 for an unknown host, 400 for several Host headers and 414 for a long URL, before anything else
 * is read (reliability B19, B22).
 */
function refuseUnknownHost(
  { url, headers: { host = '' }, raw }: FastifyRequest,
  known: (host: string) => boolean,
) {
  if (url.length > maxAddressLength) throw new Problem(414, 'long_address', 'This address is too long.')
  // Node uses the first Host header, but a proxy in front of it may have checked another one.
  if (raw.rawHeaders.filter((name, index) => index % 2 === 0 && name.toLowerCase() === 'host').length > 1)
    throw new Problem(400, 'malformed', 'Send exactly one Host header.')
  if (!known(host) && !forWatchers.includes(url))
    throw new Problem(421, 'unknown_host', 'This server does not use that host name. Check the address.')
}

/**
 * Lets pages from the origins in ALLOWED_ORIGINS call the API with the user's session. Returns true for a
 * preflight request from such a page.
 */
function allowOrigin({ method, headers }: FastifyRequest, reply: FastifyReply, allowed: readonly string[]) {
  if (allowed.length === 0) return false
  reply.header('vary', 'Origin')
  const { origin = '' } = headers
  if (!allowed.includes(origin)) return false
  reply.headers({
    'access-control-allow-origin': origin,
    'access-control-allow-credentials': 'true',
    'access-control-expose-headers':
      'ETag, Retry-After, Content-Disposition, Idempotent-Replayed, X-XSRF-TOKEN',
  })
  if (method !== 'OPTIONS' || headers['access-control-request-method'] === undefined) return false
  reply.headers({
    'access-control-allow-methods': 'GET, POST, PUT, PATCH, DELETE',
    'access-control-allow-headers':
      'Content-Type, X-XSRF-TOKEN, Idempotency-Key, If-Match, If-None-Match, X-User, X-Background',
    'access-control-max-age': '600',
  })
  return true
}

const docs = '/api/docs'

const isDocs = (path: string) => path === docs || path.startsWith(`${docs}/`)
const isApi = (path: string) => path === '/api' || (path.startsWith('/api/') && !isDocs(path))

/** Sets the headers of a response according to the request's path, even if the URL can't be parsed. */
export function applyHeaders(request: FastifyRequest, reply: FastifyReply, settings: Settings) {
  const path = pathOf(request)
  const api = isApi(path)
  reply.headers(always)
  reply.header(
    'cross-origin-opener-policy',
    googleAt(request, settings) ? 'same-origin-allow-popups' : 'same-origin',
  )
  reply.header('referrer-policy', tokenPage.test(path) ? 'no-referrer' : 'same-origin')
  reply.header(
    'content-security-policy',
    api ? apiPolicy : isDocs(path) ? docsPolicy : pagePolicy(request, settings, null),
  )
  if (api) reply.header('cache-control', 'no-store')
  if (settings.publicUrl?.startsWith('https:'))
    reply.header('strict-transport-security', 'max-age=31536000; includeSubDomains')
}

/** Sets the headers of every response, refuses unknown hosts and answers preflight requests. */
export function setHeaders(app: FastifyInstance, settings: Settings) {
  const known = hostKnown(settings)
  app.addHook('onRequest', async (request, reply) => {
    applyHeaders(request, reply, settings)
    refuseUnknownHost(request, known)
    if (isApi(pathOf(request)) && allowOrigin(request, reply, settings.allowedOrigins))
      return await reply.code(204).send()
  })
}
