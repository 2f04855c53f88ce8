import { createHash, generateKeyPairSync, randomBytes, sign } from 'node:crypto'
import { isoCBOR } from '@simplewebauthn/server/helpers'
import { describe, expect, test } from 'vitest'
import { factor } from '../factor/api.ts'
import { factories, password } from '#tests/factories.ts'
import { type Caller, openWorld } from '#tests/world.ts'
import { accounts } from '../api.ts'
import { passkeySignIn, passkeys } from './api.ts'

const origin = 'http://learn.test.example'
const world = await openWorld({ publicUrl: origin, staffMfa: 'required' })
const { database } = world
const nobody = await world.as(null)
const center = (await database.write((db) => factories(db).center())).id

const sha256 = (data: string | Buffer) => createHash('sha256').update(data).digest()
const encoded = (data: Buffer | string) => Buffer.from(data).toString('base64url')

type Ways = { rpId?: string; from?: string; flags?: number; challenge?: string; type?: string }

/** Simulates a device that holds a private key, such as a phone or security key (W3C WebAuthn, level 3). */
function newDevice() {
  const { privateKey, publicKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' })
  const credential = randomBytes(32)
  let counter = 0
  const jwk = publicKey.export({ format: 'jwk' })
  const point = (text = '') => new Uint8Array(Buffer.from(text, 'base64url'))
  // A COSE key: type elliptic curve (2), algorithm ES256 (-7), curve P-256 (1).
  const cose = isoCBOR.encode(
    new Map<number, number | Uint8Array<ArrayBuffer>>([
      [1, 2],
      [3, -7],
      [-1, 1],
      [-2, point(jwk.x)],
      [-3, point(jwk.y)],
    ]),
  )
  const dataOf = ({ rpId, flags, key }: { rpId: string; flags: number; key: boolean }) => {
    const count = Buffer.alloc(4)
    count.writeUInt32BE((counter += 1))
    const length = Buffer.alloc(2)
    length.writeUInt16BE(credential.length)
    return Buffer.concat([
      sha256(rpId),
      Buffer.from([flags]),
      count,
      ...(key ? [Buffer.alloc(16), length, credential, Buffer.from(cose)] : []),
    ])
  }
  const clientData = (type: string, challenge: string, from: string) =>
    Buffer.from(JSON.stringify({ type, challenge, origin: from, crossOrigin: false }))
  const host = new URL(origin).hostname
  return {
    credentialId: encoded(credential),
    setCounter: (to: number) => (counter = to),
    /**
     * Creates the passkey. By default, the flags mark the user as present and verified, and a key as
     * included.
     */
    create(
      challenge: string,
      { rpId = host, from = origin, flags = 0x45, type = 'webauthn.create' }: Ways = {},
    ) {
      const attestation = isoCBOR.encode(
        new Map<string, unknown>([
          ['fmt', 'none'],
          ['attStmt', new Map()],
          ['authData', new Uint8Array(dataOf({ rpId, flags, key: true }))],
        ]) as never,
      )
      return {
        name: 'Phone',
        credentialId: encoded(credential),
        clientDataJSON: encoded(clientData(type, challenge, from)),
        attestationObject: encoded(Buffer.from(attestation)),
        transports: ['internal'],
      }
    },
    /** Signs a challenge. By default, the flags mark the user as present and verified. */
    sign(challenge: string, { rpId = host, from = origin, flags = 5, type = 'webauthn.get' }: Ways = {}) {
      const data = dataOf({ rpId, flags, key: false })
      const client = clientData(type, challenge, from)
      return {
        credentialId: encoded(credential),
        clientDataJSON: encoded(client),
        authenticatorData: encoded(data),
        signature: encoded(sign('sha256', Buffer.concat([data, sha256(client)]), privateKey)),
      }
    },
  }
}
type Device = ReturnType<typeof newDevice>

const staffMember = () => database.write((db) => factories(db).staff('operator', center))
const parent = () =>
  database.write(async (db) => {
    const make = factories(db)
    return await make.parent([await make.student(center)])
  })

async function added(caller: Caller, device: Device) {
  const { body } = await caller.call(passkeys.begin, {})
  return await caller.call(passkeys.add, device.create(body.challenge))
}
const challengeToEnter = async () => (await nobody.call(passkeySignIn.ask, {})).body.challenge
const enter = async (device: Device, ways: Ways = {}) =>
  await nobody.call(passkeySignIn.enter, device.sign(ways.challenge ?? (await challengeToEnter()), ways))

describe('logging in with a passkey', () => {
  test('needs neither the password nor a code, and is recorded', async () => {
    const person = await staffMember()
    const [caller, device] = [await world.as(person), newDevice()]
    expect(await added(caller, device)).toMatchObject({ status: 200, body: { name: 'Phone', usedAt: null } })
    const entered = await enter(device)
    expect(entered).toMatchObject({ status: 200, body: { _id: person.id } })
    expect(entered.headers['set-cookie']).toBeDefined()
    const [mine] = (await caller.call(passkeys.list, {})).body
    expect(Date.parse(mine?.usedAt ?? '')).toBeGreaterThan(Date.now() - 60_000)
    const [line] =
      await database.read`select action from audit where person_id = ${person.id} order by id desc limit 1`
    expect(line).toEqual({ action: 'accounts.passkey' })
  })

  test('works for parents', async () => {
    const person = await parent()
    const device = newDevice()
    await added(await world.as(person), device)
    expect(await enter(device)).toMatchObject({ status: 200, body: { _id: person.id, group: 'parents' } })
  })

  test.each<[string, Ways]>([
    ['for another website', { rpId: 'evil.example' }],
    ['from another origin', { from: 'https://evil.example' }],
    ['without verifying the user', { flags: 1 }],
    ['for a challenge that we didn’t make', { challenge: encoded(randomBytes(54)) }],
    ['for something other than logging in', { type: 'webauthn.create' }],
  ])('is refused if signed %s', async (_, ways) => {
    const device = newDevice()
    await added(await world.as(await staffMember()), device)
    expect(await enter(device, ways)).toMatchObject({ status: 401, body: { code: 'wrong_passkey' } })
    expect(await enter(device)).toMatchObject({ status: 200 })
  })

  test('works once for each challenge, and not with a challenge for adding a passkey', async () => {
    const [caller, device] = [await world.as(await staffMember()), newDevice()]
    await added(caller, device)
    const challenge = await challengeToEnter()
    expect((await enter(device, { challenge })).status).toBe(200)
    expect((await enter(device, { challenge })).status).toBe(401)
    const { body } = await caller.call(passkeys.begin, {})
    expect((await enter(device, { challenge: body.challenge })).status).toBe(401)
  })

  test('is refused if the device’s counter has not increased, as with a copied key', async () => {
    const device = newDevice()
    await added(await world.as(await staffMember()), device)
    expect((await enter(device)).status).toBe(200)
    device.setCounter(0)
    expect((await enter(device)).status).toBe(401)
  })

  test('is refused with another device’s signature, or once the passkey is removed', async () => {
    const [caller, device, other] = [await world.as(await staffMember()), newDevice(), newDevice()]
    const { body } = await added(caller, device)
    const forged = { ...other.sign(await challengeToEnter()), credentialId: device.credentialId }
    expect((await nobody.call(passkeySignIn.enter, forged)).status).toBe(401)
    expect((await caller.call(passkeys.remove, { id: body._id })).status).toBe(204)
    expect((await enter(device)).status).toBe(401)
  })

  test('is refused for a closed account', async () => {
    const person = await staffMember()
    const device = newDevice()
    await added(await world.as(person), device)
    await database.single`update people set disabled_at = now() where id = ${person.id}`
    expect((await enter(device)).status).toBe(401)
  })
})

describe('the owner of an account', () => {
  test('is notified by email when a passkey is added or removed', async () => {
    const person = await staffMember()
    const caller = await world.as(person)
    const { body } = await added(caller, newDevice())
    await caller.call(passkeys.remove, { id: body._id })
    const mail =
      await database.read`select purpose, subject, body from mail where person_id = ${person.id} order by id`
    // Changing the password wouldn't remove a stranger's passkey, so the email must explain how to remove it.
    const howToRemove = expect.stringContaining('You can remove it in your profile.') as string
    expect(mail).toMatchObject([
      { purpose: 'passkey', subject: 'A passkey was added to your account', body: howToRemove },
      { purpose: 'passkey', subject: 'A passkey was removed from your account' },
    ])
  })

  test('must enter the password again to add or remove a passkey if they last entered it an hour ago', async () => {
    const person = await staffMember()
    const [caller, device] = [await world.as(person), newDevice()]
    const { body } = await added(caller, device)
    await database.single`update sessions set proven_at = now() - interval '1 hour' where person_id = ${person.id}`
    expect((await caller.call(passkeys.begin, {})).body).toMatchObject({ code: 'reauth' })
    expect((await caller.call(passkeys.add, newDevice().create('x'))).body).toMatchObject({ code: 'reauth' })
    expect((await caller.call(passkeys.remove, { id: body._id })).body).toMatchObject({ code: 'reauth' })
  })

  test('can name passkeys, which nobody else can see, rename or remove', async () => {
    const [caller, other] = [await world.as(await staffMember()), await world.as(await staffMember())]
    const { _id: id } = (await added(caller, newDevice())).body
    expect((await caller.call(passkeys.rename, { id, name: ' Work phone ' })).body.name).toBe('Work phone')
    expect((await other.call(passkeys.list, {})).body).toEqual([])
    expect((await other.call(passkeys.rename, { id, name: 'Mine' })).status).toBe(404)
    expect((await other.call(passkeys.remove, { id })).status).toBe(404)
    expect((await caller.call(passkeys.list, {})).body).toMatchObject([{ name: 'Work phone' }])
  })

  test.each<[string, Ways]>([
    ['another website', { rpId: 'evil.example' }],
    ['another origin', { from: 'https://evil.example' }],
    ['a user whom the device didn’t verify', { flags: 0x41 }],
  ])('can’t add a passkey that was created for %s', async (_, ways) => {
    const caller = await world.as(await staffMember())
    const { body } = await caller.call(passkeys.begin, {})
    const { status } = await caller.call(passkeys.add, newDevice().create(body.challenge, ways))
    expect(status).toBe(422)
    expect((await caller.call(passkeys.list, {})).body).toEqual([])
  })

  test('can’t add a passkey with somebody else’s challenge, or a passkey that another account has', async () => {
    const [caller, other] = [await world.as(await staffMember()), await world.as(await staffMember())]
    const device = newDevice()
    const { challenge } = (await other.call(passkeys.begin, {})).body
    expect((await caller.call(passkeys.add, device.create(challenge))).status).toBe(422)
    expect((await added(caller, device)).status).toBe(200)
    expect((await added(other, device)).status).toBe(422)
  })

  test('can have at most ten passkeys, even if they are added at the same time', async () => {
    const caller = await world.as(await staffMember())
    const made = await Promise.all(Array.from({ length: 12 }, () => added(caller, newDevice())))
    expect(made.map(({ status }) => status).toSorted()).toEqual([...Array<number>(10).fill(200), 409, 409])
  })

  test('can’t have passkeys if they are a student', async () => {
    const student = await database.write((db) => factories(db).student(center))
    expect((await (await world.as(student)).call(passkeys.list, {})).status).toBe(403)
  })
})

test('a passkey doesn’t count as the second factor when logging in with a password', async () => {
  const person = await staffMember()
  await added(await world.as(person), newDevice())
  const { body } = await nobody.call(accounts.login, { email: person.email, password })
  expect(body).toMatchObject({ code: 'factor_needed' })
  expect((await (await world.as(person)).call(factor.state, {})).body.on).toBe(false)
})
