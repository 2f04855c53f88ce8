import { todayAt } from '#features/centers/today.ts'
import type { CenterCall, HandlerInput } from '#server/call.ts'
import { withId } from '#server/records.ts'
import type { students } from './api.ts'
import { studentsPage } from './list-queries.ts'

/** Returns a page of the center's students, with their figures as of today. */
export async function listStudents(
  { db, center }: CenterCall,
  input: HandlerInput<(typeof students)['list']>,
) {
  const { filter, search, sort, down, after = null, ...narrow } = input
  const on = await todayAt(db, center)
  const page = await studentsPage(db, center, {
    filter,
    search,
    sort,
    down,
    after,
    narrow: { ...narrow, on },
  })
  return { students: page.rows.map(withId), count: page.count, after: page.after }
}
