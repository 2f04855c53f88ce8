import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { exportJWK, generateKeyPair, SignJWT } from 'jose'
import { afterAll, beforeEach, describe, expect, test } from 'vitest'
import { accounts } from '../api.ts'
import { people } from '../people/api.ts'
import { google } from './api.ts'
import { sha256 } from '#server/session.ts'
import { factories } from '#tests/factories.ts'
import { openWorld } from '#tests/world.ts'

// A test issuer with its own key server, like Google's.
const { privateKey, publicKey } = await generateKeyPair('RS256')
const stranger = await generateKeyPair('RS256')
const jwks = { keys: [{ ...(await exportJWK(publicKey)), kid: 'k1', alg: 'RS256', use: 'sig' }] }
let down = 0
const keys = createServer(({ url }, response) => {
  if (down === 302 && url === '/certs') return response.writeHead(302, { location: '/others' }).end()
  response
    .writeHead(down === 500 ? 500 : 200, { 'content-type': 'application/json' })
    .end(down === 500 ? '' : JSON.stringify(jwks))
}).listen(0, '127.0.0.1')
await once(keys, 'listening')
afterAll(() => void keys.close())

const issuer = 'https://issuer.test.example'
const settings = {
  googleClientId: 'our-client',
  googleIssuer: issuer,
  googleKeysUrl: `http://127.0.0.1:${(keys.address() as AddressInfo).port}/certs`,
}
const world = await openWorld(settings)
// Servers cache Google's keys, so testing a failure to load them requires a server that has never loaded
// them.
const keyless = await openWorld(settings)
const withoutGoogle = await openWorld()
const nobody = await world.as(null)
const { admin, center } = await world.database.write(async (db) => {
  const make = factories(db)
  return { admin: await make.staff('admin', null), center: (await make.center()).id }
})
const operator = () => world.database.write((db) => factories(db).staff('operator', center))
const subjectOf = async (id: string) =>
  (await world.database.read`select google_subject from people where id = ${id}`)[0]?.['googleSubject']

// Refusals count as guesses from this network address, but only one test needs the count.
beforeEach(() => world.database.single`delete from failed_tries`.then(() => {}))

type Token = {
  sub?: string
  email?: string
  verified?: unknown
  aud?: string
  iss?: string
  exp?: string
  nonce?: string
  key?: CryptoKey
}

const token = ({
  sub = 'g-1',
  email,
  verified = true,
  aud = 'our-client',
  iss = issuer,
  exp = '5 minutes',
  nonce,
  key = privateKey,
}: Token) =>
  new SignJWT({ email, email_verified: verified, nonce })
    .setProtectedHeader({ alg: 'RS256', kid: 'k1' })
    .setSubject(sub)
    .setAudience(aud)
    .setIssuer(iss)
    .setIssuedAt()
    .setExpirationTime(exp)
    .sign(key)

const enter = async (idToken: string, secret?: string) => await nobody.call(google.enter, { idToken, secret })

describe('an invited account', () => {
  test('is found by its verified email the first time, and later by the subject, even if the email has changed', async () => {
    const someone = await operator()
    const first = await enter(await token({ sub: 'g-2', email: someone.email.toUpperCase() }))
    expect(first).toMatchObject({
      status: 200,
      body: { _id: someone.id, role: 'operator', centers: [center] },
    })
    expect(await subjectOf(someone.id)).toBe('g-2')
    const cookie = /sid=[\w-]{43}/.exec(String(first.headers['set-cookie']))?.[0] ?? ''
    expect((await nobody.call(accounts.me, {}, { headers: { cookie } })).body).toMatchObject({
      _id: someone.id,
    })

    const later = await enter(await token({ sub: 'g-2', email: 'moved@elsewhere.example' }))
    expect(later).toMatchObject({ status: 200, body: { _id: someone.id } })
    const trail = await world.database
      .read`select action from audit where entity_id = ${someone.id} order by id`
    expect(trail.map(({ action }) => action as string)).toEqual([
      'accounts.bindGoogle',
      'accounts.google',
      'accounts.google',
    ])
  })

  test('may belong to a student or a parent', async () => {
    const { student, parent } = await world.database.write(async (db) => {
      const make = factories(db)
      const child = await make.student(center)
      return { student: child, parent: await make.parent([child]) }
    })
    expect((await enter(await token({ sub: 'g-3', email: student.email }))).body).toMatchObject({
      group: 'students',
    })
    expect((await enter(await token({ sub: 'g-4', email: parent.email }))).body).toMatchObject({
      group: 'parents',
    })
  })

  test('still needs the code if it belongs to staff with a second factor', async () => {
    const someone = await operator()
    const secret = Buffer.concat([Buffer.of(0), Buffer.alloc(20)])
    await world.database.write(
      (db) =>
        db`insert into second_factors (person_id, secret, confirmed_at) values (${someone.id}, ${secret}, now())`,
    )
    const answer = await enter(await token({ sub: 'g-12', email: someone.email }))
    expect([answer.body, answer.headers['set-cookie']]).toMatchObject([
      { status: 401, code: 'code_needed' },
      undefined,
    ])
  })

  test('can’t be opened by another Google account that now has its email', async () => {
    const someone = await operator()
    expect((await enter(await token({ sub: 'g-5', email: someone.email }))).status).toBe(200)
    expect((await enter(await token({ sub: 'g-6', email: someone.email }))).status).toBe(401)
    expect(await subjectOf(someone.id)).toBe('g-5')
  })
})

