import { z } from 'zod'
import { awards } from '#features/accounts/defaults/defaults.ts'
import { Day } from '#shared/days.ts'
import { Id } from '#shared/ids.ts'
import { readScore } from '../scores.ts'
import type { Scores } from '../score-words.ts'

/**
 * A student's records apart from classes: levels reached, notes, paper tests, awards (spec §3, §9; product
 * §5, §10).
 */

export const AwardType = z.enum(awards)

export type AwardType = z.infer<typeof AwardType>

/** Kinds of activities in a student's timeline, in the specification's order (spec §3). */
export const activityTypes = ['level', 'note', 'test', 'homework'] as const
export const ActivityType = z.enum(activityTypes)

export type ActivityType = z.infer<typeof ActivityType>

export const activityWords: Record<ActivityType, string> = {
  level: 'Levels',
  note: 'Notes',
  test: 'Tests',
  homework: 'Homework',
}

/** Cursor of the timeline: day and id of a page's last entry, such as `2026-03-03.019c…`. */
export const Cursor = z
  .string()
  .refine(
    (text) =>
      Day.safeParse(text.slice(0, 10)).success && text[10] === '.' && Id.safeParse(text.slice(11)).success,
    {
      message: 'is not a valid cursor',
      params: { malformed: true },
    },
  )
  .transform((text) => ({ day: text.slice(0, 10), id: text.slice(11) }))

export type Cursor = z.output<typeof Cursor>

export const cursorOf = ({ date, _id }: { date: Day; _id: string }) => `${date}.${_id}`

type LevelPosition = { name: string; level: string; chapter: number | null }

/** Returns the programs whose level or chapter has changed. Removing a level doesn't count. */
export const levelsReached = <P extends LevelPosition>(
  before: readonly LevelPosition[],
  after: readonly P[],
) =>
  after.filter(({ name, level, chapter }) => {
    const old = before.find((each) => each.name === name)
    return level !== '' && (old?.level !== level || old.chapter !== chapter)
  })

const percentOf = (share: number) => Math.round(100 * share)

type ScoredActivity = { level: string; part: string; day: Day; line: 'tests' | 'homework'; percent: number }

/** Returns the chapter of a test or homework as `4`, or the test's own name if it has no number. */
const partOf = (named: string | number) => {
  const chapter =
    typeof named === 'number' ? named : /^\s*(?:ch(?:apter|\.)?\s*)?(\d{1,3})\s*$/i.exec(named)?.[1]
  return String(chapter === undefined ? named : Number(chapter))
}

type WrittenTest = { date: Day; level: string; test: string } & Scores

type DoneHomework = { date: Day; level: string; chapter: number; score: number | null }

/** Returns the tests that have a score. The first try counts. */
const scoredTests = (tests: readonly WrittenTest[]) =>
  tests.flatMap(({ date: day, level, test, score1 }): ScoredActivity[] => {
    const { share } = readScore(score1 ?? '', { percent: true })
    return share === null
      ? []
      : [{ level, part: partOf(test), day, line: 'tests', percent: percentOf(share) }]
  })

const meanOf = (list: readonly ScoredActivity[]) =>
  list.length === 0 ? null : Math.round(list.reduce((sum, { percent }) => sum + percent, 0) / list.length)

const firstDay = (list: readonly ScoredActivity[]) =>
  list.reduce((first, { day }) => (day < first ? day : first), '9')

/**
 * Returns the mean scores of tests and of homework in percent for each of the latest `most` chapters, in the
 * order in which they were started. A mean is null if the chapter has no score of that kind. `since` is the
 * day of the first score.
 */
export function progress(
  { tests, homework }: { tests: readonly WrittenTest[]; homework: readonly DoneHomework[] },
  most = 24,
) {
  const practiced = homework.flatMap(({ date: day, level, chapter, score }): ScoredActivity[] =>
    score === null
      ? []
      : [{ level, part: partOf(chapter), day, line: 'homework', percent: percentOf(score) }],
  )
  const chapters = Map.groupBy(
    [...scoredTests(tests), ...practiced],
    ({ level, part }) => `${level}\n${part}`,
  )
  return [...chapters.values()]
    .map((scored) => ({
      level: scored[0]?.level ?? '',
      part: scored[0]?.part ?? '',
      since: firstDay(scored),
      tests: meanOf(scored.filter(({ line }) => line === 'tests')),
      homework: meanOf(scored.filter(({ line }) => line === 'homework')),
    }))
    .toSorted((left, right) => left.since.localeCompare(right.since))
    .slice(-most)
}

/**
 * Homework in a student's record (spec §3, activity types). `date` is the day at the center on which it was
 * handed in or, if it is still open, assigned. `correct`, `total`, `hint` and `score` (0 to 1) are null until
 * it is complete. `recorder` is the person who assigned it.
 */
export const Activity = z.object({
  _id: Id,
  type: z.literal('homework'),
  date: Day,
  recorder: z.string(),
  name: z.string(),
  level: z.string(),
  levelId: Id,
  chapter: z.int(),
  correct: z.int().nullable(),
  total: z.int().nullable(),
  hint: z.int().nullable(),
  score: z.number().nullable(),
})

export type Activity = z.infer<typeof Activity>
