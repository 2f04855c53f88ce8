import { isBlank } from '#features/questions/kinds/given.ts'
import type { VerdictStatus } from '#features/questions/kinds/verdict.ts'
import type { Work, WorkQuestion } from './api.ts'
import { percent } from '#shared/text.ts'
import { translateSentence, t } from '#shared/language.ts'
import { isFree, isOpen, maxTries, visibleResults, type Viewer } from './rules.ts'

/** Short label of each verdict. */
export const verdictWords: Record<VerdictStatus, string> = {
  correct: 'Right',
  partial: 'Partly right',
  incorrect: 'Not right',
  invalid: 'Can’t be read',
  ungraded: 'Needs a grade',
}

/**
 * Explains to staff which answers follow correctly from a wrong answer to an earlier part. Returns an empty
 * string if none do.
 */
export function followThrough({ parts }: NonNullable<WorkQuestion['verdict']>) {
  const reasons = parts.filter(({ follows }) => follows).map(({ reason }) => translateSentence(reason))
  return [...new Set(reasons)].join(' ')
}

type Dot = Work['sections'][number]['questions'][number]

export type QuestionWord =
  | 'right'
  | 'not answered'
  | 'needs a grade'
  | 'answered'
  | 'tried'
  | 'partly right'
  | 'not right'

/**
 * Returns a word for the state of a question in a list. In open homework, a wrong answer is "tried" while
 * tries are left. In other work, a question is "answered" until the viewer may see its verdict.
 */
export function questionWord(
  { solved, partly, over, answered, waits }: Pick<Dot, 'solved' | 'partly' | 'over' | 'answered' | 'waits'>,
  work: Pick<Work, 'kind' | 'state'>,
): QuestionWord {
  if (solved) return 'right'
  if (!answered) return 'not answered'
  if (waits) return 'needs a grade'
  if (!over && isFree(work.kind)) return 'answered'
  if (!over && isOpen(work)) return 'tried'
  return partly ? 'partly right' : 'not right'
}

type AnsweredQuestion = Pick<
  WorkQuestion,
  'kind' | 'state' | 'given' | 'verdict' | 'solved' | 'waits' | 'triesLeft' | 'solution' | 'onPaper'
>

/**
 * Description of an answer: a heading (`first`) and details (`more`). `look` is `again` if the answer isn't
 * right and can still be corrected.
 */
type Description = { look: 'right' | 'again' | 'wrong' | 'waits' | 'none'; first: string; more?: string }

const attempts = ['Right on the first try.', 'Right on the second try.', 'Right on the third try.']

/**
 * Describes the last answer to a question and its verdict, or states that there is no answer. Returns null
 * while the viewer may not see the verdict on an answer. Also returns null for a student who hasn't answered
 * the question yet, while the work is in progress.
 */
export function describeAnswer(question: AnsweredQuestion, viewer: Viewer): Description | null {
  const { kind, state, given, verdict, solved, waits, triesLeft, solution, onPaper } = question
  const isStudent = viewer === 'student'
  const open = state === 'started'
  if (!solved && !waits && (given === null || (isBlank(given) && !onPaper)))
    return open && isStudent ? null : { look: 'none', first: open ? t('No answer yet.') : t('Not answered.') }
  if (!verdict || !visibleResults(viewer, question).verdicts) return null
  if (solved) {
    const attempt = kind === 'homework' && triesLeft !== null ? attempts[maxTries - triesLeft - 1] : undefined
    return {
      look: 'right',
      first: isStudent ? t('Right!') : t(attempt ?? 'Right.'),
    }
  }
  if (waits || verdict.status === 'ungraded')
    return isStudent
      ? { look: 'waits', first: t('Your answer is saved.'), more: t('Your teacher will grade it.') }
      : { look: 'waits', first: `${t(verdictWords.ungraded)}.` }
  if (isStudent && open && solution && verdict.status !== 'invalid')
    return {
      look: 'none',
      first: t('Here is the answer.'),
      more: [verdict.mistake, t('You will get another chance at questions like this.')]
        .filter(Boolean)
        .join(' '),
    }
  return describeWrong({ ...question, verdict }, viewer)
}

/**
 * Describes an answer that isn't right. Families always see the author's message about a mistake. They see
 * the automatic reason only while the work is in progress or if the answer can't be read.
 */
function describeWrong(
  { state, verdict, triesLeft }: AnsweredQuestion & { verdict: NonNullable<AnsweredQuestion['verdict']> },
  viewer: Viewer,
) {
  const { status, score, parts, mistake } = verdict
  const isStudent = viewer === 'student'
  const open = state === 'started'
  const unread = status === 'invalid'
  const first =
    isStudent && unread
      ? t('Not counted.')
      : isStudent && open && status === 'incorrect'
        ? (mistake ?? t('Not yet.'))
        : `${t(verdictWords[status])}.`
  const reason =
    mistake ??
    parts.find((part) => (unread ? part.status === 'invalid' : part.status !== 'correct'))?.reason ??
    ''
  // “Take another look.” is addressed to students only.
  const isNews = reason !== first && (isStudent || reason !== 'Take another look.')
  const details = [
    !open && status === 'partial' && t('This counts for {score}.', { score: percent(score) }),
    viewer === 'staff' && followThrough(verdict),
    isNews && (open || unread || mistake || viewer === 'staff') && translateSentence(reason),
    open &&
      !unread &&
      triesLeft &&
      (triesLeft === 1 ? t('1 try left.') : t('{triesLeft} tries left.', { triesLeft })),
  ]
  return {
    look: open && triesLeft !== 0 ? ('again' as const) : ('wrong' as const),
    first,
    more: details.filter(Boolean).join(' '),
  }
}
