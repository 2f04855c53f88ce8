import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { accessTokenOf, accessTokensOf, wrongToken } from './access-tokens.ts'
import { batched } from './batched.ts'
import { inTime } from './db.ts'
import type { Actor } from './gate.ts'
import { countWrongToken, countUnknownToken, noteToken } from './rate-limits.ts'
import type { ServerContext } from './serve.ts'
import { sessionsOf, setXsrfCookie, sha256, tokenOf, wasDevice, xsrfFits } from './session.ts'
import type { Settings } from './settings.ts'

declare module 'fastify' {
  interface FastifyRequest {
    actor: Actor | null
    /** True if the session's last recorded use is so long ago that its idle limit should be extended now. */
    sessionStale: boolean
    /** True if the cookie belongs to a device's session that has ended. */
    wasDevice: boolean
  }
}

/**
 * Identifies the caller of each API request by its access token or session cookie. Throws 401 for an invalid
 * access token; an invalid session leaves `actor` null. On reads with a session, also sets the XSRF cookie
 * that the page needs for writes, unless it has a valid one. `guard` checks the XSRF token of each write.
 */
export function identifyCallers(
  app: FastifyInstance,
  { database, secure, xsrfKey, origins }: ServerContext,
  settings: Settings,
) {
  app.decorateRequest('actor', null)
  app.decorateRequest('sessionStale', false)
  app.decorateRequest('wasDevice', false)
  const find = batched((tokens) => sessionsOf(database.read, tokens, settings))
  const findToken = batched((tokens) => accessTokensOf(database.read, tokens, settings))
  async function identifyProgram(request: FastifyRequest, reply: FastifyReply, token: string) {
    const hash = sha256(token).toString('hex')
    countUnknownToken(hash, request.ip)
    const found = await inTime(findToken(token))
    noteToken(hash, found !== undefined)
    if (!found) {
      reply.header('www-authenticate', 'Bearer error="invalid_token"')
      countWrongToken(request.ip)
      throw wrongToken()
    }
    request.actor = found.actor
    request.sessionStale = found.stale
  }
  app.addHook('onRequest', async (request, reply) => {
    if (!request.url.startsWith('/api/')) return
    const accessToken = accessTokenOf(request)
    // A program's call has the rights of its token, even if a browser also sends a session cookie.
    if (accessToken) return await identifyProgram(request, reply, accessToken)
    const token = tokenOf(request, secure)
    if (!token) return
    const hash = sha256(token).toString('hex')
    countUnknownToken(hash, request.ip)
    const session = (await inTime(find(token))) ?? null
    noteToken(hash, session !== null)
    request.actor = session?.actor ?? null
    request.sessionStale = session?.stale ?? false
    if (!session) {
      request.wasDevice = await wasDevice(database.read, token)
      return
    }
    if (request.method !== 'GET') return
    const known = request.cookies['XSRF-TOKEN']
    const xsrf = xsrfFits(xsrfKey, session.actor.session, known)
      ? known
      : setXsrfCookie(reply, xsrfKey, session.actor.session, secure)
    // Pages from allowed origins can't read our cookies, so they get the token in a header that only they can
    // read.
    if (origins.includes(request.headers.origin ?? '')) reply.header('x-xsrf-token', xsrf)
  })
}
