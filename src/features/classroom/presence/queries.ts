import type { Db } from '#server/db.ts'
import type { CenterId } from '#server/gate.ts'
import type { Hand } from './api.ts'

type StudentInCenters = { studentId: string; centers: readonly CenterId[] }
type StudentQuestion = StudentInCenters & { workId: string; num: number }

/**
 * SQL condition that the student is on the same question as before and opened it less than two hours ago. The
 * earlier visit then continues.
 */
const same = (db: Db) => db`
  (p.work_id, p.num) = (excluded.work_id, excluded.num) and p.since > now() - interval '2 hours'
`

/**
 * Sets the student's current question in started work; `raise` also raises a hand there. Returns no row if
 * there is no such question.
 */
export const putPlace = (
  db: Db,
  { studentId, centers, workId, num, raise }: StudentQuestion & { raise: boolean },
) => db<{ id: string }[]>`
  insert into work_places as p (center_id, student_id, work_id, num, hand_at)
  select w.center_id, w.student_id, w.id, q.num, ${raise ? db`now()` : db`null::timestamptz`}
  from work w join work_questions q on q.center_id = w.center_id and q.work_id = w.id and q.num = ${num}
  where w.center_id = any(${[...centers]}) and w.student_id = ${studentId} and w.id = ${workId} and w.state not in ('assigned', 'void')
  on conflict (center_id, student_id) do update set work_id = excluded.work_id, num = excluded.num,
    since = case when ${same(db)} then p.since else now() end,
    hand_at = case when ${same(db)} then ${raise ? db`coalesce(p.hand_at, now())` : db`p.hand_at`} else excluded.hand_at end,
    hand_seen_at = case when ${same(db)} and (p.hand_at is not null or not ${raise}) then p.hand_seen_at end,
    hand_seen_by = case when ${same(db)} and (p.hand_at is not null or not ${raise}) then p.hand_seen_by end
  returning student_id as id
`

export const lowerHand = (db: Db, { studentId, centers }: StudentInCenters) => db`
  update work_places set hand_at = null, hand_seen_at = null, hand_seen_by = null
  where center_id = any(${[...centers]}) and student_id = ${studentId} and hand_at is not null
`

/** Selects the student's raised hand. */
export const handOf = (db: Db, { studentId, centers }: StudentInCenters) => db<Hand[]>`
  select p.work_id, p.num, p.hand_at as at, p.hand_seen_at as seen_at, trim(helper.first_name) as seen_by
  from work_places p left join people helper on helper.id = p.hand_seen_by
  where p.center_id = any(${[...centers]}) and p.student_id = ${studentId} and p.hand_at is not null
  order by p.hand_at desc limit 1
`
