import fastify from 'fastify'
import { expect, test } from 'vitest'
import { timeLimit } from '#tests/time.ts'
import { openWorld } from '#tests/world.ts'
import { openDatabase } from './db.ts'
import { serveHealth } from './health.ts'

const world = await openWorld({ publicUrl: 'https://learn.example.com' })

test('the health and readiness checks need neither a session nor a known host name', async () => {
  for (const url of ['/health', '/ready']) {
    const { statusCode, body, headers } = await world.app.inject({ url, headers: { host: '10.0.0.3:3000' } })
    expect([url, statusCode, body, headers['cache-control']]).toEqual([url, 200, '{"ok":true}', 'no-store'])
  }
})

test.each([
  ['the database is unavailable', 'postgres://nobody@127.0.0.1:1/x', false],
  ['it is shutting down', world.url, true],
])('the server is alive but not ready while %s', async (_, url, leaving) => {
  const [app, database] = [fastify(), openDatabase(url, { pool: 1 })]
  serveHealth(app, { database, leaving: () => leaving })
  expect((await app.inject('/ready')).statusCode).toBe(503)
  expect((await app.inject('/health')).statusCode).toBe(200)
  await Promise.all([app.close(), database.close()])
})

test('requests during shutdown are answered with connection: close and do not delay it', async () => {
  const app = fastify({ forceCloseConnections: 'idle', return503OnClosing: false, keepAliveTimeout: 10_000 })
  serveHealth(app, { database: world.database, leaving: () => false })
  const { promise: mayEnd, resolve: end } = Promise.withResolvers<void>()
  app.addHook('preClose', () => mayEnd)
  const { promise: mayAnswer, resolve: answer } = Promise.withResolvers<void>()
  app.get('/', () => 'ok')
  app.get('/slow', () => mayAnswer.then(() => 'slow'))
  const address = await app.listen({ port: 0, host: '127.0.0.1' })
  const request = async (path: string) => {
    const { status, headers } = await fetch(address + path)
    return [status, headers.get('connection')]
  }
  expect(await request('/')).toEqual([200, 'keep-alive'])
  const slow = request('/slow')
  await request('/')
  const closed = app.close()
  expect(await request('/')).toEqual([200, 'close'])
  end()
  answer()
  expect(await slow).toEqual([200, 'close'])
  const began = performance.now()
  await closed
  expect(performance.now() - began).toBeLessThan(timeLimit(1000))
})
