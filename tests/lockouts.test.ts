import { beforeEach, describe, expect, test } from 'vitest'
import { accounts } from '#features/accounts/api.ts'
import { passwords } from '#features/accounts/passwords/api.ts'
import { sendLink } from '#features/accounts/passwords/passwords.ts'
import { devices } from '#features/devices/api.ts'
import { readSettings } from '#server/settings.ts'
import { factories, password } from '#tests/factories.ts'
import { type Extra, openWorld } from '#tests/world.ts'
import { activation } from '#features/devices/api.ts'
import { timeLimit } from '#tests/time.ts'
import { allJobsDone } from '#tests/eventually.ts'

/**
 * Checks that nobody can lock somebody else out (reliability T1, T10). Each attack makes real calls from many
 * networks.
 */

const world = await openWorld({ trustProxy: ['127.0.0.1'] })
const nobody = await world.as(null)
beforeEach(() => world.database.single`delete from failed_tries`.then(() => {}))

const someone = () =>
  world.database.write(async (db) => {
    const make = factories(db)
    const center = await make.center()
    return { center, ...(await make.staff('operator', center.id)) }
  })

/** Waits for all jobs. Returns the token of the recovery link mailed to a person, or '' if there is none. */
async function tokenTo(personId: string) {
  await allJobsDone(world.database)
  const [mail] = await world.database.read<{ body: string }[]>`
    select body from mail where person_id = ${personId} and purpose = 'recovery'
  `
  return /#token=([\w-]+)/.exec(mail?.body ?? '')?.[1] ?? ''
}

type From = { address: string; cookie?: string; secret?: string }
const login = (email: string, { address, cookie, secret = password }: From) =>
  nobody.call(accounts.login, { email, password: secret }, { headers: headersOf({ address, cookie }) })
const headersOf = ({
  address,
  cookie,
}: {
  address: string
  cookie?: string | undefined
}): Extra['headers'] & object => ({
  'x-forwarded-for': address,
  ...(cookie && { cookie }),
})
const guess = async (email: string, address: string) =>
  (await login(email, { address, secret: 'not this one' })).status
/** Returns the cookie by which a response marks the browser as known. */
const knownIn = ({ headers }: { headers: Record<string, unknown> }) =>
  /known=[^;]+/.exec(String(headers['set-cookie']))?.[0] ?? ''

/**
 * Guesses the password of an account from many networks at once, five times from each, which exceeds the
 * account's limit.
 */
async function attack(email: string, networks: number) {
  await Promise.all(
    Array.from({ length: networks * 5 }, (_, each) => guess(email, `198.18.${each % networks}.1`)),
  )
}

describe('an account whose password is guessed from many networks', () => {
  test('lets its owner sign in immediately on a browser that has signed in before', async () => {
    const { email } = await someone()
    const cookie = knownIn(await login(email, { address: '203.0.113.9' }))
    await attack(email, 25)
    const began = performance.now()
    expect((await login(email, { address: '203.0.113.9', cookie })).status).toBe(200)
    // The known browser can log in even from the address that the guesses come from.
    expect((await login(email, { address: '198.18.1.2', cookie })).status).toBe(200)
    expect(performance.now() - began).toBeLessThan(timeLimit(5000))
  })

  test('lets its owner sign in on a new browser within seconds', async () => {
    const { email } = await someone()
    await attack(email, 25)
    const began = performance.now()
    expect((await login(email, { address: '203.0.113.9' })).status).toBe(200)
    expect(performance.now() - began).toBeLessThan(timeLimit(12_000))
  })

  test('lets its owner sign in at any time during a slow attack', async () => {
    const { email } = await someone()
    for (let round = 0; round < 14; round += 1) {
      await Promise.all(Array.from({ length: 5 }, () => guess(email, `198.18.${round}.1`)))
      expect((await login(email, { address: `203.0.${round}.9` })).status, `round ${round}`).toBe(200)
      await world.database.single`update failed_tries set last_at = last_at - interval '9 seconds'`
    }
  })

  test('trusts a browser that set its password with a link, but not one that signed in with an older password', async () => {
    const owner = await someone()
    const before = knownIn(await login(owner.email, { address: '203.0.113.9' }))
    await world.database.write((db) =>
      sendLink(db, readSettings({}), { ...owner, email: owner.email }, 'recovery'),
    )
    const token = await tokenTo(owner.id)
    const secret = 'seven green lamps at noon'
    const after = knownIn(await nobody.call(passwords.reset, { token, password: secret }))
    await world.database.single`delete from failed_tries`
    for (let each = 0; each < 6; each += 1) await guess(owner.email, '198.18.1.1')
    expect((await login(owner.email, { address: '198.18.1.1', cookie: before, secret })).status).toBe(429)
    expect((await login(owner.email, { address: '198.18.1.1', cookie: after, secret })).status).toBe(200)
  })
})

