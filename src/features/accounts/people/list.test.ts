import { expect, test } from 'vitest'
import { factories } from '#tests/factories.ts'
import { openWorld } from '#tests/world.ts'
import { people } from './api.ts'

const world = await openWorld()
const admin = await world.as(
  await world.database.write((db) => factories(db).staff('admin', null, { lastName: 'Aa' })),
)
const add = (count: number) =>
  world.database.write(async (db) => {
    for (let each = 0; each < count; each += 1)
      await factories(db).staff('editor', null, { lastName: 'Same' })
  })

test('a list that exactly fills a page has no next page, and one more account adds a next page', async () => {
  await add(49)
  const full = await admin.call(people.list, {})
  expect([full.body.users.length, full.body.after]).toEqual([50, null])
  await add(1)
  const first = await admin.call(people.list, {})
  expect(first.body.users).toHaveLength(50)
  const { body } = await admin.call(people.list, { after: first.body.after as string })
  expect([body.users.length, body.after]).toEqual([1, null])
  expect(first.body.users.map(({ _id }) => _id)).not.toContain(body.users[0]?._id)
})
