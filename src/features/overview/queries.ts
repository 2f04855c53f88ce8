import type { Db } from '#server/db.ts'
import type { CenterId } from '#server/gate.ts'
import type { Day } from '#shared/days.ts'
import { offerRows } from '#features/schedule/offers/queries.ts'
import { meeting } from '#features/schedule/places/queries.ts'
import type { Heat, Waiting, Week } from './api.ts'

type FiguresRow = { heat: Heat[]; trend: Week[] } & Waiting

const hours = (db: Db, center: CenterId, on: Day) => db`
  select t.day, extract(hour from t.time)::int as hour, sum(regular.count)::int as seats, sum(t.max_size)::int as "maxSize"
  from (select ${on}::date + n as at from generate_series(0, 6) n) d
  join class_terms t on t.center_id = ${center} and t.during @> d.at and t.day = extract(dow from d.at)
  cross join lateral (select count(*) from places pl
    where pl.center_id = t.center_id and pl.class_id = t.class_id and pl.type = 'regular' and pl.during @> d.at) regular
  group by t.day, hour order by t.day, hour
`

const weeks = (db: Db, center: CenterId, firstWeek: Day) => db`
  select ${firstWeek}::date + 7 * n as week, coalesce(present, 0) as present, coalesce(absent, 0) as absent, coalesce(pickup, 0) as pickup
  from generate_series(0, 11) n
  left join (
    select (held_on - ${firstWeek}::date) / 7 as n, count(*) filter (where mark = 'present')::int as present,
      count(*) filter (where mark = 'absent')::int as absent, count(*) filter (where mark = 'pickup')::int as pickup
    from attendances where center_id = ${center} and held_on >= ${firstWeek} and held_on < ${firstWeek}::date + 84 group by 1) marks using (n)
  order by n
`

/**
 * Classes of today and the past seven days that have started, have an expected student without a mark, and
 * can still be corrected by all staff. Reads the marks of each class at once; reading them one by one takes
 * ten times as long.
 */
const unmarked = (db: Db, center: CenterId, { on, time }: { on: Day; time: string }) => db`
  select d.at from (select ${on}::date - n as at from generate_series(0, 7) n) d
  join class_terms t on t.center_id = ${center} and t.during @> d.at and (d.at < ${on} or t.time <= ${time})
  cross join lateral (select array(
    select student_id from attendances where center_id = t.center_id and class_id = t.class_id and held_on = d.at) as students offset 0) marked
  where ${meeting(db)} and exists (
    select from places pl
    where pl.center_id = t.center_id and pl.class_id = t.class_id and pl.type <> 'waitlist' and pl.during @> d.at
      and pl.student_id <> all(marked.students)
      and not exists (select from breaks b
        where b.center_id = pl.center_id and b.place_id = pl.id and b.during @> d.at and pl.type = 'regular'))
`

type Moment = { on: Day; time: string; firstWeek: Day }

/**
 * All data of a center's dashboard in one row; `firstWeek` is the Sunday twelve weeks back. `offset 0` makes
 * PostgreSQL look up each of the center's students, instead of reading all people without an account at all
 * centers.
 */
export const centerFigures = (db: Db, center: CenterId, { on, time, firstWeek }: Moment) => db<FiguresRow[]>`
  select coalesce((select jsonb_agg(to_jsonb(h)) from (${hours(db, center, on)}) h), '[]') as heat,
    (select jsonb_agg(to_jsonb(w)) from (${weeks(db, center, firstWeek)}) w) as trend,
    missing.count::int as marks_missing, missing.since as marks_since,
    (select count(*)::int from (${offerRows(db, center, on)}) o) as offers,
    (select count(*)::int from student_keys k
      where k.center_id = ${center} and k.status = 'active'
        and exists (select from people p where p.id = k.student_id and not p.in_use offset 0)
        and not exists (select from sign_in_links l where l.person_id = k.student_id and l.purpose = 'setup' offset 0)) as not_invited
  from (select count(*), min(at) as since from (${unmarked(db, center, { on, time })}) u) missing
`
