import { z } from 'zod'
import { emailTemplates } from '#features/accounts/defaults/defaults.ts'
import { Subject } from '#features/centers/rules.ts'
import { StudentFilter } from '#features/students/rules.ts'
import { csvFile, get, post } from '#shared/contract.ts'
import { record } from '#shared/record.ts'
import { Day, Instant } from '#shared/days.ts'
import { CenterName, Id } from '#shared/ids.ts'
import { RequiredText } from '#shared/fields.ts'
import { longest } from '#shared/text.ts'
import { exclusions } from './rules.ts'

/**
 * Families to write to: those of certain students, of everyone expected in a class on a day, of everyone
 * expected in any class on one or more days, or of all students that a filter finds (never inactive ones).
 */
const Audience = z.union([
  z.strictObject({ studentIds: z.array(Id).min(1).max(500) }),
  z.strictObject({ classId: Id, date: Day }),
  z.strictObject({ date: Day, until: Day.optional() }),
  z.strictObject({ filter: StudentFilter, subject: Subject.optional() }),
])
export type Audience = z.infer<typeof Audience>

const counts = { queued: z.int(), sent: z.int(), failed: z.int(), kept: z.int() }

/**
 * A message as written, with the number of its emails in each state. Emails are kept for 90 days. `about`
 * describes the audience.
 */
const Mailing = record('Mailing', {
  _id: Id,
  subject: z.string(),
  body: z.string(),
  about: z.string(),
  by: z.string(),
  createdAt: Instant,
  counts: z.object(counts),
})
export type Mailing = z.infer<typeof Mailing>

/**
 * Result of sending or previewing a message: the recipients, the emails to the first three, and who is left
 * out. `mailing` is null for a dry run.
 */
const Outcome = record('MailingOutcome', {
  mailing: Mailing.nullable(),
  about: z.string(),
  recipients: z.array(z.object({ parentId: Id, name: z.string(), email: z.string(), children: z.string() })),
  preview: z.array(z.object({ name: z.string(), email: z.string(), subject: z.string(), body: z.string() })),
  excluded: z.array(
    z.object({
      studentId: Id,
      student: z.string(),
      parent: z.string().nullable(),
      why: z.enum(exclusions),
    }),
  ),
})
export type Outcome = z.infer<typeof Outcome>

const Line = RequiredText(150).refine((text) => !text.includes('\n'), 'must be one line')
const inCenter = z.object({ centerId: CenterName })

/** Messages to families (spec §7, Centers; product §10). */
export const emails = {
  /**
   * Sends a message: 201 with the mailing. A dry run returns 200 and stores nothing. Subject and body default
   * to the template's.
   */
  send: post('/centers/:centerId/emails', {
    who: 'emails.send',
    once: true,
    input: inCenter.extend({
      audience: Audience,
      template: z.enum(emailTemplates.map(({ name }) => name)).optional(),
      subject: Line.optional(),
      body: RequiredText(longest.mailBody).optional(),
      dryRun: z.boolean().default(false),
    }),
    output: Outcome,
    rate: { perSecond: 1, burst: 4 },
  }),
  /** Lists messages, newest first. `after` is the last id of the previous page. */
  list: get('/centers/:centerId/emails', {
    who: 'emails.read',
    input: inCenter.extend({ after: Id.optional() }),
    output: z.object({ mailings: z.array(Mailing), after: Id.nullable() }),
  }),
  file: csvFile('/centers/:centerId/emails/export', { who: 'emails.read', input: inCenter }),
  /** Resends failed emails. 409 `nothing_failed` if there are none. */
  resend: post('/centers/:centerId/emails/:id/resend', {
    who: 'emails.send',
    input: inCenter.extend({ id: Id }),
    output: Mailing,
  }),
}
