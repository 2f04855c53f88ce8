import { meeting, seatsUsed } from '../places/queries.ts'
import type { Db } from '#server/db.ts'
import type { CenterId } from '#server/gate.ts'
import type { Day } from '#shared/days.ts'

/**
 * A class with a permanent free seat, and the first student on its waitlist. `from` is the day of the first
 * meeting, within eleven weeks, for which the student can have the seat.
 */
type OfferRow = {
  placeId: string
  classId: string
  name: string
  day: number
  time: string
  studentId: string
  firstName: string
  lastName: string
  since: Day
  waiting: number
  from: Day
}

/** Returns the free seats in classes with a waitlist, sorted by the first day on which they are free. */
export const offerRows = (db: Db, center: CenterId | ReturnType<Db>, on: Day) => db<OfferRow[]>`
  with waiting as materialized (
    select distinct on (pl.class_id) pl.id as place_id, pl.class_id, pl.student_id, lower(pl.during) as since,
      greatest(lower(pl.during), ${on}::date) as first, count(*) over (partition by pl.class_id)::int as waiting
    from places pl join students s on s.center_id = pl.center_id and s.id = pl.student_id and s.status <> 'inactive'
    where pl.center_id = ${center} and pl.type = 'waitlist' and pl.during && daterange(${on}::date, null) and not exists (
      select from places own where own.center_id = pl.center_id and own.class_id = pl.class_id and own.student_id = pl.student_id
        and own.type = 'regular' and own.during && daterange(${on}::date, null))
    order by pl.class_id, pl.created_at, pl.id
  ),
  points as (
    select class_id, first as at from waiting
    union select w.class_id, p.at from waiting w
      join places pl on pl.center_id = ${center} and pl.class_id = w.class_id and pl.type <> 'waitlist'
      cross join lateral (values (lower(pl.during)), (upper(pl.during))) p(at) where p.at > w.first
    union select w.class_id, lower(t.during) from waiting w
      join class_terms t on t.center_id = ${center} and t.class_id = w.class_id where lower(t.during) > w.first
  ),
  counted as (
    select d.class_id, d.at, t.max_size <= (
      select count(*) from places pl
      where pl.center_id = t.center_id and pl.class_id = t.class_id and pl.type = 'regular' and pl.during @> d.at
    ) or ${seatsUsed(db)} >= t.max_size and ${meeting(db)} as is_full
    from points d join class_terms t on t.center_id = ${center} and t.class_id = d.class_id and t.during @> d.at
  ),
  free as materialized (
    select distinct on (class_id) class_id, at
    from (select *, bool_or(is_full) over (partition by class_id order by at desc) as full_later from counted) seen
    where not full_later order by class_id, at
  )
  select w.place_id, w.class_id, c.name, soon.day, soon.time, w.student_id, p.first_name, p.last_name, w.since, w.waiting, soon.at as "from"
  from waiting w join free f using (class_id)
  cross join lateral (
    select d.at, t.day, t.time from class_terms t
    cross join lateral (select greatest(f.at, lower(t.during)) as first) begin
    cross join lateral (
      select begin.first + (t.day - extract(dow from begin.first)::int + 7) % 7 + 7 * n as at from generate_series(0, 10) n) d
    where t.center_id = ${center} and t.class_id = f.class_id and t.during @> d.at and ${meeting(db)}
    order by d.at limit 1
  ) soon
  join classes c on c.center_id = ${center} and c.id = w.class_id
  join people p on p.id = w.student_id
  order by soon.at, soon.time, c.name, w.class_id
`
