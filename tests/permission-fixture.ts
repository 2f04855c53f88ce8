import { putImport } from '#features/exchange/import/queries.ts'
import { putHints } from '#features/material/hints/queries.ts'
import { sections } from '#features/material/queries.ts'
import { addTest } from '#features/material/tests/chapter-tests.ts'
import { throwAway } from '#features/material/trash/queries.ts'
import { v7 as newId } from 'uuid'
import type { Kind } from '#shared/permissions.ts'
import { putWebhook } from '#features/integrations/webhooks/queries.ts'
import { putClosures } from '#features/schedule/center-settings/queries.ts'
import { putMarks } from '#features/attendance/queries.ts'
import { afterMark } from '#features/attendance/rules.ts'
import { putLate } from '#features/practice/answering/answer-queries.ts'
import { startWork } from '#features/practice/answering/queries.ts'
import { putWork } from '#features/practice/assigning/queries.ts'
import { putTableImport } from '#features/schedule/import/queries.ts'
import { putCredits } from '#features/schedule/credits/queries.ts'
import { putPickup } from '#features/students/pickups/queries.ts'
import { putPages, putScan } from '#features/printing/worksheets/queries.ts'
import { putNote, putTest } from '#features/students/records/queries.ts'
import type { Db } from '#server/db.ts'
import type { CenterId } from '#server/gate.ts'
import { finishRun, putRun } from '#server/runs.ts'
import { factories } from './factories.ts'
import { handIn, text } from './grading-fixture.ts'
import type { Scope, Target } from './example.ts'
import { today, type Caller, type SomeoneKnown, type World } from './world.ts'

/** Records in every scope, and one caller of every kind. */
export type Fixture = { as: (kind: Kind) => Promise<Caller>; target: (kind: Kind, scope: Scope) => Target }

type Family = Awaited<ReturnType<typeof family>>
type Center = Awaited<ReturnType<typeof center>>
type Material = { section: { id: string; levelId: string }; testedId: string; essayId: string }

/**
 * Creates two printed pages of started work and stores a picture of the first. Returns the first page's id.
 */
async function photographedPage(
  db: Db,
  { centerId, workId, by }: { centerId: CenterId; workId: string; by: string },
) {
  const id = newId()
  const questions = [{ num: 1, revision: 1, top: 40, bottom: 60, bubbles: [] }]
  const pages = [id, newId()].map((each, at) => ({ id: each, num: at + 1, questions }))
  await putPages(db, { center: centerId, workId, sheetId: newId(), by, pages })
  await putScan(db, { center: centerId, id, picture: Buffer.from('picture'), marks: [], by })
  return id
}

/** Creates a student with a parent, a place in a class, an attendance mark, and work of every kind. */
async function family(
  db: Db,
  {
    klass,
    operatorId,
    section,
    testedId,
    essayId,
  }: Material & { klass: { id: string; centerId: CenterId }; operatorId: string },
) {
  const make = factories(db)
  const { centerId } = klass
  const student = await make.student(centerId)
  const parent = await make.parent([student])
  const { id: placeId } = await make.place(klass, student.id)
  const { id: breakId } = await make.pause({ id: placeId, centerId }, '2026-06-02', '2026-06-09')
  const [homeworkId, testWorkId, assessmentId] = [newId(), newId(), newId()]
  const { levelId } = section
  const given = { centerId, studentId: student.id, name: 'Fixture', dueOn: null, assignedBy: operatorId }
  const works = [
    { id: homeworkId, kind: 'homework' as const, item: section.id, sections: [section.id] },
    {
      id: testWorkId,
      kind: 'test' as const,
      item: `test ${levelId} 1`,
      levelId,
      chapterNum: 1,
      sections: [testedId],
    },
    {
      id: assessmentId,
      kind: 'assessment' as const,
      item: `assessment ${levelId}`,
      levelId,
      sections: [testedId],
    },
  ]
  const essay = { id: newId(), kind: 'homework' as const, item: essayId, sections: [essayId] }
  await Promise.all(
    [...works, essay].map(async (work) => {
      await putWork(db, { ...given, ...work })
      await startWork(db, { centerId, id: work.id })
    }),
  )
  const answerId = await handIn(db, { centerId, id: essay.id })
  const lateId = newId()
  await putLate(db, {
    centerId,
    workId: essay.id,
    num: 1,
    id: lateId,
    given: text('Because.'),
    typedAt: null,
    overtaken: false,
  })
  const printedPageId = await photographedPage(db, { centerId, workId: homeworkId, by: operatorId })
  const attendanceId = newId()
  const mark = { id: attendanceId, centerId, classId: klass.id, studentId: student.id, on: today }
  const by = { by: operatorId, device: null, at: `${today}T21:35:00Z` }
  await putMarks(db, [{ ...mark, ...afterMark(null, 'absent', by) }], by)
  const [testId, noteId, creditId, requestId] = [newId(), newId(), newId(), newId()]
  const credit = {
    id: creditId,
    studentId: student.id,
    classId: klass.id,
    missedOn: '2026-02-24',
    reason: 'notice' as const,
    note: '',
  }
  await putCredits(db, centerId, { credits: [{ ...credit, expiresOn: '2026-05-01' }], byHand: false })
  const of = { studentId: student.id, by: operatorId }
  const test = {
    date: today,
    subject: 'Math' as const,
    level: 'Math 5',
    test: 'Chapter 1',
    name: '',
    score1: '7/10',
    score2: null,
  }
  await putTest(db, centerId, { ...of, ...test, id: testId })
  await putNote(db, centerId, { ...of, id: noteId, msg: 'Fixture' })
  const pickupId = newId()
  const person = { name: 'Fixture', relationship: '', phone: '' }
  await putPickup(db, centerId, { ...person, id: pickupId, studentId: student.id, by: parent.id })
  await db`
    insert into account_requests (center_id, id, person_id, first_name, email, student_id, asked_by)
    values (${centerId}, ${requestId}, ${operatorId}, 'Mia', 'mia@test.example', ${student.id}, ${operatorId})`
  return {
    student,
    parent,
    placeId,
    breakId,
    creditId,
    homeworkId,
    testWorkId,
    assessmentId,
    essayWorkId: essay.id,
    answerId,
    lateId,
    printedPageId,
    attendanceId,
    testId,
    noteId,
    pickupId,
    requestId,
  }
}

