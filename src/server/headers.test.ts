import { once } from 'node:events'
import { connect, type AddressInfo } from 'node:net'
import fastify from 'fastify'
import { expect, test } from 'vitest'
import type { Problem } from '#shared/problem.ts'
import { factories } from '#tests/factories.ts'
import { openWorld } from '#tests/world.ts'
import { setHeaders } from './headers.ts'
import { readSettings } from './settings.ts'

/** Tests of the host names under which the product is served (reliability B22). */

const world = await openWorld()
const published = await openWorld({ publicUrl: 'https://learn.test.example' })

test.each<[string, number]>([
  ['learn.test.example', 401],
  ['LEARN.test.example', 401],
  ['localhost:3000', 401],
  ['127.0.0.1', 401],
  ['evil.example', 421],
  ['learn.test.example.evil.example', 421],
  ['learn.test.example:8443', 421],
  ['localhost.evil.example', 421],
])('with a PUBLIC_URL, host %s gets %i', async (host, status) => {
  const answer = await published.app.inject({ url: '/api/student', headers: { host } })
  expect(answer.statusCode).toBe(status)
  expect(answer.headers['content-type']).toBe('application/problem+json; charset=utf-8')
})

const atHome = ['localhost', 'localhost:3000', '127.0.0.1:3000', '[::1]:3000']
const strangers = [
  'evil.example',
  'evil.example:3000',
  'localhost.evil.example',
  '127.0.0.1.evil.example',
  'a b',
  '[evil]',
]
test.each<[string, string[], string[]]>([
  ['localhost', atHome, [...strangers, '192.168.1.7:3000', '[fe80::1]:3000']],
  ['0.0.0.0', [...atHome, '192.168.1.7:3000', '[fe80::1]'], [...strangers, 'office-pc:3000', '999.1.1.1']],
  ['office-pc', [...atHome, 'office-pc:3000', 'OFFICE-PC', '192.168.1.7'], strangers],
])('without a PUBLIC_URL and with HOST=%s, a foreign host name is refused', async (host, known, unknown) => {
  const app = fastify()
  app.setErrorHandler((problem: Problem, _request, reply) => reply.code(problem.status).send())
  setHeaders(app, readSettings({ HOST: host }))
  app.get('/', async () => 'served')
  const statusFor = async (hostHeader: string) =>
    (await app.inject({ url: '/', headers: { host: hostHeader } })).statusCode
  for (const each of known) expect([each, await statusFor(each)]).toEqual([each, 200])
  for (const each of unknown) expect([each, await statusFor(each)]).toEqual([each, 421])
})

test('calls and sockets with an unknown or a second Host header are refused', async () => {
  const operator = await world.as(await world.database.write((db) => factories(db).staff('operator', null)))
  await world.app.listen({ port: 0, host: '127.0.0.1' })
  const { port } = world.app.server.address() as AddressInfo
  const own = `127.0.0.1:${port}`
  const statusOf = async (path: string, ...lines: string[]) => {
    const socket = connect(port, '127.0.0.1')
    socket.write(`GET ${path} HTTP/1.1\r\n${lines.join('\r\n')}\r\nCookie: ${operator.cookie}\r\n\r\n`)
    const [answer] = (await once(socket, 'data')) as [Buffer]
    socket.destroy()
    return Number(answer.toString().split(' ')[1])
  }
  const upgrade = [
    'Connection: Upgrade',
    'Upgrade: websocket',
    'Sec-WebSocket-Version: 13',
    'Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==',
  ]
  expect(await statusOf('/api/users/me', `Host: ${own}`)).toBe(200)
  expect(await statusOf('/api/users/me', 'Host: evil.example')).toBe(421)
  expect(await statusOf('/api/users/me', `Host: ${own}`, 'Host: evil.example')).toBe(400)
  expect(await statusOf('/api/live', `Host: ${own}`, `Origin: http://${own}`, ...upgrade)).toBe(101)
  expect(await statusOf('/api/live', 'Host: evil.example', 'Origin: http://evil.example', ...upgrade)).toBe(
    421,
  )
  expect(
    await statusOf('/api/live', `Host: ${own}`, 'Host: evil.example', `Origin: http://${own}`, ...upgrade),
  ).toBe(400)
})
