import { v7 as newId } from 'uuid'
import { beforeAll, describe, expect, test } from 'vitest'
import { factories } from '#tests/factories.ts'
import { openWorld, type Caller } from '#tests/world.ts'
import { material } from '#features/material/api.ts'
import { printing } from './api.ts'
import { fitted, moved, unlikeOrder } from './rules.ts'

const world = await openWorld()
let editor: Caller

beforeAll(async () => {
  editor = await world.as(await world.database.write((db) => factories(db).staff('editor', null)))
  const { body } = await editor.call(material.addCourse, { name: 'Mathematics', subject: 'Math' })
  for (const name of ['A', 'B', 'C'])
    await editor.call(material.addLevel, { courseId: body._id, name, chapterCount: 0 })
})

const order = async () => (await editor.call(printing.order, {})).body
const names = async () => (await order()).levels.map(({ name }) => name)

describe('the print order of levels', () => {
  test('is the same as in the material until it is changed, and a new level comes last', async () => {
    expect(await names()).toEqual(['A', 'B', 'C'])
    const { version, levels } = await order()
    const ids = levels.map(({ levelId }) => levelId)
    const put = await editor.call(printing.putOrder, { version, levels: moved(ids, 2, 0) })
    expect(put.body.levels.map(({ name, position }) => `${position} ${name}`)).toEqual(['1 C', '2 A', '3 B'])
    expect(put.body.version).toBe(version + 1)
    const [course] = (await editor.call(material.courses, {})).body
    await editor.call(material.addLevel, { courseId: course!._id, name: 'D', chapterCount: 0 })
    expect(await names()).toEqual(['C', 'A', 'B', 'D'])
    const { levels: all } = await order()
    await editor.call(material.dropLevel, { id: all.find(({ name }) => name === 'A')!.levelId })
    expect(await names()).toEqual(['C', 'B', 'D'])
  })

  test('is refused if it is based on an old version, with the current order in the response', async () => {
    const { version, levels } = await order()
    const ids = levels.map(({ levelId }) => levelId)
    const answers = await Promise.all(
      [1, 2, 3].map((at) => editor.call(printing.putOrder, { version, levels: moved(ids, 0, at % 3) })),
    )
    const refusals = answers.filter(({ status }) => status === 409)
    expect(refusals.length).toBeGreaterThanOrEqual(1)
    expect(JSON.parse(refusals[0]!.text)).toMatchObject({
      code: 'order_changed',
      current: { version: version + 1 },
    })
  })

  test('must list every level exactly once', async () => {
    const { version, levels } = await order()
    const [first, ...rest] = levels.map(({ levelId }) => levelId)
    const stranger = newId()
    const short = await editor.call(printing.putOrder, { version, levels: [stranger, ...rest] })
    expect(short.status).toBe(422)
    expect(JSON.parse(short.text)).toMatchObject({ missing: [first], unknown: [stranger] })
    expect(
      (await editor.call(printing.putOrder, { version, levels: [first!, first!, ...rest] })).status,
    ).toBe(422)
  })

  test('is available to editors and admins only', async () => {
    const operator = await world.as(
      await world.database.write(async (db) =>
        factories(db).staff('operator', (await factories(db).center()).id),
      ),
    )
    expect((await operator.call(printing.order, {})).status).toBe(403)
    expect((await (await world.as(null)).call(printing.order, {})).status).toBe(401)
  })
})

test.each<[string, string[], object | null]>([
  ['the same levels in another order are valid', ['b', 'a'], null],
  ['a missing level is refused', ['a'], { missing: ['b'], unknown: [] }],
  ['an unknown level is refused', ['a', 'b', 'c'], { missing: [], unknown: ['c'] }],
  ['a level named twice is refused', ['a', 'b', 'b'], { missing: [], unknown: [] }],
])('%s', (_, levelIds, want) => expect(unlikeOrder(['a', 'b'], levelIds)).toEqual(want))

test('an order being edited gains new levels and loses deleted ones', () => {
  expect(fitted(['c', 'x', 'a'], ['a', 'b', 'c'])).toEqual(['c', 'a', 'b'])
})
