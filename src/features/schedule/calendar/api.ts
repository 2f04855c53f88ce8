import { z } from 'zod'
import { get, post } from '#shared/contract.ts'
import { record } from '#shared/record.ts'
import { CenterName, Id } from '#shared/ids.ts'
import { Token } from '#shared/fields.ts'

/**
 * URL at which a calendar app reads a person's classes. Anyone who has the URL can read the classes, so it
 * can be replaced with a new one.
 */
const Address = record('Address', { url: z.string() })

const ofPerson = z.object({ centerId: CenterName, personId: Id })
const ofChild = z.object({ id: Id })

/**
 * Calendars to subscribe to (product §5): one address per student or teacher at each center, and one for each
 * parent of a student.
 */
export const calendars = {
  /**
   * Classes from 8 weeks ago to 26 weeks ahead, as iCalendar. The token is the only credential, because a
   * calendar app has no session.
   */
  feed: get('/ical/:token.ics', {
    who: 'calendar.feed',
    input: z.object({ token: Token }),
    output: z.string(),
    media: 'text/calendar',
  }),
  /** URL of the calendar with a student's or teacher's classes at the center. */
  address: get('/centers/:centerId/calendars/:personId', {
    who: 'calendar.office',
    input: ofPerson,
    output: Address,
  }),
  /** Creates a new address. All of the person's previous addresses, from any center, stop working. */
  renew: post('/centers/:centerId/calendars/:personId', {
    who: 'calendar.office',
    once: true,
    input: ofPerson,
    output: Address,
  }),
  childAddress: get('/parent/students/:id/calendar', {
    who: 'calendar.family',
    input: ofChild,
    output: Address,
  }),
  renewChild: post('/parent/students/:id/calendar', {
    who: 'calendar.family',
    once: true,
    input: ofChild,
    output: Address,
  }),
}
