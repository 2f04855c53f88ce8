import { fork } from 'node:child_process'
import type { Worker } from 'node:cluster'
import { once } from 'node:events'
import { v7 as newId } from 'uuid'
import { beforeEach, expect, test } from 'vitest'
import { accounts } from '#features/accounts/api.ts'
import { people } from '#features/accounts/people/api.ts'
import { passwords } from '#features/accounts/passwords/api.ts'
import { factories } from '#tests/factories.ts'
import { openWorld } from '#tests/world.ts'
import { freePort } from './free-port.ts'
import { openDatabase } from './db.ts'
import { serveMetrics } from './metrics-port.ts'

const world = await openWorld({ logLevel: 'info' })
let lines: string[] = []
const stream = Object.getOwnPropertySymbols(world.app.log).find(
  ({ description }) => description === 'pino.stream',
)
Object.assign(world.app.log, { [stream as symbol]: { write: (line: string) => lines.push(line) } })
beforeEach(() => {
  lines = []
})
const entries = () => lines.map((line) => JSON.parse(line) as Record<string, unknown>)

test('each request is logged as one line with route, status, duration and user id', async () => {
  const person = await world.database.write(async (db) => await factories(db).staff('admin', null))
  const caller = await world.as(person)
  lines = []
  const { headers } = await caller.call(
    accounts.me,
    {},
    { headers: { 'x-request-id': 'mine', 'request-id': 'mine' } },
  )
  expect(entries()).toMatchObject([
    {
      level: 30,
      msg: 'answered',
      method: 'GET',
      route: '/api/users/me',
      status: 200,
      user: person.id,
      kind: 'admin',
      ms: expect.any(Number) as number,
      time: expect.stringMatching(/^\d{4}-\d\d-\d\dT[\d:.]+Z$/) as string,
    },
  ])
  expect(headers['x-request-id']).toMatch(/^[\da-f-]{36}$/)
  expect(entries()[0]?.['requestId']).toBe(headers['x-request-id'])
})

test('a refusal has the same request id in the header, the body and the log', async () => {
  const answer = await world.app.inject({ url: '/api/nowhere?email=ann@test.example\n{"level":"forged"}' })
  const { requestId } = answer.json<{ requestId: string }>()
  expect(requestId).toBe(answer.headers['x-request-id'])
  expect(entries()).toMatchObject([{ requestId, status: 404, route: '(none)' }])
  expect(lines.join('')).not.toMatch(/ann@|forged/)
})

test('a refused sign-in or access is logged as a warning with ids only, but an empty email or an unknown path is not', async () => {
  const [nobody, person] = [
    await world.as(null),
    await world.database.write(async (db) => await factories(db).staff('operator', null)),
  ]
  const caller = await world.as(person)
  lines = []
  await nobody.call(accounts.login, { email: 'zqmail@test.example', password: 'zqpassword' })
  await nobody.call(accounts.me, {})
  await caller.call(people.list, {})
  await caller.call(accounts.user, { id: newId() })
  await caller.call(accounts.logout, {}, { headers: { 'x-xsrf-token': 'zqforged' } })
  await nobody.call(accounts.login, { email: '', password: 'zqpassword' })
  await world.app.inject('/api/nowhere')
  const [user, kind] = [person.id, 'operator']
  expect(entries().filter(({ level }) => level === 40)).toMatchObject([
    { msg: 'refused', route: '/api/login', status: 401, code: 'wrong_credentials' },
    { msg: 'refused', route: '/api/users', status: 403, code: 'forbidden', user, kind },
    { msg: 'refused', route: '/api/users/:id', status: 404, code: 'not_found', user, kind },
    { msg: 'refused', route: '/api/logout', status: 403, user, kind },
  ])
  expect(lines.join('')).not.toContain('zq')
})

test('a flood of refused calls is logged as a few lines and then a count', async () => {
  const [nobody, person] = [
    await world.as(null),
    await world.database.write(async (db) => await factories(db).staff('operator', null)),
  ]
  const caller = await world.as(person)
  lines = []
  for (let n = 0; n < 300; n += 1) {
    await nobody.call(passwords.reset, { token: `zq${n}`, password: 'a password that is long' })
    await caller.call(accounts.user, { id: newId() })
  }
  expect(entries().filter(({ msg, level }) => msg === 'refused' && level === 40)).toHaveLength(20)
  expect(entries().filter(({ msg, level }) => msg === 'refused' && level === 30).length).toBeLessThanOrEqual(
    40,
  )
  // A signed-in caller still gets an `info` line for each request.
  const logged = lines.filter((line) => !line.includes(person.id))
  expect(logged.join('').length).toBeLessThan(40_000)
  world.app.limitedLog.end()
  expect(entries()).toContainEqual(
    expect.objectContaining({ level: 40, code: 'not_found', more: 280, msg: 'refused, and 280 more' }),
  )
})

test('a slow statement is logged with placeholders instead of its values', async () => {
  const slow: [statement: string, ms: number][] = []
  const database = openDatabase(world.url, { pool: 1, slow: (...words) => slow.push(words) })
  const secret = 'zqname'
  await database.read`select pg_sleep(0.01), ${secret}::text`
  expect(slow).toEqual([])
  const part = database.read`${secret}::text as name`
  await database.read`select pg_sleep(${1.01}), ${part}`
  await database.write((db) => db`select pg_sleep(${1.01}), ${secret}::text as other`)
  expect(slow.map(([statement]) => statement)).toEqual([
    'select pg_sleep(?), ?',
    'select pg_sleep(?), ?::text as other',
  ])
  for (const [, ms] of slow) expect(ms).toBeGreaterThanOrEqual(1000)
  await database.close()
})

test('a failed job is logged with its name but not its payload', async () => {
  await world.database
    .single`select graphile_worker.add_job('complete-work', '{"id":"zqnobody","centerId":"x","center":"x"}')`
  await expect
    .poll(() => entries().find(({ msg }) => msg === 'job failed'))
    .toMatchObject({
      level: 40,
      job: 'complete-work',
      attempt: 1,
      err: { code: '22P02', message: '' },
    })
  expect(lines.join('')).not.toContain('zqnobody')
})

test('metrics are served even if a worker was killed and the database is unavailable', async () => {
  const worker = fork('-e', [], { execArgv: [], stdio: 'ignore' })
  worker.kill('SIGKILL')
  await once(worker, 'exit')
  const port = await freePort()
  await serveMetrics({
    host: '127.0.0.1',
    port,
    databaseUrl: 'postgres://nobody@127.0.0.1:1/none',
    workers: () => [worker as unknown as Worker],
  })
  expect(await (await fetch(`http://127.0.0.1:${port}/metrics`)).text()).toContain(
    '\nblended_database_up 0\n',
  )
})
