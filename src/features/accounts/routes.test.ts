import { v7 as newId } from 'uuid'
import { beforeAll, describe, expect, test } from 'vitest'
import { readSettings } from '#server/settings.ts'
import { factories, password } from '#tests/factories.ts'
import { openWorld } from '#tests/world.ts'
import { accounts } from './api.ts'
import { outbox } from './outbox/api.ts'
import { passwords } from './passwords/api.ts'
import { endSessions, setPassword } from './passwords/queries.ts'
import { sendLink } from './passwords/passwords.ts'
import { people } from './people/api.ts'
import { activation } from '#features/devices/api.ts'

const world = await openWorld()
const cast = {} as Awaited<ReturnType<typeof makeCast>>

function makeCast() {
  return world.database.write(async (db) => {
    const make = factories(db)
    const [north, south] = [await make.center(), await make.center()]
    const student = await make.student(north.id)
    return {
      north,
      south,
      admin: await make.staff('admin', null),
      manager: await make.staff('manager', north.id),
      operator: await make.staff('operator', north.id),
      stranger: await make.staff('operator', south.id),
      student,
      parent: await make.parent([student]),
      device: await make.device(north.id, (await make.staff('manager', north.id)).id),
    }
  })
}
beforeAll(async () => void Object.assign(cast, await makeCast()))

const login = async (email: string, secret = password, headers = {}) =>
  await (await world.as(null)).call(accounts.login, { email, password: secret }, { headers })
const row = async (id: string) => (await world.database.read`select * from people where id = ${id}`)[0]