describe('an unknown name that is tried on a known browser of another account', () => {
  const cookieOfSomeone = async () => knownIn(await login((await someone()).email, { address: '192.0.2.1' }))

  test('has the same limits as an account', async () => {
    const cookie = await cookieOfSomeone()
    const answers = async (email: string) => {
      await world.database.single`delete from failed_tries`
      const given = []
      // Exceed the limit of one network, then the limit of all networks together.
      for (let each = 0; each < 8; each += 1)
        given.push(await login(email, { address: '198.18.1.1', cookie, secret: 'not this one' }))
      const many = Array.from({ length: 24 }, (_, net) =>
        login(email, { address: `198.19.${net}.1`, cookie, secret: 'not this one' }),
      )
      given.push(...(await Promise.all(many)))
      return given
        .map(({ status, body }) => `${status} ${(body as unknown as { code: string }).code}`)
        .toSorted()
    }
    const [ofSomeone, ofNobody] = [
      await answers((await someone()).email),
      await answers('nobody-at-all@test.example'),
    ]
    expect(new Set(ofSomeone).size).toBe(2)
    expect(ofNobody).toEqual(ofSomeone)
  })

  test('is checked in the same way as an account', async () => {
    const [cookie, { email }] = [await cookieOfSomeone(), await someone()]
    const answered: string[] = []
    let tries: Promise<unknown>[] = []
    await world.database.write(async (db) => {
      // The check for a known browser waits for this lock.
      await db`lock table installation_keys in access exclusive mode`
      tries = [email, 'nobody-at-all@test.example'].map(async (name) => {
        await login(name, { address: '198.18.1.1', cookie, secret: 'not this one' })
        answered.push(name)
      })
      await new Promise((done) => setTimeout(done, 1000))
      expect(answered).toEqual([])
    })
    await Promise.all(tries)
    expect(answered).toHaveLength(2)
  })
})

describe('the cookie of a known browser', () => {
  test('does not sign anyone in, counts only for its own accounts, and is worthless when altered', async () => {
    const [one, other] = [await someone(), await someone()]
    const cookie = knownIn(await login(one.email, { address: '203.0.113.9' }))
    expect((await world.app.inject({ url: '/api/users/me', headers: { cookie } })).statusCode).toBe(401)
    for (let each = 0; each < 6; each += 1)
      for (const { email } of [one, other]) await guess(email, '198.18.1.1')
    const status = async (email: string, shown: string) =>
      (await login(email, { address: '198.18.1.1', cookie: shown })).status
    expect(await status(other.email, cookie)).toBe(429)
    const altered = `${cookie.slice(0, -3)}${cookie.at(-3) === 'A' ? 'B' : 'A'}${cookie.slice(-2)}`
    expect(await status(one.email, altered)).toBe(429)
    expect(await status(one.email, cookie)).toBe(200)
  })

  test('is hidden from scripts and other sites, contains no names, and remembers the last twelve accounts', async () => {
    let cookie = ''
    let text = ''
    const owners = []
    for (let each = 0; each < 14; each += 1) {
      const owner = await someone()
      owners.push(owner)
      const answer = await login(owner.email, { address: '203.0.113.9', cookie })
      cookie = knownIn(answer)
      text = String(answer.headers['set-cookie'])
    }
    expect(text).toMatch(/known=[\w.~-]+; Max-Age=\d+; Path=\/; HttpOnly; SameSite=Strict/)
    expect(cookie.split('~')).toHaveLength(12)
    for (const { id, email } of owners) {
      expect(cookie).not.toContain(id)
      expect(cookie).not.toContain(email)
    }
    expect(cookie.length).toBeLessThan(600)
  })
})

