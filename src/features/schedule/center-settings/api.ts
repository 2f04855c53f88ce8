import { z } from 'zod'
import { Center, TimeZone } from '#features/centers/api.ts'
import { MakeupRule } from '#features/centers/rules.ts'
import { Pin } from '#features/centers/rules.ts'
import { Subject } from '#features/centers/rules.ts'
import { del, get, Nothing, patch, post } from '#shared/contract.ts'
import { Day } from '#shared/days.ts'
import { CenterName } from '#shared/ids.ts'
import { RequiredText, Text } from '#shared/fields.ts'
import { longest } from '#shared/text.ts'

/** A day on which no class meets, and why. */
const Closure = z.object({ date: Day, name: z.string() })
export type Closure = z.infer<typeof Closure>

const center = z.object({ centerId: CenterName })

/** What a center is set to, and when it is closed (product §3). */
export const settings = {
  /** Changes what is said and keeps the rest. */
  change: patch('/centers/:centerId', {
    who: 'centers.change',
    input: center.extend({
      address: Text(200).optional(),
      city: Text(100).optional(),
      state: Text(50).optional(),
      zip: Text(20).optional(),
      timeZone: TimeZone.optional(),
      subjects: z
        .array(Subject)
        .min(1, 'must name at least one')
        .refine((all) => new Set(all).size === all.length, 'must name each once')
        .optional(),
      makeupRule: MakeupRule.optional(),
      noticeHours: z.int().min(0).max(336).optional(),
      creditDays: z.int().min(1).max(730).optional(),
      creditLimit: z.int().min(1).max(50).optional(),
      /** Null takes it away. */
      classroomPin: Pin.nullable().optional(),
    }),
    output: Center,
  }),
  closures: get('/centers/:centerId/closures', { who: 'centers.read', input: center, output: z.array(Closure) }),
  /**
   * Closes a day, or every day until another, at most 62 of them; said again it is known by the new name. It does what canceling every class would
   * do. Answers with these days. 409 `attendance_taken` when a class was marked on one of them.
   */
  close: post('/centers/:centerId/closures', {
    who: 'centers.change',
    input: center.extend({ date: Day, until: Day.optional(), name: RequiredText(longest.name) }),
    output: z.array(Closure),
  }),
  /** The day has its classes again. 409 `class_full` when one of them has more students than seats by now. */
  reopen: del('/centers/:centerId/closures/:date', { who: 'centers.change', input: center.extend({ date: Day }), output: Nothing }),
}
