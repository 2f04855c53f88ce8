import { centerRows } from '#features/centers/queries.ts'
import { classToday } from '#features/schedule/classes/classes.ts'
import { studentOfCenter } from '#features/students/queries.ts'
import type { CenterCall, HandlerInput } from '#server/call.ts'
import { type Db, one } from '#server/db.ts'
import type { CenterId } from '#server/gate.ts'
import { notFound } from '#shared/problem.ts'
import type { skills } from './api.ts'
import { knownOf, sectionsOf } from './mastery.ts'
import { nextSections, type Proposed } from './next.ts'
import { newSections, openSections, readyQuestions } from './proposal-queries.ts'
import { childrenOfClass, estimateRows } from './queries.ts'
import { shownSkill } from './skills.ts'
import { withId } from '#server/records.ts'

type Child = { id: string; firstName: string; lastName: string }
type OfChild = { studentId: string; sectionId: string }

const byChild = (rows: readonly OfChild[]) => Map.groupBy(rows, ({ studentId }) => studentId)
const idsOf = (rows: readonly { sectionId: string }[] = []) => rows.map(({ sectionId }) => sectionId)

/** Proposes the next homework of each child. Nothing is assigned. */
async function proposalsFor(db: Db, center: CenterId, children: readonly Child[]) {
  const studentIds = children.map(({ id }) => id)
  const [rows, open, fresh, settings] = await Promise.all([
    estimateRows(db, { centers: [center], studentIds }),
    openSections(db, { center, studentIds }),
    newSections(db, { centers: [center], studentIds }),
    centerRows(db, [center]),
  ])
  const [skillsOf, openOf, freshOf] = [
    Map.groupBy(rows, ({ studentId }) => studentId),
    byChild(open),
    byChild(fresh),
  ]
  const { homeworkSections: most } = one(settings, notFound)
  const now = Date.now()
  const proposals = children.map(({ id, ...child }) => {
    const known = (skillsOf.get(id) ?? []).map(knownOf)
    const of = {
      skills: known.map((skill) => ({ ...skill, ...shownSkill(skill, now) })),
      taken: new Set(idsOf(openOf.get(id))),
      next: idsOf(freshOf.get(id)),
    }
    return { id, ...child, next: nextSections(of, most) }
  })
  const proposed = proposals.flatMap(({ next }) => next)
  const [sections, ready] = await Promise.all([sectionsOf(db, proposed), readyQuestions(db, idsOf(proposed))])
  // Test sections and sections without questions can't be homework.
  const tests = new Set(sections.filter(({ isTest }) => isTest).map(({ _id }) => _id))
  const questionsIn = new Map(ready.map(({ sectionId, questions }) => [sectionId, questions]))
  const assignable = ({ sectionId, why }: Proposed) => {
    const questions = tests.has(sectionId) ? undefined : questionsIn.get(sectionId)
    return questions === undefined ? [] : [{ sectionId, why, questions }]
  }
  return {
    sections,
    children: proposals.map((child) => withId({ ...child, next: child.next.flatMap(assignable) })),
  }
}

/** Proposes the next homework of each child of a class. */
export async function nextOfClass(
  { db, center }: CenterCall,
  { classId }: HandlerInput<(typeof skills)['nextOfClass']>,
) {
  const { on } = await classToday(db, { center, classId })
  return await proposalsFor(db, center, await childrenOfClass(db, center, { classId, on }))
}

/** Proposes the next homework of one child. */
export async function nextOfStudent(
  { db, center }: CenterCall,
  { studentId }: HandlerInput<(typeof skills)['nextOfStudent']>,
) {
  const { id, firstName, lastName } = one(await studentOfCenter(db, center, studentId), notFound)
  return await proposalsFor(db, center, [{ id, firstName, lastName }])
}
