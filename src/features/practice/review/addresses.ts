import type { VerdictStatus } from '#features/questions/kinds/verdict.ts'
import { isBlank } from '#features/questions/kinds/given.ts'
import type { Work, WorkQuestion } from '../api.ts'
import { reasonOf, type WorkKind, type WorkState } from '../rules.ts'

type Dot = Work['sections'][number]['questions'][number]

/** State of a question as staff see it, whatever the family may see. */
export function dotWords({ solved, partly, waits, answered, over }: Dot, { kind, state }: { kind: WorkKind; state: WorkState }) {
  if (solved) return 'right'
  if (!answered) return 'not answered'
  if (waits) return 'waits for a grade'
  if (kind === 'homework' && !over && state === 'started') return 'tried'
  return partly ? 'partly right' : 'not right'
}

/** Short label for a verdict. */
export const verdictWords: Record<VerdictStatus, string> = {
  correct: 'Right',
  partial: 'Partly right',
  incorrect: 'Not right',
  invalid: 'Unreadable',
  ungraded: 'Needs a grade',
}

const percent = (share: number) => `${Math.round(100 * share)}%`

/** Current verdict on a question as a sentence, with the status that colors it and the automatic reason, if any. */
export function inForce({ verdict, solved, waits, given }: Pick<WorkQuestion, 'verdict' | 'solved' | 'waits' | 'given'>) {
  if (given === null || verdict === null) return { status: null, words: 'Not answered.' }
  if (waits) return { status: 'ungraded' as const, words: 'Needs a grade from a person.' }
  if (solved) return { status: 'correct' as const, words: 'Right.' }
  if (isBlank(given)) return { status: null, words: 'Not answered: the student cleared it.' }
  const part = verdict.parts.find(({ status }) => (verdict.status === 'invalid' ? status === 'invalid' : status !== 'correct'))
  const share = verdict.status === 'partial' ? `, ${percent(verdict.score)}` : ''
  return { status: verdict.status, words: `${verdictWords[verdict.status]}${share}. ${reasonOf(part)}`.trim() }
}
