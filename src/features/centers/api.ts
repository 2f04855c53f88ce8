import { z } from 'zod'
import { get, post } from '#shared/contract.ts'
import { record } from '#shared/record.ts'
import { Day, Instant } from '#shared/days.ts'
import { CenterName } from '#shared/ids.ts'
import { partOf } from '#shared/field-table.ts'
import { centerFields, CenterValues } from './fields.ts'

/**
 * A center; `_id` is its name. `today` is its current local date. An absence is reported in time if the
 * report comes at least `noticeHours` before class. A make-up credit lasts `creditDays`, and a student can
 * have `creditLimit` open credits per subject.
 */
export const Center = record('Center', {
  _id: z.string(),
  ...CenterValues.shape,
  /**
   * True until the office chooses a classroom PIN or decides to have none. While true, adding a device
   * requires choosing a PIN.
   */
  classroomPinDue: z.boolean(),
  today: Day,
  /** Name of the center's logo picture, or null. */
  logo: z.string().nullable(),
  /**
   * Instant at which the center was archived; null if it isn't. An archived center is hidden and read-only.
   */
  archivedAt: Instant.nullable(),
  version: z.int(),
})
export type Center = z.infer<typeof Center>

/** Lists, creates and changes centers (spec §7, Centers). */
export const centers = {
  /** Centers that the caller can access or, with `archived`, archived ones that the caller can read. */
  list: get('/centers', {
    who: 'centers.list',
    input: z.object({ archived: z.boolean().default(false) }),
    output: z.array(Center),
  }),
  one: get('/centers/:centerId', {
    who: 'centers.read',
    input: z.object({ centerId: CenterName }),
    output: Center,
  }),
  /**
   * Creates a center. 409 `name_taken`, or `name_alike` if the name looks like another center's; 422
   * `mixed_alphabets`.
   */
  create: post('/centers', {
    who: 'centers.create',
    input: z.object({ name: CenterName, ...partOf(centerFields, 'add') }),
    output: Center,
  }),
}
