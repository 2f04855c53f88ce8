import { v7 as newId } from 'uuid'
import { beforeEach, expect, test } from 'vitest'
import { startWork } from '#features/practice/answering/queries.ts'
import { putWork } from '#features/practice/assigning/queries.ts'
import type { CenterId } from '#server/gate.ts'
import { factories } from '#tests/factories.ts'
import { handIn, text } from '#tests/grading-fixture.ts'
import { openWorld } from '#tests/world.ts'
import { attendance } from '#features/attendance/api.ts'
import { ownWork } from '#features/practice/answering/api.ts'
import { assigning } from '#features/practice/assigning/api.ts'
import { today } from '#server/clock.ts'
import { settings } from '#features/schedule/center-settings/api.ts'
import { figures } from '#features/questions/figures/api.ts'
import { reviews } from '#features/questions/review/api.ts'
import { childSkills, skills } from './api.ts'
import { estimateAll } from './jobs.ts'

const world = await openWorld()
const { database } = world

const key = { kind: 'fr' as const, parts: [{ kind: 'number' as const, value: '4' }] }
const four = { text: 'What is $2 + 2$?', key }

function makeCast() {
  return database.write(async (db) => {
    const make = factories(db)
    const centerId = (await make.center()).id as CenterId
    const klass = await make.klass(centerId)
    const [ana, ben] = [
      await make.student(centerId, { firstName: 'Ana', lastName: 'Silva' }),
      await make.student(centerId, { firstName: 'Ben', lastName: 'Zorn' }),
    ]
    for (const { id } of [ana, ben]) await make.place(klass, id)
    const section = await make.section({ name: 'Adding', levelName: `Level ${newId()}` })
    await make.questions(
      section.id,
      Array.from({ length: 8 }, () => four),
    )
    return {
      centerId,
      klass,
      ana,
      ben,
      section,
      operator: await make.staff('operator', centerId),
      manager: await make.staff('manager', centerId),
      stranger: await make.staff('operator', (await make.center()).id),
      mother: await make.parent([ana]),
      other: await make.parent([ben]),
    }
  })
}
let cast: Awaited<ReturnType<typeof makeCast>>
beforeEach(async () => void (cast = await makeCast()))

/**
 * Creates a child's homework on the sections `after`, followed by the section of `cast`. Hands it in with the
 * same answer to all questions.
 */
async function practice(studentId: string, answer: string, after: string[] = []) {
  const { centerId, section, operator } = cast
  const of = { centerId, id: newId() }
  await database.write(async (db) => {
    await putWork(db, {
      ...of,
      kind: 'homework',
      studentId,
      name: 'Adding',
      dueOn: null,
      assignedBy: operator.id,
      item: newId(),
      sections: [...after, section.id],
    })
    await startWork(db, of)
    await handIn(db, of, text(answer))
  })
  return of.id
}
const estimateNow = () => estimateAll({}, { database })

test('new results are queued and counted only once, even if the job runs several times at once', async () => {
  const { centerId, ana } = cast
  const due = () => database.read`select student_id from estimates_due where center_id = ${centerId}`
  await practice(ana.id, '4')
  expect(await due()).toContainEqual({ studentId: ana.id })
  await Promise.all([estimateNow(), estimateNow(), estimateNow()])
  expect(await due()).toEqual([])
  expect(await database.read`select answers from section_estimates where center_id = ${centerId}`).toEqual([
    { answers: 8 },
  ])
})

test('the skills of a class are listed by child and section, only for its own center', async () => {
  const { centerId, klass, ana, ben, section, operator, stranger } = cast
  await practice(ana.id, '4')
  await practice(ben.id, '5')
  await estimateNow()
  const office = await world.as(operator)
  const { status, body } = await office.call(skills.ofClass, { centerId, classId: klass.id })
  expect(status).toBe(200)
  expect(body.sections).toMatchObject([{ _id: section.id, name: 'Adding', isTest: false }])
  expect(
    body.children.map(({ firstName, skills: [skill] }) => [
      firstName,
      skill?.level,
      skill?.answers,
      skill?.isDue,
    ]),
  ).toEqual([
    ['Ana', 'mastered', 8, false],
    ['Ben', 'learning', 8, false],
  ])
  const abroad = await world.as(stranger)
  expect((await abroad.call(skills.ofClass, { centerId, classId: klass.id })).status).toBe(404)
  expect((await office.call(skills.ofClass, { centerId, classId: ana.id })).status).toBe(404)
})

