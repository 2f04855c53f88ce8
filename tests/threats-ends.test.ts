import { beforeAll, beforeEach, expect, test } from 'vitest'
import { accounts } from '#features/accounts/api.ts'
import { people } from '#features/accounts/people/api.ts'
import { passwords } from '#features/accounts/passwords/api.ts'
import { devices } from '#features/devices/api.ts'
import { family } from '#features/family/api.ts'
import { parents } from '#features/students/parents/api.ts'
import { factories } from './factories.ts'
import { openWorld } from './world.ts'

/**
 * Checks that people who lose a right lose access with their next call, and that an event closes their open
 * sockets (reliability T3, T27, T34, T49). That such a socket closes within a second is tested in
 * src/server/live.test.ts.
 */

const world = await openWorld()
const ended: unknown[] = []
beforeAll(async () => {
  await world.database.listen(
    'live',
    (payload) => {
      const said = JSON.parse(payload) as { ended?: unknown }
      if (said.ended) ended.push(said.ended)
    },
    () => {},
  )
})
beforeEach(() => void ended.splice(0))

const cast = await world.database.write(async (db) => {
  const of = factories(db)
  const { id: centerId } = await of.center()
  const child = await of.student(centerId)
  return {
    centerId,
    child,
    parent: await of.parent([child]),
    manager: await of.staff('manager', centerId),
    operator: await of.staff('operator', centerId),
    forgetful: await of.staff('operator', centerId),
    device: await of.device(centerId, (await of.staff('operator', centerId)).id),
  }
})
const { centerId, child, parent, operator, forgetful, device } = cast
const manager = await world.as(cast.manager)

test('a parent whose link to a child ends no longer sees the child', async () => {
  const caller = await world.as(parent)
  expect((await caller.call(family.child, { id: child.id })).status).toBe(200)
  expect(
    (await manager.call(parents.endLink, { centerId, parentId: parent.id, studentId: child.id })).status,
  ).toBe(204)
  expect((await caller.call(family.child, { id: child.id })).status).toBe(404)
  await expect.poll(() => ended).toEqual([{ person: parent.id }])
})

test('staff removed from their last center lose access, and their screens close', async () => {
  const caller = await world.as(operator)
  expect(
    (await manager.call(people.endDuty, { centerId, personId: operator.id, duty: 'office' })).status,
  ).toBe(204)
  expect((await caller.call(accounts.me, {})).status).toBe(401)
  await expect.poll(() => ended).toEqual([{ person: operator.id }])
})

test('a new password set with a link ends every session and does not sign anyone in', async () => {
  const caller = await world.as(forgetful)
  const nobody = await world.as(null)
  expect((await nobody.call(passwords.recover, { email: forgetful.email })).status).toBe(204)
  const mail = async () =>
    await world.database.read<{ body: string }[]>`select body from mail where person_id = ${forgetful.id}`
  await expect.poll(async () => (await mail()).length).toBe(1)
  const token = /#token=([\w-]+)/.exec((await mail())[0]?.body ?? '')?.[1] ?? ''
  const reset = await nobody.call(passwords.reset, { token, password: 'violet umbrella climbs 7 stairs' })
  expect(reset.status).toBe(204)
  expect(String(reset.headers['set-cookie'])).not.toContain('sid=')
  expect((await caller.call(accounts.me, {})).status).toBe(401)
  await expect.poll(() => ended).toEqual([{ person: forgetful.id }])
})

test('a revoked device loses access', async () => {
  const caller = await world.as({ id: device.id, kind: 'devices', centerId })
  expect((await caller.call(accounts.me, {})).status).toBe(200)
  expect((await manager.call(devices.revoke, { id: device.id })).status).toBe(204)
  expect((await caller.call(accounts.me, {})).status).toBe(401)
  await expect.poll(() => ended).toEqual([{ device: device.id }])
})
