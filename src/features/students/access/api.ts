import { z } from 'zod'
import { get, Nothing, post } from '#shared/contract.ts'
import { Day } from '#shared/days.ts'
import { CenterName, Id } from '#shared/ids.ts'

/** Somebody on a day: read the page, took a list or the whole record as a file, or wrote a mail to many. Stored text. */
const Seen = z.object({ on: Day, by: z.string(), how: z.enum(['read', 'list', 'record', 'mail', 'print']) })
export type Seen = z.infer<typeof Seen>

/** Who has seen the record of a child (FERPA 99.32 style). */
export const accessLog = {
  /** The latest first, at most 300. 404 for who is no student of the center. */
  of: get('/centers/:centerId/students/:studentId/access-log', {
    who: 'history.read',
    input: z.object({ centerId: CenterName, studentId: Id }),
    output: z.array(Seen),
  }),
  /** That a page about these students goes to paper. 404 for who is no student of the center. */
  printed: post('/centers/:centerId/access-log', {
    who: 'history.read',
    input: z.object({ centerId: CenterName, students: z.array(Id).min(1).max(1000) }),
    output: Nothing,
  }),
}