test('an estimate shows the answers behind it to the office and to the child’s parents', async () => {
  const { centerId, ana, section, operator, mother, other, ben } = cast
  const workId = await practice(ana.id, '4')
  await estimateNow()
  const of = { studentId: ana.id, sectionId: section.id }
  const office = await world.as(operator)
  const { body } = await office.call(skills.answers, { centerId, ...of })
  expect(body).toHaveLength(8)
  expect(body[0]).toMatchObject({
    kind: 'homework',
    workId,
    work: 'Adding',
    num: 1,
    tries: 1,
    solved: true,
    hints: 0,
  })
  const [home, elsewhere] = [await world.as(mother), await world.as(other)]
  expect((await home.call(childSkills.answers, of)).body).toEqual(body)
  expect((await home.call(childSkills.list, { studentId: ana.id })).body).toEqual({
    ...(await office.call(skills.ofStudent, { centerId, studentId: ana.id })).body,
    next: [],
  })
  expect((await elsewhere.call(childSkills.list, { studentId: ana.id })).status).toBe(404)
  expect((await elsewhere.call(childSkills.answers, of)).status).toBe(404)
  expect((await elsewhere.call(childSkills.answers, { ...of, studentId: ben.id })).body).toEqual([])
})

test('voided work no longer counts toward an estimate, and running the job again changes nothing', async () => {
  const { centerId, ana } = cast
  const workId = await practice(ana.id, '4')
  const rows = () =>
    database.read`select section_id, ability, answers, mastered_at from section_estimates where student_id = ${ana.id}`
  await estimateNow()
  const first = await rows()
  await estimateNow()
  expect(await rows()).toEqual(first)
  await database.single`update work set state = 'void' where center_id = ${centerId} and id = ${workId}`
  await estimateNow()
  expect(await rows()).toEqual([])
})

test('a wrong answer that three children gave is listed for editors without names, and its question needs review', async () => {
  const { centerId, klass, ana, ben, section, operator } = cast
  const [cy, editorPerson] = await database.write(async (db) => {
    const make = factories(db)
    const child = await make.student(centerId, { firstName: 'Cy', lastName: 'Abel' })
    await make.place(klass, child.id)
    return [child, await make.staff('editor', null)] as const
  })
  const editor = await world.as(editorPerson)
  const [question] = await database.read<{ id: string }[]>`
    select id from questions where section_id = ${section.id} order by num limit 1`
  const listedNow = async () =>
    (await editor.call(figures.ofQuestion, { id: question!.id })).body.wrongAnswers
  await practice(ana.id, '5')
  await practice(ben.id, '5')
  await estimateNow()
  expect(await listedNow()).toEqual([])
  await practice(cy.id, '5')
  await estimateNow()
  expect(await listedNow()).toEqual([{ given: text('5'), variant: null, children: 3 }])
  const waiting = (await editor.call(reviews.queue, { level: section.levelId })).body.questions
  expect(waiting.find(({ _id }) => _id === question!.id)?.reasons).toEqual(['mistake'])
  const place = { level: section.levelId, chapter: 1, section: 1 }
  const { body } = await editor.call(figures.ofSection, place)
  expect(body).toHaveLength(8)
  expect(body[0]).toEqual({ questionId: question!.id, answers: 3, rightFirst: 0, hinted: 0, flag: null })
  expect((await (await world.as(operator)).call(figures.ofSection, place)).status).toBe(200)
})

