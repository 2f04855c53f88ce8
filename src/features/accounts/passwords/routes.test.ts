import { beforeEach, describe, expect, test } from 'vitest'
import { factories, password } from '#tests/factories.ts'
import { openWorld } from '#tests/world.ts'
import { accounts } from '../api.ts'
import { people } from '../people/api.ts'
import { readSettings } from '#server/settings.ts'
import { passwords } from './api.ts'
import { sendLink } from './passwords.ts'
import { allJobsDone } from '#tests/eventually.ts'

const world = await openWorld()
const nobody = await world.as(null)
beforeEach(() => world.database.single`delete from failed_tries`.then(() => {}))

const fresh = 'violet umbrella climbs 7 stairs'
const operator = () =>
  world.database.write(async (db) => {
    const make = factories(db)
    return await make.staff('operator', (await make.center()).id)
  })
const parent = () =>
  world.database.write(async (db) => {
    const make = factories(db)
    return await make.parent([await make.student((await make.center()).id)])
  })

const recover = (email: string, headers = {}) => nobody.call(passwords.recover, { email }, { headers })

async function mailsTo(personId: string) {
  await allJobsDone(world.database)
  return await world.database.read<
    { body: string }[]
  >`select body from mail where person_id = ${personId} order by id`
}
const tokenIn = (body = '') => /#token=([\w-]+)/.exec(body)?.[1] ?? ''
const newToken = async ({ id, email }: { id: string; email: string }) => {
  await recover(email)
  return tokenIn((await mailsTo(id)).at(-1)?.body)
}

test('a link shows its owner’s sign-in name and the required password strength until it is used', async () => {
  const someone = await operator()
  const token = await newToken(someone)
  expect((await nobody.call(passwords.link, { token })).body).toMatchObject({
    signInName: someone.email,
    purpose: 'recovery',
    least: 3,
  })
  expect((await nobody.call(passwords.link, { token: await newToken(await parent()) })).body).toMatchObject({
    least: 2,
  })
  await nobody.call(passwords.reset, { token, password: fresh })
  for (const wrong of [token, 'x'.repeat(43)])
    expect((await nobody.call(passwords.link, { token: wrong })).body).toMatchObject({
      status: 400,
      code: 'token_invalid',
    })
})

describe('resetting the password of an invited person who never signed in', () => {
  test('sends another invitation, valid for seven days, and the earlier one still works', async () => {
    const someone = await operator()
    await world.database.write(async (db) => {
      await db`update people set password_hash = null where id = ${someone.id}`
      await sendLink(db, readSettings({}), someone, 'setup')
    })
    const [first] = await mailsTo(someone.id)
    const second = await newToken(someone)
    const links = await world.database.read`
      select purpose, expires_at > now() + interval '6 days' as lasts from sign_in_links where person_id = ${someone.id} and used_at is null`
    expect([...links]).toEqual([
      { purpose: 'setup', lasts: true },
      { purpose: 'setup', lasts: true },
    ])
    const reset = async (token: string) =>
      (await nobody.call(passwords.reset, { token, password: fresh })).status
    expect(await reset(tokenIn(first?.body))).toBe(204)
    // Once a password is set, invitations no longer open the account.
    expect(await reset(second)).toBe(400)
  })
})

describe('resetting a forgotten password', () => {
  test('the link works once, voids older ones and ends every session', async () => {
    const someone = await operator()
    const session = await world.as(someone)
    const [older, token] = [await newToken(someone), await newToken(someone)]
    const reset = (text: string) => nobody.call(passwords.reset, { token: text, password: fresh })
    const flipped = `${token.slice(0, -1)}${token.endsWith('A') ? 'B' : 'A'}`
    for (const bad of [older, flipped, 'x'.repeat(43)])
      expect((await reset(bad)).body).toMatchObject({ status: 400, code: 'token_invalid' })
    expect((await reset(token)).status).toBe(204)
    expect((await reset(token)).status).toBe(400)
    expect((await session.call(accounts.me, {})).status).toBe(401)
    expect((await nobody.call(accounts.login, { email: someone.email, password })).status).toBe(401)
    expect((await nobody.call(accounts.login, { email: someone.email, password: fresh })).status).toBe(200)
  })

  test('an earlier link no longer works once the owner has changed the password or an admin has closed the account', async () => {
    const [owner, closed] = [await operator(), await operator()]
    const reset = async (token: string) =>
      (await nobody.call(passwords.reset, { token, password: fresh })).body
    const [first, second] = [await newToken(owner), await newToken(closed)]
    const change = { id: owner.id, currentPassword: password, password: 'seven green kettles whistle 4' }
    expect((await (await world.as(owner)).call(passwords.change, change)).status).toBe(204)
    expect(await reset(first)).toMatchObject({ status: 400, code: 'token_invalid' })
    const admin = await world.as(await world.database.write((db) => factories(db).staff('admin', null)))
    for (const disabled of [true, false])
      expect((await admin.call(people.close, { id: closed.id, disabled })).status).toBe(204)
    expect(await reset(second)).toMatchObject({ status: 400, code: 'token_invalid' })
  })

  test('the host name in an emailed link is never taken from the request', async () => {
    const someone = await operator()
    expect((await recover(someone.email, { host: 'evil.example' })).status).toBe(421)
    expect(await mailsTo(someone.id)).toEqual([])
    await recover(someone.email, { 'x-forwarded-host': 'evil.example', 'x-forwarded-for': '203.0.113.9' })
    expect((await mailsTo(someone.id))[0]?.body).toContain('http://localhost:3000/password-reset#token=')
  })

  test('gets the same response for known and unknown addresses, before the account is looked up', async () => {
    const someone = await operator()
    await world.database.write(async (db) => {
      await db`lock table people in access exclusive mode`
      const [known, unknown] = [await recover(someone.email), await recover('no@test.example')]
      expect([known.status, known.text]).toEqual([204, ''])
      expect([unknown.status, unknown.text]).toEqual([204, ''])
    })
    expect(await mailsTo(someone.id)).toHaveLength(1)
  })

  test('sends at most three emails an hour to one account, under any of its names, and the response stays the same', async () => {
    const someone = await operator()
    await world.database.write((db) => db`update people set user_name = 'forgetful' where id = ${someone.id}`)
    const names = [someone.email, 'forgetful', someone.email.toUpperCase(), 'Forgetful', someone.email]
    for (const name of names) expect((await recover(name)).status).toBe(204)
    expect(await mailsTo(someone.id)).toHaveLength(3)
    await world.database.single`update failed_tries set last_at = last_at - interval '1 hour'`
    await recover(someone.email)
    expect(await mailsTo(someone.id)).toHaveLength(4)
  })

  test('sends at most sixty emails an hour for unknown browsers at one network address', async () => {
    const someone = await operator()
    await world.database.single`insert into failed_tries (subject, fails) values ('recovery 127.0.0.1', 60)`
    expect((await recover(someone.email)).status).toBe(204)
    expect(await mailsTo(someone.id)).toEqual([])
    // A network address beyond its limit doesn't use up the emails that others may request for the account.
    expect([
      ...(await world.database.read`select 1 from failed_tries where subject = ${`recovery ${someone.id}`}`),
    ]).toEqual([])
  })
})
