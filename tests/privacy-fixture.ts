import { v7 as newId } from 'uuid'
import { expect } from 'vitest'
import { people } from '#features/accounts/people/api.ts'
import { attendance } from '#features/attendance/api.ts'
import { emails } from '#features/emails/api.ts'
import { absences } from '#features/family/absences/api.ts'
import { oneAnswer } from '#features/grading/answers/api.ts'
import { oddities } from '#features/oddities/api.ts'
import { ownSections, ownWork } from '#features/practice/answering/api.ts'
import { assigning } from '#features/practice/assigning/api.ts'
import { whiteboards } from '#features/practice/whiteboard/api.ts'
import { credits } from '#features/schedule/credits/api.ts'
import { places } from '#features/schedule/places/api.ts'
import { students } from '#features/students/api.ts'
import { studentFields } from '#features/students/fields.ts'
import { studentImports } from '#features/students/import/api.ts'
import { parents } from '#features/students/parents/api.ts'
import { prospects } from '#features/students/prospects/api.ts'
import { records } from '#features/students/records/api.ts'
import { namesOf, partOf, recordOf } from '#shared/field-table.ts'
import { factories } from './factories.ts'
import { today, type Caller, type World } from './world.ts'

/** Recognizable words in the data of one child, Zqada Zqlast, and her mother. */
export const told = [
  'zqada',
  'zqlast',
  'zqgiven',
  'zqmail',
  '9175550',
  'zqnote',
  'zquser',
  'zqmaria',
  'zqword',
  'zqgrade',
]

/** Returns the body of a successful response, and fails for any other. */
export const ok = <T extends { status: number; text: string; body: unknown }>(outcome: T) => {
  expect(outcome.status, outcome.text).toBeLessThan(300)
  return outcome.body as T['body']
}

const makeCast = ({ database }: World) =>
  database.write(async (db) => {
    const make = factories(db)
    const center = await make.center()
    const admin = await make.staff('admin', null)
    const operator = await make.staff('operator', center.id)
    const klass = await make.klass(center.id)
    const ben = await make.student(center.id, { firstName: 'Ben', lastName: 'Other' })
    await make.place(klass, ben.id)
    const kind = {
      kind: 'fr' as const,
      parts: [
        { kind: 'words' as const, value: 'right' },
        { kind: 'manual' as const, prompt: 'Why?' },
        { kind: 'work' as const, prompt: 'Draw.', lines: 3 },
      ],
    }
    const section = await make.section()
    await make.questions(section.id, [{ text: 'Say it.', key: kind }])
    return { center, admin, operator, klass, ben, section }
  })

type Fixture = { world: World; cast: Awaited<ReturnType<typeof makeCast>>; office: Caller }
type Ada = { adaId: string; mariaId: string }

/** Creates a child with words of `told` in every field, through the product's own calls. */
async function tellOfChild({ cast, office: { call } }: Fixture): Promise<Ada> {
  const centerId = cast.center.id
  const newParent = {
    firstName: 'Zqmaria',
    lastName: 'Zqlast',
    email: 'zqmail1@test.example',
    phone: '9175550111',
  }
  const child = {
    ...recordOf(namesOf(partOf(studentFields, 'most')), () => 'zqword'),
    firstName: 'Zqada',
    lastName: 'Zqlast',
    studentNum: 'ZQWORD1',
    grade: 'zqgrade',
    status: 'prospect',
    source: 'zqword',
  } as const
  const one = ok(await call(students.add, { centerId, ...child, parent: newParent }))
  const ada = { centerId, studentId: one._id }
  const [adaId, mariaId] = [one._id, one.parents[0]?._id ?? '']
  ok(
    await call(prospects.change, {
      ...ada,
      stage: 'lost',
      lostReason: 'zqword',
      nextStep: 'zqword',
      nextOn: '2026-03-09',
    }),
  )
  ok(
    await call(students.change, {
      ...ada,
      note: 'zqnote',
      nextInvoice: '2026-04-01',
      status: 'active',
      programs: [{ name: 'Math', level: 'zqword', chapter: 1, test: null }],
    }),
  )
  ok(await call(students.changeInfo, { id: adaId, note: 'zqnote, again' }))
  ok(
    await call(parents.change, {
      centerId,
      parentId: mariaId,
      firstName: 'Zqmaria',
      email: 'zqmail2@test.example',
    }),
  )
  ok(await call(parents.changeLink, { ...ada, parentId: mariaId, phone: '9175550112' }))
  const of = cast.ben.id
  ok(
    await call(students.addParent, {
      centerId,
      studentId: of,
      firstName: 'Paul',
      lastName: 'Other',
      email: 'paul@test.example',
    }),
  )
  ok(
    await call(students.addParent, {
      ...ada,
      firstName: 'Paul',
      lastName: 'Other',
      email: 'paul@test.example',
    }),
  )
  const test1 = {
    date: today,
    subject: 'Math',
    level: 'zqword',
    test: 'zqword',
    name: 'zqword',
    score1: '7/10',
  } as const
  ok(await call(records.addTest, { ...ada, ...test1 }))
  ok(await call(records.addNote, { ...ada, msg: 'zqnote: Zqada Zqlast, zqmail2@test.example, 917-555-0112' }))
  ok(
    await call(records.addNote, {
      centerId,
      studentId: of,
      msg: 'Sits beside Zqada Zqlast, zqmail2@test.example, 9175550112.',
    }),
  )
  ok(await call(records.addAward, { ...ada, type: 'Medal', subject: 'Math', note: 'zqnote' }))
  return { adaId, mariaId }
}