test('weak sections and the ones that come next are proposed as homework, unless they are already assigned', async () => {
  const { centerId, klass, ana, ben, section, operator, stranger } = cast
  const next = await database.write(async (db) => {
    const make = factories(db)
    const [{ name }] = (await db`select name from levels where id = ${section.levelId}`) as [{ name: string }]
    for (const { id } of [ana, ben])
      await db`update programs set level = ${name} where center_id = ${centerId} and student_id = ${id}`
    const second = { id: newId() }
    await db`insert into sections (id, level_id, chapter_num, num, name) values (${second.id}, ${section.levelId}, 1, 2, 'Subtracting')`
    await make.questions(second.id, [four])
    return second
  })
  await practice(ana.id, '5')
  await estimateNow()
  const office = await world.as(operator)
  const proposals = async () => {
    const { body } = await office.call(skills.nextOfClass, { centerId, classId: klass.id })
    return body.children.map(({ firstName, next: proposed }) => [firstName, proposed])
  }
  const weak = { sectionId: section.id, why: 'weak', isHalf: false, questions: 8 }
  const fresh = { sectionId: next.id, why: 'new', isHalf: false, questions: 1 }
  const begin = { sectionId: section.id, why: 'new', isHalf: false, questions: 8 }
  expect(await proposals()).toEqual([
    ['Ana', [weak, fresh]],
    ['Ben', [begin, fresh]],
  ])
  await (await world.as(cast.manager)).call(settings.change, { centerId, homeworkSections: 1 })
  expect(await proposals()).toEqual([
    ['Ana', [weak]],
    ['Ben', [begin]],
  ])
  await office.call(assigning.homework, { id: ana.id, sections: [section.id] })
  const { body } = await office.call(skills.nextOfStudent, { centerId, studentId: ana.id })
  expect(body.children[0]?.next).toEqual([fresh])
  expect(body.sections.map(({ name }) => name)).toEqual(['Subtracting'])
  const abroad = await world.as(stranger)
  expect((await abroad.call(skills.nextOfClass, { centerId, classId: klass.id })).status).toBe(404)
  expect((await abroad.call(skills.nextOfStudent, { centerId, studentId: ana.id })).status).toBe(404)
})

test('a warm-up is proposed for children who are in class today and have something to repeat', async () => {
  const { centerId, klass, ana, ben, section, operator, manager, stranger } = cast
  const office = await world.as(operator)
  await practice(ana.id, '5')
  await estimateNow()
  const proposed = async () => {
    const { body } = await office.call(skills.warmUps, { centerId, classId: klass.id })
    return body.children.map(({ firstName, questions }) => [firstName, questions.length])
  }
  const on = today('America/New_York')
  const meetsIn = (days: number) =>
    database.single`update class_terms set day = extract(dow from ${on}::date + ${days}::int) where class_id = ${klass.id}`
  await meetsIn(1)
  expect(await proposed()).toEqual([])
  await meetsIn(0)
  const { body } = await office.call(skills.warmUps, { centerId, classId: klass.id })
  expect(body.children[0]?.questions[0]).toMatchObject({ sectionId: section.id, why: 'weak' })
  expect(await proposed()).toEqual([
    ['Ana', 5],
    ['Ben', 0],
  ])
  await (await world.as(manager)).call(settings.change, { centerId, warmUpQuestions: 2 })
  await office.call(attendance.take, {
    centerId,
    classId: klass.id,
    on,
    marks: [{ studentId: ben.id, mark: 'absent' }],
  })
  expect(await proposed()).toEqual([['Ana', 2]])
  const abroad = await world.as(stranger)
  expect((await abroad.call(skills.warmUps, { centerId, classId: klass.id })).status).toBe(404)
  expect((await office.call(skills.warmUps, { centerId, classId: ana.id })).status).toBe(404)
})

test('a warm-up repeats the questions that a child saw longest ago, and doesn’t count as homework on its section', async () => {
  const { centerId, klass, ana, section, operator } = cast
  const office = await world.as(operator)
  await practice(ana.id, '5')
  await estimateNow()
  const questions = async () => {
    const { body } = await office.call(skills.warmUps, { centerId, classId: klass.id })
    return body.children[0]?.questions.map(({ questionId }) => questionId) ?? []
  }
  const first = await questions()
  const { body } = await office.call(assigning.warmUp, { id: ana.id, questions: first })
  const next = await office.call(skills.nextOfStudent, { centerId, studentId: ana.id })
  expect(next.body.children[0]?.next).toMatchObject([{ sectionId: section.id, why: 'weak' }])
  await (await world.as(ana)).call(ownWork.homework.change, { id: body._id, state: 'started' })
  const second = await questions()
  expect(second.slice(0, 3).filter((id) => first.includes(id))).toEqual([])
})

