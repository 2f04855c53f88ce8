import { expect, test } from 'vitest'
import { factories } from '#tests/factories.ts'
import { openWorld } from '#tests/world.ts'
import { people } from './api.ts'

const world = await openWorld()

const waiting = () =>
  world.database
    .read`select 1 from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`

test('if two admins close each other’s accounts at the same time, one account stays open', async () => {
  const [ann, ben] = await world.database.write(async (db) => {
    const make = factories(db)
    return [await make.staff('admin', null), await make.staff('admin', null)] as const
  })
  const [byAnn, byBen] = [await world.as(ann), await world.as(ben)]
  let calls: ReturnType<typeof byAnn.call>[] = []
  await world.database.write(async (db) => {
    await db`select 1 from people for update`
    calls = [
      byAnn.call(people.close, { id: ben.id, disabled: true }),
      byBen.call(people.close, { id: ann.id, disabled: true }),
    ]
    await expect.poll(waiting).toHaveLength(2)
  })
  expect((await Promise.all(calls)).map(({ status }) => status).sort()).toEqual([204, 409])
  expect(
    await world.database.read`select id from people where role = 'admin' and disabled_at is null`,
  ).toHaveLength(1)
})
