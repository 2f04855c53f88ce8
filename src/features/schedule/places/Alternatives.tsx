import { kindOf } from '#features/accounts/rules.ts'
import { dayInWords } from '#shared/day-text.ts'
import type { Day } from '#shared/days.ts'
import { Problem } from '#shared/problem.ts'
import { t } from '#shared/language.ts'
import { Button } from '#ui/Button.tsx'
import { TextField } from '#ui/TextField.tsx'
import { useMe } from '#web/session.tsx'
import { mayOverbook } from './refusals.ts'

type AlternativesProps = {
  /** Error of the refused change, or null. */
  error: Error | null
  overReason: string
  onOverReason: (reason: string) => void
  onDay: (day: Day) => void
  /** Offered if all trials are used. */
  onRegular?: () => void
  /** Offered if the class is full. */
  onWaitlist?: () => void
}

/**
 * Alternatives after a refusal: another day, a regular place, the waitlist, or a manager's reason to exceed
 * the class size.
 */
export function Alternatives({
  error,
  overReason,
  onOverReason,
  onDay,
  onRegular,
  onWaitlist,
}: AlternativesProps) {
  const me = useMe()
  if (!(error instanceof Problem)) return null
  const next = error.code === 'not_meeting' ? (error.more['next'] as Day | null) : null
  if (next)
    return <Button onClick={() => onDay(next)}>{t('Use {day} instead', { day: dayInWords(next) })}</Button>
  if (error.code === 'trials_used' && onRegular)
    return <Button onClick={onRegular}>{t('Book a regular place instead')}</Button>
  if (error.code !== 'class_full') return null
  return (
    <>
      {onWaitlist && (
        <Button onClick={onWaitlist}>
          {t('Add to waitlist as #{more}', { more: String(error.more['waitlistPosition']) })}
        </Button>
      )}
      {mayOverbook(kindOf(me)) && (
        <TextField
          label={t('Reason for going over the seat limit')}
          hint={t(
            'If you give a reason, you can save anyway. The class is listed under Oddities as long as it is over capacity.',
          )}
          value={overReason}
          onChange={onOverReason}
          required={false}
          maxLength={200}
        />
      )}
    </>
  )
}
