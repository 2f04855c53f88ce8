import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Endpoint } from '#shared/contract.ts'
import { reach } from '#shared/permissions.ts'
import { forbidden, signedOut } from '#shared/problem.ts'
import { inRate, inStrangersRate } from './rate-limits.ts'
import { xsrfFits } from './session.ts'

/** The origins of our own pages and the key of their XSRF tokens. */
type Pages = { xsrfKey: Parameters<typeof xsrfFits>[0]; origins: readonly string[] }

/** True if a call of the endpoint may change something. */
export const unsafe = (endpoint: Endpoint) => endpoint.method !== 'GET'

/** A write without a session can't be tied to one, so it must at least come from a page of ours (reliability §0.2). */
function fromOurPages(request: FastifyRequest, { origins }: Pages) {
  const { origin, host } = request.headers
  if (origin !== undefined && origins.includes(origin)) return true
  const site = request.headers['sec-fetch-site']
  if (site !== undefined && site !== 'same-origin' && site !== 'none') return false
  return origin === undefined || origin === `http://${host}` || origin === `https://${host}`
}

/** Who? may they? is it their own page asking? — before a byte of the body is read. */
export function guard(endpoint: Endpoint, pages: Pages) {
  return (request: FastifyRequest, _reply: FastifyReply, done: (error?: Error) => void) => {
    const { actor } = request
    if (!actor) inStrangersRate(request.ip)
    if (!reach(actor?.kind ?? 'anonymous', endpoint.who)) {
      if (!actor) return done(signedOut({ device: request.wasDevice }))
      return done(forbidden())
    }
    // What a device kept for one user must not go out under the next one's session (reliability T23).
    if (request.headers['x-user'] !== undefined && request.headers['x-user'] !== actor?.id) return done(forbidden('other_user'))
    const token = request.headers['x-xsrf-token']
    const fits = !actor || !unsafe(endpoint) || xsrfFits(pages.xsrfKey, actor.session, typeof token === 'string' ? token : undefined)
    if (!fits || (unsafe(endpoint) && !fromOurPages(request, pages))) return done(forbidden('xsrf'))
    // What somebody else's page sends in vain is not counted against its victim.
    if (actor) inRate(actor, endpoint)
    done()
  }
}
