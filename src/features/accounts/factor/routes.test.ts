import { v7 as newId } from 'uuid'
import { beforeEach, describe, expect, test } from 'vitest'
import { factories, password } from '#tests/factories.ts'
import { openWorld } from '#tests/world.ts'
import { people } from '../people/api.ts'
import { sha256 } from '#server/session.ts'
import { codeAt, stepAt } from '#server/totp.ts'
import { accounts } from '../api.ts'
import { passwords } from '../passwords/api.ts'
import { putLink } from '../passwords/queries.ts'
import { factor, secondStep } from './api.ts'

const world = await openWorld()
const strict = await openWorld({ staffMfa: 'required', secretsKey: 'k'.repeat(32) })
const leads = await openWorld({ staffMfa: 'managers' })
const nobody = await world.as(null)
beforeEach(() => world.database.single`delete from failed_tries`.then(() => {}))

const someoneOf = async (kind: 'operator' | 'manager' | 'admin' | 'parent', here = world) =>
  await here.database.write(async (db) => {
    const of = factories(db)
    const { id: centerId } = await of.center()
    const who =
      kind === 'parent' ? await of.parent([await of.student(centerId)]) : await of.staff(kind, centerId)
    return { ...who, centerId }
  })

const bytesOf = (secret: string) => {
  const bits = [...secret]
    .map((letter) => 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567'.indexOf(letter).toString(2).padStart(5, '0'))
    .join('')
  return Buffer.from((bits.match(/.{8}/g) ?? []).map((byte) => Number.parseInt(byte, 2)))
}
/**
 * Returns the current code (`later` 0) or the next one (1). The server accepts both, even if the next
 * 30-second step begins before the request arrives.
 */
const codeOf = (secret: string, later: 0 | 1 = 1) => codeAt(bytesOf(secret), stepAt(Date.now()) + later)
const login = async (email: string, here = nobody) =>
  (await here.call(accounts.login, { email, password })) as unknown as {
    status: number
    body: { code?: string; step: string; _id?: string }
  }
const enter = (step: string, code: string, here = nobody) => here.call(secondStep.enter, { step, code })

async function withFactor() {
  const someone = await someoneOf('operator')
  const caller = await world.as(someone)
  const { secret } = (await caller.call(factor.begin, {})).body
  const { codes } = (await caller.call(factor.confirm, { code: codeOf(secret, 0) })).body
  return { someone, caller, secret, codes }
}

test('without a second factor, no code is required', async () => {
  expect(await login((await someoneOf('operator')).email)).toMatchObject({ status: 200 })
})

describe('with a second factor', () => {
  test('the password starts a sign-in step, and entering the current code starts a session', async () => {
    const { someone, secret } = await withFactor()
    const { status, body } = await login(someone.email)
    expect({ status, code: body.code }).toEqual({ status: 401, code: 'code_needed' })
    expect((await enter(body.step, codeOf(secret))).body).toMatchObject({ _id: someone.id })
    expect((await enter(body.step, codeOf(secret))).body).toMatchObject({ status: 401, code: 'step_over' })
  })

  test('a code works only once', async () => {
    const { someone, secret } = await withFactor()
    const [first, second] = [await login(someone.email), await login(someone.email)]
    const code = codeOf(secret)
    expect((await enter(first.body.step, code)).status).toBe(200)
    expect((await enter(second.body.step, code)).body).toMatchObject({ status: 401, code: 'wrong_code' })
  })

  test('after five wrong codes, the caller has to wait', async () => {
    const { someone, secret } = await withFactor()
    const { body } = await login(someone.email)
    const statuses = []
    for (let each = 0; each < 7; each += 1) statuses.push((await enter(body.step, 'abcdef')).status)
    expect(statuses.slice(0, 5)).toEqual([401, 401, 401, 401, 401])
    expect(statuses).toContain(429)
    expect((await enter(body.step, codeOf(secret))).status).toBe(429)
  })

  test('wrong codes entered elsewhere don’t delay a known browser or a signed-in session', async () => {
    const { someone, caller, secret } = await withFactor()
    const first = await enter((await login(someone.email)).body.step, codeOf(secret))
    const cookie = /known=[^;]+/.exec(String(first.headers['set-cookie']))?.[0] ?? ''
    const { step } = (await login(someone.email)).body
    for (let each = 0; each < 6; each += 1) await enter(step, 'abcdef')
    const typed = (headers: Record<string, string>) =>
      nobody.call(secondStep.enter, { step, code: 'abcdef' }, { headers })
    expect((await typed({})).status).toBe(429)
    expect((await typed({ cookie })).status).toBe(401)
    expect((await caller.call(factor.reauthenticate, { code: 'abcdef' })).status).toBe(403)
  })

  test('an expired sign-in step is refused, even with the current code', async () => {
    const { someone, secret } = await withFactor()
    const { body } = await login(someone.email)
    await world.database.single`update sign_in_steps set expires_at = now()`
    expect((await enter(body.step, codeOf(secret))).body).toMatchObject({ status: 401, code: 'step_over' })
  })

  test('someone who has lost their phone can sign in with recovery codes, each of which works once', async () => {
    const { someone, caller, codes } = await withFactor()
    expect(codes).toHaveLength(10)
    const [one = ''] = codes
    const steps = [await login(someone.email), await login(someone.email)]
    expect((await enter(steps[0]?.body.step ?? '', one.toUpperCase().replaceAll('-', ' '))).status).toBe(200)
    expect((await enter(steps[1]?.body.step ?? '', one)).status).toBe(401)
    expect((await caller.call(factor.state, {})).body).toEqual({ on: true, required: false, codesLeft: 9 })
    const renewed = (await caller.call(factor.codes, {})).body.codes
    expect((await enter(steps[1]?.body.step ?? '', codes[1] ?? '')).status).toBe(401)
    expect((await enter(steps[1]?.body.step ?? '', renewed[0] ?? '')).status).toBe(200)
  })

  test('a new second factor can be set up only after turning off the old one with the password and a code', async () => {
    const { someone, caller, secret, codes } = await withFactor()
    const [code = ''] = codes
    const off = (typed: { currentPassword: string; code: string }) => caller.call(factor.off, typed)
    expect((await caller.call(factor.begin, {})).body).toMatchObject({ status: 409, code: 'is_on' })
    expect((await off({ currentPassword: 'wrong', code: codeOf(secret) })).body).toMatchObject({
      status: 403,
      code: 'wrong_password',
    })
    expect((await off({ currentPassword: password, code: 'abcdef' })).body).toMatchObject({
      status: 403,
      code: 'wrong_code',
    })
    expect((await caller.call(factor.state, {})).body).toMatchObject({ on: true, codesLeft: 10 })
    expect((await off({ currentPassword: password, code })).status).toBe(204)
    expect((await login(someone.email)).status).toBe(200)
  })

  test('a new password voids sign-in steps started with the old one', async () => {
    const { someone, caller, secret } = await withFactor()
    const { body } = await login(someone.email)
    const change = { id: someone.id, currentPassword: password, password: 'violet umbrella climbs 7 stairs' }
    expect((await caller.call(passwords.change, change)).status).toBe(204)
    expect((await enter(body.step, codeOf(secret))).body).toMatchObject({ status: 401, code: 'step_over' })
  })

  test('setting a new password with a link doesn’t skip the code', async () => {
    const { someone } = await withFactor()
    const token = 'x'.repeat(43)
    await world.database.write((db) =>
      putLink(db, { personId: someone.id, tokenHash: sha256(token), purpose: 'recovery' }),
    )
    const fresh = 'violet umbrella climbs 7 stairs'
    expect((await nobody.call(passwords.reset, { token, password: fresh })).status).toBe(204)
    expect((await nobody.call(accounts.login, { email: someone.email, password: fresh })).body).toMatchObject(
      { code: 'code_needed' },
    )
  })

  test('turning the second factor on or off notifies its owner by email', async () => {
    const { someone, caller, secret } = await withFactor()
    await caller.call(factor.off, { currentPassword: password, code: codeOf(secret) })
    const mails = await world.database.read<
      { subject: string }[]
    >`select subject from mail where person_id = ${someone.id} order by id`
    expect(mails.map(({ subject }) => subject)).toEqual([
      'Two-step login was turned on',
      'Two-step login was turned off',
    ])
  })

  test('a notification about the second factor is in its owner’s language', async () => {
    const { someone, caller, secret } = await withFactor()
    await world.database.single`update people set language = 'es' where id = ${someone.id}`
    await caller.call(factor.off, { currentPassword: password, code: codeOf(secret) })
    const [mail] = await world.database.read`
      select subject, body from mail where person_id = ${someone.id} order by id desc limit 1`
    expect(mail).toEqual({
      subject: 'Se desactivó la verificación en dos pasos',
      body: expect.stringMatching(/^Hola, .+ Si no lo esperaba, avise a su centro/s) as string,
    })
  })

  test('until the setup is confirmed, the second factor is off and its codes aren’t accepted for anything else', async () => {
    const caller = await world.as(await someoneOf('operator'))
    const { secret } = (await caller.call(factor.begin, {})).body
    expect((await caller.call(factor.reauthenticate, { code: codeOf(secret) })).body).toMatchObject({
      status: 403,
      code: 'wrong_code',
    })
    expect((await caller.call(factor.state, {})).body).toMatchObject({ on: false })
  })

  test('only an admin can see whether someone has a second factor', async () => {
    const admin = await world.as(await someoneOf('admin'))
    const { someone, caller } = await withFactor()
    expect((await admin.call(factor.of, { id: someone.id })).body).toEqual({ on: true })
    expect((await admin.call(factor.of, { id: (await someoneOf('operator')).id })).body).toEqual({
      on: false,
    })
    expect((await caller.call(factor.of, { id: someone.id })).status).toBe(403)
    expect((await admin.call(factor.of, { id: newId() })).status).toBe(404)
  })

  test('an admin can remove a lost factor, which is recorded and announced to its owner', async () => {
    const { someone } = await withFactor()
    const admin = await world.as(await someoneOf('admin'))
    expect((await admin.call(factor.reset, { id: someone.id })).status).toBe(204)
    expect((await login(someone.email)).status).toBe(200)
    const mails = await world.database.read`select purpose from mail where person_id = ${someone.id}`
    const actions = await world.database
      .read`select 1 from audit where action = 'accounts.factorReset' and entity_id = ${someone.id}`
    expect([mails.map(({ purpose }) => purpose), actions.length]).toEqual([['factor_on', 'factor_reset'], 1])
    const manager = await world.as(await someoneOf('manager'))
    expect((await manager.call(factor.reset, { id: someone.id })).status).toBe(403)
  })

  test('the secret is stored encrypted if a key is configured, and never appears in the audit log', async () => {
    const someone = await someoneOf('operator', strict)
    const caller = await strict.as(someone)
    const { secret } = (await caller.call(factor.begin, {})).body
    const [row] = await strict.database.read<
      { secret: Buffer }[]
    >`select secret from second_factors where person_id = ${someone.id}`
    expect(row?.secret.includes(bytesOf(secret))).toBe(false)
    expect((await caller.call(factor.confirm, { code: codeOf(secret) })).status).toBe(200)
    expect(JSON.stringify(await strict.database.read`select * from audit`)).not.toContain(secret)
  })
})

test('a required second factor is set up by staff as they log in and can’t be turned off; families don’t need one', async () => {
  const here = await strict.as(null)
  const someone = await someoneOf('operator', strict)
  const { body, status } = await login(someone.email, here)
  expect({ status, code: body.code }).toEqual({ status: 401, code: 'factor_needed' })
  expect((await enter(body.step, '123456', here)).status).toBe(401)
  const { secret } = (await here.call(factor.prepare, { step: body.step })).body
  expect((await enter(body.step, codeOf(secret), here)).status).toBe(200)
  const again = await login(someone.email, here)
  expect(again.body.code).toBe('code_needed')
  expect((await here.call(factor.prepare, { step: again.body.step })).body).toMatchObject({
    status: 409,
    code: 'is_on',
  })
  const caller = await strict.as(someone)
  expect((await caller.call(factor.off, { currentPassword: password, code: '000000' })).body).toMatchObject({
    status: 409,
    code: 'required',
  })
  const parent = await someoneOf('parent', strict)
  expect((await login(parent.email, here)).status).toBe(200)
})

test('if only admins and managers need a second factor, other staff can log in without it', async () => {
  const here = await leads.as(null)
  const outcome = async (kind: 'admin' | 'manager' | 'operator') =>
    (await login((await someoneOf(kind, leads)).email, here)).body.code
  expect([await outcome('admin'), await outcome('manager'), await outcome('operator')]).toEqual([
    'factor_needed',
    'factor_needed',
    undefined,
  ])
  const [manager, operator] = [
    await leads.as(await someoneOf('manager', leads)),
    await leads.as(await someoneOf('operator', leads)),
  ]
  expect((await manager.call(factor.state, {})).body).toMatchObject({ required: true })
  expect((await operator.call(factor.state, {})).body).toMatchObject({ required: false })
  expect((await manager.call(factor.off, { currentPassword: password, code: '000000' })).body).toMatchObject({
    code: 'required',
  })
  expect((await operator.call(factor.off, { currentPassword: password, code: '000000' })).status).toBe(204)
})

describe('a large export', () => {
  test('requires a password or a code entered in the last 15 minutes', async () => {
    const { someone, caller, secret } = await withFactor()
    const { centerId } = someone
    const list = () => caller.call(people.staffFile, { centerId })
    expect((await list()).status).toBe(200)
    const later = () => world.database.single`update sessions set proven_at = now() - interval '15 minutes'`
    await later()
    expect((await list()).body).toMatchObject({ status: 403, code: 'reauth', within: 15 })
    expect((await caller.call(factor.reauthenticate, { password: 'wrong' })).body).toMatchObject({
      status: 403,
      code: 'wrong_password',
    })
    expect((await caller.call(factor.reauthenticate, {})).status).toBe(422)
    expect((await caller.call(factor.reauthenticate, { password })).status).toBe(204)
    expect((await list()).status).toBe(200)
    await later()
    expect((await caller.call(factor.reauthenticate, { code: 'abcdef' })).body).toMatchObject({
      status: 403,
      code: 'wrong_code',
    })
    expect((await caller.call(factor.reauthenticate, { code: codeOf(secret) })).status).toBe(204)
    expect((await list()).status).toBe(200)
  })
})
