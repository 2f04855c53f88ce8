import { setImmediate as nextTurn, setTimeout as pause } from 'node:timers/promises'
import { once } from 'node:events'
import { Agent, get, type IncomingMessage } from 'node:http'
import { type AddressInfo, connect } from 'node:net'
import fastify from 'fastify'
import { expect, test } from 'vitest'
import { listen } from './listen.ts'

/** Number of connections, enough that each listening socket gets some. */
const many = 64

/** Starts a server whose responses wait for `ready`. Returns its port and the number of requests so far. */
async function start(ready: Promise<void>) {
  const app = fastify({ forceCloseConnections: 'idle' })
  let arrived = 0
  app.get('/', async () => {
    arrived += 1
    await ready
    return 'done'
  })
  app.addHook('onSend', async (_, reply) => void reply.header('connection', 'close'))
  await listen(app, { port: 0, host: '127.0.0.1' })
  return { app, port: (app.server.address() as AddressInfo).port, arrived: () => arrived }
}

const status = (port: number) =>
  new Promise<number | string>((done) => {
    get({ port, host: '127.0.0.1', agent: new Agent() }, (response: IncomingMessage) => {
      response.resume().on('end', () => done(response.statusCode as number))
    }).on('error', (error: NodeJS.ErrnoException) => done(error.code as string))
  })

test('a closing server answers the requests in progress on all of its sockets, and accepts no more', async () => {
  const { promise: ready, resolve } = Promise.withResolvers<void>()
  const { app, port, arrived } = await start(ready)
  const answers = Array.from({ length: many }, () => status(port))
  while (arrived() < many) await pause(5)
  let hasClosed = false
  const closed = app.close().then(() => (hasClosed = true))
  await pause(50)
  expect(hasClosed).toBe(false)
  expect(await status(port)).toBe('ECONNREFUSED')
  resolve()
  expect(new Set(await Promise.all(answers))).toEqual(new Set([200]))
  await closed
})

test('a connection on which nobody has sent a request doesn’t keep a server from closing', async () => {
  const { app, port } = await start(Promise.resolve())
  const silent = connect(port, '127.0.0.1').on('error', () => {})
  await once(silent, 'connect')
  expect(await status(port)).toBe(200)
  await app.close()
  if (!silent.closed) await once(silent, 'close')
})

const distributes = process.platform === 'linux'
test.runIf(distributes)('a turn of the event loop accepts several connections', async () => {
  const count = 400
  const { app, port, arrived } = await start(Promise.resolve())
  const answers = Array.from({ length: count }, () => status(port))
  let turns = 0
  while (arrived() < count) {
    turns += 1
    await nextTurn()
  }
  await Promise.all(answers)
  await app.close()
  expect(turns).toBeLessThan(count / 2)
})
