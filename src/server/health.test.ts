import fastify from 'fastify'
import { expect, test } from 'vitest'
import { openWorld } from '#tests/world.ts'
import { openDatabase } from './db.ts'
import { serveHealth } from './health.ts'

const world = await openWorld({ publicUrl: 'https://learn.example.com' })

test('whoever stands before it asks without a session and by any name whether it lives and is ready', async () => {
  for (const url of ['/health', '/ready']) {
    const { statusCode, body, headers } = await world.app.inject({ url, headers: { host: '10.0.0.3:3000' } })
    expect([url, statusCode, body, headers['cache-control']]).toEqual([url, 200, '{"ok":true}', 'no-store'])
  }
})

test.each([
  ['the database is away', 'postgres://nobody@127.0.0.1:1/x', false],
  ['it was told to end', world.url, true],
])('it lives but is not ready while %s', async (_, url, leaving) => {
  const [app, database] = [fastify(), openDatabase(url, { pool: 1 })]
  serveHealth(app, { database, leaving: () => leaving })
  expect((await app.inject('/ready')).statusCode).toBe(503)
  expect((await app.inject('/health')).statusCode).toBe(200)
  await Promise.all([app.close(), database.close()])
})
