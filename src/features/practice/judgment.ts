import type { Verdict } from '#features/questions/rules.ts'
import { isFree, type WorkKind, type WorkState } from './rules.ts'

type Judged = {
  kind: WorkKind
  state: WorkState
  verdict: Verdict | null
  solved: boolean
  waits: boolean
  blank: boolean
  told: boolean
  triesLeft: number | null
}

const left = (tries: number) => (tries === 1 ? 'You have one more try.' : `You have ${tries} more tries.`)

/**
 * Message to the student about an answer: its first words, and details. `blank` if the fields are empty again, `told` if the solution is visible.
 * Gives advice only if the answer can still be changed. Null while the student may not see a verdict.
 */
export function judgment(question: Judged): { look: 'right' | 'again' | 'given'; first: string; more?: string } | null {
  const { kind, state, verdict, solved, waits, blank, told, triesLeft } = question
  const over = state !== 'started'
  if (isFree(kind) && (kind === 'assessment' || state !== 'returned')) return null
  if (solved) return { look: 'right', first: 'Right!' }
  if (!verdict || blank) return over ? { look: 'again', first: 'Not answered.' } : null
  if (waits || verdict.status === 'ungraded') return { look: 'given', first: 'Your answer is saved.', more: 'Your teacher will grade it.' }
  const { status, score, parts } = verdict
  if (over && status === 'partial') return { look: 'again', first: 'Partly right.', more: `This counts ${Math.round(100 * score)}%.` }
  if (over && status !== 'invalid') return { look: 'again', first: 'Not right.' }
  const reason = parts.find((part) => (status === 'invalid' ? part.status === 'invalid' : part.status !== 'correct'))?.reason ?? ''
  if (status === 'invalid') return { look: 'again', first: 'Not counted.', more: reason }
  if (told) return { look: 'given', first: 'Here is the answer.', more: 'You will get another chance at questions like this.' }
  const first = status === 'partial' ? 'Partly right.' : 'Not yet.'
  return { look: 'again', first, more: [reason !== first && reason, triesLeft && left(triesLeft)].filter(Boolean).join(' ') }
}
