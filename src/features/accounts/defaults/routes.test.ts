import { expect, test } from 'vitest'
import { factories } from '#tests/factories.ts'
import { openWorld } from '#tests/world.ts'
import { defaultsApi } from './api.ts'
import { defaultsVersion } from './defaults.ts'

const world = await openWorld()
const student = await world.database.write(async (db) => {
  const make = factories(db)
  return await make.student((await make.center()).id)
})

test.each(['frAnsOpts', 'graphs', 'subjects', 'classTypes', 'awards', 'avatars', 'phoneTypes', 'relationships', 'emailTemplates'])(
  'the list %s is served with a version',
  async (name) => {
    const caller = await world.as(student)
    const answer = await caller.call(defaultsApi.list, { name })
    expect(answer.body).toMatchObject({ name, version: defaultsVersion })
    expect(answer.body.data).toBeTruthy()
    expect((await caller.call(defaultsApi.list, { name }, { headers: { 'if-none-match': answer.headers['etag'] as string } })).status).toBe(
      304,
    )
  },
)

test('an unknown list is not found, whatever its name', async () => {
  const caller = await world.as(student)
  for (const name of ['nothing', 'constructor', '__proto__']) expect((await caller.call(defaultsApi.list, { name })).status).toBe(404)
  expect((await caller.call(defaultsApi.list, { name: 'a b' })).status).toBe(400)
})
