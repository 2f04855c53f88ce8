import { CircleAlert, MailX } from 'lucide-react'
import { ownMonthDay } from '#shared/day-text.ts'
import { t } from '#shared/language.ts'
import type { MailState } from './fields.ts'

/** Line about a parent's email: the mail server has refused the address, or the parent has unsubscribed. */
export function MailStateLine({ unsubscribed, refusal }: MailState) {
  if (!unsubscribed && !refusal) return null
  return (
    <span className="stack">
      {refusal && (
        <span className="inline-row gap-1 error-text breakable">
          <CircleAlert size={16} aria-hidden />
          {t('Rejected on {day}: {reason}', { day: ownMonthDay(refusal.at), reason: refusal.reason })}
        </span>
      )}
      {unsubscribed && (
        <span className="inline-row gap-1 quiet">
          <MailX size={16} aria-hidden />
          {t('Unsubscribed from your email')}
        </span>
      )}
    </span>
  )
}
