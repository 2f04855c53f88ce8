import { beforeEach, describe, expect, test } from 'vitest'
import { accounts } from '#features/accounts/api.ts'
import { people } from '#features/accounts/people/api.ts'
import { attendance } from '#features/attendance/api.ts'
import { attendanceHistory } from '#features/attendance/history/api.ts'
import { archive } from '#features/centers/archive/api.ts'
import { centers } from '#features/centers/api.ts'
import { audit } from '#features/history/audit/api.ts'
import { histories } from '#features/history/api.ts'
import { students } from '#features/students/api.ts'
import { reachOfCall } from '#shared/contract.ts'
import { type Permission, permissions, reach } from '#shared/permissions.ts'
import { nameOf } from '#tests/examples.ts'
import { factories } from '#tests/factories.ts'
import { openWorld, type SomeoneKnown, today } from '#tests/world.ts'
import { tokens } from './api.ts'
import { type ScopeName, scopeNames } from './scopes.ts'

const world = await openWorld()
const { database, app } = world

function makeCast() {
  return database.write(async (db) => {
    const make = factories(db)
    const { id: centerId } = await make.center()
    const other = await make.center()
    const manager = await make.staff('manager', centerId)
    const klass = await make.klass(centerId, { day: 2, time: '16:30' })
    const student = await make.student(centerId)
    await make.place(klass, student.id)
    return {
      centerId,
      elsewhere: other.id,
      stranger: await make.student(other.id),
      admin: await make.staff('admin', null),
      manager,
      operator: await make.staff('operator', centerId),
      rival: await make.staff('manager', other.id),
      klass,
      student,
      all: await make.token(centerId, manager.id),
    }
  })
}
let cast: Awaited<ReturnType<typeof makeCast>>
beforeEach(async () => {
  cast = await makeCast()
})

const none = '00000000-0000-7000-8000-000000000000'
const program = (token: string) => world.as({ id: '', kind: 'tokens', token })
const only = async (...scopes: ScopeName[]) =>
  await program(
    (await database.write((db) => factories(db).token(cast.centerId, cast.manager.id, scopes))).token,
  )
const statusOf = async (token: string) =>
  (await (await program(token)).call(centers.one, { centerId: cast.centerId })).status
const readCenter = (headers: Partial<Record<string, string>>, query = '') =>
  app.inject({ url: `/api/centers/${encodeURIComponent(cast.centerId)}${query}`, headers })

