import { type EarnedAwards, medalProgress } from '#features/students/awards/award-suggestions.ts'
import type { Path, PathChapter } from './api.ts'

type Row = PathChapter & { levelId: string; level: string; subject: string; program: number }

/**
 * Returns the number of the chapter where a child is. Starting with the chapter of the child's program, this
 * is the first chapter that has sections left to master. If there is none, returns the last chapter, or null
 * if there are no chapters.
 */
export function currentChapter(chapters: readonly PathChapter[], program: number) {
  const ahead = chapters.filter(({ num }) => num >= program)
  const next = ahead.find(({ sections, mastered }) => mastered < sections)
  return (next ?? chapters.at(-1))?.num ?? null
}

/**
 * Returns a child's paths: one for each of the child's levels, then one for each other subject in which the
 * child is on the way to a medal.
 */
export function pathsOf(rows: readonly Row[], earned: readonly EarnedAwards[]): Path[] {
  const medalIn = (subject: string) =>
    medalProgress(earned.find((each) => each.subject === subject) ?? { goodTests: 0, given: [] })
  const levels = [...Map.groupBy(rows, ({ levelId }) => levelId)].map(([_id, of]) => {
    const chapters = of.map(({ num, name, sections, mastered, star }) => ({
      num,
      name,
      sections,
      mastered,
      star,
    }))
    const { subject = '', level = null, program = 1 } = of[0] ?? {}
    return { _id, subject, level, here: currentChapter(chapters, program), chapters, medal: medalIn(subject) }
  })
  const others = new Set(earned.map(({ subject }) => subject as string))
  for (const { subject } of levels) others.delete(subject)
  const medals = [...others].map((subject) => ({
    _id: subject,
    subject,
    level: null,
    here: null,
    chapters: [],
    medal: medalIn(subject),
  }))
  return [...levels, ...medals]
}
