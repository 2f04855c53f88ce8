import { isStale, withId } from '#server/records.ts'
import { v7 as newId } from 'uuid'
import { centerRows } from '#features/centers/queries.ts'
import { solutionOf } from '#features/questions/rules.ts'
import { t } from '#shared/language.ts'
import { studentAtWork } from '#features/students/queries.ts'
import type { Day } from '#shared/days.ts'
import { reach } from '#shared/permissions.ts'
import { conflict, forbidden, notFound, refused, stale } from '#shared/problem.ts'
import { record } from '#server/audit.ts'
import { today } from '#server/clock.ts'
import { one, refuseOnConstraint, type Db } from '#server/db.ts'
import { type Actor, type CenterId, reachable } from '#server/gate.ts'
import { publish } from '#server/live.ts'
import { settleCorrections } from '../corrections/corrections.ts'
import { voidOpenCorrections } from '../corrections/queries.ts'
import { completeAt } from '../answering/jobs.ts'
import { type QuestionFilter, workQuestion } from '../answering/queries.ts'
import { shownQuestion } from '../answering/own-work.ts'
import { minQuestions } from '../placement/placement.ts'
import { poolSections } from '../placement/queries.ts'
import { line, workWithMap } from '../work-list.ts'
import { lockWork, type StudentScope, workOf } from '../queries.ts'
import { endOf, type WorkKind, type WorkState } from '../rules.ts'
import { refusalReasons, type WorkAction, workCan } from '../work-actions.ts'
import { answersTo, lateAnswersTo } from '../answering/queries.ts'
import type { GivenWork, assigning, StaffQuestion } from './api.ts'
import {
  centerOfStudent,
  changeWork,
  dropAssigned,
  pinQuestions,
  putWork,
  type SectionRow,
  sectionsToAssign,
  testSections,
} from './queries.ts'
import type { ActionCall, HandlerInput, IfMatch } from '#server/call.ts'

export const staffScope = async (db: Db, actor: Actor, studentId: string): Promise<StudentScope> => ({
  studentId,
  centers: await reachable(db, actor),
})

/**
 * Returns the student and the centers within which the caller may read the student's work. A classroom tablet
 * may only read the work of students expected there today; throws 404 for other students.
 */
export async function readerScope(db: Db, actor: Actor, studentId: string): Promise<StudentScope> {
  const studentScope = await staffScope(db, actor, studentId)
  if (actor.kind !== 'devices') return studentScope
  const { timeZone } = one(await centerRows(db, studentScope.centers), notFound)
  one(
    await studentAtWork(db, { id: studentId, centers: studentScope.centers, on: today(timeZone) }),
    notFound,
  )
  return studentScope
}

const publishWork = (db: Db, studentId: string, id: string) =>
  publish(db, { channel: `student:${studentId}`, topic: 'work', id })

type Assignment = {
  kind: WorkKind
  studentId: string
  name: string
  item: string
  dueOn?: Day | null | undefined
  minutes?: number | null | undefined
  most?: number | null
  levelId?: string
  chapterNum?: number
  sections: readonly Pick<SectionRow, 'id'>[]
  halfSections?: readonly string[]
  questions?: readonly string[]
}

/**
 * Assigns work to a student at their center, records it in the audit log, and returns it. Throws 404 if the
 * caller has no access to the student or the student has left, and 409 `open_already` if the student already
 * has the same work open.
 */
export async function assign(
  db: Db,
  actor: Actor,
  { kind, studentId, sections, dueOn = null, minutes = null, name, ...rest }: Assignment,
) {
  const studentScope = await staffScope(db, actor, studentId)
  const { centerId } = one(await centerOfStudent(db, studentScope), notFound)
  const id = newId()
  const work = { centerId, id, kind, studentId, dueOn, minutes, name: name.slice(0, maxName), ...rest }
  await putWork(db, { ...work, assignedBy: actor.id, sections: sections.map((section) => section.id) }).catch(
    refuseOnConstraint(
      'item_open_already',
      conflict('open_already', `This student already has this ${kind} open.`),
    ),
  )
  if (work.questions) await pinQuestions(db, work, work.questions)
  record(db, actor, { action: 'practice.assign', entity: id, center: centerId, after: work })
  publishWork(db, studentId, id)
  return line(one(await workOf(db, studentScope, { id }), notFound), 'staff')
}

/** Maximum length of the name of work. */
const maxName = 100

/** Returns the names of sections as a list, cut off after a whole name if the list is too long. */
function sectionNames(sections: readonly SectionRow[]) {
  const all = sections.map(({ name }) => name).join(', ')
  const end = all.length > maxName ? all.lastIndexOf(', ', maxName - 3) : -1
  return end > 0 ? `${all.slice(0, end)}, …` : all
}

