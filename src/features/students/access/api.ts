import { z } from 'zod'
import { get, Nothing, post } from '#shared/contract.ts'
import { record } from '#shared/record.ts'
import { Day } from '#shared/days.ts'
import { CenterName, Id } from '#shared/ids.ts'

/**
 * A person's access to the child's data in one way on one day: they read the child's page, exported a list or
 * the full record, emailed many families, or printed a page. `by` is the person's name.
 */
const AccessEntry = record('Seen', {
  on: Day,
  by: z.string(),
  how: z.enum(['read', 'list', 'record', 'mail', 'print']),
})
export type AccessEntry = z.infer<typeof AccessEntry>

/** Access log of a child's record, as FERPA requires (34 CFR 99.32). */
export const accessLog = {
  /** Log entries, newest first, at most 300. 404 if the child isn't a student of the center. */
  of: get('/centers/:centerId/students/:studentId/access-log', {
    who: 'history.read',
    input: z.object({ centerId: CenterName, studentId: Id }),
    output: z.array(AccessEntry),
  }),
  /**
   * Records that a page about these students was printed. 404 if any of them isn't a student of the center.
   */
  printed: post('/centers/:centerId/access-log', {
    who: 'history.read',
    input: z.object({ centerId: CenterName, students: z.array(Id).min(1).max(1000) }),
    output: Nothing,
  }),
}
