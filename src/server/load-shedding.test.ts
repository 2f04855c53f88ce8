import { createServer } from 'node:http'
import { connect, type AddressInfo } from 'node:net'
import type { FastifyInstance } from 'fastify'
import { expect, test } from 'vitest'
import { factories } from '#tests/factories.ts'
import { openWorld } from '#tests/world.ts'
import { accounts } from '#features/accounts/api.ts'
import { presence } from '#features/classroom/presence/api.ts'
import { shedConnections } from './load-shedding.ts'
import { refuseLine } from './failure.ts'
import { headersBeforeRequest } from './headers.ts'

const world = await openWorld()
const students = await world.database.write(async (db) => {
  const make = factories(db)
  const { id } = await make.center()
  return [await make.student(id), await make.student(id), await make.student(id), await make.student(id)]
})
const [student] = students as [(typeof students)[number]]
type Caller = Awaited<ReturnType<typeof world.as>>

test('calls beyond the limit get 503 with Retry-After, and service recovers', async () => {
  const caller = await world.as(student)
  const many = Array.from({ length: 400 }, () => caller.call(accounts.me, {}))
  const handed = caller.call(presence.lower, {})
  const answers = await Promise.all(many)
  const refused = answers.filter(({ status }) => status === 503)
  expect(answers.filter(({ status }) => status === 200).length).toBeGreaterThanOrEqual(120)
  expect(refused.length).toBeGreaterThan(0)
  for (const { body, headers } of refused) {
    expect(body).toMatchObject({ code: 'overloaded', message: 'Please try again or contact support.' })
    expect(headers['retry-after']).toBe('1')
  }
  expect((await handed).status).toBe(204)
  expect(
    (await Promise.all(Array.from({ length: 100 }, () => caller.call(accounts.me, {})))).every(
      ({ status }) => status === 200,
    ),
  ).toBe(true)
})

test('students’ writes have a limit of their own, of which one student gets only a part', async () => {
  const flood = async (caller: Caller, calls: number) =>
    await Promise.all(Array.from({ length: calls }, () => caller.call(presence.lower, {})))
  const [one, ...others] = await Promise.all(students.map((each) => world.as(each)))
  const count = (answers: readonly { status: number }[], status: number) =>
    answers.filter((answer) => answer.status === status).length
  const alone = await flood(one as Caller, 60)
  expect(count(alone, 204)).toBe(25)
  expect(count(alone, 503)).toBe(35)
  const together = Promise.all([one as Caller, ...others].map((each) => flood(each, 25)))
  const read = (one as Caller).call(accounts.me, {})
  expect(count((await together).flat(), 204)).toBe(75)
  expect((await read).status).toBe(200)
  expect((await (one as Caller).call(presence.lower, {})).status).toBe(204)
})

async function openServer() {
  const server = createServer((_, response) => response.end('served')).listen(0, '127.0.0.1')
  await new Promise((ready) => server.once('listening', ready))
  const { port } = server.address() as AddressInfo
  const call = (words = 'GET / HTTP/1.1\r\nhost: localhost\r\n\r\n') => {
    const socket = connect(port, '127.0.0.1').setEncoding('utf8')
    socket.write(words)
    return new Promise<{ response: string; leave: () => void }>((done) =>
      socket.once('data', (response: string) => done({ response, leave: () => socket.destroy() })),
    )
  }
  return { server, call }
}

/** Checks that a raw error response has the same headers and body as any other (reliability §0.3, §d). */
function expectFailure(response: string, status: number, code: string) {
  const [head = '', body = ''] = response.split('\r\n\r\n')
  expect(head).toMatch(new RegExp(`^HTTP/1\\.1 ${status} `))
  for (const [name, value] of Object.entries(headersBeforeRequest))
    expect(head).toContain(`\r\n${name}: ${value}`)
  expect(head).toContain('\r\ncontent-type: application/problem+json; charset=utf-8')
  expect(JSON.parse(body)).toMatchObject({ status, code, message: expect.any(String) as string })
}

test('invalid requests and requests that state two lengths are refused in the usual error format', async () => {
  const { server, call } = await openServer()
  server.on('clientError', refuseLine)
  const none = await call('NONE\r\n\r\n')
  expectFailure(none.response, 400, 'malformed')
  const post = 'POST / HTTP/1.1\r\nhost: localhost\r\n'
  for (const twoEnds of [
    `${post}content-length: 4\r\ntransfer-encoding: chunked\r\n\r\n0\r\n\r\nGET /x HTTP/1.1\r\nhost: localhost\r\n\r\n`,
    `${post}content-length: 4\r\ncontent-length: 6\r\n\r\nabcdef`,
    `${post}transfer-encoding : chunked\r\n\r\n0\r\n\r\n`,
  ])
    expectFailure((await call(twoEnds)).response, 400, 'malformed')
  const long = await call(`GET / HTTP/1.1\r\nhost: localhost\r\nx: ${'x'.repeat(20_000)}\r\n\r\n`)
  expectFailure(long.response, 431, 'long_headers')
  server.close()
})

test('connections beyond the limit get 503 without being read, and later ones are served', async () => {
  const { server, call } = await openServer()
  shedConnections({ server } as FastifyInstance, 2)
  const [first, second, third] = [await call(), await call(), await call()]
  expect([first, second].map(({ response }) => response.endsWith('served'))).toEqual([true, true])
  expectFailure(third.response, 503, 'overloaded')
  expect(third.response).toContain('retry-after: 1')
  first.leave()
  const delay = new Promise((done) => setTimeout(done, 50))
  await delay
  const next = await call()
  expect(next.response.endsWith('served')).toBe(true)
  for (const { leave } of [second, third, next]) leave()
  server.close()
})
