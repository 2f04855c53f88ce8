import type { Db } from '#server/db.ts'
import type { CenterId } from '#server/gate.ts'
import { pageOf } from '#server/page.ts'
import type { Day } from '#shared/days.ts'
import type { Activity, Award, Note, PaperTest } from './api.ts'
import { type ActivityType, type Cursor, cursorOf } from './activities.ts'

/** Student that a record is about. The caller has checked the center; each statement checks the student. */
type StudentKey = { studentId: string }
type RecordAuthor = { id: string; studentId: string; by: string }

const name = (db: Db) => db`coalesce(trim(by.first_name || ' ' || by.last_name), '')`

const noteColumns = (db: Db) =>
  db`n.id, ${name(db)} as record_by, n.msg, n.active, n.created_at as date, n.version`

/** Returns a student's latest 200 notes, newest first. */
export const notesOf = (db: Db, center: CenterId, { studentId }: StudentKey) => db<Note[]>`
  select ${noteColumns(db)} from student_notes n join people by on by.id = n.record_by
  where n.center_id = ${center} and n.student_id = ${studentId} order by n.id desc limit 200
`

export const lockNote = (
  db: Db,
  center: CenterId,
  { id, studentId }: { id: string; studentId: string },
) => db<Note[]>`
  select ${noteColumns(db)} from student_notes n join people by on by.id = n.record_by
  where n.center_id = ${center} and n.student_id = ${studentId} and n.id = ${id} for no key update of n
`

/** Adds a note. Returns no row if the center has no such student. */
export const putNote = (
  db: Db,
  center: CenterId,
  { id, studentId, by, msg }: RecordAuthor & { msg: string },
) => db<Note[]>`
  with put as (
    insert into student_notes (center_id, id, student_id, record_by, msg)
    select center_id, ${id}, id, ${by}, ${msg} from students where center_id = ${center} and id = ${studentId} returning *
  )
  select ${noteColumns(db)} from put n join people by on by.id = n.record_by
`

export const changeNote = (
  db: Db,
  center: CenterId,
  { id, msg, active }: Pick<Note, 'id' | 'msg' | 'active'>,
) => db`
  update student_notes set msg = ${msg}, active = ${active}, version = version + 1 where center_id = ${center} and id = ${id}
`

export type TestRow = Omit<PaperTest, '_id'> & { id: string }
type PaperTestValues = Pick<PaperTest, 'date' | 'subject' | 'level' | 'test' | 'name' | 'score1' | 'score2'>

const testColumns = (db: Db) => db`
  t.id, t.held_on as date, ${name(db)} as recorder, t.subject, t.level, t.test, t.name, t.score1, t.score2, t.version`

/** Returns a student's latest 200 paper tests, newest first. */
export const testsOf = (db: Db, center: CenterId, { studentId }: StudentKey) => db<TestRow[]>`
  select ${testColumns(db)} from student_tests t join people by on by.id = t.record_by
  where t.center_id = ${center} and t.student_id = ${studentId} order by t.held_on desc, t.id desc limit 200
`

export const lockTest = (
  db: Db,
  center: CenterId,
  { id, studentId }: { id: string; studentId: string },
) => db<TestRow[]>`
  select ${testColumns(db)} from student_tests t join people by on by.id = t.record_by
  where t.center_id = ${center} and t.student_id = ${studentId} and t.id = ${id} for no key update of t
`

/** Adds a test. Returns no row if the center has no such student. */
export const putTest = (
  db: Db,
  center: CenterId,
  { id, studentId, by, ...test }: RecordAuthor & PaperTestValues,
) => db<TestRow[]>`
  with put as (
    insert into student_tests (center_id, id, student_id, record_by, held_on, subject, level, test, name, score1, score2)
    select center_id, ${id}, id, ${by}, ${test.date}, ${test.subject}, ${test.level}, ${test.test}, ${test.name}, ${test.score1}, ${test.score2}
    from students where center_id = ${center} and id = ${studentId} returning *
  )
  select ${testColumns(db)} from put t join people by on by.id = t.record_by
`

export const changeTest = (db: Db, center: CenterId, { id, ...test }: PaperTestValues & { id: string }) => db`
  update student_tests set held_on = ${test.date}, subject = ${test.subject}, level = ${test.level}, test = ${test.test}, name = ${test.name},
    score1 = ${test.score1}, score2 = ${test.score2}, version = version + 1
  where center_id = ${center} and id = ${id}
`

export const dropTest = (db: Db, center: CenterId, id: string) =>
  db`delete from student_tests where center_id = ${center} and id = ${id}`

type AwardRow = Omit<Award, '_id'> & { id: string }
type NewAward = Pick<Award, 'type' | 'subject' | 'note'> & { rule: string | null }

const awardColumns = (db: Db) => db`
  a.id, (a.given_at at time zone c.time_zone)::date as date, ${name(db)} as recorder, a.type, a.subject, a.note`

/** Returns a student's latest 200 awards, newest first. */
export const awardsOf = (db: Db, center: CenterId, { studentId }: StudentKey) => db<AwardRow[]>`
  select ${awardColumns(db)} from student_awards a join people by on by.id = a.given_by join centers c on c.id = a.center_id
  where a.center_id = ${center} and a.student_id = ${studentId} order by a.given_at desc, a.id desc limit 200
`

