import { CircleAlert, MailX } from 'lucide-react'
import { ownMonthDay } from '#shared/day-text.ts'
import type { MailState } from './fields.ts'

/** A parent's line about their email: it is refused by the mail server, or they have unsubscribed. */
export function MailStateLine({ unsubscribed, refusal }: MailState) {
  if (!unsubscribed && !refusal) return null
  return (
    <span className="stack">
      {refusal && (
        <span className="inline-row gap-1 error-text breakable">
          <CircleAlert size={16} aria-hidden />
          Rejected on {ownMonthDay(refusal.at)}: {refusal.reason}
        </span>
      )}
      {unsubscribed && (
        <span className="inline-row gap-1 quiet">
          <MailX size={16} aria-hidden />
          Unsubscribed from your email
        </span>
      )}
    </span>
  )
}
