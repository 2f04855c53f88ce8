import type { FastifyInstance } from 'fastify'
import { setTimeout as pause } from 'node:timers/promises'
import type { Database } from './db.ts'

const patience = 2000

/**
 * Once this process is to end, each answer is the last one on its line (reliability F13): a balancer that keeps lines asks on none that is about to
 * close, and no line that was just in use keeps the process waiting until it has been quiet for long.
 */
function endLines(app: FastifyInstance, leaving: () => boolean) {
  let closing = false
  app.addHook('preClose', (done) => {
    closing = true
    done()
  })
  app.addHook('onSend', (_request, reply, payload, done) => {
    if (closing || leaving()) reply.header('connection', 'close')
    done(null, payload)
  })
}

/**
 * For whoever watches the product or stands before it, outside `/api` and without a session: `/health` says that this process lives, `/ready` whether
 * it should be sent anything: 503 while the database is away, and from the moment it is told to end, when its lines end too.
 */
export function serveHealth(app: FastifyInstance, { database, leaving }: { database: Database; leaving: () => boolean }) {
  endLines(app, leaving)
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
