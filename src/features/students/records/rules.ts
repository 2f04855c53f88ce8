import { z } from 'zod'
import { awards } from '#features/accounts/defaults/rules.ts'
import { Day } from '#shared/days.ts'
import { Id } from '#shared/ids.ts'
import { readScore } from '#features/students/scores/rules.ts'

/** What is kept of a student besides the classes: levels reached, notes, paper tests, awards (spec §3, §9; product §5, §10). */

export const AwardType = z.enum(awards)
export type AwardType = z.infer<typeof AwardType>

/** The kinds of a student's timeline, in the specification's order (spec §3). */
export const ActivityType = z.enum(['level', 'note', 'test', 'homework'])
export type ActivityType = z.infer<typeof ActivityType>
export const activityWords: Record<ActivityType, string> = { level: 'Levels', note: 'Notes', test: 'Tests', homework: 'Homework' }

/** Where a page of the timeline ends: its last entry's day and id, `2026-03-03.019c…`. */
export const Cursor = z
  .string()
  .refine((text) => Day.safeParse(text.slice(0, 10)).success && text[10] === '.' && Id.safeParse(text.slice(11)).success, {
    message: 'is not where a page ended',
    params: { malformed: true },
  })
  .transform((text) => ({ day: text.slice(0, 10), id: text.slice(11) }))
export type Cursor = z.output<typeof Cursor>

export const cursorOf = ({ date, _id }: { date: Day; _id: string }) => `${date}.${_id}`

type Standing = { name: string; level: string; chapter: number | null }

/** The programs whose level or chapter a change has moved; a subject that ends reaches nothing. */
export const levelsReached = <P extends Standing>(before: readonly Standing[], after: readonly P[]) =>
  after.filter(({ name, level, chapter }) => {
    const old = before.find((each) => each.name === name)
    return level !== '' && (old?.level !== level || old.chapter !== chapter)
  })

type Scores = { score1: string | null; score2: string | null }

/** `17/20`, `17/20, corrected 19/20`, or that there is none yet. */
export function scoresInWords({ score1, score2 }: Scores) {
  if (score1 === null) return 'No score yet'
  return score2 === null ? score1 : `${score1}, corrected ${score2}`
}

const percentOf = (share: number) => Math.round(100 * share)

type Scored = { day: Day; line: 'tests' | 'homework'; percent: number }

/** A test counts with its first try. Handed-in homework counts by its share of the whole. */
const scoredTests = (tests: readonly ({ date: Day } & Scores)[]) =>
  tests.flatMap(({ date: day, score1 }): Scored[] => {
    const { share } = readScore(score1 ?? '', { percent: true })
    return share === null ? [] : [{ day, line: 'tests', percent: percentOf(share) }]
  })

const meanOf = (list: readonly Scored[]) =>
  list.length === 0 ? null : Math.round(list.reduce((sum, { percent }) => sum + percent, 0) / list.length)

/**
 * Scores over time in percent, oldest first, one point a day on which there was any, of the latest `most` days: what was written and what was
 * practised; null where a day had none of the kind.
 */
export function progress(
  { tests, homework }: { tests: readonly ({ date: Day } & Scores)[]; homework: readonly { day: Day; score: number | null }[] },
  most = 24,
) {
  const practised = homework.flatMap(({ day, score }): Scored[] =>
    score === null ? [] : [{ day, line: 'homework', percent: percentOf(score) }],
  )
  const days = Map.groupBy([...scoredTests(tests), ...practised], ({ day }) => day)
  return [...days]
    .toSorted(([left], [right]) => (left < right ? -1 : 1))
    .slice(-most)
    .map(([day, scored]) => ({
      day,
      tests: meanOf(scored.filter(({ line }) => line === 'tests')),
      homework: meanOf(scored.filter(({ line }) => line === 'homework')),
    }))
}
