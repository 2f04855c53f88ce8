import type { Subject } from '#features/centers/rules.ts'
import { meeting, seatsUsed } from '#features/schedule/places/queries.ts'
import type { Db } from '#server/db.ts'
import type { CenterId } from '#server/gate.ts'
import type { Day } from '#shared/days.ts'
import type { TrialSeatKey, TrialRequest } from './api.ts'

type SeatRow = {
  classId: string
  className: string
  subject: Subject
  on: Day
  time: string
  minutes: number
}

/**
 * Selects the seats that are free for a trial within three weeks, or only the given one if it is free. Of
 * today's classes, only those that start after `now` (HH:MM) count.
 */
export const freeSeats = (
  db: Db,
  center: CenterId,
  { today, now, seat = null }: { today: Day; now: string; seat?: TrialSeatKey | null },
) => db<SeatRow[]>`
  with days as (select at::date as at from generate_series(${today}::date, ${today}::date + 20, '1 day') at)
  select c.id as class_id, c.name as class_name, c.subject, d.at as "on", t.time, t.minutes
  from classes c join class_terms t on t.center_id = c.center_id and t.class_id = c.id join days d on t.during @> d.at
  where c.center_id = ${center} and ${meeting(db)} and (d.at > ${today}::date or t.time > ${now}::time)
    and (${seat?.classId ?? null}::uuid is null or c.id = ${seat?.classId ?? null} and d.at = ${seat?.on ?? null}::date)
    and ${seatsUsed(db)} < t.max_size
  order by d.at, t.time, c.name, c.id
`

/** Period during which a request can be confirmed. */
const lasts = '3 days'

type NewRequest = { id: string; request: TrialRequest; tokenHash: Buffer }

export const putRequest = (db: Db, center: CenterId, { id, request, tokenHash }: NewRequest) => db`
  insert into trial_requests (center_id, id, asked, token_hash) values (${center}, ${id}, ${db.json(request)}, ${tokenHash})
`

type RequestRow = { centerId: string; id: string; asked: TrialRequest }

/**
 * Selects the request that a link confirms; `lock` locks it. Returns no row if the link isn't valid, the
 * request is three days old, or the center no longer accepts requests.
 */
export const requestByLink = (db: Db, tokenHash: Buffer, { lock = false } = {}) => db<RequestRow[]>`
  select r.center_id, r.id, r.asked from trial_requests r join centers c on c.id = r.center_id
  where r.token_hash = ${tokenHash} and r.asked_at > now() - ${lasts}::interval and c.trial_form and c.archived_at is null
  ${lock ? db`for update of r` : db``}
`

type ConfirmedRequest = { id: string; studentId: string; parentId: string }

/**
 * Deletes the contents of a confirmed request, which are now in the student's profile, and assigns the
 * request's emails to the parent.
 */
export const settleRequest = (db: Db, center: CenterId, { id, studentId, parentId }: ConfirmedRequest) => db`
  with settled as (
    update trial_requests set asked = null, token_hash = null, student_id = ${studentId}, confirmed_at = now()
    where center_id = ${center} and id = ${id}
  )
  update mail set person_id = ${parentId} where trial_center = ${center} and trial_id = ${id}
`
