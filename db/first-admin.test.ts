import { expect, test } from 'vitest'
import { accounts } from '#features/accounts/api.ts'
import { passwords } from '#features/accounts/passwords/api.ts'
import { readSettings } from '#server/settings.ts'
import { factories } from '#tests/factories.ts'
import { openWorld } from '#tests/world.ts'
import { backupLock } from './backup/keep.ts'
import { letAdminIn, openFirstAdmin } from './first-admin.ts'

const start = async (url: string, env: Record<string, string>) =>
  await openFirstAdmin(url, readSettings({ PUBLIC_URL: 'https://learn.test.example', ...env }))
const tokenIn = (said: string | null) => /https:\/\/learn\.test\.example\/setup#token=([\w-]{43})$/.exec(said ?? '')?.[1] ?? ''
const env = { ADMIN_EMAIL: 'Head@test.example' }
const password = 'seven green lamps at noon'

test('a new house is entered by the link of its first admin, which every start makes anew until it was used', async () => {
  const { as, database, url } = await openWorld()
  const nobody = await as(null)
  expect(await start(url, {})).toBe('Nobody can log in yet, because there is no admin. Set ADMIN_EMAIL and start again.')

  const [first, second] = [tokenIn(await start(url, env)), tokenIn(await start(url, env))]
  expect((await nobody.call(passwords.reset, { token: first, password })).body).toMatchObject({ code: 'token_invalid' })
  expect((await nobody.call(passwords.reset, { token: second, password })).status).toBe(204)
  const entered = await nobody.call(accounts.login, { email: 'head@test.example', password })
  expect(entered.body).toMatchObject({ role: 'admin', firstName: 'Admin' })

  for (const later of [env, {}, { ADMIN_EMAIL: 'another@test.example' }]) expect(await start(url, later)).toBeNull()
  expect(await database.read`select email, role from people`).toMatchObject([{ email: 'Head@test.example', role: 'admin' }])
  expect(await database.read`select person_id from audit where deed = 'accounts.firstAdmin'`).toMatchObject([{ personId: null }])
})

test('two starts at once make one admin, and wait for nobody who makes a backup', async () => {
  const { database, url } = await openWorld()
  const said = await database.write(async (db) => {
    await db`select pg_advisory_xact_lock(${backupLock})`
    return await Promise.all([start(url, env), start(url, env)])
  })
  expect(said.map(tokenIn)).not.toContain('')
  expect(await database.read`select role from people`).toHaveLength(1)
})

test('nobody gains power by the setting', async () => {
  const { database, url } = await openWorld()
  const operator = await database.write((db) => factories(db).staff('operator', null))
  await expect(start(url, { ADMIN_EMAIL: operator.email })).rejects.toThrow(
    `ADMIN_EMAIL ${operator.email} belongs to an account that is no admin's. Set another address.`,
  )
  await database.write((db) => factories(db).staff('admin', null))
  expect(await start(url, { ADMIN_EMAIL: operator.email })).toBeNull()
  expect(await database.read`select 1 from sign_in_links`).toEqual([])
})

test('an admin who has lost password and telephone is let in by who runs the house, and nobody else is', async () => {
  const { as, database, url } = await openWorld()
  const [admin, operator] = await database.write(async (db) => {
    const { staff } = factories(db)
    return [await staff('admin', null), await staff('operator', null)]
  })
  await database.write((db) => db`insert into second_factors (person_id, secret, confirmed_at) values (${admin.id}, '\\x00', now())`)
  const settings = readSettings({ PUBLIC_URL: 'https://learn.test.example' })
  await expect(letAdminIn(url, settings, operator.email)).rejects.toThrow(`No admin who may log in has the address ${operator.email}.`)
  const said = await letAdminIn(url, settings, admin.email.toUpperCase())
  const token = /https:\/\/learn\.test\.example\/password-reset#token=([\w-]{43})$/.exec(said)?.[1] ?? ''
  const nobody = await as(null)
  expect((await nobody.call(passwords.reset, { token, password })).status).toBe(204)
  expect((await nobody.call(accounts.login, { email: admin.email, password })).body).toMatchObject({ role: 'admin' })
})
