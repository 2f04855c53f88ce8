import type { FastifyInstance } from 'fastify'
import { setTimeout as pause } from 'node:timers/promises'
import type { Database } from './db.ts'

const patience = 2000

/**
 * Once this process is shutting down, makes each response the last one on its connection (reliability F13).
 * This way, a load balancer doesn't send a request on a connection that is about to close, and an open
 * connection doesn't delay the shutdown.
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
 * Serves health checks outside `/api` and without a session. `/health` answers while this process is alive.
 * `/ready` answers 503 when the process shouldn't get requests: while the database is unavailable or takes
 * longer than `patience` ms to answer, and from the start of a shutdown.
 */
export function serveHealth(
  app: FastifyInstance,
  { database, leaving }: { database: Database; leaving: () => boolean },
) {
  endLines(app, leaving)
  const late = () => pause(patience, false, { ref: false })
  const there = () =>
    database.read`select 1`.then(
      () => true,
      () => false,
    )
  app.get('/health', { schema: { hide: true } }, (_request, reply) =>
    reply.header('cache-control', 'no-store').send({ ok: true }),
  )
  app.get('/ready', { schema: { hide: true } }, async (_request, reply) => {
    const ok = !leaving() && (await Promise.race([there(), late()]))
    return await reply
      .code(ok ? 200 : 503)
      .header('cache-control', 'no-store')
      .send({ ok })
  })
}
