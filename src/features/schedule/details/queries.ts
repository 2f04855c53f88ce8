import type { Db } from '#server/db.ts'
import type { CenterId } from '#server/gate.ts'
import type { Day } from '#shared/days.ts'

type InClass = { studentId: string; classId: string; on: Day }
type BreakRow = { id: string; startDate: Day; endDate: Day | null }

/** Breaks of the student's place in a class that aren't over by that day. */
export const breaksFrom = (db: Db, center: CenterId, { studentId, classId, on }: InClass) => db<BreakRow[]>`
  select b.id, lower(b.during) as start_date, upper(b.during) - 1 as end_date
  from places pl join breaks b on b.center_id = pl.center_id and b.place_id = pl.id
  where pl.center_id = ${center} and pl.student_id = ${studentId} and pl.class_id = ${classId} and pl.during @> ${on}::date
    and (upper_inf(b.during) or upper(b.during) > ${on}::date)
  order by b.during
`