/**
 * Returns the test sections of a level or chapter that have ready questions. Throws 404 if there are no test
 * sections, and 422 if none of them has ready questions.
 */
async function askable(db: Db, of: { levelId: string; chapterNum: number | null }) {
  const sections = await testSections(db, of)
  one(sections, notFound)
  const ready = sections.filter(({ questions }) => questions > 0)
  if (ready.length === 0) throw refused('nothing_ready', 'There are no questions ready yet.', '/levelId')
  return ready as [(typeof ready)[number], ...typeof ready]
}

export async function assignHomework(
  { actor, db }: ActionCall,
  input: HandlerInput<(typeof assigning)['homework']>,
) {
  const { id: studentId, dueOn } = input
  const sections = await sectionsToAssign(db, input.sections)
  if (sections.length < input.sections.length) throw notFound()
  const empty = sections.find(({ questions }) => questions === 0)
  if (empty) throw refused('section_empty', `${empty.name} has no questions ready yet.`, '/sections')
  if (input.halfSections?.some((half) => !input.sections.includes(half)))
    throw refused(
      'section_missing',
      t('A half section must also be one of the assigned sections.'),
      '/halfSections',
    )
  const item = [...input.sections].sort().join()
  return await assign(db, actor, {
    kind: 'homework',
    studentId,
    dueOn,
    sections,
    ...(input.halfSections?.length && { halfSections: input.halfSections }),
    name: input.name ?? sectionNames(sections),
    item,
  })
}

export async function assignTest({ actor, db }: ActionCall, input: HandlerInput<(typeof assigning)['test']>) {
  const { id: studentId, levelId, chapterNum, ...plan } = input
  const sections = await askable(db, { levelId, chapterNum })
  const { level, test } = sections[0]
  const name = plan.name ?? `${level}, chapter ${chapterNum}: ${test}`
  return await assign(db, actor, {
    ...plan,
    kind: 'test',
    studentId,
    levelId,
    chapterNum,
    sections,
    name,
    item: `test ${levelId} ${chapterNum}`,
  })
}

/**
 * Returns the sections that an adaptive assessment can ask about, and the maximum number of questions: as
 * many as a fixed assessment would take from the level's reviewed questions. Throws 422 `too_few_reviewed` if
 * that number is too low.
 */
async function adaptivePool(db: Db, levelId: string) {
  const sections = await poolSections(db, levelId)
  const most = sections.filter(({ step }) => step === 0).reduce((sum, { questions }) => sum + questions, 0)
  const [first, ...rest] = sections
  if (!first || most < minQuestions)
    throw refused(
      'too_few_reviewed',
      t(
        'An adaptive assessment needs at least {fewest} reviewed questions in the level’s tests. This level has {most}.',
        { fewest: minQuestions, most },
      ),
      '/adaptive',
    )
  return { most, sections: [first, ...rest] as const }
}

export async function assignAssessment(
  { actor, db }: ActionCall,
  input: HandlerInput<(typeof assigning)['assessment']>,
) {
  const { id: studentId, levelId, adaptive, ...plan } = input
  const { most, sections } = adaptive
    ? await adaptivePool(db, levelId)
    : { most: null, sections: await askable(db, { levelId, chapterNum: null }) }
  const name = plan.name ?? `Assessment ${sections[0].level}`
  return await assign(db, actor, {
    ...plan,
    kind: 'assessment',
    studentId,
    levelId,
    most,
    sections,
    name,
    item: `assessment ${levelId}`,
  })
}

/**
 * Returns a question of a student's work as staff see it, with a page of its answers: those with a `seq`
 * below `after`, or the latest ones if it is null. Throws 404 if there is no such question.
 */
export async function staffQuestion(
  db: Db,
  studentScope: StudentScope,
  { after: last, ...where }: QuestionFilter & { after: number | null },
): Promise<StaffQuestion> {
  const row = one(await workQuestion(db, studentScope, where), notFound)
  const of = { centerId: row.centerId, workId: where.id, num: row.num }
  const { history, after } = await answersTo(db, { ...of, after: last })
  const late = await lateAnswersTo(db, of)
  const shown = await shownQuestion(db, row, 'staff')
  return {
    ...shown,
    solution: solutionOf(row.key),
    history: history.map(withId),
    after,
    late: late.map(withId),
  }
}

type Plan = { dueOn: Day | null; minutes: number | null; state: WorkState }

/**
 * Returns the actions that a change of work consists of, all of which must be allowed. Fields that stay the
 * same need no action. Throws 422 for a state that staff can't set.
 */
