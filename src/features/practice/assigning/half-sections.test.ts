import { expect, test } from 'vitest'
import { factories } from '#tests/factories.ts'
import { openWorld } from '#tests/world.ts'
import { ownWork } from '../answering/api.ts'
import { assigning, givenWork } from './api.ts'

const world = await openWorld()

async function makeCast() {
  const { operator, manager, student, sections } = await world.database.write(async (db) => {
    const make = factories(db)
    const { id: centerId } = await make.center()
    const both = [(await make.section()).id, (await make.section()).id] as const
    for (const id of both)
      await make.questions(
        id,
        ['One', 'Two', 'Three'].map((text) => ({ text, value: '1' })),
      )
    return {
      operator: await make.staff('operator', centerId),
      manager: await make.staff('manager', centerId),
      student: await make.student(centerId),
      sections: both,
    }
  })
  return {
    office: await world.as(operator),
    head: await world.as(manager),
    child: await world.as(student),
    id: student.id,
    sections,
  }
}

/** Returns the numbers of the questions in started work, by section. */
async function questionsOf(workId: string) {
  const rows = await world.database.read<{ sectionNum: number; num: number; place: number }[]>`
    select w.section_num, q.num, w.num as place from work_questions w join questions q on q.id = w.question_id
    where w.work_id = ${workId} order by w.num`
  expect(rows.map(({ place }) => place)).toEqual(rows.map((_, at) => at + 1))
  return [1, 2].map((section) =>
    rows.filter(({ sectionNum }) => sectionNum === section).map(({ num }) => num),
  )
}

test('half a section is filled with questions never assigned to the student, then with those assigned longest ago', async () => {
  const { office, child, id, sections } = await makeCast()
  const homework = async () => {
    const { body } = await office.call(assigning.homework, {
      id,
      sections: [...sections],
      halfSections: [sections[1]],
    })
    await child.call(ownWork.homework.change, { id: body._id, state: 'started' })
    const questions = await questionsOf(body._id)
    await child.call(ownWork.homework.change, { id: body._id, state: 'submitted' })
    expect(body.questions).toBe(5)
    return questions
  }
  expect(await homework()).toEqual([
    [1, 2, 3],
    [1, 2],
  ])
  expect(await homework()).toEqual([
    [1, 2, 3],
    [1, 3],
  ])
  expect(await homework()).toEqual([
    [1, 2, 3],
    [1, 2],
  ])
})

test.each([
  ['one question contains that question', ['1'], 1],
  ['four questions contains two of them', ['1', '1', '1', '1'], 2],
])('half a section of %s', async (_, values, questions) => {
  const { office, child, id } = await makeCast()
  const section = await world.database.write(async (db) => {
    const make = factories(db)
    const made = await make.section()
    await make.questions(
      made.id,
      values.map((value) => ({ text: 'One', value })),
    )
    return made.id
  })
  const { body } = await office.call(assigning.homework, {
    id,
    sections: [section],
    halfSections: [section],
  })
  expect(body.questions).toBe(questions)
  await child.call(ownWork.homework.change, { id: body._id, state: 'started' })
  expect((await questionsOf(body._id))[0]).toHaveLength(questions)
})

test('questions in voided homework count as never assigned to the student', async () => {
  const { office, head, child, id, sections } = await makeCast()
  const begin = async () => {
    const { body } = await office.call(assigning.homework, {
      id,
      sections: [sections[0]],
      halfSections: [sections[0]],
    })
    await child.call(ownWork.homework.change, { id: body._id, state: 'started' })
    return body._id
  }
  const first = await begin()
  await head.call(givenWork.homework.change, { id, itemId: first, state: 'void' })
  expect(await questionsOf(await begin())).toEqual([[1, 2], []])
})

test('the name of homework with many sections is shortened to whole section names', async () => {
  const { office, id } = await makeCast()
  const sections = await world.database.write(async (db) => {
    const made: string[] = []
    for (let n = 0; n < 12; n += 1) {
      const section = await factories(db).section()
      await factories(db).questions(section.id, [{ text: 'One', value: '1' }])
      await db`update sections set name = ${`Adding fractions, ${n + 10}`} where id = ${section.id}`
      made.push(section.id)
    }
    return made
  })
  const { body } = await office.call(assigning.homework, { id, sections })
  expect(body.name).toMatch(/^(Adding fractions, \d\d, )+…$/)
  expect(body.name.length).toBeLessThanOrEqual(100)
})

test('assigning half of a section that isn’t in the homework is refused', async () => {
  const { office, id, sections } = await makeCast()
  const { status, body } = await office.call(assigning.homework, {
    id,
    sections: [sections[0]],
    halfSections: [sections[1]],
  })
  expect([status, body]).toMatchObject([422, { code: 'section_missing' }])
})
