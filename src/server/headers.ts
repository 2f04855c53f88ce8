import type { FastifyInstance, FastifyRequest } from 'fastify'
import { Problem } from '#shared/problem.ts'
import type { Settings } from './settings.ts'

/** What every answer carries, errors included (reliability §0.3). */
const always = {
  'x-content-type-options': 'nosniff',
  'cross-origin-opener-policy': 'same-origin',
  'cross-origin-resource-policy': 'same-origin',
  'permissions-policy': 'camera=(), microphone=(), geolocation=()',
}

function pagePolicy({ contentUrl, googleClientId, googleScriptUrl, googleIssuer }: Settings) {
  const google = googleClientId ? ` ${new URL(googleScriptUrl).origin} ${new URL(googleIssuer).origin}` : ''
  return [
    "default-src 'none'",
    `script-src 'self'${google}`,
    // The component library sets its colours in a style element of its own.
    "style-src 'self' 'unsafe-inline'",
    `img-src 'self' blob: data:${contentUrl ? ` ${new URL(contentUrl).origin}` : ''}`,
    "font-src 'self'",
    `connect-src 'self'${google}`,
    "manifest-src 'self'",
    "worker-src 'self'",
    google ? `frame-src${google}` : "frame-src 'none'",
    "form-action 'self'",
    "base-uri 'none'",
    "object-src 'none'",
    "frame-ancestors 'none'",
  ].join('; ')
}

/** Reset and setup pages carry their token in the address, so they never tell where a reader came from. */
const tokenPage = /^\/(password-reset|setup)\b/

const longestAddress = 4096
/** A balancer asks by a number, not by a name. */
const forWatchers = ['/health', '/ready']
const thisMachine = /^(localhost|127\.0\.0\.1|\[::1\])(:\d+)?$/

/**
 * Refuses addresses that are none of ours before anything else is read (reliability B19, B22). Once PUBLIC_URL says how the product is
 * called, another name for it is a mistake or somebody else's page in disguise.
 */
function refuseStrangeAddress({ url, headers: { host = '' } }: FastifyRequest, hosts: readonly string[] | null) {
  if (url.length > longestAddress) throw new Problem(414, 'long_address', 'This address is too long.')
  if (hosts && !hosts.includes(host.toLowerCase()) && !thisMachine.test(host) && !forWatchers.includes(url))
    throw new Problem(421, 'unknown_host', 'Nothing is served under this name.')
}

/** Puts the headers on every answer, and refuses strange addresses. */
export function setHeaders(app: FastifyInstance, settings: Settings) {
  const { publicUrl, host, port } = settings
  const hosts = publicUrl ? [new URL(publicUrl).host, `${host}:${port}`.toLowerCase()] : null
  const policy = pagePolicy(settings)
  const https = settings.publicUrl?.startsWith('https:') ?? false
  app.addHook('onRequest', async (request, reply) => {
    const api = request.url.startsWith('/api/') && !request.url.startsWith('/api/docs')
    reply.headers(always)
    reply.header('referrer-policy', tokenPage.test(request.url) ? 'no-referrer' : 'same-origin')
    reply.header('content-security-policy', api ? "default-src 'none'; frame-ancestors 'none'" : policy)
    if (api) reply.header('cache-control', 'no-store')
    if (https) reply.header('strict-transport-security', 'max-age=31536000; includeSubDomains')
    refuseStrangeAddress(request, hosts)
  })
}
