import { v7 as newId } from 'uuid'
import { beforeEach, expect, test } from 'vitest'
import { ownSections, ownWork } from '#features/practice/answering/api.ts'
import { assigning } from '#features/practice/assigning/api.ts'
import { settings } from '#features/schedule/center-settings/api.ts'
import { factories } from '#tests/factories.ts'
import { openWorld } from '#tests/world.ts'
import { childGoal, goals, ownGoal } from './api.ts'

const world = await openWorld()
const { database } = world

async function makeCast() {
  const made = await database.write(async (db) => {
    const make = factories(db)
    const { id: centerId } = await make.center()
    const student = await make.student(centerId)
    const section = await make.section()
    await make.questions(
      section.id,
      Array.from({ length: 3 }, () => ({ text: 'What is $2 + 2$?', value: '4' })),
    )
    return {
      centerId,
      student,
      section,
      operator: await make.staff('operator', centerId),
      manager: await make.staff('manager', centerId),
      stranger: await make.staff('operator', (await make.center()).id),
      mother: await make.parent([student]),
      other: await make.parent([await make.student(centerId)]),
    }
  })
  const { operator, manager, stranger, student, mother, other } = made
  return {
    ...made,
    of: { centerId: made.centerId, studentId: student.id },
    office: await world.as(operator),
    boss: await world.as(manager),
    abroad: await world.as(stranger),
    child: await world.as(student),
    home: await world.as(mother),
    elsewhere: await world.as(other),
  }
}
let cast: Awaited<ReturnType<typeof makeCast>>
beforeEach(async () => void (cast = await makeCast()))

/** Starts homework for the student. Returns its ID and a function that answers one of its questions. */
async function begun() {
  const { office, child, student, section } = cast
  const { body } = await office.call(assigning.homework, { id: student.id, sections: [section.id] })
  const id = body._id
  await child.call(ownWork.homework.change, { id, state: 'started' })
  const answer = (n: number, seq: number, text: string) =>
    child.call(ownSections.answer, {
      id,
      s: 1,
      n,
      seq,
      answerId: newId(),
      given: { kind: 'fr', parts: [text] },
    })
  return { id, answer }
}

test('a child has the center’s goal unless staff set another, and gets it back when staff remove theirs', async () => {
  const { of, centerId, office, boss, child } = cast
  const goal = async () => (await child.call(ownGoal.read, {})).body
  expect(await goal()).toEqual({ questions: 20, least: 20, done: 0, celebrated: false })
  await boss.call(settings.change, { centerId, weeklyGoal: 12 })
  expect(await goal()).toMatchObject({ questions: 12 })
  const { status, body } = await office.call(goals.change, { ...of, set: 8 })
  expect([status, body]).toEqual([200, { questions: 8, least: 8, done: 0, usual: 12, set: 8 }])
  expect(await goal()).toMatchObject({ questions: 8 })
  await office.call(goals.change, { ...of, set: null })
  expect((await office.call(goals.ofStudent, of)).body).toMatchObject({ questions: 12, set: null })
  const trail = await database.read`
    select before, after from audit where entity_id = ${of.studentId} and action = 'goals.change' order by id`
  expect(trail).toEqual([
    { before: { questions: null }, after: { questions: 8 } },
    { before: { questions: 8 }, after: { questions: null } },
  ])
})

test('a child can raise the goal and lower it again, but not below the goal that staff set', async () => {
  const { of, office, child } = cast
  const choose = (questions: number) => child.call(ownGoal.change, { questions })
  expect((await choose(30)).body).toMatchObject({ questions: 30, least: 20 })
  expect((await choose(25)).body).toMatchObject({ questions: 25 })
  expect((await choose(20)).body).toMatchObject({ questions: 20 })
  const low = await choose(19)
  expect([low.status, low.body]).toMatchObject([422, { code: 'too_low' }])
  expect((await choose(201)).status).toBe(422)
  await office.call(goals.change, { ...of, set: 0 })
  expect((await choose(30)).body).toMatchObject({ code: 'no_goal' })
})

test('each question counts toward the goal once, right or wrong, in the week of its first answer', async () => {
  const { child, home, of } = cast
  const { id, answer } = await begun()
  await answer(1, 1, '5')
  await answer(1, 2, '4')
  await answer(2, 1, '4')
  expect((await child.call(ownGoal.read, {})).body.done).toBe(2)
  await child.call(ownWork.homework.change, { id, state: 'submitted' })
  expect((await home.call(childGoal.read, { studentId: of.studentId })).body).toEqual({
    questions: 20,
    least: 20,
    done: 2,
  })
  await database.single`update answers set arrived_at = arrived_at - interval '7 days' where work_id = ${id} and num = 1`
  expect((await child.call(ownGoal.read, {})).body.done).toBe(1)
  await database.single`update work set state = 'void' where id = ${id}`
  expect((await child.call(ownGoal.read, {})).body.done).toBe(0)
})

test('a celebration is shown once a week', async () => {
  const { child, of } = cast
  const celebrated = async () => (await child.call(ownGoal.read, {})).body.celebrated
  expect((await child.call(ownGoal.celebrate, {})).status).toBe(204)
  expect((await child.call(ownGoal.celebrate, {})).status).toBe(204)
  expect(await celebrated()).toBe(true)
  await database.single`update weekly_goals set celebrated_on = celebrated_on - 7 where student_id = ${of.studentId}`
  expect(await celebrated()).toBe(false)
})

test('a goal is shown only to the child, their parents and their center, and only the center can set it for the child', async () => {
  const { of, office, abroad, child, home, elsewhere } = cast
  const { studentId } = of
  expect((await abroad.call(goals.ofStudent, of)).status).toBe(404)
  expect((await abroad.call(goals.change, { ...of, set: 5 })).status).toBe(404)
  expect((await child.call(goals.change, { ...of, set: 5 })).status).toBe(403)
  expect((await elsewhere.call(childGoal.read, { studentId })).status).toBe(404)
  expect((await home.call(ownGoal.read, {})).status).toBe(403)
  expect((await office.call(goals.ofStudent, { ...of, studentId: newId() })).status).toBe(404)
  expect((await office.call(goals.change, { ...of, set: -1 })).status).toBe(422)
})