describe('a manager', () => {
  test('creates a working token that is shown only once and then listed without its text', async () => {
    const { centerId } = cast
    const manager = await world.as(cast.manager)
    const input = {
      centerId,
      name: ' Books <& more> ',
      scopes: ['students.read', 'students.read'] as ScopeName[],
    }
    const headers = { 'idempotency-key': 'the-same-key' }
    const made = await manager.call(tokens.create, input, { headers })
    expect([made.status, made.body]).toMatchObject([
      201,
      {
        name: 'Books &lt;& more&gt;',
        scopes: ['students.read'],
        state: 'active',
        usedAt: null,
        token: expect.stringMatching(/^bl_[\w-]{43}$/) as string,
      },
    ])
    const token = made.body.token ?? ''
    const days = (Date.parse(made.body.expiresAt) - Date.parse(made.body.createdAt)) / 86_400_000
    expect(days).toBeCloseTo(365, 1)
    expect((await manager.call(tokens.create, input, { headers })).body.token).toBeNull()
    const reader = await program(token)
    expect((await reader.call(students.list, { centerId })).body).toMatchObject({ count: 1 })
    const list = await manager.call(tokens.list, { centerId })
    expect(list.body.map(({ name }) => name)).toEqual(['Books &lt;& more&gt;', cast.all.name])
    expect(list.text).not.toContain(token)
    const rows = await database.read`select row_to_json(t)::text as row from access_tokens t
      union all select row_to_json(a)::text from audit a union all select row_to_json(c)::text from answered_calls c`
    expect(JSON.stringify(rows)).not.toContain(token.slice(3))
  })

  test('revokes a token, which gets 401 from then on; revoking it again changes nothing', async () => {
    const { centerId, all } = cast
    const manager = await world.as(cast.manager)
    expect(await statusOf(all.token)).toBe(200)
    for (const _ of [1, 2])
      expect((await manager.call(tokens.revoke, { centerId, id: all.id })).status).toBe(204)
    expect(await statusOf(all.token)).toBe(401)
    expect((await manager.call(tokens.list, { centerId })).body).toMatchObject([{ state: 'revoked' }])
    const trail = await database.read`select action from audit where entity_id = ${all.id}`
    expect(trail).toEqual([{ action: 'integrations.revokeToken' }])
  })

  test('must enter the password again before creating a token, unless it was entered recently', async () => {
    const manager = await world.as(cast.manager)
    await database.single`update sessions set proven_at = now() - interval '1 hour' where person_id = ${cast.manager.id}`
    const input = { centerId: cast.centerId, name: 'Late', scopes: ['centers.read'] as ScopeName[] }
    expect((await manager.call(tokens.create, input)).body).toMatchObject({ status: 403, code: 'reauth' })
  })

  test.each<[string, object, number]>([
    ['no name', { name: ' ' }, 422],
    ['no permission', { scopes: [] }, 422],
    ['a permission that tokens can’t have', { scopes: ['users.invite'] }, 400],
    ['an unknown permission', { scopes: ['everything'] }, 400],
    ['a lifetime of more than a year', { days: 366 }, 422],
    ['a lifetime of no days', { days: 0 }, 422],
    ['an unknown field', { center: 'Other' }, 400],
  ])('can’t create a token with %s', async (_, raw, status) => {
    const manager = await world.as(cast.manager)
    const whole = { name: 'Books', scopes: ['centers.read'], days: 30, ...raw }
    const input = { centerId: cast.centerId, name: '', scopes: [] }
    expect((await manager.call(tokens.create, input, { raw: whole })).status).toBe(status)
  })

  test('can have at most 50 active tokens, even if they are created at the same moment', async () => {
    await database.write(async (db) => {
      for (let n = 0; n < 46; n += 1) await factories(db).token(cast.centerId, cast.manager.id)
    })
    const manager = await world.as(cast.manager)
    const createToken = (n: number) =>
      manager.call(tokens.create, { centerId: cast.centerId, name: `No. ${n}`, scopes: ['centers.read'] })
    const answers = await Promise.all([1, 2, 3, 4, 5, 6].map(createToken))
    expect(answers.map(({ status }) => status).toSorted()).toEqual([201, 201, 201, 409, 409, 409])
  })

  test('of another center can neither see nor revoke a token', async () => {
    const { centerId, elsewhere, all } = cast
    const rival = await world.as(cast.rival)
    expect((await rival.call(tokens.list, { centerId })).status).toBe(404)
    expect((await rival.call(tokens.revoke, { centerId, id: all.id })).status).toBe(404)
    expect((await rival.call(tokens.revoke, { centerId: elsewhere, id: all.id })).status).toBe(404)
    expect((await (await world.as(cast.operator)).call(tokens.list, { centerId })).status).toBe(403)
    expect(await statusOf(all.token)).toBe(200)
  })
})

