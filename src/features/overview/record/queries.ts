import { tokenName } from '#features/history/queries.ts'
import { classWords } from '#features/history/queries.ts'
import { studentFields } from '#features/students/fields.ts'
import { fieldsOf } from '#features/students/queries.ts'
import { isAllowed } from '#features/students/pickups/queries.ts'
import { namesOf } from '#shared/field-table.ts'
import { withoutLink } from '#server/mail.ts'
import type { Given, Verdict } from '#features/questions/rules.ts'
import type { Db } from '#server/db.ts'
import type { CenterId } from '#server/gate.ts'

/**
 * Child whose record is exported, with the child's centers and time zone. If `parentId` is set, the record is
 * for the family: it leaves out the office's internal data and data about other parents.
 */
export type RecordScope = {
  id: string
  centers: readonly CenterId[]
  parentId: string | null
  timeZone: string
}
type Child = Omit<RecordScope, 'timeZone'>

/** Returns the SQL condition that a row belongs to the child at these centers. */
const of = (db: Db, { id, centers }: RecordScope, alias: string) =>
  db`${db.unsafe(alias)}.student_id = ${id} and ${db.unsafe(alias)}.center_id = any(${[...centers]})`

const by = (db: Db, column: string) =>
  db`(select trim(first_name || ' ' || last_name) from people where id = ${db.unsafe(column)})`

const office = (db: Db, { parentId }: RecordScope, words: ReturnType<typeof db>) =>
  parentId === null ? words : db``

/**
 * Selects a child's name, and the time zone of the first given center where the child is a student, or UTC if
 * there is none.
 */
export const childRow = (db: Db, { id, centers }: Child) => db<{ name: string; timeZone: string }[]>`
  select trim(p.first_name || ' ' || p.last_name) as name, coalesce((
    select c.time_zone from students s join centers c on c.id = s.center_id where s.id = p.id and c.id = any(${[...centers]})
    order by c.id limit 1), 'UTC') as time_zone
  from people p where p.id = ${id} and p."group" = 'students'
`

type Row = Record<string, string | number | boolean | null>

const placed = ['firstName', 'lastName', 'studentNum', 'status']

/**
 * Returns the student fields that have no fixed position in the record. Leaves out the office's internal
 * fields if the record is for the family.
 */
const otherFields = ({ parentId }: RecordScope) =>
  namesOf(studentFields).filter(
    (name) => !placed.includes(name) && (parentId === null || !('isOffice' in studentFields[name])),
  )

const about = (db: Db, recordScope: RecordScope) => db<Row[]>`
  select p.first_name, p.last_name, p.avatar as picture, p.email, p.user_name, s.center_id as center, s.student_num as number, s.status,
    ${fieldsOf(db, otherFields(recordScope))}, s.created_at as since
  from students s join people p on p.id = s.id where s.id = ${recordScope.id} and s.center_id = any(${[...recordScope.centers]}) order by s.center_id
`

const parents = (db: Db, recordScope: RecordScope) => db<Row[]>`
  select trim(p.first_name || ' ' || p.last_name) as name, l.relationship, p.email, l.phone, l.phone_type, l.portal, l.contact, l.pickup, l.mails,
    l.ended_at as ended
  from parent_links l join people p on p.id = l.parent_id
  where ${of(db, recordScope, 'l')} and (${recordScope.parentId}::uuid is null or p.id = ${recordScope.parentId}) order by p.id, l.center_id
`

const pickups = (db: Db, recordScope: RecordScope) => db<Row[]>`
  select name, relationship ${office(db, recordScope, db`, phone, ${by(db, 'added_by')} as added_by, ${isAllowed(db)} as allowed`)} from pickup_people x
  where ${of(db, recordScope, 'x')} and (${recordScope.parentId === null} or ${isAllowed(db)}) order by created_at, id
`