/**
 * Creates accounts, a place, attendance marks, a credit, an email, a snoozed oddity and a dry run of an
 * import for the child.
 */
async function tellOfClass({ world, cast, office: { call } }: Fixture, { adaId, mariaId }: Ada) {
  const centerId = cast.center.id
  const ada = { centerId, studentId: adaId }
  const of = cast.ben.id
  const invited = ok(await call(people.inviteStudent, ada))
  expect(invited.userName).toMatch(/zqada/)
  ok(await call(people.inviteParent, { centerId, parentId: mariaId }))
  ok(
    await call(places.enroll, {
      centerId,
      classId: cast.klass.id,
      studentId: adaId,
      type: 'regular',
      startDate: '2026-02-24',
    }),
  )
  ok(
    await call(attendance.take, {
      centerId,
      classId: cast.klass.id,
      on: today,
      marks: [
        { studentId: adaId, mark: 'pickup' },
        { studentId: of, mark: 'present' },
      ],
    }),
  )
  const [mark] = await world.database.read<
    { id: string }[]
  >`select id from attendances where student_id = ${adaId}`
  const id = mark?.id ?? ''
  ok(await call(attendance.change, { centerId, id, note: 'zqnote', reason: 'zqword', pickedUpBy: 'Zqmaria' }))
  ok(await call(attendance.change, { centerId, id, note: 'zqnote, again' }))
  ok(
    await call(attendance.take, {
      centerId,
      classId: cast.klass.id,
      on: '2026-02-24',
      marks: [{ studentId: adaId, mark: 'absent' }],
    }),
  )
  ok(await call(credits.grant, { ...ada, classId: cast.klass.id, missedOn: '2026-02-24', reason: 'zqword' }))
  ok(
    await call(emails.send, {
      centerId,
      audience: { studentIds: [adaId, of] },
      subject: 'About {{children}}',
      body: 'Hello, {{children}} and Zqada Zqlast.',
    }),
  )
  ok(await call(oddities.snooze, { centerId, key: `ST03 ${adaId}`, until: '2026-03-20', reason: 'zqword' }))
  ok(await call(studentImports.start, { centerId, csv: 'First name,Last name\nZqada,Zqlast', dryRun: true }))
}

/**
 * Creates work that has words of `told`, a drawing, a whiteboard, a comment and a late answer. The mother
 * also reports an absence, and a mail server refuses her address.
 */
async function tellOfWork({ world, cast, office }: Fixture, { adaId, mariaId }: Ada) {
  const given = ok(await office.call(assigning.homework, { id: adaId, sections: [cast.section.id] }))
  const child = await world.as({ id: adaId, kind: 'students', centerId: cast.center.id })
  ok(await child.call(ownWork.homework.change, { id: given._id, state: 'started' }))
  const words = {
    kind: 'fr' as const,
    parts: ['zqgiven', 'zqgiven it is', { text: 'zqgiven', strokes: [[0, 0, 9, 9]] }],
  }
  ok(
    await child.call(ownSections.answer, {
      id: given._id,
      s: 1,
      n: 1,
      seq: 1,
      answerId: newId(),
      given: words,
    }),
  )
  const board = { workId: given._id, n: 1, erased: [] }
  const [red, green] = [
    { _id: newId(), ink: 'red' as const, points: [50, 60, 70, 80] },
    { _id: newId(), ink: 'green' as const, points: [10, 20, 30, 40] },
  ]
  ok(await office.call(whiteboards.changeGiven, { ...board, studentId: adaId, drawn: [red] }))
  ok(await child.call(whiteboards.changeOwn, { ...board, drawn: [green] }))
  const [answer] = await world.database.read<
    { id: string }[]
  >`select id from answers where work_id = ${given._id}`
  ok(await office.call(oneAnswer.comment, { id: adaId, answerId: answer?.id ?? '', text: 'zqnote, Zqada' }))
  const family = await world.as({ id: mariaId, kind: 'parents' })
  ok(
    await family.call(absences.tell, {
      id: adaId,
      classId: cast.klass.id,
      on: '2026-03-10',
      reason: 'Sick',
      note: 'zqnote',
    }),
  )
  const entry = { centerId: cast.center.id, id: newId(), workId: given._id, num: 1, given: words }
  await world.database.write(
    (db) =>
      db`insert into late_answers ${db({ center_id: entry.centerId, id: entry.id, work_id: entry.workId, num: 1, given: db.json(words) } as never)}`,
  )
  await world.database.single`
    update people set mail_refused_at = now(), mail_refusal = 'zqmail is unknown' where email like 'zqmail%'`
}

/**
 * Creates a child and her mother, whose data contains the words of `told`, as well as another child in the
 * same class, and a parent of both children. Returns callers for an admin and the office.
 */
export async function privacyFixture(world: World) {
  const cast = await makeCast(world)
  const office = await world.as(cast.operator)
  const fixture = { world, cast, office }
  const ada = await tellOfChild(fixture)
  await tellOfClass(fixture, ada)
  await tellOfWork(fixture, ada)
  return { ...cast, ...ada, office, asAdmin: await world.as(cast.admin) }
}
