import { z } from 'zod'
import { get } from '#shared/contract.ts'
import { record } from '#shared/record.ts'
import { Day } from '#shared/days.ts'
import { CenterName } from '#shared/ids.ts'

/** Recurring seats in the classes starting on a weekday (0 = Sunday) within an hour (0 to 23). */
const Heat = record('Heat', { day: z.int(), hour: z.int(), seats: z.int(), maxSize: z.int() })
export type Heat = z.infer<typeof Heat>

/** Marks of a week; `week` is its Sunday. */
const Week = record('Week', { week: Day, present: z.int(), absent: z.int(), pickup: z.int() })
export type Week = z.infer<typeof Week>

/**
 * Tasks at a center: classes of today and the past seven days that have started and lack marks, with the
 * oldest such day; seats that can be offered to the waitlist; active students without an account who were
 * never invited.
 */
const Waiting = record('WaitingTask', {
  marksMissing: z.int(),
  marksSince: Day.nullable(),
  offers: z.int(),
  notInvited: z.int(),
})
export type Waiting = z.infer<typeof Waiting>

/**
 * Summary of a center (product §10): regular students by hour and weekday in the week from today, marks of
 * twelve weeks, and open tasks.
 */
export const dashboard = {
  read: get('/centers/:centerId/dashboard', {
    who: 'dashboard.read',
    input: z.object({ centerId: CenterName }),
    output: z.object({ heat: z.array(Heat), trend: z.array(Week), waiting: Waiting }),
  }),
}