/** Returns the reasons for the sections proposed to Ana: as homework, and in a warm-up. */
async function proposedToAna() {
  const { centerId, klass, ana, operator } = cast
  const office = await world.as(operator)
  const { body } = await office.call(skills.nextOfStudent, { centerId, studentId: ana.id })
  const warmUp = await office.call(skills.warmUps, { centerId, classId: klass.id })
  const whys = (list: readonly { why: string }[] = []) => [...new Set(list.map(({ why }) => why))]
  return { homework: whys(body.children[0]?.next), warmUp: whys(warmUp.body.children[0]?.questions) }
}

test('a section known only from an assessment isn’t proposed, because nobody has taught it yet', async () => {
  const id = await practice(cast.ana.id, '5')
  await estimateNow()
  expect(await proposedToAna()).toEqual({ homework: ['weak'], warmUp: ['weak'] })
  await database.single`update work set kind = 'assessment', level_id = ${cast.section.levelId}, state = 'returned', returned_at = now() where id = ${id}`
  expect(await proposedToAna()).toEqual({ homework: [], warmUp: [] })
})

test('a section without usable questions doesn’t take another section’s place in a proposal', async () => {
  const { centerId, ana, section } = cast
  await (await world.as(cast.manager)).call(settings.change, { centerId, homeworkSections: 1 })
  await practice(ana.id, '5')
  const second = newId()
  await database.write(async (db) => {
    await db`insert into sections (id, level_id, chapter_num, num, name) values (${second}, ${section.levelId}, 1, 2, 'Subtracting')`
    await factories(db).questions(second, [four, four, four])
  })
  cast.section = { ...section, id: second }
  await practice(ana.id, '5')
  await estimateNow()
  await database.single`update questions set status = 'error', faults = array['No key.'] where section_id = ${section.id}`
  expect(await proposedToAna()).toEqual({ homework: ['weak'], warmUp: ['weak'] })
})

test('a warm-up keeps to the subject of the class, unless the subject has no courses', async () => {
  const { centerId, klass, ana, operator } = cast
  const office = await world.as(operator)
  await practice(ana.id, '5')
  await estimateNow()
  const count = async () =>
    (await office.call(skills.warmUps, { centerId, classId: klass.id })).body.children[0]?.questions.length
  await database.single`update classes set subject = 'English' where id = ${klass.id}`
  expect(await count()).toBe(5)
  await database.write((db) => factories(db).course({ subject: 'English', name: `English ${newId()}` }))
  expect(await count()).toBe(0)
})

test('a mistake that several children in a class made is shown with those children and the message they saw', async () => {
  const { centerId, klass, ana, ben, section, operator, stranger } = cast
  await practice(ana.id, '5')
  const of = { centerId, classId: klass.id, sectionId: section.id }
  const office = await world.as(operator)
  expect((await office.call(skills.mistakes, of)).body).toEqual([])
  await database.write(
    (db) => db`
    update question_revisions set key = key || '{"mistakes": [{"given": {"kind": "fr", "parts": ["5"]}, "message": "Count again."}]}'
    where question_id in (select id from questions where section_id = ${section.id} and num = 1)`,
  )
  await practice(ben.id, ' 5')
  await practice(ben.id, '5')
  const { body } = await office.call(skills.mistakes, of)
  expect(body).toHaveLength(8)
  const who = [ana.id, ben.id].toSorted()
  expect(body.map(({ answer, children }) => [answer, children.toSorted()])).toEqual(
    Array.from({ length: 8 }, () => ['5', who]),
  )
  expect(body.filter(({ message }) => message === 'Count again.')).toHaveLength(1)
  expect((await (await world.as(stranger)).call(skills.mistakes, of)).status).toBe(404)
})

