import { childOf } from '#features/family/families.ts'
import { answerText, grade, renderedBy, show, solutionOf } from '#features/questions/rules.ts'
import { classToday } from '#features/schedule/classes/classes.ts'
import { own } from '#features/practice/work-list.ts'
import { earnedAt } from '#features/students/awards/queries.ts'
import { studentOfCenter } from '#features/students/queries.ts'
import type { ActionCall, CenterCall, HandlerInput } from '#server/call.ts'
import { type Db, one } from '#server/db.ts'
import type { CenterId } from '#server/gate.ts'
import { withId } from '#server/records.ts'
import type { ContentNode } from '#shared/content.ts'
import { notFound } from '#shared/problem.ts'
import type { ChildMistake, childSkills, ClassMistake, Skill, skills } from './api.ts'
import { mistakeRows, wrongRows } from './mistake-queries.ts'
import { pathRows } from './path-queries.ts'
import { pathsOf } from './path.ts'
import { newSections } from './proposal-queries.ts'
import {
  answerRows,
  childrenOfClass,
  type EstimateRow,
  estimateRows,
  sectionRows,
  skillRowsOfClass,
} from './queries.ts'
import { shownSkill } from './skills.ts'

const ms = (instant: string | null) => (instant === null ? null : Date.parse(instant))

/** Returns a stored estimate with its times in ms. */
export const knownOf = (row: EstimateRow) => ({
  ...row,
  at: Date.parse(row.at),
  masteredAt: ms(row.masteredAt),
  dueAt: ms(row.dueAt),
})

function skillOf(row: EstimateRow): Skill {
  const { sectionId, answers, at, masteredAt } = row
  return { sectionId, ...shownSkill(knownOf(row), Date.now()), answers, answeredAt: at, masteredAt }
}

/** Returns the sections that the rows refer to, in the order of the material. */
export const sectionsOf = async (db: Db, rows: readonly { sectionId: string }[]) =>
  (await sectionRows(db, [...new Set(rows.map(({ sectionId }) => sectionId))])).map(withId)

/** Returns the skills of the children in a class. Needs three SQL statements, however large the class is. */
export async function skillsOfClass(
  { db, center }: CenterCall,
  { classId }: HandlerInput<(typeof skills)['ofClass']>,
) {
  const { name: className, on } = await classToday(db, { center, classId })
  const rows = await skillRowsOfClass(db, center, { classId, on })
  const estimates = rows.filter((row) => row.sectionId !== null)
  const skillsOf = Map.groupBy(estimates, ({ studentId }) => studentId)
  const children = new Map(
    rows.map(({ studentId: id, firstName, lastName }) => [id, { id, firstName, lastName }]),
  )
  return {
    className,
    sections: await sectionsOf(db, estimates),
    children: [...children.values()].map((child) =>
      withId({ ...child, skills: (skillsOf.get(child.id) ?? []).map(skillOf) }),
    ),
  }
}

/** Returns recent wrong answers that several children of a class gave in a section. */
export async function mistakesOfClass(
  { db, center }: CenterCall,
  { classId, sectionId }: HandlerInput<(typeof skills)['mistakes']>,
): Promise<ClassMistake[]> {
  const { on } = await classToday(db, { center, classId })
  const children = await childrenOfClass(db, center, { classId, on })
  const rows = await mistakeRows(db, { center, studentIds: children.map(({ id }) => id), sectionId })
  return rows.map(({ content, key, texts, given, children: who }) => ({
    content: content as ContentNode[],
    answer: answerText(show(key, renderedBy(texts)), given),
    message: grade(key, given).mistake ?? null,
    children: who,
  }))
}

async function skillsAt(db: Db, centers: readonly CenterId[], studentId: string) {
  const rows = await estimateRows(db, { centers, studentIds: [studentId] })
  return { sections: await sectionsOf(db, rows), skills: rows.map(skillOf) }
}

export async function skillsOfStudent(
  { db, center }: CenterCall,
  { studentId }: HandlerInput<(typeof skills)['ofStudent']>,
) {
  one(await studentOfCenter(db, center, studentId), notFound)
  return await skillsAt(db, [center], studentId)
}

/** Returns the answers behind an estimate for a child at the center. */
export async function answersOfStudent(
  { db, center }: CenterCall,
  { studentId, sectionId }: HandlerInput<(typeof skills)['answers']>,
) {
  one(await studentOfCenter(db, center, studentId), notFound)
  return await answerRows(db, { centers: [center], studentId, sectionId })
}

export async function skillsOfChild(
  { db, actor }: ActionCall,
  { studentId }: HandlerInput<(typeof childSkills)['list']>,
) {
  const centers = (await childOf(db, actor, studentId)).map(({ centerId }) => centerId)
  const [known, fresh] = await Promise.all([
    skillsAt(db, centers, studentId),
    newSections(db, { centers, studentIds: [studentId] }),
  ])
  const levels = Map.groupBy(await sectionsOf(db, fresh), ({ levelId }) => levelId)
  return { ...known, next: [...levels.values()].flatMap(([first]) => (first ? [first.name] : [])) }
}

/** Returns the recent mistakes of a parent's child, and how to explain them. */
export async function mistakesOfChild(
  { db, actor }: ActionCall,
  { studentId }: HandlerInput<(typeof childSkills)['mistakes']>,
): Promise<ChildMistake[]> {
  const centers = (await childOf(db, actor, studentId)).map(({ centerId }) => centerId)
  const rows = await wrongRows(db, { centers, studentId })
  return rows.map(({ content, key, texts, given, verdict, steps, ...row }) => {
    const shown = show(key, renderedBy(texts))
    return {
      ...row,
      content: content as ContentNode[],
      answer: answerText(shown, given),
      right: answerText(shown, solutionOf(key)),
      message: grade(key, given).mistake ?? verdict.mistake ?? null,
      steps: steps as ContentNode[][],
    }
  })
}

/** Returns the student's own paths to the next medals. */
export async function pathOfSelf({ db, actor }: ActionCall) {
  const ownScope = own(actor)
  const [rows, earned] = await Promise.all([
    pathRows(db, ownScope),
    Promise.all(ownScope.centers.map((center) => earnedAt(db, center, { studentId: actor.id }))),
  ])
  return pathsOf(rows, earned.flat())
}

/** Returns the answers behind an estimate for a parent's child. */
export async function answersOfChild(
  { db, actor }: ActionCall,
  { studentId, sectionId }: HandlerInput<(typeof childSkills)['answers']>,
) {
  const rows = await childOf(db, actor, studentId)
  return await answerRows(db, { centers: rows.map(({ centerId }) => centerId), studentId, sectionId })
}
