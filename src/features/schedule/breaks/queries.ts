import { type BookedRow, type BreakRow, isTaken } from '../places/queries.ts'
import type { Db } from '#server/db.ts'
import type { CenterId } from '#server/gate.ts'
import type { Day } from '#shared/days.ts'

/** Returns the id of the place that a break belongs to. */
export const placeOfBreak = (db: Db, center: CenterId, breakId: string) => db<{ placeId: string }[]>`
  select place_id from breaks where center_id = ${center} and id = ${breakId}
`

export const changeBreak = (
  db: Db,
  center: CenterId,
  { id, startDate, endDate }: Omit<BreakRow, 'placeId'>,
) => db`
  update breaks set during = daterange(${startDate}::date, ${endDate}::date, '[]') where center_id = ${center} and id = ${id}
`

export const dropBreak = (db: Db, center: CenterId, id: string) => db`
  delete from breaks where center_id = ${center} and id = ${id}
`

/**
 * Returns the booked make-ups of a student in any class within a range of days. Make-ups with attendance
 * taken no longer count as booked, but those with an absence reported in advance do.
 */
export const makeupsIn = (
  db: Db,
  center: CenterId,
  { studentId, from, to }: { studentId: string; from: Day; to: Day | null },
) => db<BookedRow[]>`
  select pl.id as place_id, pl.class_id, c.name, lower(pl.during) as "on"
  from places pl join classes c on c.center_id = pl.center_id and c.id = pl.class_id
  where pl.center_id = ${center} and pl.student_id = ${studentId} and pl.type = 'make-up'
    and lower(pl.during) <@ daterange(${from}::date, ${to}::date, '[]') and not exists (
      select from attendances a where a.center_id = pl.center_id and a.class_id = pl.class_id and a.student_id = pl.student_id
        and a.held_on = lower(pl.during) and ${isTaken(db)})
  order by pl.during, pl.id
`
