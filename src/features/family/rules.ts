import type { WorkLine } from '#features/practice/api.ts'
import { figuresInWords, isOpen, kindTitles, type WorkKind } from '#features/practice/rules.ts'
import { dayInWords } from '#shared/day-text.ts'
import { counted, listed, percent } from '#shared/text.ts'

/** Line below the name of work: its kind, state and due date. */
export function workWords(work: WorkLine) {
  const { kind, state, answered, questions, hint, dueOn, score2 } = work
  const due = dueOn && isOpen(work) ? `, due ${dayInWords(dueOn)}` : ''
  const kindWord = kindTitles[kind]
  if (state === 'assigned') return `${kindWord}, not started${due}`
  if (state === 'started') return `${kindWord}, ${answered} of ${questions} answered${due}`
  if (state !== 'returned') return `${kindWord}, being graded`
  if (kind === 'homework') return hint ? `${kindWord}, with hints on ${hint}` : `${kindWord}, without hints`
  if (kind === 'assessment') return `${kindWord}, report ready`
  return score2 === null ? kindWord : `${kindWord}, ${percent(score2)} after corrections`
}

/** Tells a parent what to expect while not everything is visible yet. */
export function standingWords(
  work: Pick<WorkLine, 'kind' | 'state' | 'correct' | 'total' | 'hint' | 'score2'>,
) {
  const { kind, state, correct } = work
  if (kind === 'assessment')
    return state === 'returned'
      ? null
      : 'Complete. The report will appear here once the center has returned it.'
  if (state === 'submitted' || state === 'graded')
    return kind === 'test'
      ? 'Being graded. The results will appear here once the test is returned.'
      : 'Being graded.'
  if (state === 'started')
    return kind === 'test'
      ? 'In progress. The results will appear here once the test is returned.'
      : 'In progress.'
  return correct === null ? null : `${figuresInWords(work)}.`
}

/** Summary of open work: `2 homework and 1 test to do`, or that there is none. */
export function openWords(open: Record<WorkKind, number>) {
  const parts = [
    open.homework > 0 && `${open.homework} homework`,
    open.test > 0 && counted(open.test, 'test'),
    open.assessment > 0 && counted(open.assessment, 'assessment'),
  ].filter((part) => part !== false)
  if (parts.length === 0) return 'Nothing to do'
  return `${listed(parts)} to do`
}

type Summary = { tests: number | null; present: number; of: number; due: number }

/** First sentence about a child: how it is going. */
export function summaryWords(name: string, { tests, present, of, due }: Summary) {
  const parts = [
    tests !== null && `${tests}% on tests`,
    of > 0 && `attended ${present} of ${of} ${of === 1 ? 'class' : 'classes'}`,
    due > 0 ? `${counted(due, 'assignment')} due this week or overdue` : 'nothing due this week',
  ].filter((part) => part !== false)
  const known = tests !== null || of > 0
  const isWell = known && (tests ?? 100) >= 80 && (of === 0 || present / of >= 0.9)
  return `${name}${isWell ? ' is doing well' : ''}: ${parts.join(', ')}.`
}
