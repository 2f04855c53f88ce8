import { kindOf } from '#features/accounts/rules.ts'
import { dayInWords } from '#shared/day-text.ts'
import type { Day } from '#shared/days.ts'
import { Problem } from '#shared/problem.ts'
import { Button } from '#ui/Button.tsx'
import { TextField } from '#ui/TextField.tsx'
import { useMe } from '#web/session.tsx'
import { mayOverbook } from './refusals.ts'

type InsteadProps = {
  /** Why there was no place. */
  error: Error | null
  overReason: string
  onOverReason: (reason: string) => void
  onDay: (day: Day) => void
  /** After the last trial. */
  onRegular?: () => void
  /** Where the waitlist is a way out. */
  onWaitlist?: () => void
}

/** What is possible where there was no place: another day, a regular place, the waitlist, or a manager's reason to go over the size. */
export function Instead({ error, overReason, onOverReason, onDay, onRegular, onWaitlist }: InsteadProps) {
  const me = useMe()
  if (!(error instanceof Problem)) return null
  const next = error.code === 'not_meeting' ? (error.more['next'] as Day | null) : null
  if (next) return <Button onClick={() => onDay(next)}>{`Take ${dayInWords(next)}`}</Button>
  if (error.code === 'trials_used' && onRegular) return <Button onClick={onRegular}>Take a regular place</Button>
  if (error.code !== 'class_full') return null
  return (
    <>
      {onWaitlist && <Button onClick={onWaitlist}>{`Waitlist as number ${String(error.more['waitlistPosition'])}`}</Button>}
      {mayOverbook(kindOf(me)) && (
        <TextField
          label="Reason to go over the size"
          hint="With a reason you can save all the same. The oddities show it until the class fits again."
          value={overReason}
          onChange={onOverReason}
          required={false}
          maxLength={200}
        />
      )}
    </>
  )
}
