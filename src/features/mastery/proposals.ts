import { centerRows } from '#features/centers/queries.ts'
import { classToday } from '#features/schedule/classes/classes.ts'
import { studentOfCenter } from '#features/students/queries.ts'
import type { CenterCall, HandlerInput } from '#server/call.ts'
import { type Db, one } from '#server/db.ts'
import type { CenterId } from '#server/gate.ts'
import { notFound } from '#shared/problem.ts'
import type { skills } from './api.ts'
import { knownOf, sectionsOf } from './mastery.ts'
import { nextSections } from './next.ts'
import { newSections, openSections, readyQuestions, taughtEstimates } from './proposal-queries.ts'
import { childrenOfClass } from './queries.ts'
import { shownSkill } from './skills.ts'
import { withId } from '#server/records.ts'

type Child = { id: string; firstName: string; lastName: string }
type ChildSection = { studentId: string; sectionId: string }

const byChild = (rows: readonly ChildSection[]) => Map.groupBy(rows, ({ studentId }) => studentId)
const idsOf = (rows: readonly { sectionId: string }[] = []) => rows.map(({ sectionId }) => sectionId)

/**
 * Returns the number of homework questions by section. Sections without any, and those of tests, are left
 * out.
 */
async function assignable(db: Db, ids: readonly string[]) {
  const ready = await readyQuestions(db, [...new Set(ids)])
  return new Map(ready.map(({ sectionId, questions }) => [sectionId, questions]))
}

/** Proposes the next homework of each child. Nothing is assigned. */
async function proposalsFor(db: Db, center: CenterId, children: readonly Child[]) {
  const studentIds = children.map(({ id }) => id)
  const [rows, open, fresh, settings] = await Promise.all([
    taughtEstimates(db, { center, studentIds }),
    openSections(db, { center, studentIds }),
    newSections(db, { centers: [center], studentIds }),
    centerRows(db, [center]),
  ])
  const questionsIn = await assignable(db, [...idsOf(rows), ...idsOf(fresh)])
  const [skillsOf, openOf, freshOf] = [
    Map.groupBy(rows, ({ studentId }) => studentId),
    byChild(open),
    byChild(fresh),
  ]
  const { homeworkSections: most } = one(settings, notFound)
  const now = Date.now()
  const proposals = children.map(({ id, ...child }) => {
    const known = (skillsOf.get(id) ?? []).filter(({ sectionId }) => questionsIn.has(sectionId)).map(knownOf)
    const of = {
      skills: known.map((skill) => ({ ...skill, ...shownSkill(skill, now) })),
      taken: new Set(idsOf(openOf.get(id))),
      next: idsOf(freshOf.get(id)),
    }
    const next = nextSections(of, most).map((each) => {
      const all = questionsIn.get(each.sectionId) ?? 0
      const isHalf = each.isHalf && all > 1
      return { ...each, isHalf, questions: isHalf ? Math.ceil(all / 2) : all }
    })
    return withId({ id, ...child, next })
  })
  const sections = await sectionsOf(
    db,
    proposals.flatMap(({ next }) => next),
  )
  return { sections, children: proposals }
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
