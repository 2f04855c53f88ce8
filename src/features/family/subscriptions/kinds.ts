import { z } from 'zod'

/** Kinds of messages that a center can send automatically, in the order in which its settings list them. */
export const automaticKinds = [
  'class',
  'absent',
  'change',
  'expiry',
  'overdue',
  'report',
  'invoice',
  'week',
] as const
export const AutomaticKind = z.enum(automaticKinds)
export type AutomaticKind = z.infer<typeof AutomaticKind>

/**
 * Emails that a parent can unsubscribe from: all emails that aren't about their own account, or one automatic
 * kind.
 */
export const MailKind = z.enum(['all', ...automaticKinds])
export type MailKind = z.infer<typeof MailKind>

/** Labels shown to parents for each kind of message. */
export const kindWords = {
  class: 'Reminders before a class',
  absent: 'Absences without notice',
  change: 'Canceled and moved classes',
  expiry: 'Make-up credits about to expire',
  overdue: 'Overdue homework',
  report: 'New reports',
  invoice: 'Invoices due soon',
  week: 'Weekly summary',
} as const satisfies Record<AutomaticKind, string>