const levels = (db: Db, recordScope: RecordScope) => db<Row[]>`
  select subject, level, chapter, reached_at as reached, null as test from student_levels l where ${of(db, recordScope, 'l')}
  union all select name, level, chapter, null, test from programs g where ${of(db, recordScope, 'g')} order by 4 nulls first
`

const weeklyGoal = (db: Db, recordScope: RecordScope) => db<Row[]>`
  select questions as set_by_staff, own as chosen_by_the_student, celebrated_on from weekly_goals g where ${of(db, recordScope, 'g')} order by center_id
`

/**
 * Returns SQL for the day that determines the weekday and time in the name of a place's class: today, or the
 * nearest day within the place.
 */
const nearest = (db: Db) => db`least(upper(p.during) - 1, greatest(lower(p.during), current_date))`

const classes = (db: Db, recordScope: RecordScope) => db<Row[]>`
  select ${classWords(db, { on: nearest(db) })} as class, c.subject, p.type, lower(p.during) as from, upper(p.during) - 1 as until, p.first_class,
    (select string_agg(lower(b.during) || ' to ' || upper(b.during) - 1, ', ' order by lower(b.during)) from breaks b
      where b.center_id = p.center_id and b.place_id = p.id) as breaks ${office(db, recordScope, db`, p.over_reason`)}
  from places p join classes c on c.center_id = p.center_id and c.id = p.class_id where ${of(db, recordScope, 'p')} order by lower(p.during), p.id
`

const attendance = (db: Db, recordScope: RecordScope) => db<Row[]>`
  select a.held_on as on, ${classWords(db, { on: db`a.held_on` })} as class, a.mark, a.arrived_at as arrived, a.departed_at as departed,
    a.picked_up_by, a.excused, a.reason, a.noticed_at as told ${office(db, recordScope, db`, a.note, ${by(db, 'a.taken_by')} as taken_by`)}
  from attendances a join classes c on c.center_id = a.center_id and c.id = a.class_id where ${of(db, recordScope, 'a')} order by a.held_on, a.id
`

const credits = (db: Db, recordScope: RecordScope) => db<Row[]>`
  select r.missed_on as missed, ${classWords(db, { on: db`r.missed_on` })} as class, r.reason, r.expires_on as expires,
    r.place_id is not null as spent, r.void_at as void ${office(db, recordScope, db`, r.note`)}
  from credits r join classes c on c.center_id = r.center_id and c.id = r.class_id where ${of(db, recordScope, 'r')} order by r.missed_on, r.id
`

const tests = (db: Db, recordScope: RecordScope) => db<Row[]>`
  select held_on as on, subject, level, test, name, score1 as first_score, score2 as corrected_score, ${by(db, 'record_by')} as recorded_by
  from student_tests t where ${of(db, recordScope, 't')} order by held_on, id
`

const awards = (db: Db, recordScope: RecordScope) => db<Row[]>`
  select given_at as given, type as award, subject, note, ${by(db, 'given_by')} as given_by from student_awards a
  where ${of(db, recordScope, 'a')} order by given_at, id
`

/**
 * Selects the drawings on whiteboards, one row per question and ink. Families don't get staff's ink while the
 * grading is hidden from them.
 */
const whiteboards = (db: Db, recordScope: RecordScope) => db<Row[]>`
  select w.name as work, b.num as question, b.ink, max(b.drawn_at) as drawn, json_agg(b.points order by b.seq)::text as drawing
  from work w join whiteboard_strokes b on b.center_id = w.center_id and b.work_id = w.id
  where ${of(db, recordScope, 'w')} and (${recordScope.parentId === null} or b.ink = 'green' or w.kind = 'homework' or w.state = 'started' or w.kind = 'test' and w.state = 'returned')
  group by w.center_id, w.id, b.num, b.ink order by w.assigned_at, w.id, b.num, b.ink
`

const notes = (db: Db, recordScope: RecordScope) => db<Row[]>`
  select created_at as written, msg as note, active as shown, ${by(db, 'record_by')} as written_by from student_notes n
  where ${of(db, recordScope, 'n')} order by id
`

