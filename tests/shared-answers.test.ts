import { describe, expect, test } from 'vitest'
import { attendance } from '#features/attendance/api.ts'
import { schedules } from '#features/schedule/api.ts'
import { reach } from '#shared/permissions.ts'
import { examples, nameOf } from './examples.ts'
import { factories } from './factories.ts'
import { permissionFixture } from './permission-fixture.ts'
import { openRolls } from './roll-fixture.ts'

/** Tests reads whose response is shared by concurrent callers (`shared` in the contract). */

const rolls = await openRolls()
const { world } = rolls

const staff = ['admin', 'manager', 'operator'] as const
const shared = examples.filter(({ endpoint }) => endpoint.shared)

describe.each(shared.map((example) => [nameOf(example.endpoint), example] as const))('%s', (_, example) => {
  const { endpoint } = example
  test.each(staff.filter((kind) => reach(kind, endpoint.who)))(
    'gives every %s of a center the same response',
    async (kind) => {
      const { as, target } = await permissionFixture(world, { elsewhere: false })
      const where = target(kind, 'own')
      await example.prepare?.(where, {
        call: (await as(kind)).call,
        write: world.database.write,
        as: world.as,
      })
      const other = await world.database.write(
        async (db) => await factories(db).staff(kind, kind === 'admin' ? null : where.centerId),
      )
      const input = example.input(where) as never
      const [one, two] = [
        await (await as(kind)).call(endpoint, input),
        await (await world.as(other)).call(endpoint, input),
      ]
      expect(one.status, one.text).toBe(200)
      expect(two.body).toEqual(one.body)
    },
  )
})

test('a read after a change sees the change, however many callers are reading', async () => {
  const { ids, where } = await rolls.makeClass(1)
  const colleague = await world.as(rolls.cast.colleague)
  const marksSeen = async () =>
    await Promise.all(
      [rolls.operator, colleague, rolls.operator].map(
        async (who) => (await who.call(attendance.roll, where)).body.lines[0]?.mark,
      ),
    )
  for (const mark of ['present', 'absent', 'present', 'absent'] as const) {
    const meanwhile = [marksSeen(), marksSeen(), marksSeen()]
    expect((await rolls.take(rolls.operator, where, [[ids[0] as string, mark]])).status).toBeLessThan(300)
    expect(await marksSeen()).toEqual([mark, mark, mark])
    await Promise.all(meanwhile)
  }
})

test('devices and staff don’t share a response', async () => {
  const { where, klass } = await rolls.makeClass(1)
  await world.database.write((db) => db`update classes set notes = 'For the office' where id = ${klass.id}`)
  const device = await world.as(rolls.cast.device)
  const day = { centerId: where.centerId, scheduleId: where.on }
  const asked = [rolls.operator, device, rolls.operator, device].map((who) => who.call(schedules.day, day))
  const notes = (await Promise.all(asked)).map(
    ({ body }) => body.schedules.find(({ id }) => id === klass.id)?.notes,
  )
  expect(notes).toEqual(['For the office', '', 'For the office', ''])
})
