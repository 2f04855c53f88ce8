import type { WorkLine } from '#features/practice/api.ts'
import { figuresInWords, isOpen, kindTitles, type WorkKind } from '#features/practice/rules.ts'
import { dayInWords } from '#shared/day-text.ts'
import { counted, listed, percent } from '#shared/text.ts'
import { t } from '#shared/language.ts'

/** Returns the text below the name of the work: its kind, state and due date. */
export function workWords(work: WorkLine) {
  const { kind, warmUp, state, answered, questions, hint, dueOn, score2 } = work
  const due = dueOn && isOpen(work) ? t(', due {dueOn}', { dueOn: dayInWords(dueOn) }) : ''
  const kindWord = warmUp ? t('Warm-up') : t(kindTitles[kind])
  if (state === 'assigned') return t('{kindWord}, not started{due}', { kindWord, due })
  if (state === 'started')
    return t('{kindWord}, {answered} of {questions} answered{due}', { kindWord, answered, questions, due })
  if (state !== 'returned') return t('{kindWord}, being graded', { kindWord })
  if (kind === 'homework')
    return hint
      ? t('{kindWord}, with hints on {hint}', { kindWord, hint })
      : t('{kindWord}, without hints', { kindWord })
  if (kind === 'assessment') return t('{kindWord}, report ready', { kindWord })
  return score2 === null
    ? kindWord
    : t('{kindWord}, {score2} after corrections', { kindWord, score2: percent(score2) })
}

/**
 * Returns a sentence for a parent about the result of work or, while they may not see it yet, about what to
 * expect. Returns null if there is nothing to say.
 */
export function standingWords(
  work: Pick<WorkLine, 'kind' | 'state' | 'correct' | 'total' | 'hint' | 'score2'>,
) {
  const { kind, state, correct } = work
  if (kind === 'assessment')
    return state === 'returned'
      ? null
      : t('Complete. The report will appear here once the center has returned it.')
  if (state === 'submitted' || state === 'graded')
    return kind === 'test'
      ? t('Being graded. The results will appear here once the test is returned.')
      : t('Being graded.')
  if (state === 'started')
    return kind === 'test'
      ? t('In progress. The results will appear here once the test is returned.')
      : t('In progress.')
  return correct === null ? null : `${figuresInWords(work)}.`
}

/** Summarizes open work: `2 homework assignments and 1 test to do`, or a note that there is none. */
export function openWords(open: Record<WorkKind, number>) {
  const parts = [
    open.homework > 0 && counted(open.homework, 'homework assignment'),
    open.test > 0 && counted(open.test, 'test'),
    open.assessment > 0 && counted(open.assessment, 'assessment'),
  ].filter((part) => part !== false)
  if (parts.length === 0) return t('Nothing to do')
  return t('{parts} to do', { parts: listed(parts) })
}

type Summary = { tests: number | null; present: number; of: number; due: number }

/** Returns a sentence that summarizes a child's test scores, attendance and work due. */
export function summaryWords(name: string, { tests, present, of, due }: Summary) {
  const parts = [
    tests !== null && t('{tests}% on tests', { tests }),
    of === 1 && t('attended {present} of 1 class', { present }),
    of > 1 && t('attended {present} of {of} classes', { present, of }),
    due > 0
      ? t('{due} due this week or overdue', { due: counted(due, 'assignment') })
      : t('nothing due this week'),
  ].filter((part) => part !== false)
  const known = tests !== null || of > 0
  const isWell = known && (tests ?? 100) >= 80 && (of === 0 || present / of >= 0.9)
  const facts = parts.join(', ')
  return isWell ? t('{name} is doing well: {facts}.', { name, facts }) : `${name}: ${facts}.`
}
