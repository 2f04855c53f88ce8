import { Temporal } from 'temporal-polyfill'
import { dayAt } from '#server/clock.ts'
import { notFound } from '#shared/problem.ts'
import { one, type Db } from '#server/db.ts'
import type { Actor, CenterId } from '#server/gate.ts'
import type { Activity } from '#features/students/records/activities.ts'
import type { Work, WorkLine } from './api.ts'
import { hasEnoughQuestions, placementOf } from './placement/choose.ts'
import { dayThere, levelsAround } from './report/queries.ts'
import { nextStop } from './next-stop.ts'
import { asStudent, stopsOf } from './question-ref.ts'
import { type Report, reportOf } from './report/report.ts'
import { byUrgency, endOf, isOpen, isOver, visibleResults, type Viewer, type WorkKind } from './rules.ts'
import { type StudentScope, type WorkRow, workOf, type MapRow, workMap } from './queries.ts'

/** Returns the scope of a student's own work, at the student's own centers (`/student`). */
export const own = (actor: Actor): StudentScope => ({
  studentId: actor.id,
  centers: actor.centers as CenterId[],
})

/**
 * Returns the rows of a question map that count toward the result: those with a question and, in an adaptive
 * assessment, only those that were answered.
 */
export function questionsIn(rows: readonly MapRow[]) {
  const isAdaptive = rows.some(({ turn }) => turn !== null)
  return rows.filter(({ quesNum, filled }) => quesNum !== null && (filled || !isAdaptive))
}

/** Converts a row of work to its API form, without figures that the viewer may not see. */
export function line(row: WorkRow, viewer: Viewer): WorkLine {
  const { id, correct, total, hint, score, score2, most, ...rest } = row
  const { figures } = visibleResults(viewer, row)
  const seen = figures
    ? { correct, total, hint, score, score2 }
    : { correct: null, total: null, hint: null, score: null, score2: null }
  return { ...rest, ...seen, adaptive: most !== null, _id: id, endsAt: endOf(row) }
}

/** Converts rows of work to the API list for a viewer. */
export const listedWork = (rows: readonly WorkRow[], viewer: Viewer) => ({
  work: rows.map((row) => line(row, viewer)),
  more: rows[0]?.more ?? false,
})

/** Converts homework to an activity in the student's record, dated in the center's time zone. */
export const activity = ({ id, ...row }: WorkRow & { chapter: number }, zone: string): Activity => ({
  ...row,
  _id: id,
  type: 'homework',
  date: dayAt(zone, Temporal.Instant.from(row.submittedAt ?? row.assignedAt)),
})

/**
 * Returns true if the question map includes this question. For an adaptive assessment in progress, this
 * includes questions of its level that haven't been asked, so that the assessment can continue without a
 * connection.
 */
const isShown = ({ turn, sequenceQuesNum }: MapRow, { most, state }: WorkRow) =>
  most === null || turn !== null || (state === 'started' && sequenceQuesNum <= most)

function sectionsOf(rows: readonly MapRow[], work: WorkRow, viewer: Viewer): Work['sections'] {
  const { kind, state } = work
  const { verdicts } = visibleResults(viewer, { kind, state })
  const sections = new Map<number, Work['sections'][number]>()
  for (const {
    sectionNum,
    sectionName,
    quesNum,
    filled,
    tries,
    solved,
    waits,
    comment,
    status,
    ...row
  } of rows.filter((each) => isShown(each, work))) {
    const section = sections.get(sectionNum) ?? { num: sectionNum, name: sectionName, questions: [] }
    sections.set(sectionNum, section)
    if (quesNum === null) continue
    const { sequenceQuesNum, turn, hintSteps } = row
    const over = kind === 'homework' ? isOver({ tries, solved }) : verdicts && filled
    const partly = !solved && status === 'partial'
    const seen = verdicts
      ? { solved, partly, over, waits, unread: state === 'started' && !over && status === 'invalid', comment }
      : { solved: false, partly: false, over: false, waits: false, unread: false, comment: false }
    section.questions.push({ quesNum, sequenceQuesNum, turn, hintSteps, answered: filled, ...seen })
  }
  return [...sections.values()]
}

/** Returns the report of a complete assessment to viewers who may see its figures, otherwise null. */
async function reportFor(
  db: Db,
  row: WorkRow,
  rows: readonly MapRow[],
  viewer: Viewer,
): Promise<Report | null> {
  if (row.kind !== 'assessment' || row.submittedAt === null || !visibleResults(viewer, row).figures)
    return null
  const questions = questionsIn(rows).map(({ sectionName, level, ...question }) => ({
    ...question,
    // An adaptive assessment has sections of several levels.
    name: row.most === null ? sectionName : `${level}: ${sectionName}`,
  }))
  const { on } = one(await dayThere(db, row.centerId, row.submittedAt), notFound)
  const report = { on, ...reportOf(questions, await levelsAround(db, row.levelId)) }
  const placed = row.most === null ? null : await placementOf(db, row, row.levelId)
  return placed ? { ...report, suggestion: placed } : report
}

/**
 * Returns the question at which a student continues: the next one of the most urgent open work. Returns null
 * if there is no open work, or if the most urgent work hasn't started or has no question left to do.
 */
export async function nextQuestion(db: Db, rows: readonly WorkRow[]) {
  const open = rows.filter(isOpen).map((row) => ({ row, ...line(row, 'student') }))
  const [first] = open.toSorted(byUrgency)
  if (first?.state !== 'started') return null
  const sections = sectionsOf(await workMap(db, first.row), first.row, 'student')
  const next = nextStop(stopsOf({ ...first, sections }, asStudent))
  return next ? { workId: first._id, section: next.ref.section, num: next.ref.num } : null
}

type WorkQuery = { id: string; kind: WorkKind; viewer: Viewer }

/**
 * Returns a student's work with its question map, as far as the viewer may see it. Throws 404 if there is no
 * work of this kind with this id.
 */
export async function workWithMap(
  db: Db,
  studentScope: StudentScope,
  { id, kind, viewer }: WorkQuery,
): Promise<Work> {
  const row = one(await workOf(db, studentScope, { id, kind }), notFound)
  const rows = await workMap(db, row)
  return {
    ...line(row, viewer),
    sections: sectionsOf(rows, row, viewer),
    report: await reportFor(db, row, rows, viewer),
    enough: row.most !== null && row.state === 'started' && (await hasEnoughQuestions(db, row, row.most)),
  }
}
