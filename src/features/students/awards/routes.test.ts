import { v7 as newId } from 'uuid'
import { expect, test } from 'vitest'
import { putLevels, putTest } from '../records/queries.ts'
import type { CenterId } from '#server/gate.ts'
import { records } from '../records/api.ts'
import { factories } from '#tests/factories.ts'
import { openWorld } from '#tests/world.ts'
import { awards } from './api.ts'

const world = await openWorld()

/**
 * Mia has three good tests and two completed levels; Ben has two good tests, one bad one, and one without a
 * score.
 */
async function make() {
  return await world.database.write(async (db) => {
    const of = factories(db)
    const center = (await of.center()).id as CenterId
    const operator = await of.staff('operator', center)
    const [mia, ben] = [await of.student(center), await of.student(center)]
    const given = (studentId: string, score1: string | null) =>
      putTest(db, center, {
        id: newId(),
        studentId,
        by: operator.id,
        date: '2026-02-03',
        subject: 'Math',
        level: 'Math 5',
        test: 'Chapter 1',
        name: '',
        score1,
        score2: null,
      })
    for (const score of ['18/20', '90%', '9/10']) await given(mia.id, score)
    for (const score of ['18/20', '100%', '17/20', null]) await given(ben.id, score)
    for (const level of ['Math 4', 'Math 5', 'Math 6'])
      await putLevels(db, center, {
        studentId: mia.id,
        by: operator.id,
        levels: [{ id: newId(), name: 'Math', level, chapter: 1 }],
      })
    const there = (await of.center()).id as CenterId
    return {
      center,
      operator,
      mia,
      ben,
      stranger: await of.staff('operator', there),
      editor: await of.staff('editor', center),
    }
  })
}

const cast = await make()

test('a due award is suggested until it is given', async () => {
  const operator = await world.as(cast.operator)
  const due = async (studentId?: string) =>
    (await operator.call(awards.due, { centerId: cast.center, ...(studentId && { studentId }) })).body
  expect((await due()).map(({ studentId, type, rule }) => [studentId, type, rule])).toEqual([
    [cast.mia.id, 'Medal', 'medal 1'],
    [cast.mia.id, 'Small Trophy', 'levels 1'],
    [cast.mia.id, 'Medium Trophy', 'levels 2'],
  ])
  expect(await due(cast.ben.id)).toEqual([])
  const medal = {
    centerId: cast.center,
    studentId: cast.mia.id,
    type: 'Medal' as const,
    subject: 'Math' as const,
    rule: 'medal 1',
  }
  expect((await operator.call(records.addAward, medal)).status).toBe(201)
  expect((await due(cast.mia.id)).map(({ rule }) => rule)).toEqual(['levels 1', 'levels 2'])
  const again = await operator.call(records.addAward, { ...medal, note: 'Again' })
  expect([again.status, again.body]).toMatchObject([409, { code: 'given_already' }])
})

test('other centers and editors can’t read due awards, and unknown students have none', async () => {
  const input = { centerId: cast.center }
  expect((await (await world.as(cast.stranger)).call(awards.due, input)).status).toBe(404)
  expect((await (await world.as(cast.editor)).call(awards.due, input)).status).toBe(403)
  expect((await (await world.as(null)).call(awards.due, input)).status).toBe(401)
  expect(
    (await (await world.as(cast.operator)).call(awards.due, { ...input, studentId: newId() })).body,
  ).toEqual([])
  expect((await (await world.as(cast.operator)).call(awards.due, { ...input, studentId: '1' })).status).toBe(
    400,
  )
})
