import { describe, expect, test } from 'vitest'
import { accounts } from '#features/accounts/api.ts'
import { passwords } from '#features/accounts/passwords/api.ts'
import { readSettings, type Settings } from '#server/settings.ts'
import { factories, password as known } from '#tests/factories.ts'
import { openWorld, type World } from '#tests/world.ts'
import { backupLock } from './backup/keep.ts'
import { fillDemo } from './fill-demo.ts'
import { closeDemo, letAdminIn, openFirstAdmin, refuseDemo } from './first-admin.ts'

const live = { PUBLIC_URL: 'https://learn.test.example', BACKUP_KEY: 'a passphrase of a test' }
const start = async (url: string, env: Record<string, string>) =>
  await openFirstAdmin(url, readSettings({ ...live, ...env }))
const tokenIn = (message: string | null) =>
  /https:\/\/learn\.test\.example\/setup#token=([\w-]{43})$/.exec(message ?? '')?.[1] ?? ''
const env = { ADMIN_EMAIL: 'Head@test.example' }
const password = 'seven green lamps at noon'

test('a new installation prints a link for the first admin, and every start renews it until it is used', async () => {
  const { as, database, url } = await openWorld()
  const nobody = await as(null)
  expect(await start(url, {})).toMatch(/^Nobody can sign in yet, because there is no admin.*set ADMIN_EMAIL/)

  const [first, second] = [tokenIn(await start(url, env)), tokenIn(await start(url, env))]
  expect((await nobody.call(passwords.reset, { token: first, password })).body).toMatchObject({
    code: 'token_invalid',
  })
  expect((await nobody.call(passwords.reset, { token: second, password })).status).toBe(204)
  const entered = await nobody.call(accounts.login, { email: 'head@test.example', password })
  expect(entered.body).toMatchObject({ role: 'admin', firstName: 'Admin' })

  for (const later of [env, {}, { ADMIN_EMAIL: 'another@test.example' }])
    expect(await start(url, later)).toBeNull()
  expect(await database.read`select email, role from people`).toMatchObject([
    { email: 'Head@test.example', role: 'admin' },
  ])
  expect(await database.read`select person_id from audit where action = 'accounts.firstAdmin'`).toMatchObject(
    [{ personId: null }],
  )
})

test('two simultaneous starts create one admin and do not wait for a backup', async () => {
  const { database, url } = await openWorld()
  const messages = await database.write(async (db) => {
    await db`select pg_advisory_xact_lock(${backupLock})`
    return await Promise.all([start(url, env), start(url, env)])
  })
  expect(messages.map(tokenIn)).not.toContain('')
  expect(await database.read`select role from people`).toHaveLength(1)
})

test('ADMIN_EMAIL gives no additional rights to an existing account', async () => {
  const { database, url } = await openWorld()
  const operator = await database.write((db) => factories(db).staff('operator', null))
  await expect(start(url, { ADMIN_EMAIL: operator.email })).rejects.toThrow(
    `ADMIN_EMAIL ${operator.email} belongs to an account that isn't an admin's. Set another address.`,
  )
  await database.write((db) => factories(db).staff('admin', null))
  expect(await start(url, { ADMIN_EMAIL: operator.email })).toBeNull()
  expect(await database.read`select 1 from sign_in_links`).toEqual([])
})

test('the command line restores access for an admin who has lost the password and the phone, but for nobody else', async () => {
  const { as, database, url } = await openWorld()
  const [admin, operator] = await database.write(async (db) => {
    const { staff } = factories(db)
    return [await staff('admin', null), await staff('operator', null)]
  })
  await database.write(
    (db) =>
      db`insert into second_factors (person_id, secret, confirmed_at) values (${admin.id}, '\\x00', now())`,
  )
  const settings = readSettings(live)
  await expect(letAdminIn(url, settings, operator.email)).rejects.toThrow(
    `No admin who can sign in has the address ${operator.email}.`,
  )
  const message = await letAdminIn(url, settings, admin.email.toUpperCase())
  const token = /https:\/\/learn\.test\.example\/password-reset#token=([\w-]{43})$/.exec(message)?.[1] ?? ''
  const nobody = await as(null)
  expect((await nobody.call(passwords.reset, { token, password })).status).toBe(204)
  expect((await nobody.call(accounts.login, { email: admin.email, password })).body).toMatchObject({
    role: 'admin',
  })
})

