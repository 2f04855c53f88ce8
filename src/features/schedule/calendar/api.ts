import { z } from 'zod'
import { get, post } from '#shared/contract.ts'
import { CenterName, Id } from '#shared/ids.ts'
import { Token } from '#shared/fields.ts'

/** Where a calendar program reads somebody's classes; whoever knows the address can read them, so it can be renewed. */
const Address = z.object({ url: z.string() })

const ofPerson = z.object({ centerId: CenterName, personId: Id })
const ofChild = z.object({ id: Id })

/** A timetable to subscribe to (product §5): an address a student or teacher, and one of their own for each parent of a student. */
export const calendars = {
  /** The classes of eight weeks back and 26 ahead. The token is all that it takes, because a calendar program has no session. */
  feed: get('/ical/:token.ics', { who: 'calendar.feed', input: z.object({ token: Token }), output: z.string(), media: 'text/calendar' }),
  /** The address of a student or teacher, for their classes at the center. */
  address: get('/centers/:centerId/calendars/:personId', { who: 'calendar.office', input: ofPerson, output: Address }),
  /** Makes a new address; the one before leads nowhere from now on. */
  renew: post('/centers/:centerId/calendars/:personId', { who: 'calendar.office', once: true, input: ofPerson, output: Address }),
  childAddress: get('/parent/students/:id/calendar', { who: 'calendar.family', input: ofChild, output: Address }),
  renewChild: post('/parent/students/:id/calendar', { who: 'calendar.family', once: true, input: ofChild, output: Address }),
}