describe('an access token', () => {
  test.each(scopeNames)('with only %s may make exactly the calls of that permission', async (scope) => {
    const { token } = await database.write((db) =>
      factories(db).token(cast.centerId, cast.manager.id, [scope]),
    )
    const allowed: string[] = []
    for (const endpoint of app.endpoints) {
      const url = `/api${endpoint.path.replaceAll(/:\w+/g, none)}`
      const headers = { authorization: `Bearer ${token}` }
      const { statusCode } = await app.inject({ method: endpoint.method, url, headers })
      if (statusCode !== 403) allowed.push(nameOf(endpoint))
    }
    const wanted = app.endpoints.filter((each) => each.who === scope && reachOfCall('tokens', each))
    expect(wanted).not.toEqual([])
    expect(allowed).toEqual(wanted.map(nameOf))
  })

  test('can have exactly the permissions that the permission table allows for programs', () => {
    const rows = (Object.keys(permissions) as Permission[]).filter((row) => reach('tokens', row))
    expect([...scopeNames].toSorted()).toEqual(rows.toSorted())
    // Managers create tokens, and can't grant permissions that they don't have.
    expect(rows.filter((row) => !reach('manager', row))).toEqual([])
  })

  test('can’t read skills, mistakes, work or learning material', () => {
    const learning = [
      'mastery',
      'practice',
      'grading',
      'questions',
      'material',
      'exchange',
      'printing',
      'goals',
    ]
    const calls = app.endpoints.filter(({ feature }) => learning.includes(feature))
    expect(new Set(calls.map(({ feature }) => feature)).size).toBe(learning.length)
    expect(calls.filter((each) => reachOfCall('tokens', each)).map(nameOf)).toEqual([])
  })

  test('can access only its own center and that center’s students', async () => {
    const { elsewhere, stranger, all } = cast
    const caller = await program(all.token)
    expect((await caller.call(centers.one, { centerId: elsewhere })).status).toBe(404)
    expect((await caller.call(students.one, { centerId: elsewhere, studentId: stranger.id })).status).toBe(
      404,
    )
    expect(
      (await caller.call(students.one, { centerId: cast.centerId, studentId: stranger.id })).status,
    ).toBe(404)
  })

  test('can take attendance, and the history names the token', async () => {
    const { centerId, klass, student, all } = cast
    const caller = await program(all.token)
    const marks = [{ studentId: student.id, mark: 'absent' as const }]
    const taken = await caller.call(attendance.take, { centerId, classId: klass.id, on: today, marks })
    expect(taken.status).toBe(201)
    const ofMark = { centerId, id: taken.body[0]?._id ?? '' }
    const made = await (await world.as(cast.manager)).call(attendanceHistory.corrections, ofMark)
    expect(made.body).toMatchObject([{ by: 'Another program' }])
    const manager = await world.as(cast.manager)
    const { body } = await manager.call(histories.of, { centerId, of: klass.id, on: today })
    expect(body.history[0]?.sentence).toContain(`Access token “${all.name}” marked`)
    const admin = await world.as(cast.admin)
    expect((await admin.call(audit.list, { by: all.name })).body.entries).toMatchObject([
      { by: `Access token “${all.name}”`, device: '', action: 'attendance.take' },
    ])
  })

  test('can’t access files, live updates or accounts', async () => {
    const { centerId, all } = cast
    const caller = await program(all.token)
    expect((await caller.call(accounts.me, {})).status).toBe(403)
    expect((await caller.call(people.staffFile, { centerId })).status).toBe(403)
    expect((await caller.call(tokens.list, { centerId })).status).toBe(403)
    for (const url of ['/api/live', '/api/docs/json', '/api/docs'])
      expect((await app.inject({ url, headers: { authorization: `Bearer ${all.token}` } })).statusCode).toBe(
        403,
      )
  })

  test('leaves an entry in the access log when it reads a student’s record, even in the background', async () => {
    const { centerId, student, all } = cast
    const caller = await program(all.token)
    const headers = { 'x-background': '1' }
    await caller.call(students.one, { centerId, studentId: student.id }, { headers })
    const seen = () =>
      database.read`select person_id, how from access_log where student_id = ${student.id} and how = 'token'`
    await expect.poll(seen).toEqual([{ personId: cast.manager.id, how: 'token' }])
    const used = () => database.read`select 1 from access_tokens where id = ${all.id} and used_at is not null`
    await expect.poll(async () => (await used()).length).toBe(1)
  })

  test('shows the hour of its last call, which is stored only once an hour', async () => {
    const { centerId, all } = cast
    const used = async () =>
      (await (await world.as(cast.manager)).call(tokens.list, { centerId })).body[0]?.usedAt ?? null
    expect(await used()).toBeNull()
    await statusOf(all.token)
    await expect.poll(used).toMatch(/:00:00/)
    const [before] = await database.read`select xmin::text as x from access_tokens where id = ${all.id}`
    for (const _ of [1, 2, 3]) await statusOf(all.token)
    const [after] = await database.read`select xmin::text as x from access_tokens where id = ${all.id}`
    expect(after).toEqual(before)
  })

  test.each<[string, () => Promise<unknown>]>([
    [
      'it has expired',
      () => database.single`update access_tokens set expires_at = now() where id = ${cast.all.id}`,
    ],
    [
      'its creator was made an operator',
      () => database.single`update people set role = 'operator' where id = ${cast.manager.id}`,
    ],
    [
      'its creator left the center',
      () => database.single`update staff set active = false where person_id = ${cast.manager.id}`,
    ],
    [
      'its creator’s account was closed',
      () => database.single`update people set disabled_at = now() where id = ${cast.manager.id}`,
    ],
    [
      'its center was archived',
      async () => (await world.as(cast.admin)).call(archive.set, { centerId: cast.centerId, archived: true }),
    ],
  ])('gets 401 once %s', async (_, end) => {
    expect(await statusOf(cast.all.token)).toBe(200)
    await end()
    expect(await statusOf(cast.all.token)).toBe(401)
  })

  test('is listed as stopped while its creator is no longer at the center, and works again once they return', async () => {
    const { centerId } = cast
    await database.single`update staff set active = false where person_id = ${cast.manager.id}`
    const list = async () => (await (await world.as(cast.admin)).call(tokens.list, { centerId })).body
    expect(await list()).toMatchObject([{ state: 'stopped' }])
    await database.single`update staff set active = true where person_id = ${cast.manager.id}`
    expect(await list()).toMatchObject([{ state: 'active' }])
    expect(await statusOf(cast.all.token)).toBe(200)
  })

  test('that is unknown, shortened, lengthened or sent twice gets 401, with no details', async () => {
    const { token } = cast.all
    const wrong = [
      `bl_${'A'.repeat(43)}`,
      token.slice(0, -1),
      `${token}x`,
      `${token} `,
      'bl_',
      `${token}, ${token}`,
    ]
    for (const each of wrong) {
      const { statusCode, headers, body } = await readCenter({
        authorization: `Bearer ${each.trim() === token ? `${token}!` : each}`,
      })
      expect([each, statusCode]).toEqual([each, 401])
      expect(JSON.parse(body)).toMatchObject({ code: 'token_invalid' })
      expect(headers['set-cookie']).toBeUndefined()
    }
  })

  test('in the URL, a cookie or another header is not accepted', async () => {
    const { token } = cast.all
    for (const query of [`?access_token=${token}`, `?token=${token}`])
      expect((await readCenter({}, query)).statusCode).toBe(401)
    expect(
      (await readCenter({ authorization: `Bearer ${token}` }, `?access_token=${token}`)).statusCode,
    ).toBe(400)
    for (const headers of [
      { cookie: `sid=${token}` },
      { 'x-api-key': token },
      { authorization: `Basic ${token}` },
    ])
      expect((await readCenter(headers)).statusCode).toBe(401)
  })

  test('is never combined with a session, and gets no cookie', async () => {
    const { cookie } = await world.as(cast.admin)
    const reader = await database.write((db) =>
      factories(db).token(cast.centerId, cast.manager.id, ['staff.read']),
    )
    const headers = { cookie, authorization: `Bearer ${reader.token}` }
    const answer = await readCenter(headers)
    expect([answer.statusCode, answer.headers['set-cookie']]).toEqual([403, undefined])
    const wrong = { cookie, authorization: `Bearer bl_${'A'.repeat(43)}` }
    expect((await readCenter(wrong)).statusCode).toBe(401)
    expect((await readCenter({ cookie, authorization: 'Bearer of-a-proxy' })).statusCode).toBe(200)
  })

  test('keeps its own permissions while a hundred calls with two tokens are made simultaneously', async () => {
    const { centerId } = cast
    const [one, other] = [await only('centers.read'), await only('staff.read')]
    const answers = await Promise.all(
      Array.from({ length: 100 }, (_, n) => (n % 2 ? one : other).call(centers.one, { centerId })),
    )
    expect(answers.map(({ status }) => status)).toEqual(
      Array.from({ length: 100 }, (_, n) => (n % 2 ? 200 : 403)),
    )
  })
})

