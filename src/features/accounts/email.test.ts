import { beforeAll, describe, expect, test } from 'vitest'
import { factories, password } from '#tests/factories.ts'
import { openWorld } from '#tests/world.ts'
import { accounts } from './api.ts'
import { emailChanges } from './email/api.ts'
import { passwords } from './passwords/api.ts'
import { sendLink } from './passwords/passwords.ts'
import { people } from './people/api.ts'
import { readSettings } from '#server/settings.ts'

const world = await openWorld()
const cast = {} as Awaited<ReturnType<typeof makeCast>>

function makeCast() {
  return world.database.write(async (db) => {
    const make = factories(db)
    const center = await make.center()
    const student = await make.student(center.id)
    return { center, student, admin: await make.staff('admin', null), parent: await make.parent([student]) }
  })
}
beforeAll(async () => void Object.assign(cast, await makeCast()))

const operator = () => world.database.write((db) => factories(db).staff('operator', cast.center.id))
const names = { firstName: 'Ann', lastName: 'Moss', avatar: 'whale' as const }
let counter = 0
const address = () => `new${(counter += 1)}@test.example`
const mails = async (personId: string) =>
  (
    await world.database
      .read`select to_address as "to", purpose, body from mail where person_id = ${personId} order by id`
  ).map((row) => ({
    ...row,
  }))
const emailOf = async (id: string) =>
  (await world.database.read`select email from people where id = ${id}`)[0]?.['email']

