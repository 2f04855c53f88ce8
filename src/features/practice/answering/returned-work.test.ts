import { v7 as newId } from 'uuid'
import { beforeAll, describe, expect, test } from 'vitest'
import { factories } from '#tests/factories.ts'
import { type Caller, openWorld } from '#tests/world.ts'
import { givenWork, assigning } from '../assigning/api.ts'
import { childsWork, ownWork } from './api.ts'

const world = await openWorld()

let cast: { studentId: string; levelId: string; manager: Caller; student: Caller; parent: Caller }
beforeAll(async () => {
  const made = await world.database.write(async (db) => {
    const make = factories(db)
    const { id: centerId } = await make.center()
    const courseId = await make.course({ name: 'Returned', subject: 'Math' })
    const questions = [{ text: 'What is $1 + 1$?', value: '2', steps: ['Count on from 1.'] }]
    const [section] = await make.level({
      courseId,
      name: 'Returned 5',
      chapters: [
        { name: 'One', sections: [{ name: 'Adding', questions }], test: [{ name: 'Adding', questions }] },
      ],
    })
    const student = await make.student(centerId)
    return {
      student,
      levelId: section?.levelId ?? '',
      manager: await make.staff('manager', centerId),
      parent: await make.parent([student]),
    }
  })
  const [manager, student, parent] = [
    await world.as(made.manager),
    await world.as(made.student),
    await world.as(made.parent),
  ]
  cast = { studentId: made.student.id, levelId: made.levelId, manager, student, parent }
})

/** Answers the only question of a new test or assessment incorrectly, and submits the work. */
async function handedIn(kind: 'assessment' | 'test') {
  const { studentId: id, levelId, manager, student, parent } = cast
  const given = await (kind === 'test'
    ? manager.call(assigning.test, { id, levelId, chapterNum: 1 })
    : manager.call(assigning.assessment, { id, levelId }))
  const itemId = given.body._id
  await student.call(ownWork[kind].change, { id: itemId, state: 'started' })
  const answer = { kind: 'fr' as const, parts: ['3'] }
  await student.call(ownWork[kind].answer, { id: itemId, n: 1, seq: 1, answerId: newId(), given: answer })
  await student.call(ownWork[kind].change, { id: itemId, state: 'submitted' })
  // Work without anything to grade is returned immediately, so this resets it to graded, but not yet
  // returned.
  await world.database.write(
    (db) => db`update work set state = 'graded', returned_at = null where id = ${itemId}`,
  )
  const see = async () => [
    (await student.call(ownWork[kind].question, { id: itemId, n: 1 })).body,
    (await parent.call(childsWork[kind].question, { studentId: id, id: itemId, n: 1 })).body,
  ]
  const giveBack = () => manager.call(givenWork[kind].change, { id, itemId, state: 'returned' })
  return { see, giveBack }
}

const hidden = { verdict: null, solution: null, hintSteps: 0, hints: [] }

describe('child and parent see the right answer and its steps (product §8)', () => {
  test('once an assessment is returned', async () => {
    const { see, giveBack } = await handedIn('assessment')
    for (const seen of await see()) expect(seen).toMatchObject(hidden)
    expect((await giveBack()).status).toBe(200)
    for (const seen of await see())
      expect(seen).toMatchObject({
        verdict: { status: 'incorrect' },
        solution: { parts: ['2'] },
        hintSteps: 1,
        hints: [{ num: 1 }],
      })
  })

  test('but not when a test is returned, because it can still be corrected', async () => {
    const { see, giveBack } = await handedIn('test')
    for (const seen of await see()) expect(seen).toMatchObject(hidden)
    expect((await giveBack()).status).toBe(200)
    for (const seen of await see())
      expect(seen).toMatchObject({ ...hidden, verdict: { status: 'incorrect' } })
  })
})
