import { Mark } from '#features/schedule/rules.ts'
import { markWord } from '#features/schedule/mark-words.ts'

/** `Present`, `Absent, excused`. */
export const attendanceWord = (facts: MarkFacts) => `${markWord(facts)}${facts.mark === 'absent' && facts.excused ? ', excused' : ''}`

/** How often each word stands in the marks, most often first: `[['Present', 20], ['Absent', 2]]`. */
export function attendanceCounts(marks: readonly MarkFacts[]) {
  const counts = new Map<string, number>()
  for (const mark of marks) counts.set(attendanceWord(mark), (counts.get(attendanceWord(mark)) ?? 0) + 1)
  return [...counts].sort(([, one], [, other]) => other - one)
}

/** How a parent reads the work and the days of a child (looks, "A parent's evening"; spec §7, Parent): the answer first, in words. */

export type MarkFacts = { mark: Mark; arrivedAt: string | null; excused: boolean }

/** How a mark is drawn: an excused absence is not drawn as an absence. */
export const markLook = ({ mark, excused }: Pick<MarkFacts, 'mark' | 'excused'>) => (mark === 'absent' && excused ? 'excused' : mark)
