import type { Db } from '#server/db.ts'
import type { CenterId } from '#server/gate.ts'
import type { AccessEntry } from './api.ts'

/**
 * Returns the latest 300 entries of a child's access log, newest first, with dates in the center's time zone.
 */
export const accessesTo = (db: Db, center: CenterId, studentId: string) => db<AccessEntry[]>`
  select (d.at at time zone c.time_zone)::date as on, trim(p.first_name || ' ' || p.last_name) as by, d.how
  from access_log d join people p on p.id = d.person_id join centers c on c.id = ${center}
  where d.student_id = ${studentId} group by 1, p.id, d.how order by max(d.at) desc limit 300
`

/** Returns the number of these students who belong to the center. */
export const countOf = (db: Db, center: CenterId, students: readonly string[]) => db<{ count: number }[]>`
  select count(*)::int as count from students where center_id = ${center} and id = any(${[...students]}::uuid[])
`