describe('a database that contains the demo', () => {
  const owner = { ADMIN_EMAIL: 'owner@test.example' }
  /** Creates a database as left by an earlier version, with the demo's people and a real center. */
  async function both(settings: Partial<Settings>) {
    const world = await openWorld(settings)
    const demo = await world.database.write(async (db) => {
      const make = factories(db)
      await make.center()
      const people = [
        await make.staff('admin', null, { email: 'admin@demo.example' }),
        await make.staff('operator', null),
      ]
      await db`update people set demo = true`
      return people
    })
    return { ...world, admin: demo[0]!, operator: demo[1]! }
  }
  const logIn = async ({ as }: World, email: string) =>
    await (await as(null)).call(accounts.login, { email, password: known })

  test('does not count as having an admin, so the first real admin gets a link', async () => {
    const { url } = await both({ demo: false })
    expect(tokenIn(await start(url, owner))).not.toBe('')
    await expect(start(url, { ADMIN_EMAIL: 'admin@demo.example' })).rejects.toThrow(
      'ADMIN_EMAIL admin@demo.example belongs to a demo account. Set your own address.',
    )
    await expect(letAdminIn(url, readSettings(live), 'admin@demo.example')).rejects.toThrow(
      'No admin who can sign in',
    )
  })

  test('lets the demo’s accounts sign in only while it is served as the demo', async () => {
    const served = await both({ demo: true })
    expect((await logIn(served, served.admin.email)).status).toBe(200)

    const real = await both({ demo: false })
    for (const { email } of [real.admin, real.operator]) {
      const refused = await logIn(real, email)
      expect([refused.status, refused.body]).toMatchObject([401, { code: 'wrong_credentials' }])
    }
    // Demo sessions have ended too, and a person added by hand with a demo address can't sign in.
    expect((await (await real.as(real.admin)).call(accounts.me, {})).status).toBe(401)
    const { email } = await real.database.write((db) =>
      factories(db).staff('operator', null, { email: 'new@demo.example' }),
    )
    expect((await logIn(real, email)).status).toBe(401)
    const own = await real.database.write((db) => factories(db).staff('operator', null))
    expect((await logIn(real, own.email)).status).toBe(200)
  })

  test('can’t be served as your own data until the demo’s accounts are permanently closed', async () => {
    const { url, database, as, admin } = await both({ demo: true })
    const own = await database.write((db) => factories(db).staff('manager', null))
    await as(admin)
    await expect(refuseDemo(url)).rejects.toThrow(
      /^This database holds the demo.*npm run admin -- close-demo$/,
    )
    expect(await closeDemo(url)).toBe(
      [
        'Closed 2 demo accounts for good. Their records stay.',
        'These staff accounts are still open. Close any that you don’t know (under Accounts):',
        `  manager  ${own.email.padEnd(30)} ${own.firstName} ${own.lastName}`,
        "You have no admin yet. Set ADMIN_EMAIL, and the next start prints that admin's link.",
      ].join('\n'),
    )
    await refuseDemo(url)
    expect(await database.read`select 1 from sessions`).toEqual([])
    expect(await database.read`select email from people where disabled_at is null`).toMatchObject([
      { email: own.email },
    ])
    expect(
      (await (await as(null)).call(accounts.login, { email: admin.email, password: known })).status,
    ).toBe(401)
    expect(await closeDemo(url)).toContain('No demo account was open.')
    // An account that was reopened by mistake must not keep the product from starting.
    await database.single`update people set disabled_at = null`
    await refuseDemo(url)
  })

  test('is required to serve the demo, so a database with your own data is refused', async () => {
    const { url, database } = await openWorld()
    await database.write((db) => factories(db).center())
    await expect(fillDemo(url, null, () => {})).rejects.toThrow('This database holds your own data')
  })
})