/** Day on which the fixture's centers are closed. */
const closedOn = '2026-07-03'

/**
 * Creates a center with staff, a device, an access token, an invited person, and a class in session with two
 * families in it.
 */
async function center(db: Db, material: Material) {
  const make = factories(db)
  const centerId = (await make.center()).id as CenterId
  const [operator, manager, invited, teacher, room] = await Promise.all([
    make.staff('operator', centerId),
    make.staff('manager', centerId),
    make.person({ role: 'operator', passwordHash: null }),
    make.teacher(centerId),
    make.klass(centerId, { day: 2, time: '16:30', maxSize: 20 }),
    putClosures(db, centerId, { days: [closedOn], name: 'Holiday' }),
  ])
  const klass = { ...room, centerId }
  const of = { klass, operatorId: operator.id, ...material }
  const studentImportId = newId()
  const input = { csv: '', columns: null, choices: [] }
  await putRun(db, { id: studentImportId, kind: 'students', centerId, by: operator.id, total: 0, input })
  const tableImportId = newId()
  await putTableImport(db, {
    id: tableImportId,
    kind: 'classes',
    center: centerId,
    by: operator.id,
    total: 0,
    made: { added: [] },
  })
  const [webhookId, deliveryId] = [newId(), newId()]
  const hook = { id: webhookId, url: 'https://example.com/', events: ['trial.requested' as const] }
  await putWebhook(db, centerId, { ...hook, secret: Buffer.alloc(33), by: manager.id })
  await db`
    insert into webhook_deliveries (center_id, id, webhook_id, event, data, status)
    values (${centerId}, ${deliveryId}, ${webhookId}, 'trial.requested', '{}', 'delivered')`
  const made = { students: [], parents: [], links: [], changed: [], changedLinks: [] }
  await finishRun(db, studentImportId, made)
  return {
    centerId,
    operator,
    manager,
    invited,
    teacher,
    device: await make.device(centerId, operator.id),
    token: await make.token(centerId, manager.id),
    klass,
    studentImportId,
    tableImportId,
    webhookId,
    deliveryId,
    families: await Promise.all([family(db, of), family(db, of)]),
  }
}

