import type { Stop } from './question-ref.ts'
import { isFree, type WorkState } from './rules.ts'

type Urgency = { state: WorkState; warmUp: boolean; dueOn: string | null; endsAt: string | null }

/** Sorts work by urgency: running tests first, then warm-ups, then other started work, each by due date. */
export const byUrgency = (a: Urgency, b: Urgency) =>
  Number(b.endsAt !== null) - Number(a.endsAt !== null) ||
  Number(b.warmUp) - Number(a.warmUp) ||
  Number(b.state === 'started') - Number(a.state === 'started') ||
  (a.dueOn ?? '9').localeCompare(b.dueOn ?? '9')

/**
 * Returns the first question of started work that still needs the student: in homework, one that isn't over
 * and doesn't wait for a person's grade; in other work, one without an answer.
 */
export const nextStop = <S extends Stop>(stops: readonly S[]) =>
  stops.find(({ ref: { kind }, question: { answered, over, waits } }) =>
    isFree(kind) ? !answered : !over && !waits,
  )