test('a parent sees a child’s mistakes, each with the right answer and the steps of its hint', async () => {
  const { centerId, ana, section, mother, other: father } = cast
  await database.write(async (db) => {
    const hint = newId()
    await db`insert into hints (id, name) values (${hint}, 'Count')`
    await db`insert into hint_steps (hint_id, num, source, content) values (${hint}, 1, 'Count on.', '["Count on."]')`
    await db`update question_revisions set hint_id = ${hint} where question_id in (select id from questions where section_id = ${section.id} and num = 1)`
  })
  const home = await world.as(mother)
  const listedNow = async () => (await home.call(childSkills.mistakes, { studentId: ana.id })).body
  await practice(ana.id, '4')
  expect(await listedNow()).toEqual([])
  const workId = await practice(ana.id, '5')
  const found = await listedNow()
  expect(found).toHaveLength(6)
  expect(found[0]).toMatchObject({
    kind: 'homework',
    workId,
    work: 'Adding',
    sectionNum: 1,
    num: 1,
    answer: '5',
    right: '4',
    message: null,
    steps: [['Count on.']],
  })
  expect(found[1]?.steps).toEqual([])
  const other = await database.write(async (db) => {
    const made = await factories(db).section()
    await factories(db).questions(made.id, [four, four])
    return made
  })
  await practice(ana.id, '5', [other.id])
  const numbers = (await listedNow()).map(({ sectionNum, num, sequenceQuesNum }) => [
    sectionNum,
    num,
    sequenceQuesNum,
  ])
  // Pages number the questions of all sections together.
  expect(numbers.slice(0, 3)).toEqual([
    [1, 1, 1],
    [1, 2, 2],
    [2, 1, 3],
  ])
  const elsewhere = await world.as(father)
  expect((await elsewhere.call(childSkills.mistakes, { studentId: ana.id })).status).toBe(404)
  await database.single`update work set state = 'void' where center_id = ${centerId} and student_id = ${ana.id}`
  expect(await listedNow()).toEqual([])
})

test('a question’s difficulty is estimated from all answers: the fewer children get it right, the harder it is', async () => {
  const { ana, ben, section } = cast
  await practice(ana.id, '4')
  await estimateNow()
  const rows = () => database.read<{ answers: number; rightFirst: number; difficulty: number }[]>`
    select d.answers, d.right_first, d.difficulty from question_difficulties d join questions q on q.id = d.question_id where q.section_id = ${section.id}`
  const [easy] = await rows()
  expect(easy).toMatchObject({ answers: 1, rightFirst: 1 })
  await practice(ben.id, '5')
  await estimateNow()
  const [harder] = await rows()
  expect(harder).toMatchObject({ answers: 2, rightFirst: 1 })
  expect(harder!.difficulty).toBeGreaterThan(easy!.difficulty)
})

test('two weak sections are proposed with half of each one’s questions and can be assigned that way', async () => {
  const { centerId, ana, section, operator } = cast
  const second = await database.write(async (db) => {
    const made = await factories(db).section()
    await factories(db).questions(
      made.id,
      Array.from({ length: 5 }, () => four),
    )
    return made
  })
  await practice(ana.id, '5', [second.id])
  await estimateNow()
  const office = await world.as(operator)
  const { body } = await office.call(skills.nextOfStudent, { centerId, studentId: ana.id })
  const next = (body.children[0]?.next ?? []).filter(({ why }) => why === 'weak')
  expect(next.map(({ sectionId, isHalf, questions }) => ({ sectionId, isHalf, questions }))).toEqual(
    expect.arrayContaining([
      { sectionId: section.id, isHalf: true, questions: 4 },
      { sectionId: second.id, isHalf: true, questions: 3 },
    ]),
  )
  const sections = next.map(({ sectionId }) => sectionId)
  const homework = await office.call(assigning.homework, { id: ana.id, sections, halfSections: sections })
  expect(homework.body.questions).toBe(7)
})
