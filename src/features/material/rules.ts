import { z } from 'zod'
import { Id, Num } from '#shared/ids.ts'

/**
 * Learning material, shared by all centers: course → level → chapter → section → question (spec §3; product §6). A level says how many
 * chapters it is to have; `chapters/default` makes those that are missing, each with an empty first section.
 */

/** How many chapters a level is to have. */
export const ChapterCount = z.int().min(0).max(99)

/** How many questions there are, how many can be practiced because no check fails, and how many of those somebody has found good. */
const counts = { questions: z.int(), ready: z.int(), reviewed: z.int() }

/** A section of a chapter or of its test. */
export const Section = z.object({ _id: Id, num: Num, name: z.string(), ...counts, version: z.int() })

export type Section = z.infer<typeof Section>

/** How many questions a level's assessment takes of each section of its chapters' tests. */
export const AssessmentQuestions = z.int().min(1).max(20)

/** The names that `chapters/default` gives. */
export const defaultName = { chapter: (num: number) => `Chapter ${num}`, section: 'Section 1', test: (num: number) => `Test ${num}` }

/** How many chapters `chapters/default` would make or give their first section. */
export const gaps = (chapterCount: number, chapters: readonly { num: number; sections: readonly unknown[] }[]) =>
  chapterCount - chapters.filter(({ num, sections }) => num <= chapterCount && sections.length > 0).length

/** Numbered records once one of them took the number of another: those between move by one. */
export const movedTo = <T extends { num: number }>(all: readonly T[], from: number, to: number): T[] =>
  all
    .map((each) => {
      const isBetween = each.num >= Math.min(from, to) && each.num <= Math.max(from, to)
      return isBetween ? { ...each, num: each.num === from ? to : each.num + (from < to ? -1 : 1) } : each
    })
    .toSorted((one, other) => one.num - other.num)

type Counted = { questions: number; ready: number; reviewed: number }

/** What several sections hold together. */
export const totals = (sections: readonly Counted[]): Counted => {
  const sum = (field: keyof Counted) => sections.reduce((all, section) => all + section[field], 0)
  return { questions: sum('questions'), ready: sum('ready'), reviewed: sum('reviewed') }
}

/** How many questions aren't finished, and how many of the others nobody has found good yet. */
export const stillOpen = ({ questions, ready, reviewed }: Counted) => ({ error: questions - ready, warn: ready - reviewed })

/** `error`: a check fails; `warn`: passes and nobody has reviewed it; `success`: reviewed (product §6). */
export const QuestionStatus = z.enum(['error', 'warn', 'success'])

export type QuestionStatus = z.infer<typeof QuestionStatus>

/** The statuses in the product's words (spec §4). */
export const questionStatus: Record<QuestionStatus, string> = { error: 'Not finish', warn: 'Needs review', success: 'Done' }
