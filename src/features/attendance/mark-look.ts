import { Mark } from '#features/schedule/rules.ts'
import { markWord } from '#features/schedule/mark-words.ts'
import { t } from '#shared/language.ts'

/** Returns the label of a mark: `Present`, `Absent, excused`. */
export const attendanceWord = (facts: MarkFacts) =>
  facts.mark === 'absent' && facts.excused ? t('Absent, excused') : markWord(facts)

/** Counts the marks by label, most frequent first: `[['Present', 20], ['Absent', 2]]`. */
export function attendanceCounts(marks: readonly MarkFacts[]) {
  const counts = new Map<string, number>()
  for (const mark of marks) counts.set(attendanceWord(mark), (counts.get(attendanceWord(mark)) ?? 0) + 1)
  return [...counts].sort(([, one], [, other]) => other - one)
}

/**
 * Fields that determine the label and look of a mark. Parents see the same label and look (spec §7, Parent).
 * `arrivedAt` is null if the student didn't attend.
 */
export type MarkFacts = { mark: Mark; arrivedAt: string | null; excused: boolean }

/** Returns the look of a mark. An excused absence looks different from an unexcused one. */
export const markLook = ({ mark, excused }: Pick<MarkFacts, 'mark' | 'excused'>) =>
  mark === 'absent' && excused ? 'excused' : mark
