import { z } from 'zod'
import { csvFile, del, get, Nothing, post } from '#shared/contract.ts'
import { Day } from '#shared/days.ts'
import { CenterName, Id } from '#shared/ids.ts'
import { RequiredText } from '#shared/fields.ts'
import { Code, FixKind, Severity, Shown } from './rules.ts'

/** One thing that is odd. `since` is the day from which it is so, `snoozedUntil` the day on which a snoozed one counts again. */
const Oddity = z.object({
  key: z.string(),
  code: Code,
  severity: Severity,
  text: z.string(),
  date: Day.optional(),
  classId: Id.optional(),
  studentId: Id.optional(),
  staffId: Id.optional(),
  since: Day,
  fix: z.object({ label: z.string(), kind: FixKind, params: z.record(z.string(), z.union([z.string(), z.boolean()])) }),
  snoozedUntil: Day.optional(),
  snoozedFor: z.string().optional(),
  /** Of its snooze, 0 while it was never snoozed. */
  version: z.int(),
})
export type Oddity = z.infer<typeof Oddity>

const Snooze = z.object({ key: z.string(), until: Day, reason: z.string(), version: z.int() })
export type Snooze = z.infer<typeof Snooze>

const inCenter = z.object({ centerId: CenterName })

/** A code and what it is about, as a row's `key` has them. */
const Key = z
  .string()
  .max(200)
  .refine((key) => Code.safeParse(key.split(' ')[0]).success && /^\w+( [\w-]+)+$/.test(key), 'must be the key of an oddity')

/** Spec §7, Centers; product §3. */
export const oddities = {
  /** The worst first, then the oldest. What has a date is looked for from two weeks back to two weeks ahead unless said otherwise. */
  list: get('/centers/:centerId/reports/schedule-oddities', {
    who: 'oddities.read',
    input: inCenter.extend({ from: Day.optional(), to: Day.optional(), severity: Severity.optional(), code: Code.optional() }),
    output: z.array(Oddity),
  }),
  /** Those of them that the page shows. */
  file: csvFile('/centers/:centerId/reports/schedule-oddities/export', {
    who: 'oddities.read',
    input: inCenter.extend({ show: Shown.default('all') }),
  }),
  /** It may wait until a day, for a reason; said again it is changed. 201, or 200 when it was snoozed before. */
  snooze: post('/centers/:centerId/reports/schedule-oddities/snoozes', {
    who: 'oddities.snooze',
    input: inCenter.extend({ key: Key, until: Day, reason: RequiredText(200) }),
    output: Snooze,
  }),
  wake: del('/centers/:centerId/reports/schedule-oddities/snoozes', {
    who: 'oddities.snooze',
    input: inCenter.extend({ key: Key }),
    output: Nothing,
  }),
}
