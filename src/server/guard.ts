import type { FastifyReply, FastifyRequest } from 'fastify'
import { type Endpoint, reachOfCall } from '#shared/contract.ts'
import { forbidden, signedOut } from '#shared/problem.ts'
import { type Actor, has } from './gate.ts'
import { countCall, countAnonymousCall } from './rate-limits.ts'
import { xsrfFits } from './session.ts'

/** Origins of our own pages and the key that signs their XSRF tokens. */
type Pages = { xsrfKey: Parameters<typeof xsrfFits>[0]; origins: readonly string[] }

/** True if a call to the endpoint may change something. */
export const unsafe = (endpoint: Endpoint) => endpoint.method !== 'GET'

/**
 * True unless the request's headers show that a page of another site sent it. A write without a session has
 * no XSRF token, so it must pass at least this check (reliability §0.2).
 */
function fromOurPages(request: FastifyRequest, { origins }: Pages) {
  const { origin, host } = request.headers
  if (origin !== undefined && origins.includes(origin)) return true
  const site = request.headers['sec-fetch-site']
  if (site !== undefined && site !== 'same-origin' && site !== 'none') return false
  return origin === undefined || origin === `http://${host}` || origin === `https://${host}`
}

const mayCall = (actor: Actor | null, endpoint: Endpoint) =>
  reachOfCall(actor?.kind ?? 'anonymous', endpoint) !== null && (!actor || has(actor, endpoint.who))

/**
 * Returns the hook that checks the caller, their permission and, for writes, that the request doesn't come
 * from another site's page. It also counts the call toward the rate limits. All of this happens before the
 * body is read.
 */
export function guard(endpoint: Endpoint, pages: Pages) {
  return (request: FastifyRequest, _reply: FastifyReply, done: (error?: Error) => void) => {
    const { actor } = request
    if (!actor) countAnonymousCall(request.ip)
    if (!mayCall(actor, endpoint)) {
      if (!actor) return done(signedOut({ device: request.wasDevice }))
      return done(forbidden())
    }
    // Requests that a device queued for one user must not be sent in the next user's session (reliability
    // T23).
    if (request.headers['x-user'] !== undefined && request.headers['x-user'] !== actor?.id)
      return done(forbidden('other_user'))
    // No page of another site can send an access token, because the header needs our permission (CORS).
    if (actor?.kind === 'tokens') {
      countCall(actor, endpoint)
      return done()
    }
    const token = request.headers['x-xsrf-token']
    const fits =
      !actor ||
      !unsafe(endpoint) ||
      xsrfFits(pages.xsrfKey, actor.session, typeof token === 'string' ? token : undefined)
    if (!fits || (unsafe(endpoint) && !fromOurPages(request, pages))) return done(forbidden('xsrf'))
    // Forged requests from another site don't count toward the limits of the user they target.
    if (actor) countCall(actor, endpoint)
    done()
  }
}