describe('a school behind one IP address', () => {
  const school = '203.0.113.50'
  const made = (count: number) =>
    Promise.all(Array.from({ length: count }, (_, each) => guess(`made-up-${each}@test.example`, school)))

  test('can still sign in on its known browsers while one student tries unknown names', async () => {
    const colleague = await someone()
    const cookie = knownIn(await login(colleague.email, { address: '192.0.2.1' }))
    await made(80)
    const began = performance.now()
    expect((await login(colleague.email, { address: school, cookie })).status).toBe(200)
    expect(performance.now() - began).toBeLessThan(timeLimit(5000))
  })

  test('can sign in on new browsers within seconds after a student stops trying unknown names', async () => {
    const colleague = await someone()
    await made(80)
    await world.database.single`update failed_tries set last_at = last_at - interval '2 seconds'`
    expect((await login(colleague.email, { address: school })).status).toBe(200)
  })

  test('doesn’t reach its limit through failed sign-ins on a device where a student is signed in', async () => {
    const student = await world.database.write(
      async (db) => await factories(db).student((await factories(db).center()).id),
    )
    const session = await world.as(student)
    const statuses = []
    for (let each = 0; each < 25; each += 1) {
      const input = { email: `made-up-${each}@test.example`, password: 'not this one' }
      statuses.push(
        (await session.call(accounts.login, input, { headers: { 'x-forwarded-for': school } })).status,
      )
    }
    expect(statuses.slice(20)).toContain(429)
    const counted = await world.database
      .read`select 1 from failed_tries where subject like 'sign-in 203%' and last_at > now()`
    expect(counted.length).toBe(0)
  })

  test('can activate its tablets, however many wrong keys were tried there or elsewhere', async () => {
    const office = await someone()
    const operator = await world.as(office)
    const tries = []
    for (let each = 0; each < 6; each += 1)
      tries.push(
        (
          await nobody.call(
            activation.activate,
            { key: 'BCDF-GHJK' },
            { headers: headersOf({ address: school }) },
          )
        ).status,
      )
    expect(tries).toEqual([401, 401, 401, 401, 401, 429])
    for (let net = 0; net < 21; net += 1)
      await nobody.call(
        activation.activate,
        { key: 'BCDF-GHJK' },
        { headers: headersOf({ address: `198.18.${net}.1` }) },
      )
    const { body } = await operator.call(devices.create, { centerId: office.center.id, name: 'Room 1' })
    const answer = await nobody.call(
      activation.activate,
      { key: body.key ?? '' },
      { headers: headersOf({ address: school }) },
    )
    expect(answer.status).toBe(200)
  })

  test('can activate its tablets while another address floods the activation', async () => {
    const office = await someone()
    const { body } = await (
      await world.as(office)
    ).call(devices.create, { centerId: office.center.id, name: 'Room 2' })
    const activate = (key: string, address: string) =>
      nobody.call(activation.activate, { key }, { headers: headersOf({ address }) })
    // All tries come from one IPv6 network, which has practically unlimited addresses.
    for (let at = 0; at < 150; at += 1) await activate('BCDF-GHJK', `2001:db8:5:1::${at.toString(16)}`)
    expect((await activate(body.key ?? '', '2001:db8:5:1::ffff')).status).toBe(429)
    expect((await activate(body.key ?? '', '198.51.100.77')).status).toBe(200)
  })

  test.each([
    [
      'wrong links',
      60,
      (headers: Extra['headers'] & object) =>
        nobody.call(passwords.link, { token: 'x'.repeat(43) }, { headers }),
    ],
    [
      'password scores',
      60,
      (headers: Extra['headers'] & object) => nobody.call(passwords.score, { password: 'a' }, { headers }),
    ],
    [
      'password recoveries',
      60,
      (headers: Extra['headers'] & object) =>
        nobody.call(passwords.recover, { email: 'no@test.example' }, { headers }),
    ],
  ])('shares one limit for %s among all addresses of its IPv6 network', async (_, most, ask) => {
    const statuses = []
    for (let at = 0; at < most + 20; at += 1)
      statuses.push((await ask(headersOf({ address: `2001:db8:6:1::${at.toString(16)}` }))).status)
    expect(statuses.slice(0, most)).not.toContain(429)
    expect(statuses).toContain(429)
    expect((await ask(headersOf({ address: '2001:db8:6:2::1' }))).status).not.toBe(429)
  })

  test('can open emailed links and set passwords while one student tries invented links', async () => {
    const colleague = await someone()
    const at = headersOf({ address: school })
    const tries = Array.from({ length: 61 }, () =>
      nobody.call(passwords.link, { token: 'x'.repeat(43) }, { headers: at }),
    )
    expect((await Promise.all(tries)).map(({ status }) => status)).toContain(429)
    await world.database.write((db) => sendLink(db, readSettings({}), colleague, 'recovery'))
    const token = await tokenTo(colleague.id)
    expect((await nobody.call(passwords.link, { token }, { headers: at })).status).toBe(200)
    expect(
      (await nobody.call(passwords.reset, { token, password: 'seven green lamps at noon' }, { headers: at }))
        .status,
    ).toBe(204)
  })

  test('can request password reset links while one student requests them for unknown names', async () => {
    const [one, other] = [await someone(), await someone()]
    const cookie = knownIn(await login(one.email, { address: '192.0.2.1' }))
    const recover = async (email: string, shown?: string) =>
      (
        await nobody.call(
          passwords.recover,
          { email },
          { headers: headersOf({ address: school, cookie: shown }) },
        )
      ).status
    for (let each = 0; each < 30; each += 1) await recover(`made-up-${each}@test.example`)
    expect(await recover(other.email)).toBe(204)
    expect(await tokenTo(other.id)).not.toBe('')
    const flood = await Promise.all(
      Array.from({ length: 60 }, (_, each) => recover(`made-up-${each}@test.example`)),
    )
    expect(flood).toContain(429)
    expect(await recover(one.email, cookie)).toBe(204)
    expect(await tokenTo(one.id)).not.toBe('')
    // The cookie makes the browser known only for that account, not for every account at the school.
    expect(await recover(other.email, cookie)).toBe(429)
  })
})
