import { setTimeout } from 'node:timers/promises'
import { expect, test, vi } from 'vitest'
import { accounts } from '#features/accounts/api.ts'
import { factories } from '#tests/factories.ts'
import { openWorld, type SomeoneKnown } from '#tests/world.ts'

const world = await openWorld()
const cast = await world.database.write(async (db) => {
  const make = factories(db)
  const center = await make.center()
  const operator = await make.staff('operator', center.id)
  return { operator, device: { ...(await make.device(center.id, operator.id)), kind: 'devices' as const } }
})
const byThePage = { headers: { 'x-background': '1' } }

/** Whoever it is, with a session that was used for the last time ten minutes ago; and whether it has been used since. */
async function rested(who: SomeoneKnown) {
  const caller = await world.as(who)
  await world.database.write((db) => db`update sessions set seen_at = now() - interval '10 minutes'`)
  const wasUsed = async () => (await world.database.read`select 1 from sessions where seen_at > now() - interval '1 minute'`).length > 0
  return { caller, wasUsed }
}

test('what a person reads keeps their session, what their page reads by itself does not', async () => {
  const { caller, wasUsed } = await rested(cast.operator)
  expect((await caller.call(accounts.me, {}, byThePage)).status).toBe(200)
  await setTimeout(100)
  expect(await wasUsed()).toBe(false)
  await caller.call(accounts.me, {})
  await vi.waitUntil(wasUsed)
})

test('a device that is on is in use', async () => {
  const { caller, wasUsed } = await rested(cast.device)
  await caller.call(accounts.me, {}, byThePage)
  await vi.waitUntil(wasUsed)
})