async function cast(db: Db, elsewhere: boolean) {
  const make = factories(db)
  const section = await make.section()
  const [question, dropped] = await make.questions(section.id, [
    { text: 'What is $2 + 2$?', value: '4', steps: ['Count on from two.'] },
    { text: 'What is $2 + 3$?', value: '5' },
  ])
  const inChapter = { levelId: section.levelId, chapterNum: 1 }
  await addTest(db, { ...inChapter, name: 'Test' })
  const [tested] = await sections(db, { ...inChapter, kind: 'test' })
  const testedId = tested?.id ?? ''
  await make.questions(testedId, [{ text: 'What is $3 + 3$?', value: '6' }])
  const essay = await make.section()
  const [essayQuestion] = await make.questions(essay.id, [
    { text: 'Why is that so?', key: { kind: 'fr', parts: [{ kind: 'manual' }] } },
  ])
  const admin = await make.staff('admin', null)
  const scope = { questionId: dropped?.id ?? '' }
  const { trash: trashId } = await throwAway(db, {
    kind: 'question',
    name: 'Question 2',
    by: admin.id,
    scope,
  })
  const hintId = newId()
  await putHints(db, [
    { id: hintId, name: 'Counting on', steps: [{ source: 'Count on.', content: ['Count on.'] }] },
  ])
  const material = { section, testedId, essayId: essay.id }
  // Independent parts are created in parallel, because the tests create hundreds of fixtures.
  const [here, there = null] = await Promise.all([
    center(db, material),
    ...(elsewhere ? [center(db, material)] : []),
  ])
  const editor = await make.staff('editor', here.centerId)
  const importId = newId()
  await putRun(db, {
    id: importId,
    kind: 'questions',
    sectionId: section.id,
    by: editor.id,
    input: { lines: '' },
    total: 0,
  })
  const broughtId = newId()
  await putImport(db, { id: broughtId, by: here.operator.id, name: 'material.zip', size: 4 })
  const made = {
    essayQuestionId: essayQuestion?.id ?? '',
    questionId: question?.id ?? '',
    testSectionId: testedId,
    trashId,
    importId,
    hintId,
    broughtId,
  }
  return { section, made, here, there, editor, admin }
}

/**
 * Returns the ids of a center's records and of the records of a family there, under the names that the
 * examples use.
 */
const recordsOf = (at: Center, whose: Family) => ({
  centerId: at.centerId,
  studentId: whose.student.id,
  parentId: whose.parent.id,
  invitedId: at.invited.id,
  teacherId: at.teacher.id,
  classId: at.klass.id,
  attendanceId: whose.attendanceId,
  placeId: whose.placeId,
  breakId: whose.breakId,
  creditId: whose.creditId,
  testId: whose.testId,
  noteId: whose.noteId,
  pickupId: whose.pickupId,
  homeworkId: whose.homeworkId,
  testWorkId: whose.testWorkId,
  assessmentId: whose.assessmentId,
  essayWorkId: whose.essayWorkId,
  answerId: whose.answerId,
  lateId: whose.lateId,
  printedPageId: whose.printedPageId,
  requestId: whose.requestId,
  deviceId: at.device.id,
  tokenId: at.token.id,
  webhookId: at.webhookId,
  deliveryId: at.deliveryId,
  studentImportId: at.studentImportId,
  tableImportId: at.tableImportId,
})

/** Creates the whole fixture. Without `elsewhere`, creates only the callers' own center. */
export async function permissionFixture(world: World, { elsewhere = true } = {}): Promise<Fixture> {
  const { section, made, here, there, editor, admin } = await world.database.write((db) =>
    cast(db, elsewhere),
  )
  const [mine, neighbors] = here.families
  const callers: Record<Exclude<Kind, 'anonymous'>, SomeoneKnown> = {
    admin,
    editor,
    manager: here.manager,
    operator: here.operator,
    devices: { ...here.device, kind: 'devices' },
    tokens: here.token,
    students: mine.student,
    parents: mine.parent,
  }
  const sessions = new Map<Kind, Promise<Caller>>()
  const nobody = newId()
  return {
    as: (kind) => {
      const known = sessions.get(kind) ?? world.as(kind === 'anonymous' ? null : callers[kind])
      sessions.set(kind, known)
      return known
    },
    target: (kind, scope) => {
      const at = scope === 'other center' ? there : here
      if (!at) throw new Error('This fixture has no other center.')
      const whose = scope === 'other family' ? neighbors : at.families[0]
      const isPerson = kind !== 'anonymous' && kind !== 'devices' && kind !== 'tokens'
      // The caller's own account, or an account in the scope.
      const personId = scope === 'own' && isPerson ? callers[kind].id : whose.student.id
      const records = {
        ...recordsOf(at, whose),
        personId,
        courseId: section.courseId,
        levelId: section.levelId,
        sectionId: section.id,
        ...made,
      }
      const known = { today, email: editor.email, chapterNum: 1 }
      if (scope !== 'unknown') return { ...known, ...records }
      const unknown = Object.fromEntries(Object.keys(records).map((name) => [name, nobody])) as typeof records
      return { ...known, ...unknown, centerId: 'Nowhere' }
    },
  }
}
