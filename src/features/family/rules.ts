import type { Work, WorkLine, WorkQuestion } from '#features/practice/api.ts'
import { isFree, isOpen, mostTries, reasonOf, type WorkKind } from '#features/practice/rules.ts'
import { dayInWords } from '#shared/day-text.ts'
import { counted } from '#shared/text.ts'

type Dot = Work['sections'][number]['questions'][number]

type Standing = Pick<Work, 'kind' | 'state'>

/**
 * Result of a question, for the question map. In open homework a wrong answer can still be corrected; later it is not right, and a missing answer is
 * not answered. In other work a question is answered until its verdict may be shown.
 */
export function outcomeWord(
  { solved, partly, over, answered, waits }: Pick<Dot, 'solved' | 'partly' | 'over' | 'answered' | 'waits'>,
  work: Standing,
) {
  if (solved) return 'right'
  if (!answered) return 'not answered'
  if (waits) return 'being graded'
  const wrong = partly ? 'partly right' : 'not right'
  if (isFree(work.kind)) return over ? wrong : 'answered'
  return over || !isOpen(work) ? wrong : 'tried'
}

const attempts = ['at the first try', 'at the second try', 'at the third try']

type Judged = Pick<WorkQuestion, 'kind' | 'state' | 'verdict' | 'answers' | 'solved' | 'waits' | 'triesLeft'>

/** Verdict on an answer as a sentence, with its look; null while it may not be shown. Unreadable answers don't count as tries. */
export function answerWords(question: Judged): { look: 'right' | 'wrong' | 'waits'; words: string } | null {
  const { kind, verdict, answers, solved, waits, triesLeft } = question
  if (answers === 0 || verdict === null) return null
  const attempt = kind === 'homework' && triesLeft !== null ? attempts[mostTries - triesLeft - 1] : undefined
  if (solved) return { look: 'right', words: attempt ? `Right, ${attempt}.` : 'Right.' }
  if (waits) return { look: 'waits', words: 'A teacher is grading this answer.' }
  const { status, parts } = verdict
  if (status === 'ungraded') return { look: 'waits', words: 'A teacher will look at this answer.' }
  const word = { invalid: 'Couldn’t be read.', partial: 'Partly right.' }[status as string] ?? 'Not right.'
  // The reason is only shown while the answer can still be corrected.
  const open = isOpen(question)
  const reason =
    !open && status !== 'invalid'
      ? ''
      : reasonOf(parts.find((part) => (status === 'invalid' ? part.status === 'invalid' : part.status !== 'correct')))
  const left = open && triesLeft ? ` ${triesLeft === 1 ? '1 try' : `${triesLeft} tries`} left.` : ''
  return { look: 'wrong', words: `${word} ${reason}`.trim() + left }
}

/** Line below the name of work: its kind, state and due date. */
export function workWords(work: WorkLine) {
  const { kind, state, answered, questions, hint, dueOn, score2 } = work
  const due = dueOn && isOpen(work) ? `, for ${dayInWords(dueOn)}` : ''
  const kindWord = kindTitles[kind]
  if (state === 'assigned') return `${kindWord}, not started${due}`
  if (state === 'started') return `${kindWord}, ${answered} of ${questions} answered${due}`
  if (state !== 'returned') return `${kindWord}, being graded`
  if (kind === 'homework') return hint ? `${kindWord}, with hints on ${hint}` : `${kindWord}, without hints`
  if (kind === 'assessment') return `${kindWord}, report ready`
  return score2 === null ? kindWord : `${kindWord}, ${corrected(score2)}`
}

/** A test's score (0 to 1) after corrections, as text. */
const corrected = (score2: number) => `${Math.round(100 * score2)}% after corrections`

/** Tells a parent what to expect while not everything is visible yet. */
export function standingWords({ kind, state, correct, total, score2 }: Pick<WorkLine, 'kind' | 'state' | 'correct' | 'total' | 'score2'>) {
  if (kind === 'assessment') return state === 'returned' ? null : 'Complete. The report will appear here once the center has returned it.'
  if (state === 'submitted' || state === 'graded')
    return kind === 'test' ? 'Being graded. The results will appear here once the test is returned.' : 'Being graded.'
  if (state === 'started') return kind === 'test' ? 'In progress. The results will appear here once the test is returned.' : 'In progress.'
  return correct === null ? null : `${correct} of ${total} right${score2 === null ? '' : `, and ${corrected(score2)}`}.`
}

/** Capitalized name of each kind. */
export const kindTitles: Record<WorkKind, string> = { assessment: 'Assessment', homework: 'Homework', test: 'Test' }

/** Summary of open work: `2 homework and 1 test to do`, or that there is none. */
export function openWords(open: Record<WorkKind, number>) {
  const parts = [
    open.homework > 0 && `${open.homework} homework`,
    open.test > 0 && counted(open.test, 'test'),
    open.assessment > 0 && counted(open.assessment, 'assessment'),
  ].filter((part) => part !== false)
  if (parts.length === 0) return 'Nothing to do'
  return `${new Intl.ListFormat('en-GB').format(parts)} to do`
}

/** Percentage of right answers per day, for the latest days with completed homework, oldest first. */
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
