import { expect, test } from 'vitest'
import { factories } from '#tests/factories.ts'
import { openWorld } from '#tests/world.ts'
import { accounts } from '#features/accounts/api.ts'
import { presence } from '#features/classroom/presence/api.ts'

const world = await openWorld()
const student = await world.database.write(async (db) => {
  const make = factories(db)
  return await make.student((await make.center()).id)
})

test('more calls at once than can be done are refused with the second after which to ask again, and all is as before', async () => {
  const caller = await world.as(student)
  const many = Array.from({ length: 400 }, () => caller.call(accounts.me, {}))
  const handed = caller.call(presence.lower, {})
  const answers = await Promise.all(many)
  const refused = answers.filter(({ status }) => status === 503)
  expect(answers.filter(({ status }) => status === 200).length).toBeGreaterThanOrEqual(120)
  expect(refused.length).toBeGreaterThan(0)
  for (const { body, headers } of refused) {
    expect(body).toMatchObject({ code: 'overloaded', message: 'Please try again or contact support.' })
    expect(headers['retry-after']).toBe('1')
  }
  expect((await handed).status).toBe(204)
  expect((await Promise.all(Array.from({ length: 100 }, () => caller.call(accounts.me, {})))).every(({ status }) => status === 200)).toBe(
    true,
  )
})
