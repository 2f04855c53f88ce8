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
  select ${firstWeek}::date + 7 * n as week, count(*) filter (where marks.mark = 'present')::int as present,
    count(*) filter (where marks.mark = 'absent')::int as absent, count(*) filter (where marks.mark = 'pickup')::int as pickup
  from generate_series(0, 11) n
  left join (
    select (a.held_on - ${firstWeek}::date) / 7 as n, a.mark from classes c
    join attendances a on a.center_id = c.center_id and a.class_id = c.id and a.held_on >= ${firstWeek} and a.held_on < ${firstWeek}::date + 84
    where c.center_id = ${center}) marks using (n)
  group by n order by n
`

/** A class that has begun, today or on one of the seven days before, of which everybody may still correct marks; somebody expected has none. */
const unmarked = (db: Db, center: CenterId, { on, time }: { on: Day; time: string }) => db`
  select d.at from (select ${on}::date - n as at from generate_series(0, 7) n) d
  join class_terms t on t.center_id = ${center} and t.during @> d.at and (d.at < ${on} or t.time <= ${time})
  where ${meeting(db)} and exists (
    select from places pl
    where pl.center_id = t.center_id and pl.class_id = t.class_id and pl.type <> 'waitlist' and pl.during @> d.at
      and not exists (select from breaks b
        where b.center_id = pl.center_id and b.place_id = pl.id and b.during @> d.at and pl.type = 'regular')
      and not exists (select from attendances a
        where a.center_id = pl.center_id and a.class_id = pl.class_id and a.held_on = d.at and a.student_id = pl.student_id))
`

type Moment = { on: Day; time: string; firstWeek: Day }

/** Everything that a centre's dashboard shows, as one row; `firstWeek` is the Sunday twelve weeks back. */
export const centerFigures = (db: Db, center: CenterId, { on, time, firstWeek }: Moment) => db<FiguresRow[]>`
  select coalesce((select jsonb_agg(to_jsonb(h)) from (${hours(db, center, on)}) h), '[]') as heat,
    (select jsonb_agg(to_jsonb(w)) from (${weeks(db, center, firstWeek)}) w) as trend,
    missing.count::int as marks_missing, missing.since as marks_since,
    (select count(*)::int from (${offerRows(db, center, on)}) o) as offers,
    (select count(*)::int from students s join people p on p.id = s.id
      where s.center_id = ${center} and s.status = 'active' and p.password_hash is null and p.google_subject is null
        and not exists (select from sign_in_links l where l.person_id = p.id and l.purpose = 'setup')) as not_invited
  from (select count(*), min(at) as since from (${unmarked(db, center, { on, time })}) u) missing
`
