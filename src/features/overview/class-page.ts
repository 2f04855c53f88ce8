import { classOn } from '#features/schedule/classes/classes.ts'
import { nextMeeting } from '#features/schedule/places/queries.ts'
import { todayAt } from '#features/centers/today.ts'
import type { CenterCall, HandlerInput } from '#server/call.ts'
import { withId } from '#server/records.ts'
import type { classPage } from './api.ts'
import { firstWeekBefore } from './dashboard.ts'
import { classMembers, classWeeks } from './queries.ts'

/**
 * Returns a class with its roster, waitlist and attendance, as of today. Throws 404 if the center has no such
 * class.
 */
export async function classPageOf(
  { db, center }: CenterCall,
  { classId }: HandlerInput<(typeof classPage)['read']>,
) {
  const on = await todayAt(db, center)
  const [entry, members, weeks, [next]] = await Promise.all([
    classOn(db, { center, classId, on }),
    classMembers(db, center, { classId, on }),
    classWeeks(db, center, { classId, firstWeek: firstWeekBefore(on) }),
    nextMeeting(db, center, { classId, from: on }),
  ])
  return { class: entry, nextOn: next?.on ?? null, members: members.map(withId), weeks }
}