describe('a new email address', () => {
  test('requires the caller’s password, not that of the account being changed', async () => {
    const someone = await operator()
    await world.database.write((db) => db`update people set password_hash = null where id = ${someone.id}`)
    const admin = await world.as(cast.admin)
    const input = { id: someone.id, ...names, email: address() }
    expect((await admin.call(accounts.change, input)).body).toMatchObject({ status: 403, code: 'reauth' })
    expect((await admin.call(accounts.change, { ...input, currentPassword: 'not it' })).body).toMatchObject({
      status: 403,
      code: 'wrong_password',
    })
    expect((await admin.call(accounts.change, { ...input, currentPassword: password })).body).toMatchObject({
      email: input.email,
    })
  })

  test('isn’t delayed by wrong passwords in another session of the same person', async () => {
    const someone = await operator()
    const [stolen, own] = [await world.as(someone), await world.as(someone)]
    const input = { id: someone.id, ...names, email: address() }
    const statuses = []
    for (let each = 0; each < 7; each += 1)
      statuses.push((await stolen.call(accounts.change, { ...input, currentPassword: 'not it' })).status)
    expect(statuses).toContain(429)
    expect((await own.call(accounts.change, { ...input, currentPassword: password })).status).toBe(200)
  })

  test('is announced to both addresses, and confirming it voids links emailed to the old one', async () => {
    const someone = await operator()
    await world.database.write((db) => sendLink(db, readSettings({}), someone, 'recovery'))
    const token = /#token=([\w-]+)/.exec(String((await mails(someone.id))[0]?.['body']))?.[1] ?? ''
    const email = address()
    const caller = await world.as(someone)
    const input = { id: someone.id, ...names, email, currentPassword: password }
    expect((await caller.call(accounts.change, input)).status).toBe(200)
    const nobody = await world.as(null)
    expect((await nobody.call(passwords.link, { token })).status).toBe(200)
    const link = /#token=([\w-]+)/.exec(String((await mails(someone.id))[1]?.['body']))?.[1] ?? ''
    expect((await nobody.call(emailChanges.confirm, { token: link })).status).toBe(204)
    const expected = [
      { to: email, purpose: 'email_confirm' },
      { to: someone.email, purpose: 'email_asked' },
      { to: someone.email, purpose: 'email_changed' },
      { to: email, purpose: 'email_changed' },
    ]
    expect((await mails(someone.id)).slice(1)).toMatchObject(expected)
    expect((await nobody.call(passwords.link, { token })).body).toMatchObject({ code: 'token_invalid' })
    expect((await caller.call(accounts.change, input)).status).toBe(200)
    expect(await mails(someone.id)).toHaveLength(5)
  })

  test('is sent a new invitation if the person has never signed in, and the first invitation no longer works', async () => {
    const admin = await world.as(cast.admin)
    const [wrong, right] = [address(), address()]
    const input = {
      firstName: 'Ines',
      lastName: 'Moss',
      role: 'operator' as const,
      centers: [cast.center.id],
      email: wrong,
    }
    const { _id: id } = (await admin.call(people.invite, input)).body
    const change = { id, ...names, email: right, currentPassword: password }
    expect((await admin.call(accounts.change, change)).status).toBe(200)
    const sent = await mails(id)
    expect(sent).toMatchObject([
      { to: wrong, purpose: 'setup' },
      { to: right, purpose: 'setup' },
    ])
    const nobody = await world.as(null)
    const opens = async (mail?: Record<string, unknown>) =>
      (
        await nobody.call(passwords.link, {
          token: /#token=([\w-]+)/.exec(String(mail?.['body']))?.[1] ?? '',
        })
      ).status
    expect([await opens(sent[0]), await opens(sent[1])]).toEqual([400, 200])
  })

  test('can’t be used to guess a password', async () => {
    const caller = await world.as(await operator())
    const me = (await caller.call(accounts.me, {})).body._id
    const guess = () =>
      caller.call(accounts.change, { id: me, ...names, email: address(), currentPassword: 'guess' })
    const statuses = (await Promise.all(Array.from({ length: 12 }, guess))).map(({ status }) => status)
    expect(statuses.filter((status) => status === 403)).toHaveLength(5)
    expect(statuses.filter((status) => status === 429)).toHaveLength(7)
  })

  test('is saved in one window and refused in the other if entered in both at the same time', async () => {
    const someone = await operator()
    const caller = await world.as(someone)
    const emails = [address(), address()]
    let calls: Promise<{ status: number }>[] = []
    await world.database.write(async (db) => {
      await db`select 1 from people where id = ${someone.id} for update`
      calls = emails.map((email) =>
        caller.call(
          accounts.change,
          { id: someone.id, ...names, email, currentPassword: password },
          { headers: { 'if-match': '"1"' } },
        ),
      )
      const waiting = () =>
        world.database
          .read`select 1 from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`
      await expect.poll(waiting).toHaveLength(2)
    })
    expect((await Promise.all(calls)).map(({ status }) => status).sort()).toEqual([200, 412])
    expect(await mails(someone.id)).toMatchObject([
      { purpose: 'email_confirm' },
      { to: someone.email, purpose: 'email_asked' },
    ])
    expect(await emailOf(someone.id)).toBe(someone.email)
  })
})

describe('removing an email address', () => {
  test('is not allowed for a student', async () => {
    const caller = await world.as(cast.student)
    const { body } = await caller.call(accounts.user, { id: cast.student.id })
    const input = {
      id: body._id,
      firstName: body.firstName,
      lastName: body.lastName,
      avatar: body.avatar,
      email: null,
    }
    expect((await caller.call(accounts.change, { ...input, currentPassword: password })).body).toMatchObject({
      status: 403,
      code: 'readonly_field',
    })
    expect(await emailOf(body._id)).toBe(cast.student.email)
  })

  test('is refused if it is the only sign-in name, and accepted if there is a user name', async () => {
    const caller = await world.as(cast.parent)
    const input = { id: cast.parent.id, ...names, email: null, currentPassword: password }
    expect((await caller.call(accounts.change, input)).body).toMatchObject({
      status: 422,
      code: 'email_needed',
      errors: [{ path: '/email' }],
    })
    await world.database.write(
      (db) => db`update people set user_name = 'annmoss' where id = ${cast.parent.id}`,
    )
    expect((await caller.call(accounts.change, input)).body).toMatchObject({
      email: null,
      userName: 'annmoss',
    })
    expect(await mails(cast.parent.id)).toMatchObject([{ to: cast.parent.email, purpose: 'email_changed' }])
  })
})