/**
 * Adds an award. Returns no row if the center has no such student. Fails with `award_given_for_it` if the
 * student already has an award for this rule in this subject.
 */
export const putAward = (
  db: Db,
  center: CenterId,
  { id, studentId, by, type, subject, note, rule }: RecordAuthor & NewAward,
) => db<AwardRow[]>`
  with put as (
    insert into student_awards (center_id, id, student_id, given_by, type, subject, note, rule)
    select center_id, ${id}, id, ${by}, ${type}, ${subject}, ${note}, ${rule} from students where center_id = ${center} and id = ${studentId} returning *
  )
  select ${awardColumns(db)} from put a join people by on by.id = a.given_by join centers c on c.id = a.center_id
`

type ReachedLevel = { id: string; name: string; level: string; chapter: number | null }

/** Stores levels and chapters that a student has reached, one row per subject. */
export const putLevels = (
  db: Db,
  center: CenterId,
  { studentId, by, levels }: { studentId: string; by: string | null; levels: readonly ReachedLevel[] },
) => db`
  insert into student_levels (center_id, id, student_id, record_by, subject, level, chapter)
  select ${center}, id, ${studentId}, ${by}, name, level, chapter
  from jsonb_to_recordset(${db.json([...levels])}) as l(id uuid, name text, level text, chapter int)
`

/** Returns SQL for entries of the timeline in one shape: kind, day at the center, id, recorder, facts. */
const entries = (db: Db, center: CenterId, studentId: string) => db`
  select 'level' as type, (l.reached_at at time zone c.time_zone)::date as day, l.id, l.record_by as by_id,
    jsonb_build_object('subject', l.subject, 'level', l.level, 'chapter', l.chapter) as facts
  from student_levels l join centers c on c.id = l.center_id where l.center_id = ${center} and l.student_id = ${studentId}
  union all
  select 'note', (n.created_at at time zone c.time_zone)::date, n.id, n.record_by, jsonb_build_object('body', n.msg)
  from student_notes n join centers c on c.id = n.center_id where n.center_id = ${center} and n.student_id = ${studentId} and n.active
  union all
  select 'test', t.held_on, t.id, t.record_by, jsonb_build_object('subject', t.subject, 'level', t.level, 'test', t.test, 'name', t.name,
    'score1', t.score1, 'score2', t.score2)
  from student_tests t where t.center_id = ${center} and t.student_id = ${studentId}
  union all
  select 'homework', (coalesce(h.submitted_at, h.assigned_at) at time zone c.time_zone)::date, h.id, h.assigned_by,
    jsonb_build_object('name', h.name, 'level', level.name, 'levelId', level.id, 'chapter', s.chapter_num, 'correct', h.correct,
      'total', h.total, 'hint', h.hint, 'score', h.score::float8)
  from work h
  join centers c on c.id = h.center_id
  join work_sections first on first.center_id = h.center_id and first.work_id = h.id and first.num = 1
  join sections s on s.id = first.section_id
  join levels level on level.id = s.level_id
  where h.center_id = ${center} and h.student_id = ${studentId} and h.kind = 'homework' and not h.warm_up and h.state <> 'void'
  union all
  select 'test', (h.submitted_at at time zone c.time_zone)::date, h.id, h.assigned_by,
    jsonb_build_object('subject', course.subject, 'level', level.name, 'test', 'Chapter ' || h.chapter_num, 'name', h.name,
      'score1', case when h.state <> 'submitted' then round(100 * h.score) || '%' end, 'score2', round(100 * h.score2) || '%')
  from work h
  join centers c on c.id = h.center_id
  join levels level on level.id = h.level_id
  join courses course on course.id = level.course_id
  where h.center_id = ${center} and h.student_id = ${studentId} and h.kind = 'test' and h.state in ('submitted', 'graded', 'returned')`

type EntryRow = {
  type: ActivityType
  date: Day
  id: string
  recorder: string
  facts: Record<string, unknown>
}
type ActivityQuery = { studentId: string; type?: ActivityType; after?: Cursor }

const page = 20

/** Returns a page of a student's timeline, newest first, with the cursor of the next one. */
export async function activitiesOf(db: Db, center: CenterId, { studentId, type, after }: ActivityQuery) {
  const found = await db<EntryRow[]>`
    with entries as (${entries(db, center, studentId)})
    select e.type, e.day as date, e.id, ${name(db)} as recorder, e.facts
    from entries e left join people by on by.id = e.by_id
    where (${type ?? null}::text is null or e.type = ${type ?? null})
      and (${after?.id ?? null}::uuid is null or (e.day, e.id) < (${after?.day ?? null}::date, ${after?.id ?? null}::uuid))
    order by e.day desc, e.id desc limit ${page + 1}
  `
  const { rows, last } = pageOf(
    found.map(({ id, facts, ...entry }) => ({ ...entry, ...facts, _id: id }) as Activity),
    page,
  )
  return { activities: rows, after: last && cursorOf(last) }
}
