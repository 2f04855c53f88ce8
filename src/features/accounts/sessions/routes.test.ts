import { afterAll, beforeAll, expect, test } from 'vitest'
import { WebSocket } from 'ws'
import { factories } from '#tests/factories.ts'
import { timeLimit } from '#tests/time.ts'
import { openWorld } from '#tests/world.ts'
import { accounts } from '../api.ts'
import { sessions } from './api.ts'

const world = await openWorld()
let port = 0
beforeAll(async () => {
  await world.app.listen({ port: 0, host: '127.0.0.1' })
  port = (world.app.server.address() as { port: number }).port
})
const sockets: WebSocket[] = []
afterAll(() => sockets.forEach((socket) => socket.terminate()))

const operator = () =>
  world.database.write(async (db) => {
    const of = factories(db)
    return await of.staff('operator', (await of.center()).id)
  })

test('people see where they are signed in and which session is current, but never a session’s secret', async () => {
  const someone = await operator()
  await world.as(someone)
  const caller = await world.as(someone)
  const { body } = await caller.call(sessions.list, { id: someone.id })
  expect(body).toHaveLength(2)
  expect(body.map(({ current }) => current)).toContain(true)
  expect(body[0]).toMatchObject({ browser: 'An unknown browser', address: '127.0.0.1' })
  expect(body.flatMap((each) => Object.values(each)).join()).not.toContain(
    /sid=([\w-]+)/.exec(caller.cookie)?.[1],
  )
})

test('an ended session no longer works, and its socket closes within a second', async () => {
  const someone = await operator()
  const [caller, other] = [await world.as(someone), await world.as(someone)]
  const socket = new WebSocket(`ws://127.0.0.1:${port}/api/live`, {
    headers: { cookie: other.cookie, origin: `http://127.0.0.1:${port}` },
  })
  sockets.push(socket)
  await new Promise((open) => socket.once('open', open))
  const closed = new Promise<number>((over) => socket.once('close', over))
  const there = (await caller.call(sessions.list, { id: someone.id })).body.find(({ current }) => !current)
  const began = performance.now()
  expect((await caller.call(sessions.end, { id: someone.id, session: there?._id ?? '' })).status).toBe(204)
  expect(await closed).toBe(4401)
  expect(performance.now() - began).toBeLessThan(timeLimit(1000))
  expect((await other.call(accounts.me, {})).status).toBe(401)
  expect((await caller.call(sessions.end, { id: someone.id, session: there?._id ?? '' })).status).toBe(204)
})

test('all other sessions can be ended together, without ending this one', async () => {
  const someone = await operator()
  const [caller, ...others] = [await world.as(someone), await world.as(someone), await world.as(someone)]
  expect((await caller.call(sessions.end, { id: someone.id })).status).toBe(204)
  for (const other of others) expect((await other.call(accounts.me, {})).status).toBe(401)
  expect((await caller.call(sessions.list, { id: someone.id })).body).toHaveLength(1)
})

test('only an admin can see and end other people’s sessions', async () => {
  const [someone, colleague] = [await operator(), await operator()]
  const theirs = await world.as(someone)
  const admin = await world.as(await world.database.write((db) => factories(db).staff('admin', null)))
  expect((await admin.call(sessions.list, { id: someone.id })).body).toMatchObject([{ current: false }])
  const stranger = await world.as(colleague)
  expect((await stranger.call(sessions.list, { id: someone.id })).status).toBe(404)
  expect((await stranger.call(sessions.end, { id: someone.id })).status).toBe(404)
  expect((await admin.call(sessions.end, { id: someone.id })).status).toBe(204)
  expect((await theirs.call(accounts.me, {})).status).toBe(401)
})
