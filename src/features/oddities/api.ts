import { z } from 'zod'
import { csvFile, del, get, Nothing, post } from '#shared/contract.ts'
import { record } from '#shared/record.ts'
import { Day } from '#shared/days.ts'
import { CenterName, Id } from '#shared/ids.ts'
import { RequiredText } from '#shared/fields.ts'
import { codes, isCode, severities } from './codes.ts'
import { FixKind, OddityFilter } from './rules.ts'

const Severity = z.enum(severities)
const Code = z.enum(codes)

/**
 * An oddity found at a center. `since` is the day on which it started; a snoozed oddity reappears on
 * `snoozedUntil`.
 */
const Oddity = record('Oddity', {
  key: z.string(),
  code: Code,
  severity: Severity,
  text: z.string(),
  date: Day.optional(),
  classId: Id.optional(),
  studentId: Id.optional(),
  staffId: Id.optional(),
  since: Day,
  fix: z.object({
    label: z.string(),
    kind: FixKind,
    params: z.record(z.string(), z.union([z.string(), z.boolean()])),
  }),
  snoozedUntil: Day.optional(),
  snoozedFor: z.string().optional(),
  /** Version of the oddity's snooze; 0 if it isn't snoozed. */
  version: z.int(),
})
export type Oddity = z.infer<typeof Oddity>

const Snooze = record('Snooze', { key: z.string(), until: Day, reason: z.string(), version: z.int() })
export type Snooze = z.infer<typeof Snooze>

const inCenter = z.object({ centerId: CenterName })

/** Key of an oddity, as in a row's `key`: its code, the ids that identify it and, for some codes, a day. */
const Key = z
  .string()
  .max(200)
  .refine(
    (key) => isCode(key.split(' ')[0] ?? '') && /^\w+( [\w-]+)+$/.test(key),
    'must be the key of an oddity',
  )

/** Problems in a center's schedule (spec §7, Centers; product §3). */
export const oddities = {
  /**
   * Lists oddities, most severe first, then oldest. `from` and `to` limit the days whose classes and marks
   * are searched, by default to two weeks before and after today. Oddities about anything else don't depend
   * on them.
   */
  list: get('/centers/:centerId/reports/schedule-oddities', {
    who: 'oddities.read',
    shared: true,
    isLong: true,
    input: inCenter.extend({
      from: Day.optional(),
      to: Day.optional(),
      severity: Severity.optional(),
      code: Code.optional(),
    }),
    output: z.array(Oddity),
  }),
  /** Exports the oddities that the page lists with the filter `show` and, if given, of one kind. */
  file: csvFile('/centers/:centerId/reports/schedule-oddities/export', {
    who: 'oddities.read',
    input: inCenter.extend({ show: OddityFilter.default('all'), code: Code.optional() }),
  }),
  /**
   * Snoozes an oddity until a day, with a reason, or changes its snooze. Responds with 201, or with 200 if
   * the oddity was already snoozed.
   */
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
