import type { Avatar } from '#features/accounts/rules.ts'
import type { Mark } from '#features/schedule/rules.ts'
import type { WorkKind, WorkState } from '#features/practice/rules.ts'
import type { VerdictStatus } from '#features/questions/kinds/verdict.ts'
import type { Given } from '#features/questions/rules.ts'
import { rostered } from '#features/centers/roster-queries.ts'
import type { Db } from '#server/db.ts'
import type { Actor, CenterId } from '#server/gate.ts'
import { weekday } from '#shared/calendar.ts'
import type { Day } from '#shared/days.ts'
import type { Cursor, CurrentQuestion } from './rules.ts'

/** Returns a class of the centers the caller can reach, with its center's time zone. */
export const classIn = (db: Db, centers: readonly CenterId[], classId: string) => db<
  { centerId: CenterId; timeZone: string }[]
>`
  select c.center_id, ce.time_zone from classes c join centers ce on ce.id = c.center_id
  where c.center_id = any(${[...centers]}) and c.id = ${classId}
`

type ClassOn = { centerId: CenterId; classId: string; on: Day }

/** SQL for the term `t` in which the class meets on a day. */
const meets = (db: Db, { centerId, classId, on }: ClassOn) => db`
  class_terms t where t.center_id = ${centerId} and t.class_id = ${classId} and t.day = ${weekday(on)} and t.during @> ${on}::date
    and not exists (select from closures cl where cl.center_id = ${centerId} and cl.held_on = ${on})
`

/** SQL for the students expected in the class on the given day. */
const expected = (db: Db, { centerId, classId, on }: ClassOn) => db`
  select pl.student_id from ${rostered(db, on)} where pl.center_id = ${centerId} and pl.class_id = ${classId}
`

/** SQL for the start of the day in the center's time zone, as a timestamp to compare with arrival times. */
const dawn = (db: Db, zone: string) => db`date_trunc('day', now(), ${zone})`

/**
 * SQL for the automatic verdict on an answer. If the answer was regraded, it is based on the corrected key.
 */
const machines = (db: Db, answer: 'a' | 'good') =>
  db`coalesce(${db(`${answer}.regraded`)}, ${db(`${answer}.verdict`)})`

/**
 * SQL for the current verdict on answer `a` to question `q`. A grade given by a person overrides the
 * automatic verdict. People grade only the last answer to a question.
 */
const inForce = (db: Db) =>
  db`(case when a.grade is not null and a.seq = q.answers then q.verdict else ${machines(db, 'a')} end)`

type TileRow = {
  name: string
  time: string
  minutes: number
  studentId: string | null
  firstName: string
  lastName: string
  avatar: Avatar
  level: string
  mark: Mark | null
  last: VerdictStatus[] | null
  workId: string | null
  workName: string
  section: string
  sectionNum: number
  quesNum: number
  num: number
  of: number
  answered: number
  tries: number
  answers: number
  seenBy: string | null
} & Omit<CurrentQuestion, 'kind' | 'state'> & { kind: WorkKind; state: WorkState }

/**
 * Selects the students of a class with their current question. Returns one row without a student if none are
 * expected, and no row if the class doesn't meet.
 */
export const tileRows = (db: Db, zone: string, of: ClassOn) => db<TileRow[]>`
  with term as (select t.time, t.minutes from ${meets(db, of)} limit 1), roster as materialized (${expected(db, of)})
  select c.name, term.time, term.minutes, s.id as student_id, p.first_name, p.last_name, p.avatar, coalesce(pr.level, '') as level, att.mark,
    recent.last, place.*
  from term
  join classes c on c.center_id = ${of.centerId} and c.id = ${of.classId}
  left join roster on true
  left join students s on s.center_id = ${of.centerId} and s.id = roster.student_id
  left join people p on p.id = s.id
  left join programs pr on pr.center_id = s.center_id and pr.student_id = s.id and pr.name = c.subject
  left join attendances att on att.center_id = s.center_id and att.class_id = c.id and att.held_on = ${of.on} and att.student_id = s.id
  left join lateral (
    select w.id as work_id, w.kind, w.name as work_name, w.state, sec.name as section, q.section_num, q.section_ques_num as ques_num, q.num,
      coalesce(w.most_questions, (select count(*)::int from work_questions each where each.center_id = w.center_id and each.work_id = w.id)) as of,
      (select count(*)::int from work_questions each where each.center_id = w.center_id and each.work_id = w.id and each.filled) as answered,
      wp.since, q.tries, q.answers, latest.arrived_at as answered_at, q.verdict ->> 'status' as status, q.solved, q.waits, wp.hand_at,
      wp.hand_seen_at as seen_at, trim(helper.first_name) as seen_by, (
        select count(*)::int from answers a
        join work_questions each on each.center_id = a.center_id and each.work_id = a.work_id and each.num = a.num and each.section_num = q.section_num
        where a.center_id = w.center_id and a.work_id = w.id and ${machines(db, 'a')} ->> 'status' in ('incorrect', 'partial')
          and a.arrived_at >= ${dawn(db, zone)} and a.arrived_at > coalesce(wp.hand_seen_at, '-infinity') and a.arrived_at > coalesce((
            select max(good.arrived_at) from answers good
            join work_questions solved on solved.center_id = good.center_id and solved.work_id = good.work_id and solved.num = good.num
            where good.center_id = w.center_id and good.work_id = w.id and solved.section_num = q.section_num
              and ${machines(db, 'good')} ->> 'status' = 'correct'), '-infinity')
      ) as wrong
    from work_places wp
    join work w on w.center_id = wp.center_id and w.id = wp.work_id and w.state <> 'void'
    join work_questions q on q.center_id = wp.center_id and q.work_id = wp.work_id and q.num = wp.num
    join work_sections ws on ws.center_id = w.center_id and ws.work_id = w.id and ws.num = q.section_num
    join sections sec on sec.id = ws.section_id
    left join answers latest on latest.center_id = q.center_id and latest.work_id = q.work_id and latest.num = q.num and latest.seq = q.answers
    left join people helper on helper.id = wp.hand_seen_by
    where wp.center_id = s.center_id and wp.student_id = s.id and wp.since >= ${dawn(db, zone)}
  ) place on true
  left join lateral (
    select array_agg(status order by arrived_at) as last from (
      select ${inForce(db)} ->> 'status' as status, a.arrived_at from work w
      join answers a on a.center_id = w.center_id and a.work_id = w.id
      join work_questions q on q.center_id = a.center_id and q.work_id = a.work_id and q.num = a.num
      where w.center_id = s.center_id and w.student_id = s.id and w.state <> 'void' and a.arrived_at >= ${dawn(db, zone)}
        -- Only this work can have answers from today. The student's other work may span years.
        and (w.state = 'started' or w.submitted_at >= ${dawn(db, zone)})
      order by a.arrived_at desc limit 5) five
  ) recent on true
  order by p.last_name, p.first_name, s.id
`

