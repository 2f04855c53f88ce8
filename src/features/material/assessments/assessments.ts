import { notFound } from '#shared/problem.ts'
import { type LevelRow, levels } from '../queries.ts'
import type { Assessment, assessments } from './api.ts'
import { type PartRow, partsOf } from './queries.ts'
import type { ActionCall, HandlerInput } from '#server/call.ts'

const assessmentOf = (
  { id, course, name, assessmentQuestions }: LevelRow,
  parts: readonly PartRow[],
): Assessment => {
  const own = parts.filter(({ levelId }) => levelId === id)
  return {
    _id: id,
    name: `Assessment ${name}`,
    level: `${course} · ${name}`,
    perSection: assessmentQuestions,
    sections: own.map(({ id: sectionId, levelId: _, ...part }) => ({ _id: sectionId, ...part })),
    questions: own.reduce((sum, { questions }) => sum + questions.length, 0),
  }
}

/** Returns the assessments of one level or of all, with their questions. Throws 404 for an unknown level. */
export async function assessmentsOf({ db }: ActionCall, input: HandlerInput<(typeof assessments)['list']>) {
  const { level = null } = input
  const [levelRows, parts] = await Promise.all([levels(db, { id: level }), partsOf(db, level)])
  if (level !== null && levelRows.length === 0) throw notFound()
  return levelRows.map((each) => assessmentOf(each, parts))
}
