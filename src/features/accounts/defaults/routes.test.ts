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

test.each([
  'frAnsOpts',
  'graphs',
  'subjects',
  'classTypes',
  'awards',
  'avatars',
  'phoneTypes',
  'relationships',
  'emailTemplates',
])('the list %s is served with a version', async (name) => {
  const caller = await world.as(student)
  const answer = await caller.call(defaultsApi.list, { name })
  expect(answer.body).toMatchObject({ name, version: defaultsVersion })
  expect(answer.body.data).toBeTruthy()
  expect(
    (
      await caller.call(
        defaultsApi.list,
        { name },
        { headers: { 'if-none-match': answer.headers['etag'] as string } },
      )
    ).status,
  ).toBe(304)
})

const axis = (name: 'x' | 'y', min: number, max: number, major: number) => ({
  [`${name}min`]: min,
  [`${name}max`]: max,
  [`${name}minor`]: 1,
  [`${name}major`]: major,
})

test.each<[string, unknown]>([
  ['subjects', ['Math', 'English', 'Private Tutoring', 'Group']],
  ['classTypes', ['PT', 'REGULAR', 'GROUP']],
  ['awards', ['Medal', 'Small Trophy', 'Medium Trophy', 'Large Trophy', 'Extra Large Trophy', 'Certificate']],
  [
    'graphs',
    {
      positive: { ...axis('x', 0, 20, 5), ...axis('y', 0, 20, 5) },
      cartesian: { ...axis('x', -10, 10, 5), ...axis('y', -10, 10, 5) },
      line: axis('x', -10, 10, 1),
      plot: { ...axis('x', 0, 10, 1), ...axis('y', 0, 20, 5) },
    },
  ],
  [
    'frAnsOpts',
    ['Distance', 'Speed', 'Time', 'Direction', 'Numerical Expression Words', '2D Shapes', '3D Shapes'].map(
      (name) => ({ name }),
    ),
  ],
])('the list %s has the values of the specification (§9)', async (name, values) => {
  const caller = await world.as(student)
  expect((await caller.call(defaultsApi.list, { name })).body.data).toMatchObject(values as object)
})

test('an unknown list returns 404, whatever its name', async () => {
  const caller = await world.as(student)
  for (const name of ['nothing', 'constructor', '__proto__'])
    expect((await caller.call(defaultsApi.list, { name })).status).toBe(404)
  expect((await caller.call(defaultsApi.list, { name: 'a b' })).status).toBe(400)
})