describe('signing in', () => {
  test('the password with the email in any letter case starts a session with a new id and an XSRF token', async () => {
    const answer = await login(cast.operator.email.toUpperCase())
    expect(answer.body).toMatchObject({
      _id: cast.operator.id,
      role: 'operator',
      group: null,
      centers: [cast.north.id],
    })
    expect(answer.body.permissions).toContain('work.assign')
    expect(answer.body.permissions).not.toContain('users.list')
    const cookies = String(answer.headers['set-cookie'])
    expect(cookies).toMatch(/sid=[\w-]{43}; .*HttpOnly; SameSite=Lax/)
    expect(cookies).toMatch(/XSRF-TOKEN=[\w-]+\.[\w-]+/)
    expect(answer.text).not.toContain('hash')
  })

  test('an unknown account and a wrong password get exactly the same response', async () => {
    const [wrong, unknown] = [
      await login(cast.parent.email, 'not it at all'),
      await login('nobody@test.example', 'not it at all'),
    ]
    const comparable = ({ status, text }: typeof wrong) => [status, text.replace(/"requestId":"[^"]*"/, '')]
    expect(comparable(wrong)).toEqual(comparable(unknown))
    expect(wrong.body).toMatchObject({
      message: 'Wrong email, user name or password.',
      code: 'wrong_credentials',
    })
  })

  test('after five failed guesses, which are counted in the database, the caller has to wait', async () => {
    const fails = []
    for (let each = 0; each < 6; each += 1) fails.push((await login(cast.stranger.email, 'guess')).status)
    expect(fails.slice(0, 5)).toEqual([401, 401, 401, 401, 401])
    const refused = await login(cast.stranger.email)
    expect([fails[5], refused.status]).toEqual([429, 429])
    expect(Number(refused.headers['retry-after'])).toBeGreaterThan(0)
    const [counted] = await world.database
      .read`select fails from failed_tries where subject = ${`login ${cast.stranger.id} 127.0.0`}`
    expect(counted).toMatchObject({ fails: 5 })
  })

  test('a closed account can’t sign in', async () => {
    const closed = await world.database.write((db) => factories(db).staff('operator', cast.north.id))
    const admin = await world.as(cast.admin)
    const session = await world.as(closed)
    expect((await admin.call(people.close, { id: closed.id, disabled: true })).status).toBe(204)
    expect((await session.call(accounts.me, {})).status).toBe(401)
    expect((await login(closed.email)).status).toBe(401)
    expect((await admin.call(people.close, { id: cast.admin.id, disabled: true })).body).toMatchObject({
      code: 'own_account',
    })
  })

  test('logging out ends the session permanently, and can be repeated', async () => {
    const session = await world.as(cast.operator)
    expect((await session.call(accounts.logout, {})).status).toBe(204)
    expect((await session.call(accounts.me, {})).status).toBe(401)
    expect((await (await world.as(null)).call(accounts.logout, {})).status).toBe(204)
  })

  test('the eleventh session of a person ends the first', async () => {
    const someone = await world.database.write((db) => factories(db).staff('operator', cast.north.id))
    const first = await world.as(someone)
    for (let each = 0; each < 10; each += 1) await world.as(someone)
    expect((await first.call(accounts.me, {})).status).toBe(401)
  })

  test('a device belongs to its center, and activates only with a valid key', async () => {
    const device = await world.as({ ...cast.device, kind: 'devices' })
    expect((await device.call(accounts.me, {})).body).toMatchObject({
      group: 'devices',
      role: null,
      centers: [cast.north.id],
    })
    const wrong = await (await world.as(null)).call(activation.activate, { key: 'BCDF-GHJK' })
    expect(wrong).toMatchObject({ status: 401, body: { code: 'wrong_key' } })
    await world.database.write((db) => db`update devices set state = 'revoked' where id = ${cast.device.id}`)
    expect((await device.call(accounts.me, {})).body).toMatchObject({
      code: 'device_signed_out',
      message: 'Your session has expired. Please activate your device again.',
    })
  })
})

describe('profiles', () => {
  const change = { firstName: 'New', lastName: 'Name', avatar: 'whale' as const }

  test('people can change their own names and avatar, which is recorded in the audit log and checked for stale versions', async () => {
    const caller = await world.as(cast.operator)
    const before = await caller.call(accounts.user, { id: cast.operator.id })
    expect(before.headers['etag']).toBe('"1"')
    const after = await caller.call(
      accounts.change,
      { id: cast.operator.id, ...change },
      { headers: { 'if-match': '"1"' } },
    )
    expect(after.body).toMatchObject({ ...change, version: 2 })
    const stale = await caller.call(
      accounts.change,
      { id: cast.operator.id, ...change },
      { headers: { 'if-match': '"1"' } },
    )
    expect(stale).toMatchObject({ status: 412, body: { current: { firstName: 'New' } } })
    const trail = await world.database
      .read`select before, after from audit where action = 'accounts.change' and entity_id = ${cast.operator.id}`
    expect(trail).toMatchObject([
      { before: { firstName: cast.operator.firstName }, after: { firstName: 'New' } },
    ])
  })

  test('read-only fields may be sent back unchanged, and are refused when changed', async () => {
    const caller = await world.as(cast.manager)
    const { body } = await caller.call(accounts.user, { id: cast.manager.id })
    const { email: _, ...whole } = body
    expect((await caller.call(accounts.change, { id: body._id, ...whole })).status).toBe(200)
    for (const power of [
      { role: 'admin' as const },
      { centers: [cast.south.id] },
      { group: 'parents' as const },
    ])
      expect((await caller.call(accounts.change, { id: body._id, ...whole, ...power })).body).toMatchObject({
        status: 403,
        code: 'readonly_field',
      })
    expect((await row(body._id))?.['role']).toBe('manager')
  })

  test('people can choose the language of their pages and messages, and other changes keep it', async () => {
    const caller = await world.as(cast.parent)
    const { firstName, lastName, avatar } = (await caller.call(accounts.me, {})).body
    const input = { id: cast.parent.id, firstName, lastName, avatar }
    expect((await caller.call(accounts.me, {})).body.language).toBe(null)
    expect((await caller.call(accounts.change, { ...input, language: 'es' })).body.language).toBe('es')
    expect((await caller.call(accounts.change, input)).body.language).toBe('es')
    expect((await caller.call(accounts.me, {})).body.language).toBe('es')
    expect((await caller.call(accounts.change, input, { raw: { ...input, language: 'xx' } })).status).toBe(
      400,
    )
    expect((await caller.call(accounts.change, { ...input, language: null })).body.language).toBe(null)
  })

  test('a student can change only the avatar', async () => {
    const caller = await world.as(cast.student)
    const { body } = await caller.call(accounts.user, { id: cast.student.id })
    const input = {
      id: body._id,
      firstName: body.firstName,
      lastName: body.lastName,
      avatar: 'goat' as const,
    }
    expect((await caller.call(accounts.change, input)).body.avatar).toBe('goat')
    expect((await caller.call(accounts.change, { ...input, firstName: 'Max' })).status).toBe(403)
    expect(
      (await caller.call(accounts.change, input, { raw: { ...input, id: undefined, avatar: 'Goat' } }))
        .status,
    ).toBe(400)
  })

  test('a new email address requires the current password', async () => {
    const caller = await world.as(cast.parent)
    const input = { id: cast.parent.id, ...change, email: 'new.address@test.example' }
    expect((await caller.call(accounts.change, input)).body).toMatchObject({ status: 403, code: 'reauth' })
    expect(
      (await caller.call(accounts.change, { ...input, currentPassword: password })).body.newEmail?.email,
    ).toBe(input.email)
  })

  test('staff can see profiles of people at their centers, and of nobody else', async () => {
    const operator = await world.as(cast.operator)
    expect((await operator.call(accounts.user, { id: cast.student.id })).status).toBe(200)
    expect((await operator.call(accounts.user, { id: cast.stranger.id })).status).toBe(404)
    expect((await (await world.as(cast.student)).call(accounts.user, { id: cast.parent.id })).status).toBe(
      404,
    )
    expect(
      (await (await world.as(cast.parent)).call(accounts.change, { id: cast.student.id, ...change })).status,
    ).toBe(404)
  })
})

describe('passwords', () => {
  test('the server scores strength from 0 to 4', async () => {
    const nobody = await world.as(null)
    const score = async (text: string) => (await nobody.call(passwords.score, { password: text })).body.score
    expect(await score('password')).toBe(0)
    expect(await score('violet umbrella')).toBeGreaterThanOrEqual(3)
    expect((await nobody.call(passwords.score, { password: 'x'.repeat(101) })).status).toBe(422)
  })

  test('a change requires the current password and a strong new one, is announced by email, and ends all old sessions', async () => {
    const someone = await world.database.write((db) => factories(db).staff('operator', cast.north.id))
    const [here, elsewhere] = [await world.as(someone), await world.as(someone)]
    const fresh = ` Violet umbrella climbs 7 stairs ${'é'.repeat(66)} `
    const changePassword = (currentPassword: string, next: string) =>
      here.call(passwords.change, { id: someone.id, currentPassword, password: next })
    expect((await changePassword('wrong', fresh)).body).toMatchObject({ status: 403, code: 'wrong_password' })
    expect((await changePassword(password, 'password1')).body).toMatchObject({
      status: 422,
      code: 'weak_password',
    })
    expect((await changePassword(password, 'short')).status).toBe(422)
    const { status, headers } = await changePassword(password, fresh)
    expect(status).toBe(204)
    // Anyone who copied the cookie is signed out as well (reliability T5).
    expect([
      (await here.call(accounts.me, {})).status,
      (await elsewhere.call(accounts.me, {})).status,
    ]).toEqual([401, 401])
    const cookie = /sid=[\w-]+/.exec(String(headers['set-cookie']))?.[0] ?? ''
    expect((await world.app.inject({ url: '/api/users/me', headers: { cookie } })).statusCode).toBe(200)
    expect((await login(someone.email, fresh)).status).toBe(200)
    const mails = await world.database.read`select purpose from mail where person_id = ${someone.id}`
    expect(mails.map(({ purpose }) => purpose as string)).toEqual(['password_changed'])
    for (const other of [fresh.trim(), fresh.slice(0, 72), fresh.toLowerCase()])
      expect((await login(someone.email, other)).status).toBe(401)
  })

  test('the old password no longer works, not even for a sign-in during the change', async () => {
    const { id: personId, email } = await world.database.write((db) =>
      factories(db).staff('operator', cast.north.id),
    )
    const entered = await world.database.write(async (db) => {
      await setPassword(db, { personId, passwordHash: 'another' })
      await endSessions(db, { personId })
      let isIn = false
      const entering = login(email).finally(() => (isIn = true))
      const waiting = () =>
        world.database
          .read`select 1 from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`
      await expect.poll(async () => isIn || (await waiting()).length > 0).toBe(true)
      return { entering }
    })
    expect((await entered.entering).status).toBe(401)
    expect([...(await world.database.read`select 1 from sessions where person_id = ${personId}`)]).toEqual([])
  })

  test('an invited person sets a first password with the link in the outbox', async () => {
    const manager = await world.as(cast.manager)
    const input = {
      centerId: cast.north.id,
      firstName: 'Olive',
      lastName: 'Tree',
      duty: 'operator' as const,
      type: 'permanent' as const,
      email: 'olive@test.example',
    }
    const invited = await manager.call(people.inviteStaff, input)
    expect(invited.body).toMatchObject({ invited: true, duties: ['office'], role: 'operator' })
    expect((await manager.call(people.inviteStaff, input)).body).toMatchObject({ code: 'already_staff' })
    const mail = await (await world.as(cast.admin)).call(outbox.list, {})
    expect(mail.body.mail[0]).toMatchObject({ to: 'olive@test.example', state: 'kept', purpose: 'setup' })
    const token = /#token=([\w-]+)/.exec(mail.body.mail[0]?.body ?? '')?.[1] ?? ''
    const nobody = await world.as(null)
    expect((await nobody.call(passwords.reset, { token, password: 'olive tree' })).body).toMatchObject({
      status: 422,
      code: 'weak_password',
    })
    expect(
      (await nobody.call(passwords.reset, { token, password: 'seven green lamps at noon' })).status,
    ).toBe(204)
    expect((await login('olive@test.example', 'seven green lamps at noon')).body.centers).toEqual([
      cast.north.id,
    ])
  })
})

describe('invitations and lists', () => {
  test('an admin can invite anyone, but a manager only people below them at their own center', async () => {
    const admin = await world.as(cast.admin)
    const manager = await world.as(cast.manager)
    const input = {
      role: 'manager' as const,
      firstName: 'Ines',
      lastName: 'Moss',
      email: 'ines@test.example',
      centers: [cast.south.id],
    }
    expect((await manager.call(people.invite, input)).status).toBe(403)
    expect((await admin.call(people.invite, { ...input, centers: ['Nowhere'] })).status).toBe(404)
    expect((await admin.call(people.invite, input)).status).toBe(201)
    expect(
      (
        await manager.call(people.inviteStaff, {
          centerId: cast.south.id,
          firstName: 'A',
          lastName: '',
          duty: 'teacher',
        })
      ).status,
    ).toBe(404)
    const teacher = await manager.call(people.inviteStaff, {
      centerId: cast.north.id,
      firstName: 'Tess',
      lastName: 'Low',
      duty: 'teacher',
    })
    expect(teacher.body).toMatchObject({ duties: ['teacher'], role: null, invited: false })
    const found = await admin.call(people.list, { search: 'ines' })
    expect(found.body.users.map(({ email }) => email)).toEqual(['ines@test.example'])
    expect((await admin.call(people.list, { search: '%' })).body.users).toEqual([])
  })

  test('a student without an email gets a user name and a link to hand over', async () => {
    const child = await world.database.write((db) =>
      factories(db).student(cast.north.id, { firstName: 'Zoë' }),
    )
    await world.database.write(
      (db) => db`update people set email = null, password_hash = null where id = ${child.id}`,
    )
    await world.database.write(
      (db) => db`update people set password_hash = null where id = ${cast.parent.id}`,
    )
    const operator = await world.as(cast.operator)
    const invited = await operator.call(people.inviteStudent, {
      centerId: cast.north.id,
      studentId: child.id,
    })
    expect(invited.body).toMatchObject({ userName: 'zoe', email: null })
    expect(invited.body.link).toContain('/setup#token=')
    const trail = await world.database.read`select after from audit where entity_id = ${child.id}`
    expect([...trail]).toEqual([{ after: { userName: 'zoe', inUse: false } }])
    expect(
      (await operator.call(people.inviteStudent, { centerId: cast.north.id, studentId: newId() })).status,
    ).toBe(404)
    expect(
      (await operator.call(people.inviteParent, { centerId: cast.north.id, parentId: cast.parent.id }))
        .status,
    ).toBe(204)
  })

  test('the outbox hides email to admins and managers from a manager', async () => {
    await world.database.write(async (db) => {
      for (const person of [cast.admin, cast.manager])
        await sendLink(db, readSettings({}), person, 'recovery')
    })
    const recipients = (await (await world.as(cast.manager)).call(outbox.list, {})).body.mail.map(
      ({ to }) => to,
    )
    expect(recipients).not.toContain(cast.admin.email)
    expect(recipients).not.toContain(cast.manager.email)
  })
})
