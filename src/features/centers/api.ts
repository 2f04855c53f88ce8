import { z } from 'zod'
import { Subject } from './rules.ts'
import { get, None, post } from '#shared/contract.ts'
import { Day } from '#shared/days.ts'
import { CenterName } from '#shared/ids.ts'
import { Text } from '#shared/fields.ts'
import { MakeupRule } from './rules.ts'

/**
 * A center; `_id` is its name. `today` is its current local date. An absence is reported in time if at least `noticeHours` before the class. A
 * make-up credit lasts `creditDays`, and a student can have `creditLimit` open credits per subject.
 */
export const Center = z.object({
  _id: z.string(),
  address: z.string(),
  city: z.string(),
  state: z.string(),
  zip: z.string(),
  timeZone: z.string(),
  subjects: z.array(Subject),
  makeupRule: MakeupRule,
  noticeHours: z.int(),
  creditDays: z.int(),
  creditLimit: z.int(),
  /** True if classroom devices require a PIN. */
  classroomPin: z.boolean(),
  /** True if no PIN has been chosen yet; it is chosen with the first device. */
  classroomPinDue: z.boolean(),
  today: Day,
  version: z.int(),
})
export type Center = z.infer<typeof Center>

const isZone = (name: string) => {
  try {
    return Boolean(new Intl.DateTimeFormat('en', { timeZone: name }))
  } catch {
    return false
  }
}

/** An IANA time zone. */
export const TimeZone = z.string().max(60).refine(isZone, 'must be a time zone such as America/New_York')

/** Spec §7, Centers. */
export const centers = {
  list: get('/centers', { who: 'centers.list', input: None, output: z.array(Center) }),
  one: get('/centers/:centerId', { who: 'centers.read', input: z.object({ centerId: CenterName }), output: Center }),
  /** Creates a center. 409 `name_taken`, or `name_alike` if it looks like another center's name; 422 `mixed_alphabets`. */
  create: post('/centers', {
    who: 'centers.create',
    input: z.object({
      name: CenterName,
      address: Text(200).default(''),
      city: Text(100).default(''),
      state: Text(50).default(''),
      zip: Text(20).default(''),
      timeZone: TimeZone,
    }),
    output: Center,
  }),
}
