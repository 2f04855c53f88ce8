import { IntervalKeypad } from '#ui/IntervalKeypad.tsx'
import { LetterKeypad } from '#ui/LetterKeypad.tsx'
import { UnitKeypad } from '#ui/UnitKeypad.tsx'
import type { AnsweredPart } from '../given.ts'

type SignKeysProps = { part: AnsweredPart; field: HTMLInputElement | null }

/** Keys for parts other than plain numbers and expressions. */
export function SignKeys({ part: { kind }, field }: SignKeysProps) {
  if (kind === 'interval') return <IntervalKeypad field={field} />
  if (kind === 'number') return <UnitKeypad field={field} />
  return <LetterKeypad key={kind} field={field} points={kind !== 'letter'} />
}
