import { IntervalKeypad } from '#ui/IntervalKeypad.tsx'
import { LetterKeypad } from '#ui/LetterKeypad.tsx'

type SignKeysProps = {
  /** Kind of the part that the keys are for. */
  kind: string
  field: HTMLInputElement | null
}

/** Keys for parts that aren't numbers or expressions: letters, names made of points, and intervals. */
export const SignKeys = ({ kind, field }: SignKeysProps) =>
  kind === 'interval' ? (
    <IntervalKeypad field={field} />
  ) : (
    <LetterKeypad key={kind} field={field} points={kind !== 'letter'} />
  )
