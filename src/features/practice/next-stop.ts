import type { Stop } from './question-ref.ts'
import { isFree } from './rules.ts'

/**
 * Returns the first question of started work that the student still has to do: in homework, one that isn't
 * over and isn't waiting for a person to grade it; in other work, one without an answer.
 */
export const nextStop = <S extends Stop>(stops: readonly S[]) =>
  stops.find(({ ref: { kind }, question: { answered, over, waits } }) =>
    isFree(kind) ? !answered : !over && !waits,
  )
