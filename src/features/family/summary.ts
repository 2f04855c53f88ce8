import { attended } from '#features/schedule/mark-words.ts'
import { readScore } from '#features/students/scores.ts'
import { addDays } from '#shared/calendar.ts'
import type { Day } from '#shared/days.ts'

type Facts = {
  tests: readonly { score1: string | null }[]
  work: readonly { kind: string; state: string; score: number | null; dueOn: Day | null }[]
  marks: readonly { arrivedAt: string | null }[]
}

/**
 * Returns four figures about a child: the mean score of all tests on the first try, in percent, or null
 * without a score; the number of classes attended and of classes with a mark; and the number of open
 * assignments that are due within a week or overdue.
 */
export function summaryOf({ tests, work, marks }: Facts, on: Day) {
  const onPaper = tests.flatMap(({ score1 }) => readScore(score1 ?? '', { percent: true }).share ?? [])
  const online = work.flatMap(({ kind, score }) => (kind === 'test' ? (score ?? []) : []))
  const shares = [...onPaper, ...online]
  const soon = addDays(on, 7)
  return {
    tests:
      shares.length === 0
        ? null
        : Math.round((100 * shares.reduce((sum, share) => sum + share, 0)) / shares.length),
    present: marks.filter(attended).length,
    of: marks.length,
    due: work.filter(
      ({ state, dueOn }) => (state === 'assigned' || state === 'started') && dueOn !== null && dueOn < soon,
    ).length,
  }
}
