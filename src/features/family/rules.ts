import type { Work, WorkLine, WorkQuestion } from '#features/practice/api.ts'
import { isFree, isOpen, mostTries, reasonOf, type WorkKind } from '#features/practice/rules.ts'
import { dayInWords } from '#shared/day-text.ts'
import { counted } from '#shared/text.ts'

type Dot = Work['sections'][number]['questions'][number]

type Standing = Pick<Work, 'kind' | 'state'>

/**
 * What became of a question, for the dots of work. While homework is open a wrong answer may still be mended, afterwards it is not right, and what
 * has no answer stays without. Elsewhere it is answered until it may be seen whether it is right.
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

/**
 * What became of an answer, in a sentence, with how it looks; nothing while it may not be seen. A try is one that was counted: an answer that could not
 * be read is none.
 */
export function answerWords(question: Judged): { look: 'right' | 'wrong' | 'waits'; words: string } | null {
  const { kind, verdict, answers, solved, waits, triesLeft } = question
  if (answers === 0 || verdict === null) return null
  const attempt = kind === 'homework' && triesLeft !== null ? attempts[mostTries - triesLeft - 1] : undefined
  if (solved) return { look: 'right', words: attempt ? `Right, ${attempt}.` : 'Right.' }
  if (waits) return { look: 'waits', words: 'A teacher looks at this answer.' }
  const { status, parts } = verdict
  if (status === 'ungraded') return { look: 'waits', words: 'A teacher will look at this answer.' }
  const word = { invalid: 'Could not be read.', partial: 'Partly right.' }[status as string] ?? 'Not right.'
  // What is to be mended is said to whoever still can.
  const open = isOpen(question)
  const reason =
    !open && status !== 'invalid'
      ? ''
      : reasonOf(parts.find((part) => (status === 'invalid' ? part.status === 'invalid' : part.status !== 'correct')))
  const left = open && triesLeft ? ` ${triesLeft === 1 ? '1 try' : `${triesLeft} tries`} left.` : ''
  return { look: 'wrong', words: `${word} ${reason}`.trim() + left }
}

/** What stands under the name of work: its kind, how it stands, when it is due. */
export function workWords(work: WorkLine) {
  const { kind, state, answered, questions, hint, dueOn, score2 } = work
  const due = dueOn && isOpen(work) ? `, for ${dayInWords(dueOn)}` : ''
  const kindWord = kindTitles[kind]
  if (state === 'assigned') return `${kindWord}, not begun${due}`
  if (state === 'started') return `${kindWord}, ${answered} of ${questions} answered${due}`
  if (state !== 'returned') return `${kindWord}, being graded`
  if (kind === 'homework') return hint ? `${kindWord}, with hints on ${hint}` : `${kindWord}, without hints`
  if (kind === 'assessment') return `${kindWord}, with its report`
  return score2 === null ? kindWord : `${kindWord}, ${corrected(score2)}`
}

/** A test's score of 0 to 1 once what was wrong was corrected. */
const corrected = (score2: number) => `${Math.round(100 * score2)}% after corrections`

/** What a parent may wait for, where not everything can be seen yet. */
export function standingWords({ kind, state, correct, total, score2 }: Pick<WorkLine, 'kind' | 'state' | 'correct' | 'total' | 'score2'>) {
  if (kind === 'assessment') return state === 'returned' ? null : 'Complete. Its report appears here once the center has returned it.'
  if (state === 'submitted' || state === 'graded')
    return kind === 'test' ? 'Being graded. What is right appears here once the test is returned.' : 'Being graded.'
  if (state === 'started') return kind === 'test' ? 'Under way. What is right appears here once the test is returned.' : 'Under way.'
  return correct === null ? null : `${correct} of ${total} right${score2 === null ? '' : `, and ${corrected(score2)}`}.`
}

/** A kind at the beginning of a line. */
export const kindTitles: Record<WorkKind, string> = { assessment: 'Assessment', homework: 'Homework', test: 'Test' }

/** `2 homework and 1 test to do`, or that nothing is. */
export function openWords(open: Record<WorkKind, number>) {
  const parts = [
    open.homework > 0 && `${open.homework} homework`,
    open.test > 0 && counted(open.test, 'test'),
    open.assessment > 0 && counted(open.assessment, 'assessment'),
  ].filter((part) => part !== false)
  if (parts.length === 0) return 'Nothing to do'
  return `${new Intl.ListFormat('en-GB').format(parts)} to do`
}

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