type AnswerRow = {
  id: string
  studentId: string
  workId: string
  kind: WorkKind
  name: string
  num: number
  sectionNum: number
  quesNum: number
  seq: number
  status: VerdictStatus
  score: number
  at: string
  comment: string | null
  seen: boolean
  given: Given
}

type Page = ClassOn & { zone: string; after: Cursor | null; limit: number }

/**
 * Selects the answers that students in the class have given today, starting after a cursor, in order of
 * arrival. Returns one more than `limit` if there are more.
 */
export const answerRows = (db: Db, { zone, after, limit, ...of }: Page) => db<AnswerRow[]>`
  with roster as materialized (${expected(db, of)}), recent as materialized (
    -- Reads the center's answers since then, which are few compared with a student's whole past.
    select center_id, work_id, num, seq, id, given, verdict, regraded, grade, arrived_at, comment, seen_at from answers
    where center_id = ${of.centerId} and arrived_at >= greatest(${dawn(db, zone)}, ${after?.at ?? null}::timestamptz)
      and (${after?.at ?? null}::timestamptz is null or (arrived_at, id) > (${after?.at ?? null}::timestamptz, ${after?.id ?? null}::uuid))
  ), class_work as materialized (
    -- Leaves out other classes before reading questions, because most of the center's answers are from those.
    select w.id, w.student_id, w.kind, w.name from work w
    where w.center_id = ${of.centerId} and w.state <> 'void' and w.id in (select work_id from recent)
      and w.student_id in (select student_id from roster)
  )
  select a.id, w.student_id, w.id as work_id, w.kind, w.name, a.num, q.section_num, q.section_ques_num as ques_num, a.seq,
    ${inForce(db)} ->> 'status' as status, (${inForce(db)} ->> 'score')::float8 as score, a.arrived_at as at, a.comment, a.seen_at is not null as seen,
    a.given
  from class_work w join recent a on a.work_id = w.id
  -- Without the center, an index would be searched once for each center of the installation.
  join work_questions q on q.center_id = ${of.centerId} and q.work_id = a.work_id and q.num = a.num
  order by a.arrived_at, a.id limit ${limit + 1}
`

/** Returns a row if the class meets on the given day. */
export const meeting = (db: Db, of: ClassOn) => db`select 1 from ${meets(db, of)}`

/** Locks a student of the class and returns their current question and when somebody last went to them. */
export const lockPlace = (db: Db, { studentId, ...of }: ClassOn & { studentId: string }) => db<
  { num: number | null; workId: string | null; seenAt: string | null }[]
>`
  select wp.num, wp.work_id, wp.hand_seen_at as seen_at from students s
  left join work_places wp on wp.center_id = s.center_id and wp.student_id = s.id
  where s.center_id = ${of.centerId} and s.id = ${studentId} and s.id in (${expected(db, of)}) for no key update of s
`

/** Records that somebody is going to a student. */
export const putSeen = (
  db: Db,
  { centerId, studentId, by }: { centerId: CenterId; studentId: string; by: string | null },
) => db<{ seenAt: string; seenBy: string | null }[]>`
  update work_places set hand_seen_at = now(), hand_seen_by = ${by} where center_id = ${centerId} and student_id = ${studentId}
  returning hand_seen_at as seen_at, (select trim(first_name) from people where id = ${by}) as seen_by
`

/**
 * Records who is using a device's session from now on, and until when the previous person used it. Earlier
 * periods of use are kept for as long as marks may wait on the device.
 */
export const putClaim = (db: Db, { session }: Actor, by: string) => db`
  update sessions set claimed_by = ${by}, claimed_at = now(), earlier_claims = (
    select coalesce(jsonb_agg(c), '[]') from (
      select person_id, since, until from jsonb_to_recordset(earlier_claims) as earlier (person_id uuid, since timestamptz, until timestamptz)
      union all select claimed_by, claimed_at, now() where claimed_by is not null
    ) c where since > now() - interval '8 days'
  ) where id_hash = decode(${session}, 'hex')
`

/** Selects the hash of a center's classroom PIN; null if none is set. */
export const pinOf = (db: Db, center: CenterId) =>
  db<{ hash: string | null }[]>`select classroom_pin as hash from centers where id = ${center}`
