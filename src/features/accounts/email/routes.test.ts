import { beforeEach, describe, expect, test } from 'vitest'
import { sweep } from '#server/sweep.ts'
import { allJobsDone } from '#tests/eventually.ts'
import { factories, password } from '#tests/factories.ts'
import { openWorld, type Caller } from '#tests/world.ts'
import { accounts } from '../api.ts'
import { passwords } from '../passwords/api.ts'
import { people } from '../people/api.ts'
import { emailChanges } from './api.ts'

const world = await openWorld()
const { database } = world
const nobody = await world.as(null)
const cast = await database.write(async (db) => {
  const make = factories(db)
  const center = await make.center()
  return { center, student: await make.student(center.id), admin: await make.staff('admin', null) }
})
const admin = await world.as(cast.admin)
beforeEach(() => database.single`delete from failed_tries`.then(() => {}))

const names = { firstName: 'Ann', lastName: 'Moss', avatar: 'whale' as const }
let counter = 0
const address = () => `next${(counter += 1)}@test.example`
const newParent = () => database.write((db) => factories(db).parent([cast.student]))
const newOperator = () => database.write((db) => factories(db).staff('operator', cast.center.id))

const changeEmail = (caller: Caller, id: string, email: string | null) =>
  caller.call(accounts.change, { id, ...names, email, currentPassword: password })
const mails = async (personId: string) => [
  ...(await database.read<{ to: string; purpose: string; body: string }[]>`
    select to_address as "to", purpose, body from mail where person_id = ${personId} order by id`),
]
const tokenIn = (body = '') => /\/confirm-email#token=([\w-]{43})/.exec(body)?.[1] ?? ''
const lastToken = async (personId: string) =>
  tokenIn((await mails(personId)).filter(({ purpose }) => purpose === 'email_confirm').at(-1)?.body)
const emailOf = async (id: string) =>
  (await database.read`select email from people where id = ${id}`)[0]?.['email'] as string
const signIn = async (email: string) => (await nobody.call(accounts.login, { email, password })).status
const read = (token: string) => nobody.call(emailChanges.link, { token })
const confirm = (token: string) => nobody.call(emailChanges.confirm, { token })
const dead = {
  status: 400,
  body: { code: 'token_invalid', message: 'This link has already been used or has expired.' },
}

/** Creates a parent with a pending new address. */
async function waiting() {
  const parent = await newParent()
  const caller = await world.as(parent)
  const email = address()
  expect((await changeEmail(caller, parent.id, email)).status).toBe(200)
  return { ...parent, caller, next: email, token: await lastToken(parent.id) }
}

