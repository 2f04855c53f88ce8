import { setTimeout } from 'node:timers/promises'
import { expect, test } from 'vitest'
import { accounts } from '#features/accounts/api.ts'
import { factories } from '#tests/factories.ts'
import { openWorld, type SomeoneKnown } from '#tests/world.ts'

const world = await openWorld()
const cast = await world.database.write(async (db) => {
  const make = factories(db)
  const center = await make.center()
  const operator = await make.staff('operator', center.id)
  const student = await make.student(center.id)
  const [manager, editor, admin] = [
    await make.staff('manager', center.id),
    await make.staff('editor', null),
    await make.staff('admin', null),
  ]
  const device = { ...(await make.device(center.id, operator.id)), kind: 'devices' as const }
  return { operator, device, student, manager, editor, admin, parent: await make.parent([student]) }
})
const byThePage = { headers: { 'x-background': '1' } }

/**
 * Signs someone in with a session last used ten minutes ago. `wasUsed` returns true if it has been used
 * since.
 */
async function rested(who: SomeoneKnown) {
  const caller = await world.as(who)
  await world.database.write((db) => db`update sessions set seen_at = now() - interval '10 minutes'`)
  const wasUsed = async () =>
    (await world.database.read`select 1 from sessions where seen_at > now() - interval '1 minute'`).length > 0
  return { caller, wasUsed }
}

test('a person’s reads extend their session, and their page’s background reads do not', async () => {
  const { caller, wasUsed } = await rested(cast.operator)
  expect((await caller.call(accounts.me, {}, byThePage)).status).toBe(200)
  await setTimeout(100)
  expect(await wasUsed()).toBe(false)
  await caller.call(accounts.me, {})
  await expect.poll(wasUsed).toBe(true)
})

test('a device’s background reads extend its session', async () => {
  const { caller, wasUsed } = await rested(cast.device)
  await caller.call(accounts.me, {}, byThePage)
  await expect.poll(wasUsed).toBe(true)
})

test.each([
  ['admin', 0.5, 8],
  ['manager', 1, 12],
  ['operator', 1, 12],
  ['editor', 1, 12],
  ['student', 2, 8],
  ['parent', 1, 24],
  ['device', 90 * 24, 365 * 24],
] as const)(
  'a session of a %s ends after %d idle hours, and %d hours after it began',
  async (who, rest, most) => {
    const status = async (change: string) => {
      await world.database.single`delete from sessions`
      const caller = await world.as(cast[who])
      const [row] = await world.database.write((db) =>
        db.unsafe(
          `update sessions set ${change} returning extract(epoch from ends_at - created_at) / 3600 as hours`,
        ),
      )
      const { statusCode, headers } = await world.app.inject({
        url: '/api/users/me',
        headers: { cookie: caller.cookie },
      })
      expect(headers['set-cookie']).toBeUndefined()
      return [Number(row?.['hours']), statusCode]
    }
    expect(await status(`seen_at = now() - interval '${rest * 3600 - 5} seconds'`)).toEqual([most, 200])
    expect((await status(`seen_at = now() - interval '${rest} hours'`))[1]).toBe(401)
    expect((await status('ends_at = now()'))[1]).toBe(401)
  },
)

test('signing out clears the browser’s cache but not its storage, which may contain unsent answers', async () => {
  const { call } = await world.as(cast.student)
  const { headers } = await call(accounts.logout, {})
  expect(headers['clear-site-data']).toBe('"cache"')
  const { call: again } = await world.as(cast.student)
  expect((await again(accounts.me, {})).headers).not.toHaveProperty('clear-site-data')
})
