import { afterAll, beforeEach, describe, expect, test } from 'vitest'
import { openIdentityProvider } from '#tests/identity-provider.ts'
import { factories } from '#tests/factories.ts'
import { openWorld } from '#tests/world.ts'
import { accounts } from '../api.ts'
import { oidc } from './api.ts'

const provider = await openIdentityProvider()
afterAll(() => void provider.close())
const set = { issuer: provider.issuer, clientId: 'our-client', clientSecret: 'our-secret' }
const settings = {
  publicUrl: 'http://learn.test.example',
  oidc: { ...set, name: 'Maple', verifiesEmail: false },
}
const world = await openWorld(settings)
// A provider, such as Microsoft, that verifies its organization's email addresses, but whose tokens don't
// include `email_verified`.
const silent = await openWorld({ ...settings, oidc: { ...settings.oidc, verifiesEmail: true } })
const unknown = await openWorld({ ...settings, oidc: { ...settings.oidc, issuer: 'http://127.0.0.1:1' } })
const nobody = await world.as(null)

const staffIn = async (where: typeof world) =>
  await where.database.write(async (db) => {
    const make = factories(db)
    return await make.staff('operator', (await make.center()).id)
  })
let subjects = 0

beforeEach(async () => {
  provider.state.claims = {}
  provider.state.tokenClaims = {}
  provider.state.forged = false
  await world.database.single`delete from failed_tries`
})

/** Logs in at the provider. Returns the provider's response and the data that the browser kept. */
async function comeBack(caller = nobody) {
  const { body } = await caller.call(oidc.begin, {})
  return { kept: body.kept, answer: new URL(provider.logIn(body.url)).search }
}
const logIn = async (caller = nobody) => await caller.call(oidc.enter, await comeBack(caller))
const claimsFor = (email: string, more: Record<string, unknown> = {}) => ({
  sub: `s-${(subjects += 1)}`,
  email,
  email_verified: true,
  ...more,
})

describe('a login through the provider', () => {
  test('opens the invited account by its verified email the first time, and later by the subject alone', async () => {
    const person = await staffIn(world)
    provider.state.claims = claimsFor(person.email.toUpperCase())
    const entered = await logIn()
    expect(entered).toMatchObject({ status: 200, body: { _id: person.id } })
    expect(entered.headers['set-cookie']).toBeDefined()
    provider.state.claims = { ...provider.state.claims, email: 'changed@test.example' }
    expect(await logIn()).toMatchObject({ status: 200, body: { _id: person.id } })
    const lines = await world.database
      .read`select action from audit where person_id = ${person.id} order by id`
    expect(lines.map(({ action }) => action as string)).toEqual([
      'accounts.bindGoogle',
      'accounts.oidc',
      'accounts.oidc',
    ])
  })

  test('can’t open an account that is bound to another subject', async () => {
    const person = await staffIn(world)
    provider.state.claims = claimsFor(person.email)
    expect((await logIn()).status).toBe(200)
    provider.state.claims = claimsFor(person.email)
    expect((await logIn()).status).toBe(401)
  })

  test.each<[string, Record<string, unknown>]>([
    ['an email that isn’t verified', { email_verified: false }],
    ['an email without a verified flag', { email_verified: undefined }],
    ['an email whose verified flag is the text “true”', { email_verified: 'true' }],
    ['an email that no account has', { email: 'nobody@test.example' }],
    ['no email', { email: undefined }],
  ])('is refused with %s', async (_, more) => {
    const person = await staffIn(world)
    provider.state.claims = claimsFor(person.email, more)
    expect(await logIn()).toMatchObject({ status: 401, body: { code: 'wrong_token' } })
  })

  test('accepts an email without a verified flag if the organization verifies all of them', async () => {
    const person = await staffIn(silent)
    provider.state.claims = claimsFor(person.email, { email_verified: undefined, tid: 't-1', oid: 'o-1' })
    expect(await logIn(await silent.as(null))).toMatchObject({ status: 200, body: { _id: person.id } })
  })

  test('is refused for a closed account', async () => {
    const person = await staffIn(world)
    await world.database.single`update people set disabled_at = now() where id = ${person.id}`
    provider.state.claims = claimsFor(person.email)
    expect((await logIn()).status).toBe(401)
  })
})

describe('a token from the provider', () => {
  test.each<[string, Record<string, unknown>]>([
    ['from another issuer', { iss: 'https://evil.example' }],
    ['for another client', { aud: 'their-client' }],
    ['with another nonce', { nonce: 'theirs' }],
    ['that has expired', { exp: 1_700_000_000 }],
  ])('%s is refused', async (_, tokenClaims) => {
    const person = await staffIn(world)
    provider.state.claims = claimsFor(person.email)
    provider.state.tokenClaims = tokenClaims
    expect((await logIn()).status).toBe(401)
  })

  test('signed by somebody else is refused', async () => {
    const person = await staffIn(world)
    provider.state.claims = claimsFor(person.email)
    provider.state.forged = true
    expect((await logIn()).status).toBe(401)
  })
})

describe('a response from the provider', () => {
  test('works only once, and only with the data that this browser has kept', async () => {
    const person = await staffIn(world)
    provider.state.claims = claimsFor(person.email)
    const [mine, theirs] = [await comeBack(), await comeBack()]
    // A link with a stranger's response must not log this browser in to the stranger's account.
    expect((await nobody.call(oidc.enter, { answer: mine.answer, kept: theirs.kept })).status).toBe(401)
    expect((await nobody.call(oidc.enter, mine)).status).toBe(200)
    expect((await nobody.call(oidc.enter, mine)).status).toBe(401)
  })

  test.each([
    ['another state', (answer: string) => answer.replace(/state=[^&]+/, 'state=theirs')],
    ['no code', () => '?state=x'],
    ['an unknown code', (answer: string) => answer.replace(/code=[^&]+/, 'code=theirs')],
    ['a denied login', (answer: string) => `?error=access_denied&${answer.slice(answer.indexOf('state='))}`],
  ])('with %s is refused', async (_, change) => {
    const person = await staffIn(world)
    provider.state.claims = claimsFor(person.email)
    const { answer, kept } = await comeBack()
    expect((await nobody.call(oidc.enter, { answer: change(answer), kept })).status).toBe(401)
  })

  test('with data that we didn’t sign is refused', async () => {
    const { answer, kept } = await comeBack()
    for (const wrong of ['x', 'x.y', `${kept}x`, kept.replace('.', '')])
      expect((await nobody.call(oidc.enter, { answer, kept: wrong })).status).toBe(401)
  })
})

test('a login through the provider requires a second factor just as a password does', async () => {
  const strict = await openWorld({ ...settings, staffMfa: 'required' })
  const person = await staffIn(strict)
  provider.state.claims = claimsFor(person.email)
  expect(await logIn(await strict.as(null))).toMatchObject({ status: 401, body: { code: 'factor_needed' } })
})

test('while the provider doesn’t respond, starting a login through it returns 503, and passwords are still checked', async () => {
  const person = await staffIn(unknown)
  const caller = await unknown.as(null)
  expect((await caller.call(oidc.begin, {})).status).toBe(503)
  const { status } = await caller.call(accounts.login, { email: person.email, password: 'wrong password' })
  expect(status).toBe(401)
})

test('without a provider, there is no button and its endpoints return 404', async () => {
  const without = await (await openWorld()).as(null)
  expect((await without.call(oidc.options, {})).body).toEqual({ name: null })
  expect((await without.call(oidc.begin, {})).status).toBe(404)
  expect((await nobody.call(oidc.options, {})).body).toEqual({ name: 'Maple' })
})
