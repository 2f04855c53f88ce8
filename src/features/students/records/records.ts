import { isStale, withId } from '#server/records.ts'
import { v7 as newId } from 'uuid'
import { zoneOf } from '#features/centers/queries.ts'
import { conflict, notFound, refused, stale } from '#shared/problem.ts'
import { record } from '#server/audit.ts'
import { today } from '#server/clock.ts'
import { one, refuseOnConstraint, type Db } from '#server/db.ts'
import type { CenterId } from '#server/gate.ts'
import { publish } from '#server/live.ts'
import { difference } from '../rules.ts'
import type { PaperTest, records } from './api.ts'
import {
  changeNote,
  changeTest,
  dropTest,
  lockNote,
  lockTest,
  putAward,
  putNote,
  putTest,
  type TestRow,
} from './queries.ts'
import type { CenterCall, HandlerInput, IfMatch } from '#server/call.ts'

/** Notifies the center's screens, and the family's screens if the family may see the change. */
const publishRecord = (
  db: Db,
  center: CenterId,
  { studentId, family }: { studentId: string; family: boolean },
) =>
  [`center:${center}`, ...(family ? [`student:${studentId}`] : [])].forEach((channel) =>
    publish(db, { channel, topic: 'work', id: studentId }),
  )

type ScoredTest = Pick<PaperTest, 'date' | 'score1' | 'score2'>

/** Throws 422 for a test in the future, or for a corrected score without a first one. */
async function checkTest(db: Db, center: CenterId, { date, score1, score2 }: ScoredTest) {
  const { timeZone } = one(await zoneOf(db, center), notFound)
  if (date > today(timeZone)) throw refused('not_yet', 'This day is in the future.', '/date')
  if (score1 === null && score2 !== null)
    throw refused('no_first_score', 'A corrected score needs a first-try score.', '/score2')
}

type RecordKey = { studentId: string; id: string; ifMatch: number | null }

/** Locks a test of the student. Throws 412 if it has changed since the caller read it. */
async function testToChange(db: Db, center: CenterId, { ifMatch, ...which }: RecordKey): Promise<TestRow> {
  const row = one(await lockTest(db, center, which), notFound)
  if (isStale(ifMatch, row.version)) throw stale(withId(row))
  return row
}

/** Returns the audit data for a change to a student's record. */
const ofStudent = (studentId: string, { before, after }: ReturnType<typeof difference>) => ({
  before: { studentId, ...before },
  after: { studentId, ...after },
})

const definedFields = <T extends object>(fields: T) =>
  Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined)) as {
    [K in keyof T]?: Exclude<T[K], undefined>
  }

export async function addTest(
  { actor, db, center }: CenterCall,
  input: HandlerInput<(typeof records)['addTest']>,
) {
  const { studentId, ...test } = input
  await checkTest(db, center, test)
  const row = one(await putTest(db, center, { ...test, id: newId(), studentId, by: actor.id }), notFound)
  record(db, actor, {
    action: 'records.addTest',
    entity: row.id,
    center,
    after: { studentId, ...test },
  })
  publishRecord(db, center, { studentId, family: true })
  return withId(row)
}

export async function editTest(
  { actor, db, ifMatch, center }: CenterCall & IfMatch,
  input: HandlerInput<(typeof records)['changeTest']>,
) {
  const { studentId, testId: id, ...test } = input
  const before = await testToChange(db, center, { studentId, id, ifMatch })
  const after = { ...before, ...definedFields(test) }
  const changed = difference(before, after)
  if (Object.keys(changed.after).length === 0) return withId(before)
  await checkTest(db, center, after)
  await changeTest(db, center, after)
  record(db, actor, {
    action: 'records.changeTest',
    entity: id,
    center,
    ...ofStudent(studentId, changed),
  })
  publishRecord(db, center, { studentId, family: true })
  return withId({ ...after, version: before.version + 1 })
}

export async function removeTest(
  { actor, db, ifMatch, center }: CenterCall & IfMatch,
  input: HandlerInput<(typeof records)['dropTest']>,
) {
  const { studentId, testId: id } = input
  const before = await testToChange(db, center, { studentId, id, ifMatch })
  await dropTest(db, center, id)
  record(db, actor, {
    action: 'records.dropTest',
    entity: id,
    center,
    before: { studentId, ...before },
  })
  publishRecord(db, center, { studentId, family: true })
}

export async function addNote(
  { actor, db, center }: CenterCall,
  input: HandlerInput<(typeof records)['addNote']>,
) {
  const { studentId, msg } = input
  const row = one(await putNote(db, center, { id: newId(), studentId, by: actor.id, msg }), notFound)
  record(db, actor, { action: 'records.addNote', entity: row.id, center, after: { studentId, msg } })
  publishRecord(db, center, { studentId, family: false })
  return row
}

export async function editNote(
  { actor, db, ifMatch, center }: CenterCall & IfMatch,
  input: HandlerInput<(typeof records)['changeNote']>,
) {
  const { studentId, noteId: id, ...note } = input
  const before = one(await lockNote(db, center, { id, studentId }), notFound)
  if (isStale(ifMatch, before.version)) throw stale(before)
  const after = { ...before, ...definedFields(note) }
  const changed = difference(before, after)
  if (Object.keys(changed.after).length === 0) return before
  await changeNote(db, center, after)
  record(db, actor, {
    action: 'records.changeNote',
    entity: id,
    center,
    ...ofStudent(studentId, changed),
  })
  publishRecord(db, center, { studentId, family: false })
  return { ...after, version: before.version + 1 }
}

export async function addAward(
  { actor, db, center }: CenterCall,
  input: HandlerInput<(typeof records)['addAward']>,
) {
  const { studentId, rule = null, ...award } = input
  const put = putAward(db, center, { ...award, rule, id: newId(), studentId, by: actor.id })
  const row = one(
    await put.catch(
      refuseOnConstraint(
        'award_given_for_it',
        conflict('given_already', 'This award has already been given.'),
      ),
    ),
    notFound,
  )
  record(db, actor, {
    action: 'records.addAward',
    entity: row.id,
    center,
    after: { studentId, ...award },
  })
  publishRecord(db, center, { studentId, family: true })
  return withId(row)
}
