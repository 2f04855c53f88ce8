import type { FastifyInstance } from 'fastify'
import { Temporal } from 'temporal-polyfill'
import type { Settings } from './settings.ts'

/** Number of days for which the file counts as up to date. RFC 9116 recommends less than a year. */
const validDays = 180

/**
 * Serves `/.well-known/security.txt` (RFC 9116), which tells researchers where to report a vulnerability.
 * Without SECURITY_CONTACT, there is no such file.
 */
export function serveSecurityTxt(app: FastifyInstance, { securityContact, publicUrl }: Settings) {
  if (!securityContact) return
  app.get('/.well-known/security.txt', { schema: { hide: true } }, (_request, reply) => {
    const expires = Temporal.Now.instant()
      .add({ hours: 24 * validDays })
      .toString({ smallestUnit: 'second' })
    const lines = [
      `Contact: ${securityContact}`,
      `Expires: ${expires}`,
      'Preferred-Languages: en',
      ...(publicUrl ? [`Canonical: ${new URL('/.well-known/security.txt', publicUrl).href}`] : []),
    ]
    return reply
      .header('cache-control', 'max-age=86400')
      .type('text/plain; charset=utf-8')
      .send(`${lines.join('\n')}\n`)
  })
}