const prospect = (db: Db, recordScope: RecordScope) => db<Row[]>`
  select began_at as began, source, stage, stage_at as since, lost_reason, next_step, next_on, enrolled_on as enrolled, t.asked_at as form_sent,
    t.confirmed_at as form_confirmed
  from prospects p left join trial_requests t on t.center_id = p.center_id and t.student_id = p.student_id
  where ${of(db, recordScope, 'p')}
`

/**
 * Selects emails to the child, and to those parents who have never been linked to another child. Emails to
 * parents of several children aren't in any child's record.
 */
const mails = (db: Db, { id, parentId }: RecordScope) => db<Row[]>`
  select m.created_at as written, m.to_address as to, m.subject, ${withoutLink(db, '(A link was removed here.)')} as text, m.state
  from mail m where m.person_id = ${id} or (m.person_id in (select parent_id from parent_links where student_id = ${id} and ended_at is null)
    and (${parentId}::uuid is null or m.person_id = ${parentId})
    and not exists (select from parent_links o where o.parent_id = m.person_id and o.student_id <> ${id})) order by m.id
`

/** Returns the SQL condition that a person `p` is a parent other than the one receiving the record. */
const isOther = (db: Db, { parentId }: Child) =>
  parentId === null ? db`false` : db`coalesce(p."group" = 'parents' and p.id <> ${parentId}, false)`

const accesses = (db: Db, recordScope: RecordScope) => db<Row[]>`
  select (d.at at time zone ${recordScope.timeZone})::date as on, d.how,
    case when ${isOther(db, recordScope)} then 'Another parent' else trim(p.first_name || ' ' || p.last_name) end as by
  from access_log d join people p on p.id = d.person_id where d.student_id = ${recordScope.id}
  group by 1, p.id, d.how order by min(d.at), by
`

/** Selects the child's sessions, including expired ones that are still stored. */
const signedIn = (db: Db, { id }: RecordScope) => db<Row[]>`
  select created_at as began, seen_at as last_used, user_agent as browser, address from sessions where person_id = ${id} order by created_at
`

/**
 * Sections of the record that need only one statement each, in order. Families don't get those marked
 * `ofOffice`. Those marked `privileged` read tables that ordinary requests can't access.
 */
export const sections: readonly {
  title: string
  rows: (db: Db, recordScope: RecordScope) => PromiseLike<readonly Row[]>
  ofOffice?: true
  privileged?: true
}[] = [
  { title: 'About', rows: about },
  { title: 'Parents', rows: parents },
  { title: 'Who may pick up', rows: pickups },
  { title: 'Levels', rows: levels },
  { title: 'Weekly goal', rows: weeklyGoal },
  { title: 'Classes', rows: classes },
  { title: 'Attendance', rows: attendance },
  { title: 'Make-up credits', rows: credits },
  { title: 'Tests on paper', rows: tests },
  { title: 'Awards', rows: awards },
  { title: 'Whiteboards', rows: whiteboards },
  { title: 'Notes', rows: notes, ofOffice: true },
  { title: 'First contact', rows: prospect, ofOffice: true },
  { title: 'Mail', rows: mails, privileged: true },
  { title: 'Logins', rows: signedIn, privileged: true },
  { title: 'Who has seen the record', rows: accesses },
]

export type WorkRow = { id: string; centerId: CenterId; isOpen: boolean } & Row

/** Selects all work, oldest first. `isOpen` is true while the family can't see the work's results. */
export const workRows = (db: Db, recordScope: RecordScope) => db<WorkRow[]>`
  select w.id, w.center_id, w.kind <> 'homework' and w.state <> 'returned' as is_open, w.kind, w.name, w.state, w.due_on as due, w.minutes,
    w.assigned_at as assigned, w.started_at as started, w.submitted_at as submitted, w.returned_at as returned, w.correct, w.total, w.hint as with_hints,
    w.score::float8, w.score2::float8 as corrected_score
  from work w where ${of(db, recordScope, 'w')} order by w.assigned_at, w.id
`

