import { type Mark, markWord } from '#features/attendance/rules.ts'
import { clock, dayInWords } from '#shared/days.ts'

/** How a parent reads the work and the days of a child (looks, "A parent's evening"; spec §7, Parent): the answer first, in words. */

type MarkFacts = { mark: Mark; arrivedAt: string | null; excused: boolean }

/** `Present`, `Absent, excused`. */
export const attendanceWord = (facts: MarkFacts) => `${markWord(facts)}${facts.mark === 'absent' && facts.excused ? ', excused' : ''}`

/** How often each word stands in the marks, most often first: `[['Present', 20], ['Absent', 2]]`. */
export function attendanceCounts(marks: readonly MarkFacts[]) {
  const counts = new Map<string, number>()
  for (const mark of marks) counts.set(attendanceWord(mark), (counts.get(attendanceWord(mark)) ?? 0) + 1)
  return [...counts].sort(([, one], [, other]) => other - one)
}

/** `Today, 4:30 PM` or `Thu, Mar 5, 4:30 PM`. */
export const classTime = ({ on, isToday, time }: { on: string; isToday: boolean; time: string }) =>
  `${isToday ? 'Today' : dayInWords(on)}, ${clock(time)}`

/** `Math 5, chapter 3`; without a level the program's name. */
export const programWords = ({ name, level, chapter }: { name: string; level: string; chapter: number | null }) =>
  `${level || name}${chapter === null ? '' : `, chapter ${chapter}`}`

/**
 * What became of a question, for the dots of a homework. While the homework is open a wrong answer may still be mended, afterwards it is
 * wrong, and what has no answer stays without.
 */
export function outcomeWord(
  { solved, over, answered }: { solved: boolean; over: boolean; answered: boolean },
  { open }: { open: boolean },
) {
  if (solved) return 'right'
  if (over || (answered && !open)) return 'wrong'
  return answered ? 'tried' : 'no answer'
}

/** How a mark is drawn: an excused absence is not drawn as an absence. */
export const markLook = ({ mark, excused }: Pick<MarkFacts, 'mark' | 'excused'>) => (mark === 'absent' && excused ? 'excused' : mark)

/** The share of right answers per day in percent, of the latest days on which homework was completed, oldest first. */
export function rightByDay(activities: readonly { date: string; correct: number; total: number }[], most = 12) {
  const days = new Map<string, { correct: number; total: number }>()
  for (const { date, correct, total } of activities) {
    const day = days.get(date) ?? { correct: 0, total: 0 }
    days.set(date, { correct: day.correct + correct, total: day.total + total })
  }
  return [...days]
    .filter(([, { total }]) => total > 0)
    .sort(([left], [right]) => (left < right ? -1 : 1))
    .slice(-most)
    .map(([date, { correct, total }]) => ({ date, percent: Math.round((100 * correct) / total) }))
}
