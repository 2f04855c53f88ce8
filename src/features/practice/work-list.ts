import { Temporal } from 'temporal-polyfill'
import { dayAt } from '#shared/calendar.ts'
import { notFound } from '#shared/problem.ts'
import { one, type Db } from '#server/db.ts'
import type { Actor, CenterId } from '#server/gate.ts'
import type { Activity } from '#features/students/records/activities.ts'
import type { Work, WorkLine } from './api.ts'
import { dayThere, levelsAround } from './report/queries.ts'
import { type Report, reportOf } from './report/report.ts'
import { endOf, isOver, shows, type Viewer, type WorkKind } from './rules.ts'
import { type Whose, type WorkRow, workOf, type MapRow, workMap } from './queries.ts'

/** A student reaches their own work at their own centers only (`/student`). */
export const own = (actor: Actor): Whose => ({ studentId: actor.id, centers: actor.centers as CenterId[] })

/** The questions among the rows of a map. */
export const questionsIn = (rows: readonly MapRow[]) => rows.filter(({ quesNum }) => quesNum !== null)

/** A row of work as the wire has it for a viewer, without figures that they may not see. */
export function line(row: WorkRow, viewer: Viewer): WorkLine {
  const { id, correct, total, hint, score, score2 } = row
  const { figures } = shows(viewer, row)
  const seen = figures ? { correct, total, hint, score, score2 } : { correct: null, total: null, hint: null, score: null, score2: null }
  return { ...row, ...seen, _id: id, endsAt: endOf(row) }
}

/** Work as its list on the wire has it for a viewer. */
export const listedWork = (rows: readonly WorkRow[], viewer: Viewer) => ({
  work: rows.map((row) => line(row, viewer)),
  more: rows[0]?.more ?? false,
})

/** Homework as it stands in the record of its student, by the time zone of its center. */
export const activity = ({ id, ...row }: WorkRow & { chapter: number }, zone: string): Activity => ({
  ...row,
  _id: id,
  type: 'homework',
  date: dayAt(zone, Temporal.Instant.from(row.submittedAt ?? row.assignedAt)),
})

function sectionsOf(rows: readonly MapRow[], { kind, state }: WorkRow, viewer: Viewer): Work['sections'] {
  const { verdicts } = shows(viewer, { kind, state })
  const sections = new Map<number, Work['sections'][number]>()
  for (const { sectionNum, sectionName, quesNum, filled, tries, solved, waits, comment, status, ...row } of rows) {
    const section = sections.get(sectionNum) ?? { num: sectionNum, name: sectionName, questions: [] }
    sections.set(sectionNum, section)
    if (quesNum === null) continue
    const { sequenceQuesNum, hintSteps } = row
    const over = kind === 'homework' ? isOver({ tries, solved }) : verdicts && filled
    const partly = !solved && status === 'partial'
    const seen = verdicts
      ? { solved, partly, over, waits, comment }
      : { solved: false, partly: false, over: false, waits: false, comment: false }
    section.questions.push({ quesNum, sequenceQuesNum, hintSteps, answered: filled, ...seen })
  }
  return [...sections.values()]
}

/** An assessment's report, once it is complete, for whom its figures are. */
async function reportFor(db: Db, row: WorkRow, rows: readonly MapRow[], viewer: Viewer): Promise<Report | null> {
  if (row.kind !== 'assessment' || row.submittedAt === null || !shows(viewer, row).figures) return null
  const questions = questionsIn(rows).map(({ sectionName: name, ...question }) => ({ name, ...question }))
  const { on } = one(await dayThere(db, row.centerId, row.submittedAt), notFound)
  return { on, ...reportOf(questions, await levelsAround(db, row.levelId)) }
}

type Which = { id: string; kind: WorkKind; viewer: Viewer }

/** A work of somebody with its map, as far as the viewer may see it; 404 when there is none of this kind. */
export async function workWithMap(db: Db, whose: Whose, { id, kind, viewer }: Which): Promise<Work> {
  const row = one(await workOf(db, whose, { id, kind }), notFound)
  const rows = await workMap(db, row)
  return { ...line(row, viewer), sections: sectionsOf(rows, row, viewer), report: await reportFor(db, row, rows, viewer) }
}
