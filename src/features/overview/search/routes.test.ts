import { beforeAll, describe, expect, test } from 'vitest'
import { factories } from '#tests/factories.ts'
import { openWorld, type Caller } from '#tests/world.ts'
import { search } from './api.ts'

const world = await openWorld()
let centerId: string
let office: Caller
let stranger: Caller

beforeAll(async () => {
  const cast = await world.database.write(async (db) => {
    const make = factories(db)
    const [north, south] = [await make.center(), await make.center()]
    const sam = await make.student(north.id, { firstName: 'Sám', lastName: 'Oak', studentNum: 'N900200' })
    const zoe = await make.student(north.id, { firstName: 'Zoe', lastName: 'Oak' })
    const guido = { firstName: 'Guido', lastName: 'Kuhlman', phone: '+442079460958' }
    await make.parent([sam, zoe], guido)
    const formerParent = await make.parent([sam], { firstName: 'Gone', lastName: 'Away' })
    await db`update parent_links set ended_at = now() where parent_id = ${formerParent.id}`
    await make.parent([await make.student(south.id, { firstName: 'Sam', lastName: 'Elsewhere' })], guido)
    const teacherId = (await make.teacher(north.id, { firstName: 'Margot', lastName: 'Heaney' })).id
    await make.klass(north.id, { name: 'Sam’s Math 5', teacherId })
    await make.klass(north.id, { name: 'Sam’s old class', startsOn: '2025-01-07', endsOn: '2025-06-03' })
    return {
      north,
      operator: await make.staff('operator', north.id),
      stranger: await make.staff('manager', south.id),
    }
  })
  centerId = cast.north.id
  office = await world.as(cast.operator)
  stranger = await world.as(cast.stranger)
})

const find = async (text: string) => {
  const { body } = await office.call(search.all, { centerId, find: text })
  return [
    body.students.map(({ name }) => name),
    body.parents.map(({ name }) => name),
    body.classes.map(({ name }) => name),
  ]
}

describe('search across a center', () => {
  test.each<[string, string, string[][]]>([
    [
      'a child whose accented name is typed without accents, and classes',
      'sam',
      [['Sám Oak'], [], ['Sam’s Math 5']],
    ],
    ['a parent, with the children', 'guido kuhlman', [['Sám Oak', 'Zoe Oak'], ['Guido Kuhlman'], []]],
    [
      'a phone number in its international form',
      '+44 20 7946 0958',
      [['Sám Oak', 'Zoe Oak'], ['Guido Kuhlman'], []],
    ],
    [
      'a phone number as it is written in its country',
      '020 7946 0958',
      [['Sám Oak', 'Zoe Oak'], ['Guido Kuhlman'], []],
    ],
    ['a student number', 'n90020', [['Sám Oak'], [], []]],
    ['a class by its teacher', 'heaney', [[], [], ['Sam’s Math 5']]],
    ['nobody by a parent who is no longer linked', 'gone away', [[], [], []]],
    ['nothing for symbols alone', '% _', [[], [], []]],
    ['nothing for spaces', '   ', [[], [], []]],
  ])('finds %s', async (_, text, want) => expect(await find(text)).toEqual(want))

  test('shows details that tell people apart', async () => {
    const { body } = await office.call(search.all, { centerId, find: 'kuhlman' })
    expect(body.students[0]).toMatchObject({
      studentNum: 'N900200',
      status: 'active',
      parentName: 'Guido Kuhlman',
    })
    expect(body.parents[0]).toMatchObject({ phone: '+442079460958', children: ['Sám', 'Zoe'] })
  })

  test('is refused for another center, for empty text, and for text that is too long', async () => {
    expect((await stranger.call(search.all, { centerId, find: 'sam' })).status).toBe(404)
    expect((await office.call(search.all, { centerId, find: '' })).status).toBe(422)
    expect((await office.call(search.all, { centerId, find: 'x'.repeat(101) })).status).toBe(422)
  })
})