function actionsOf(work: Plan, { dueOn, minutes, state }: Plan): WorkAction[] {
  const actions: WorkAction[] = []
  if (dueOn !== work.dueOn || minutes !== work.minutes) actions.push('plan')
  if (state === work.state) return actions
  if (state !== 'void' && state !== 'returned')
    throw refused('state', 'Work can only be returned or voided.', '/state')
  return [...actions, state === 'void' ? 'void' : 'return']
}

/** Voids the open corrections of a test that is voided, because nothing is left to correct. */
async function voidCorrections(
  db: Db,
  actor: Actor,
  { centerId, id, studentId }: { centerId: CenterId; id: string; studentId: string },
) {
  for (const { id: entity, state } of await voidOpenCorrections(db, { centerId, id })) {
    const states = { before: { studentId, state }, after: { studentId, state: 'void' } }
    record(db, actor, { action: 'practice.change', entity, center: centerId, ...states })
  }
}

/**
 * Changes the due date or time limit of a student's work, returns it, or voids it. Throws 403 if the caller
 * may not void work, 409 if its state doesn't allow the change, and 412 if it has changed since the caller
 * saw it.
 */
export async function changeAssignedWork(
  { actor, db, ifMatch }: ActionCall & IfMatch,
  input: HandlerInput<GivenWork['change']>,
  kind: WorkKind,
) {
  const { id: studentId, itemId: id } = input
  if (input.dueOn === undefined && input.minutes === undefined && input.state === undefined)
    throw refused('nothing', 'Choose what to change.')
  const studentScope = await staffScope(db, actor, studentId)
  const work = one(await lockWork(db, studentScope, { id, kind }), notFound)
  if (isStale(ifMatch, work.version))
    throw stale(await workWithMap(db, studentScope, { id, kind, viewer: 'staff' }))
  const plan = {
    dueOn: input.dueOn === undefined ? work.dueOn : input.dueOn,
    minutes: input.minutes === undefined ? work.minutes : input.minutes,
  }
  const actions = actionsOf(work, { ...plan, state: input.state ?? work.state })
  if (actions.includes('void') && !reach(actor.kind, 'work.void')) throw forbidden()
  const not = actions.find((action) => !workCan(action, work))
  if (not) throw conflict(`not_${not}able`, refusalReasons[not])
  const state = actions.includes('void')
    ? ('void' as const)
    : actions.includes('return')
      ? ('returned' as const)
      : null
  const { centerId, startedAt } = work
  const before = await workWithMap(db, studentScope, { id, kind, viewer: 'staff' })
  if (actions.length === 0) return before
  await changeWork(db, { centerId, id, ...plan, state })
  if (state === 'void') await voidCorrections(db, actor, { centerId, id, studentId })
  if (state) await settleCorrections(db, centerId, [id])
  const end = work.state === 'started' ? endOf({ startedAt, minutes: plan.minutes }) : null
  if (end) await completeAt(db, { centerId, id }, end)
  const states = {
    before: { studentId, dueOn: work.dueOn, minutes: work.minutes, state: work.state },
    after: { studentId, ...plan, state: state ?? work.state },
  }
  record(db, actor, { action: 'practice.change', entity: id, center: centerId, ...states })
  publishWork(db, studentId, id)
  // Notifies graders, who subscribe to the center's channel.
  if (state) publish(db, { channel: `center:${centerId}`, topic: 'work', id })
  return state === 'void'
    ? { ...before, state }
    : await workWithMap(db, studentScope, { id, kind, viewer: 'staff' })
}

type UnstartedWork = { centerId: CenterId; id: string; studentId: string }

/** Withdraws locked work that hasn't started, and records the withdrawal. */
export async function withdraw(db: Db, actor: Actor, { centerId, id, studentId }: UnstartedWork) {
  await dropAssigned(db, { centerId, id })
  record(db, actor, {
    action: 'practice.withdraw',
    entity: id,
    center: centerId,
    before: { studentId, state: 'assigned' },
  })
}

/** Withdraws a student's work. Throws 409 if it has been started. */
export async function withdrawWork(
  { actor, db }: ActionCall,
  input: HandlerInput<GivenWork['withdraw']>,
  kind: WorkKind,
) {
  const id = input.itemId
  const work = one(await lockWork(db, await staffScope(db, actor, input.id), { id, kind }), notFound)
  if (!workCan('withdraw', work)) throw conflict('begun', refusalReasons.withdraw)
  await withdraw(db, actor, { centerId: work.centerId, id, studentId: input.id })
  publishWork(db, input.id, id)
}
