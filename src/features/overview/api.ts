import { z } from 'zod'
import { get } from '#shared/contract.ts'
import { Day } from '#shared/days.ts'
import { CenterName } from '#shared/ids.ts'

/** Seats that recur, in the classes which begin at a weekday (0 = Sunday) within an hour (0 to 23). */
const Heat = z.object({ day: z.int(), hour: z.int(), seats: z.int(), maxSize: z.int() })
export type Heat = z.infer<typeof Heat>

/** The marks of a week; `week` is its Sunday. */
const Week = z.object({ week: Day, present: z.int(), absent: z.int(), pickup: z.int() })
export type Week = z.infer<typeof Week>

/**
 * What waits for somebody: classes of today and the seven days before that have begun and lack marks, with the oldest such day; seats that the waitlist is
 * offered; active students who have no account and were never invited.
 */
const Waiting = z.object({ marksMissing: z.int(), marksSince: Day.nullable(), offers: z.int(), notInvited: z.int() })
export type Waiting = z.infer<typeof Waiting>

/** A center at a glance (product §10): regulars by hour and weekday in the week from today, marks of twelve weeks, and what waits. */
export const dashboard = {
  read: get('/centers/:centerId/dashboard', {
    who: 'dashboard.read',
    input: z.object({ centerId: CenterName }),
    output: z.object({ heat: z.array(Heat), trend: z.array(Week), waiting: Waiting }),
  }),
}
