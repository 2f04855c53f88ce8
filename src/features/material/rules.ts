import { z } from 'zod'
import { Id, Num } from '#shared/ids.ts'

/**
 * Learning material, shared by all centers: course → level → chapter → section → question (spec §3; product
 * §6). A level has a planned number of chapters; `chapters/default` adds the missing ones, each with an empty
 * first section and a test.
 */

/** Planned number of chapters of a level. */
export const ChapterCount = z.int().min(0).max(99)

/**
 * Numbers of questions: all of them, those that pass all checks and so are ready for practice, and those that
 * were reviewed and approved.
 */
const counts = { questions: z.int(), ready: z.int(), reviewed: z.int() }

/** A section of a chapter or of its test. */
export const Section = z.object({ _id: Id, num: Num, name: z.string(), ...counts, version: z.int() })

export type Section = z.infer<typeof Section>

/** Number of questions that a level's assessment takes from each section of its chapter tests. */
export const AssessmentQuestions = z.int().min(1).max(20)

/** Names that `chapters/default` gives to the items it adds. */
export const defaultName = {
  chapter: (num: number) => `Chapter ${num}`,
  section: 'Section 1',
  test: (num: number) => `Test ${num}`,
}

/** Returns the number to show before a name; null if the name already ends with it, as in `Chapter 1`. */
export const numBefore = ({ num, name }: { num: number; name: string }) =>
  name.endsWith(` ${num}`) ? null : num

/** Counts the chapters that `chapters/default` would add or give a first section. */
export const gaps = (
  chapterCount: number,
  chapters: readonly { num: number; sections: readonly unknown[] }[],
) => chapterCount - chapters.filter(({ num, sections }) => num <= chapterCount && sections.length > 0).length

/** Moves a numbered record to the number of another. The records in between shift by one. */
export const movedTo = <T extends { num: number }>(all: readonly T[], from: number, to: number): T[] =>
  all
    .map((each) => {
      const isBetween = each.num >= Math.min(from, to) && each.num <= Math.max(from, to)
      return isBetween ? { ...each, num: each.num === from ? to : each.num + (from < to ? -1 : 1) } : each
    })
    .toSorted((one, other) => one.num - other.num)

type QuestionCounts = { questions: number; ready: number; reviewed: number }

export const totals = (sections: readonly QuestionCounts[]): QuestionCounts => {
  const sum = (field: keyof QuestionCounts) => sections.reduce((all, section) => all + section[field], 0)
  return { questions: sum('questions'), ready: sum('ready'), reviewed: sum('reviewed') }
}

/** Counts unfinished questions (`error`), and finished ones that nobody has approved yet (`warn`). */
export const stillOpen = ({ questions, ready, reviewed }: QuestionCounts) => ({
  error: questions - ready,
  warn: ready - reviewed,
})

/**
 * Status of a question: `error` if a check fails, `warn` if all checks pass but nobody has reviewed it,
 * `success` if it was reviewed (product §6).
 */
export const QuestionStatus = z.enum(['error', 'warn', 'success'])

export type QuestionStatus = z.infer<typeof QuestionStatus>

/** Labels of the statuses (spec §4). */
export const questionStatus: Record<QuestionStatus, string> = {
  error: 'Incomplete',
  warn: 'Needs review',
  success: 'Done',
}
