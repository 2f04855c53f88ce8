import { centerRows } from '#features/centers/queries.ts'
import { classToday } from '#features/schedule/classes/classes.ts'
import { dayOf, type Expected } from '#features/schedule/day.ts'
import { takesSeat } from '#features/schedule/rules.ts'
import type { CenterCall, HandlerInput } from '#server/call.ts'
import { one } from '#server/db.ts'
import { withId } from '#server/records.ts'
import type { ContentNode } from '#shared/content.ts'
import { notFound } from '#shared/problem.ts'
import type { skills } from './api.ts'
import { knownOf, sectionsOf } from './mastery.ts'
import { warmUpQuestions, warmUpSections } from './next.ts'
import { questionsToRepeat, sectionsInSubject, taughtEstimates } from './proposal-queries.ts'
import { shownSkill } from './skills.ts'

/** Returns true if a student is in class or, before the roll is taken, is expected there. */
const isHere = (student: Expected) =>
  student.mark === null ? takesSeat(student) : student.type !== 'waitlist' && student.mark !== 'absent'

/** Proposes a warm-up in the subject of the class for each child in it today. Nothing is assigned. */
export async function warmUpsOfClass(
  { db, center }: CenterCall,
  { classId }: HandlerInput<(typeof skills)['warmUps']>,
) {
  const { subject, on } = await classToday(db, { center, classId })
  const { classes } = await dayOf(db, center, { on, classId })
  const here = classes.flatMap(({ canceled, students }) => (canceled ? [] : students.filter(isHere)))
  const studentIds = here.map(({ _id }) => _id)
  const [rows, settings] = await Promise.all([
    taughtEstimates(db, { center, studentIds }),
    centerRows(db, [center]),
  ])
  const { warmUpQuestions: most } = one(settings, notFound)
  const fitting = await sectionsInSubject(db, {
    subject,
    sectionIds: rows.map(({ sectionId }) => sectionId),
  })
  const fits = new Set(fitting.map(({ id }) => id))
  const skillsOf = Map.groupBy(
    rows.filter(({ sectionId }) => fits.has(sectionId)),
    ({ studentId }) => studentId,
  )
  const now = Date.now()
  const chosen = here.map(({ _id: id, firstName, lastName }) => {
    const known = (skillsOf.get(id) ?? []).map(knownOf)
    const shown = known.map((skill) => ({ ...skill, ...shownSkill(skill, now) }))
    return { id, firstName, lastName, sections: warmUpSections(shown, most) }
  })
  const of = chosen.flatMap(({ id: studentId, sections }) =>
    sections.map(({ sectionId }) => ({ studentId, sectionId })),
  )
  const ready = Map.groupBy(await questionsToRepeat(db, center, { of, most }), ({ studentId }) => studentId)
  const children = chosen.map(({ sections, ...child }) => {
    const bySection = Map.groupBy(ready.get(child.id) ?? [], ({ sectionId }) => sectionId)
    const questions = warmUpQuestions(sections, bySection, most).map(({ question, ...section }) => ({
      ...section,
      questionId: question.questionId,
      content: question.content as ContentNode[],
    }))
    return withId({ ...child, questions })
  })
  return {
    sections: await sectionsOf(
      db,
      children.flatMap(({ questions }) => questions),
    ),
    children,
  }
}