test('invalid tokens are throttled by address, and valid ones from the same address are not', async () => {
  const { token } = cast.all
  const wrong = (n: number) => `bl_${String(n).padStart(43, 'A')}`
  const statuses: number[] = []
  for (let n = 0; n < 70; n += 1)
    statuses.push((await readCenter({ authorization: `Bearer ${wrong(n)}` })).statusCode)
  expect(statuses.filter((status) => status === 401).length).toBeGreaterThanOrEqual(50)
  expect(statuses.at(-1)).toBe(429)
  expect(await statusOf(token)).toBe(200)
})

test('calls are rate-limited for each token separately', async () => {
  const limited = await openWorld({ rateProfile: 'strict' })
  const made = await limited.database.write(async (db) => {
    const make = factories(db)
    const { id } = await make.center()
    const manager = await make.staff('manager', id)
    return { centerId: id, tokens: [await make.token(id, manager.id), await make.token(id, manager.id)] }
  })
  const [one, other] = await Promise.all(made.tokens.map((each: SomeoneKnown) => limited.as(each)))
  const statuses: number[] = []
  for (let n = 0; n < 90; n += 1)
    statuses.push((await one!.call(centers.one, { centerId: made.centerId })).status)
  expect(statuses).toContain(429)
  expect((await other!.call(centers.one, { centerId: made.centerId })).status).toBe(200)
})
