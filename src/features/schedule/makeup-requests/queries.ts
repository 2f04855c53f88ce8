import type { Db } from '#server/db.ts'
import type { CenterId } from '#server/gate.ts'
import type { Day } from '#shared/days.ts'
import type { MakeUpRequest } from './api.ts'

/** Returns the requested make-ups on or after a day, with the earliest class first. */
export const requestRows = (db: Db, center: CenterId | ReturnType<Db>, from: Day | ReturnType<Db>) => db<
  MakeUpRequest[]
>`
  select pl.id as place_id, pl.class_id, c.name as class_name, lower(pl.during) as "on", t.time, pl.student_id, p.first_name, p.last_name,
    trim(parent.first_name || ' ' || parent.last_name) as by, pl.created_at as at
  from places pl
  join classes c on c.center_id = pl.center_id and c.id = pl.class_id
  join class_terms t on t.center_id = pl.center_id and t.class_id = pl.class_id and t.during @> lower(pl.during)
  join people p on p.id = pl.student_id
  join people parent on parent.id = pl.requested_by
  where pl.center_id = ${center} and pl.requested_by is not null and lower(pl.during) >= ${from}
  order by lower(pl.during), t.time, pl.id
`

export const confirmPlace = (db: Db, center: CenterId, id: string) => db`
  update places set requested_by = null, version = version + 1 where center_id = ${center} and id = ${id}
`

type AnsweredRow = {
  personId: string
  parent: string
  email: string | null
  child: string
  className: string
  on: Day
  time: string
  expiresOn: Day
  phone: string
}

/**
 * Returns the facts about a request, for the email that answers it. Read them before the request is answered.
 */
export const answeredRequest = (db: Db, center: CenterId, placeId: string) => db<AnsweredRow[]>`
  select parent.id as person_id, parent.first_name as parent, case when parent.disabled_at is null then parent.email end as email,
    child.first_name as child, c.name as class_name, lower(pl.during) as "on", t.time, cr.expires_on, ce.phone
  from places pl
  join centers ce on ce.id = pl.center_id
  join classes c on c.center_id = pl.center_id and c.id = pl.class_id
  join class_terms t on t.center_id = pl.center_id and t.class_id = pl.class_id and t.during @> lower(pl.during)
  join people child on child.id = pl.student_id
  join people parent on parent.id = pl.requested_by
  join credits cr on cr.center_id = pl.center_id and cr.place_id = pl.id
  where pl.center_id = ${center} and pl.id = ${placeId}
`
