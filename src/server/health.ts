import type { FastifyInstance } from 'fastify'
import { setTimeout as pause } from 'node:timers/promises'
import type { Database } from './db.ts'

const patience = 2000

/**
 * For whoever watches the product or stands before it, outside `/api` and without a session: `/health` says that this process lives, `/ready` whether
 * it should be sent anything: 503 while the database is away, and from the moment it is told to end.
 */
export function serveHealth(app: FastifyInstance, { database, leaving }: { database: Database; leaving: () => boolean }) {
  const late = () => pause(patience, false, { ref: false })
  const there = () =>
    database.read`select 1`.then(
      () => true,
      () => false,
    )
  app.get('/health', { schema: { hide: true } }, (_request, reply) => reply.header('cache-control', 'no-store').send({ ok: true }))
  app.get('/ready', { schema: { hide: true } }, async (_request, reply) => {
    const ok = !leaving() && (await Promise.race([there(), late()]))
    return await reply
      .code(ok ? 200 : 503)
      .header('cache-control', 'no-store')
      .send({ ok })
  })
}