describe('Google sign-in refuses with the same response', () => {
  const someone = operator()
  const without = (part: string) => part.split('.').slice(0, 2).join('.')

  test.each<[string, (email: string) => Promise<string>]>([
    ['an email that Google has not verified', (email) => token({ email, verified: false })],
    ['an email whose verified flag is a string', (email) => token({ email, verified: 'true' })],
    ['a token without an email', () => token({})],
    ['an account that nobody invited', () => token({ sub: 'g-7', email: 'nobody@test.example' })],
    ['a token for another product', (email) => token({ email, aud: 'another-client' })],
    ['a token from another issuer', (email) => token({ email, iss: 'https://evil.example' })],
    ['a token that has expired', (email) => token({ email, exp: '1 minute ago' })],
    [
      'a token signed with another key under the issuer’s key id',
      (email) => token({ email, key: stranger.privateKey }),
    ],
    ['a token without its signature', async (email) => `${without(await token({ email }))}.`],
    [
      'a token signed with the issuer’s public key as a secret',
      (email) =>
        new SignJWT({ email, email_verified: true })
          .setProtectedHeader({ alg: 'HS256', kid: 'k1' })
          .setSubject('g-8')
          .setAudience('our-client')
          .setIssuer(issuer)
          .setExpirationTime('5 minutes')
          .sign(new TextEncoder().encode(JSON.stringify(jwks.keys[0]))),
    ],
    ['something that isn’t a token', async () => 'not a token'],
  ])('%s', async (_, make) => {
    const { id, email } = await someone
    const answer = await enter(await make(email))
    expect(answer).toMatchObject({
      status: 401,
      body: {
        code: 'wrong_token',
        message: 'We don’t recognize this Google account. Log in with your email and password.',
      },
    })
    expect(answer.headers['set-cookie']).toBeUndefined()
    expect(await subjectOf(id)).toBeNull()
  })

  test('a token that was already used, even if its signature is encoded differently', async () => {
    const idToken = await token({ sub: 'g-11', email: (await operator()).email })
    expect((await enter(idToken)).status).toBe(200)
    const alphabet = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_'
    const respelled = `${idToken.slice(0, -1)}${alphabet[alphabet.indexOf(idToken.slice(-1)) + 1]}`
    for (const again of [idToken, respelled])
      expect((await enter(again)).body).toMatchObject({ status: 401, code: 'wrong_token' })
  })

  test('a token requested by another page, because only that page knows the secret behind its nonce', async () => {
    const { email } = await operator()
    const [ours, other] = ['a1'.repeat(32), 'b2'.repeat(32)]
    const newToken = () => token({ sub: 'g-20', email, nonce: sha256(ours).toString('hex') })
    const tries = [
      enter(await newToken()),
      enter(await newToken(), other),
      enter(await newToken(), sha256(ours).toString('hex')),
    ]
    for (const answer of await Promise.all(tries))
      expect(answer.body).toMatchObject({ status: 401, code: 'wrong_token' })
    expect((await enter(await newToken(), ours)).status).toBe(200)
  })

  test('a closed account, known by email or by subject', async () => {
    const [fresh, bound] = [await operator(), await operator()]
    expect((await enter(await token({ sub: 'g-9', email: bound.email }))).status).toBe(200)
    for (const { id } of [fresh, bound])
      await (await world.as(admin)).call(people.close, { id, disabled: true })
    expect((await enter(await token({ sub: 'g-10', email: fresh.email }))).body).toMatchObject({
      status: 401,
      code: 'wrong_token',
    })
    expect((await enter(await token({ sub: 'g-9', email: bound.email }))).body).toMatchObject({
      status: 401,
      code: 'wrong_token',
    })
    const another = await operator()
    expect((await enter(await token({ sub: 'g-9', email: another.email }))).body).toMatchObject({
      status: 401,
      code: 'wrong_token',
    })
    expect(await subjectOf(another.id)).toBeNull()
  })
})

test('after many invalid tokens, the caller has to wait, and a request without a token doesn’t count', async () => {
  expect((await nobody.call(google.enter, { idToken: '' })).status).toBe(422)
  expect((await nobody.call(google.enter, { idToken: 'x' }, { raw: {} })).status).toBe(400)
  const tries = await Promise.all(Array.from({ length: 65 }, async () => (await enter('not a token')).status))
  expect(tries.filter((status) => status === 401)).toHaveLength(60)
  expect(tries.filter((status) => status === 429)).toHaveLength(5)
})

test('while the issuer’s keys can’t be loaded, Google sign-in returns 503 and records no failed try', async () => {
  const caller = await keyless.as(null)
  const someone = await keyless.database.write(async (db) => await factories(db).staff('admin', null))
  const idToken = await token({ email: someone.email })
  down = 500
  for (let each = 0; each < 6; each += 1)
    expect((await caller.call(google.enter, { idToken })).status).toBe(503)
  // Keys are loaded only from the configured URL, without following redirects.
  down = 302
  expect((await caller.call(google.enter, { idToken })).status).toBe(503)
  down = 0
  expect((await caller.call(google.enter, { idToken })).status).toBe(200)
})

test('the login page offers Google only if it is set up; otherwise nobody can sign in with it', async () => {
  expect((await nobody.call(google.options, {})).body).toEqual({
    clientId: 'our-client',
    scriptUrl: 'https://accounts.google.com/gsi/client',
  })
  const plain = await withoutGoogle.as(null)
  expect((await plain.call(google.options, {})).body).toEqual({ clientId: null, scriptUrl: null })
  expect((await plain.call(google.enter, { idToken: await token({ email: 'a@test.example' }) })).status).toBe(
    401,
  )
})