describe('a new email address of an account in use', () => {
  test('applies only once the link sent to it is opened; until then the old one works', async () => {
    const { id, email, caller, next, token } = await waiting()
    expect((await caller.call(accounts.user, { id })).body).toMatchObject({
      email,
      newEmail: { email: next, expired: false },
    })
    expect([await signIn(email), await signIn(next)]).toEqual([200, 401])
    expect(await read(token)).toMatchObject({ status: 200, body: { email: next } })
    expect(await signIn(next)).toBe(401)
    expect((await confirm(token)).status).toBe(204)
    expect([await signIn(email), await signIn(next)]).toEqual([401, 200])
    expect((await caller.call(accounts.user, { id })).body).toMatchObject({ email: next, newEmail: null })
    for (const call of [read, confirm]) expect(await call(token)).toMatchObject(dead)
  })

  test('is announced to the old address immediately, with a way to stop it, and to both when confirmed', async () => {
    const { id, email, next, token } = await waiting()
    const [link, notice] = await mails(id)
    expect(link).toMatchObject({
      to: next,
      purpose: 'email_confirm',
      body: expect.stringContaining('/confirm-email#token='),
    })
    // Leaves out the random token, because it could contain the name by chance.
    expect(link!.body.replace(token, '')).not.toContain(names.firstName)
    expect(notice).toMatchObject({
      to: email,
      purpose: 'email_asked',
      body: expect.stringContaining('/forget-password'),
    })
    expect(notice!.body).not.toContain('#token=')
    await confirm(token)
    expect((await mails(id)).slice(2)).toMatchObject([
      { to: email, purpose: 'email_changed' },
      { to: next, purpose: 'email_changed' },
    ])
  })

  test('is sent no password reset link before it is confirmed', async () => {
    const { id, email, next } = await waiting()
    for (const name of [next, email]) await nobody.call(passwords.recover, { email: name })
    await expect
      .poll(async () => (await mails(id)).filter(({ purpose }) => purpose === 'recovery'))
      .toMatchObject([{ to: email }])
    await allJobsDone(database)
    expect((await mails(id)).filter(({ purpose }) => purpose === 'recovery')).toHaveLength(1)
  })

  test('also needs confirmation if an admin enters it, and the old address is notified', async () => {
    const someone = await newOperator()
    const next = address()
    expect((await changeEmail(admin, someone.id, next)).body).toMatchObject({
      email: someone.email,
      newEmail: { email: next },
    })
    expect(await mails(someone.id)).toMatchObject([
      { to: next },
      { to: someone.email, purpose: 'email_asked' },
    ])
    await confirm(await lastToken(someone.id))
    expect(await emailOf(someone.id)).toBe(next)
  })

  test('is replaced by a later one, and only the later link works', async () => {
    const { id, caller, token } = await waiting()
    const second = address()
    await changeEmail(caller, id, second)
    expect(await confirm(token)).toMatchObject(dead)
    await confirm(await lastToken(id))
    expect(await emailOf(id)).toBe(second)
  })

  test('is void once the password is changed or reset', async () => {
    const changed = await waiting()
    const fresh = 'violet umbrella climbs 7 stairs'
    await changed.caller.call(passwords.change, {
      id: changed.id,
      currentPassword: password,
      password: fresh,
    })
    expect(await confirm(changed.token)).toMatchObject(dead)
    const reset = await waiting()
    await nobody.call(passwords.recover, { email: reset.email })
    const recovery = async () =>
      /password-reset#token=([\w-]+)/.exec((await mails(reset.id)).at(-1)!.body)?.[1] ?? ''
    await expect.poll(recovery).not.toBe('')
    await nobody.call(passwords.reset, { token: await recovery(), password: fresh })
    expect(await confirm(reset.token)).toMatchObject(dead)
    expect(await emailOf(reset.id)).toBe(reset.email)
  })

  test('is void once the account is closed, even after it is reopened', async () => {
    const { id, token } = await waiting()
    for (const disabled of [true, false]) {
      await admin.call(people.close, { id, disabled })
      expect(await confirm(token)).toMatchObject(dead)
    }
    await admin.call(people.close, { id, disabled: true })
    expect((await changeEmail(admin, id, address())).body).toMatchObject({ status: 409, code: 'closed' })
  })

  test('is refused with an explanation at confirmation if another account has taken it in the meantime', async () => {
    const [first, second] = [await waiting(), await newOperator()]
    await database.write(
      (db) => db`update people set email = ${first.next.toUpperCase()} where id = ${second.id}`,
    )
    expect(await confirm(first.token)).toMatchObject({
      status: 409,
      body: {
        code: 'email_taken',
        message: 'This email address is now used by another account. Log in and enter a different address.',
      },
    })
    expect(await emailOf(first.id)).toBe(first.email)
  })

  test('is refused immediately if another account already has it, without revealing whose it is', async () => {
    const [parent, other] = [await newParent(), await newOperator()]
    const { status, text } = await changeEmail(await world.as(parent), parent.id, other.email.toUpperCase())
    expect([status, text]).toEqual([409, expect.stringContaining('Another account has this email address.')])
    expect(text).not.toContain(other.id)
    expect(await mails(parent.id)).toEqual([])
  })

  test('can be confirmed for 24 hours; after that, it is still shown, and its link can be sent again', async () => {
    const { id, caller, next, token } = await waiting()
    const [row] = await database.read<{ hours: number }[]>`
      select extract(epoch from expires_at - now())::float8 / 3600 as hours from email_changes where person_id = ${id}`
    expect(row!.hours).toBeCloseTo(24, 1)
    await database.single`update email_changes set expires_at = now() where person_id = ${id}`
    for (const call of [read, confirm]) expect(await call(token)).toMatchObject(dead)
    expect((await caller.call(accounts.user, { id })).body).toMatchObject({
      newEmail: { email: next, expired: true },
    })
    expect((await caller.call(emailChanges.again, { id })).status).toBe(204)
    expect((await confirm(await lastToken(id))).status).toBe(204)
  })

  test('can be canceled by its owner or an admin', async () => {
    for (const by of ['owner', 'admin']) {
      const { id, email, caller, token } = await waiting()
      const who = by === 'owner' ? caller : admin
      expect((await who.call(emailChanges.cancel, { id })).status).toBe(204)
      expect(await confirm(token)).toMatchObject(dead)
      expect((await who.call(emailChanges.cancel, { id })).body).toMatchObject({
        status: 409,
        code: 'nothing_waits',
      })
      expect((await who.call(emailChanges.again, { id })).body).toMatchObject({
        status: 409,
        code: 'nothing_waits',
      })
      expect(await emailOf(id)).toBe(email)
    }
  })

  test('is sent a link at most three times an hour, and a refused request changes nothing', async () => {
    const { id, caller, token } = await waiting()
    for (const status of [204, 204, 429])
      expect((await caller.call(emailChanges.again, { id })).status).toBe(status)
    expect(await confirm(token)).toMatchObject(dead)
    expect((await changeEmail(caller, id, address())).body).toMatchObject({
      status: 429,
      message: expect.stringMatching(
        /^Too many emails of this kind were sent within an hour\. Please wait \d+ minutes\.$/,
      ),
    })
    expect((await confirm(await lastToken(id))).status).toBe(204)
  })

  test('is shown only to those who may change the address', async () => {
    const { id, next } = await waiting()
    const operator = await world.as(await newOperator())
    expect((await admin.call(accounts.user, { id })).body.newEmail).toMatchObject({ email: next })
    expect((await operator.call(accounts.user, { id })).body).toMatchObject({ _id: id, newEmail: null })
  })

  test('is stored with only a hash of its link’s token, and the token is removed from the email once it expires', async () => {
    const { id, token } = await waiting()
    const [row] =
      await database.read`select encode(token_hash, 'escape') as kept from email_changes where person_id = ${id}`
    expect(row!['kept']).not.toContain(token)
    await sweep(null, { database })
    expect(await lastToken(id)).toBe(token)
    await database.single`update email_changes set expires_at = now() where person_id = ${id}`
    await sweep(null, { database })
    expect(await lastToken(id)).toBe('')
    expect([...(await database.read`select 1 from email_changes where person_id = ${id}`)]).toHaveLength(1)
    await database.single`update email_changes set expires_at = now() - interval '32 days' where person_id = ${id}`
    await sweep(null, { database })
    expect([...(await database.read`select 1 from email_changes where person_id = ${id}`)]).toEqual([])
  })

  test('is applied only once if it is confirmed twice at the same time', async () => {
    const { id, token } = await waiting()
    const answers = await Promise.all([confirm(token), confirm(token)])
    expect(answers.map(({ status }) => status).sort()).toEqual([204, 400])
    expect((await mails(id)).filter(({ purpose }) => purpose === 'email_changed')).toHaveLength(2)
  })
})

test('the address of an account that was never used changes immediately', async () => {
  const parent = await newParent()
  await database.write((db) => db`update people set password_hash = null where id = ${parent.id}`)
  const next = address()
  expect((await changeEmail(admin, parent.id, next)).body).toMatchObject({ email: next, newEmail: null })
})

test('the history of an account shows who requested another address, and that it was confirmed', async () => {
  const { id, email, next, token } = await waiting()
  await confirm(token)
  const trail =
    await database.read`select action, person_id, before, after from audit where entity_id = ${id} and action like '%Email' order by id`
  expect([...trail]).toMatchObject([
    { action: 'accounts.askEmail', personId: id, after: { email: next } },
    { action: 'accounts.confirmEmail', personId: null, before: { email }, after: { email: next } },
  ])
})