export type AnswerRow = {
  num: number
  given: Given
  verdict: Verdict
  grade: string | null
  comment: string | null
  arrivedAt: string
  counted: boolean
}

/** Selects every answer to the questions of a piece of work, including late ones that didn't count. */
export const answerRows = (db: Db, { centerId, id }: { centerId: CenterId; id: string }) => db<AnswerRow[]>`
  select num, given, coalesce(regraded, verdict) as verdict, grade, comment, arrived_at, true as counted from answers where center_id = ${centerId} and work_id = ${id}
  union all
  select num, given, null, null, null, arrived_at, false from late_answers where center_id = ${centerId} and work_id = ${id} and seq is null
  order by num, arrived_at
`

type PageRow = { id: string; centerId: CenterId; work: string; page: number; photographed: string }

/** Selects the photographed worksheet pages, without the photos and what staff marked on them. */
export const pageRows = (db: Db, recordScope: RecordScope) => db<PageRow[]>`
  select p.id, p.center_id, w.name as work, p.num as page, p.scanned_at as photographed
  from work w join printed_pages p on p.center_id = w.center_id and p.work_id = w.id and p.picture is not null
  where ${of(db, recordScope, 'w')} order by w.assigned_at, w.id, p.scanned_at, p.num
`

export const photoRow = (db: Db, { centerId, id }: Pick<PageRow, 'centerId' | 'id'>) => db<
  { picture: Buffer }[]
>`
  select picture from printed_pages where center_id = ${centerId} and id = ${id} and picture is not null
`

export type ActionRow = {
  id: string
  at: string
  action: string
  entity: string
  before: unknown
  after: unknown
  by: string | null
  /** True if the action was done by a parent other than the one receiving the record. */
  isOther: boolean
}

/** Selects actions on the child and the child's data: the next 200 after the given one, oldest first. */
export const actionRows = (db: Db, { id, centers, ...recordScope }: RecordScope, after: string) => db<
  ActionRow[]
>`
  select a.id::text, a.at, a.action, a.entity_id as entity, a.before, a.after, ${isOther(db, { id, centers, ...recordScope })} as is_other,
    coalesce(${tokenName(db)}, nullif(concat_ws(' on ', nullif(trim(p.first_name || ' ' || p.last_name), ''), d.name), '')) as by
  from audit a left join people p on p.id = a.person_id
  left join devices d on d.center_id = a.center_id and d.id = a.device_id
  left join access_tokens t on t.center_id = a.center_id and t.id = a.token_id
  where (a.entity_id = ${id} or audit_about(a.before, a.after) @> array[${id}::text]) and (a.center_id = any(${[...centers]}) or a.center_id is null)
    and a.id > ${after}::bigint order by a.id limit 200
`

/**
 * Selects the names of the classes, work and people in the actions. Of the people, includes only the child
 * and all of the child's parents or, in a record for the family, only the parent receiving it.
 */
export const namesIn = (db: Db, { id, centers, parentId }: RecordScope, ids: readonly string[]) => db<
  { id: string; name: string }[]
>`
  with asked as (select id::uuid from unnest(${[...ids]}::text[]) id)
  select c.id, ${classWords(db)} as name from asked join classes c on c.center_id = any(${[...centers]}) and c.id = asked.id
  union all select w.id, w.kind || ' “' || w.name || '”' from asked join work w on w.center_id = any(${[...centers]}) and w.id = asked.id
    and w.student_id = ${id}
  union all select p.id, trim(p.first_name || ' ' || p.last_name) from asked join people p on p.id = asked.id
  where p.id = ${id} or exists (select from parent_links l where l.student_id = ${id} and l.parent_id = p.id and (${parentId}::uuid is null or p.id = ${parentId}))
`
