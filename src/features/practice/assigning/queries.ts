import type { Day } from '#shared/days.ts'
import type { Db } from '#server/db.ts'
import type { CenterId } from '#server/gate.ts'
import type { StudentScope } from '../queries.ts'
import type { WorkKind } from '../rules.ts'

/**
 * Selects the student's center, if the caller has access to it: one where the student is active, otherwise
 * one where the student is a prospect.
 */
export const centerOfStudent = (db: Db, { studentId, centers }: StudentScope) => db<
  { centerId: CenterId; firstName: string }[]
>`
  select s.center_id, p.first_name from students s join people p on p.id = s.id
  where s.id = ${studentId} and s.center_id = any(${[...centers]}) and s.status <> 'inactive'
  order by s.status = 'active' desc, s.center_id limit 1
`

export type SectionRow = { id: string; name: string; questions: number }

/** Selects sections in the requested order, with the number of their ready questions. */
export const sectionsToAssign = (db: Db, ids: readonly string[]) => db<SectionRow[]>`
  select s.id, s.name, (select count(*)::int from questions q where q.section_id = s.id and q.status <> 'error') as questions
  from unnest(${[...ids]}::uuid[]) with ordinality as asked(id, place) join sections s on s.id = asked.id
  order by asked.place
`

/**
 * Selects the sections of a chapter's test, or of all tests of a level if the chapter is null, with the
 * number of their ready questions.
 */
export const testSections = (
  db: Db,
  { levelId, chapterNum }: { levelId: string; chapterNum: number | null },
) => db<(SectionRow & { level: string; test: string })[]>`
  select s.id, s.name, l.name as level, t.name as test,
    (select count(*)::int from questions q where q.section_id = s.id and q.status <> 'error') as questions
  from levels l
  join chapter_tests t on t.level_id = l.id
  join sections s on s.level_id = t.level_id and s.chapter_num = t.chapter_num and s.kind = 'test'
  where l.id = ${levelId} and (${chapterNum}::int is null or t.chapter_num = ${chapterNum})
  order by s.chapter_num, s.num
`

/**
 * Work to assign. All work has sections; an assessment also has a level, and a test has a level and a
 * chapter.
 */
export type NewWork = {
  centerId: CenterId
  id: string
  kind: WorkKind
  studentId: string
  name: string
  item: string
  dueOn: Day | null
  minutes?: number | null
  levelId?: string | null
  chapterNum?: number | null
  /** Maximum number of questions in an adaptive assessment. */
  most?: number | null
  /** The test that this homework corrects. */
  corrects?: string | null
  /** Questions of a warm-up, chosen one by one. */
  questions?: readonly string[]
  assignedBy: string
  sections: readonly string[]
  /** Sections of which only half of the questions are assigned. */
  halfSections?: readonly string[]
}

/** Stores new work. Fails on the constraint `item_open_already` while the student has the same work open. */
export const putWork = (db: Db, work: NewWork) => db`
  with given as (
    insert into work (center_id, id, kind, student_id, name, item, due_on, minutes, level_id, chapter_num, corrects,
      most_questions, warm_up, assigned_by)
    values (${work.centerId}, ${work.id}, ${work.kind}, ${work.studentId}, ${work.name}, ${work.item}, ${work.dueOn}, ${work.minutes ?? null},
      ${work.levelId ?? null}, ${work.chapterNum ?? null}, ${work.corrects ?? null},
      ${work.most ?? null}, ${work.questions !== undefined}, ${work.assignedBy})
  )
  insert into work_sections (center_id, work_id, num, section_id, is_half)
  select ${work.centerId}, ${work.id}, place, id, id = any(${[...(work.halfSections ?? [])]}::uuid[]) from unnest(${[...work.sections]}::uuid[]) with ordinality as asked(id, place)
`

type WorkKey = { centerId: CenterId; id: string }

/**
 * Selects those of the questions that are ready and don't belong to a test, in the requested order, with
 * their sections.
 */
export const questionsToAssign = (db: Db, ids: readonly string[]) => db<{ id: string; sectionId: string }[]>`
  select q.id, q.section_id from unnest(${[...ids]}::uuid[]) with ordinality as asked(id, place)
  join questions q on q.id = asked.id join sections s on s.id = q.section_id
  where q.status <> 'error' and s.kind = 'chapter' order by asked.place
`

/** Pins the questions of a new warm-up to their current revisions, each with a variant if it is random. */
export const pinQuestions = (db: Db, { centerId, id }: WorkKey, questions: readonly string[]) => db`
  insert into work_questions (center_id, work_id, num, section_num, section_ques_num, question_id, revision, variant)
  select ws.center_id, ws.work_id, row_number() over (order by ws.num, asked.place), ws.num,
    row_number() over (partition by ws.num order by asked.place), q.id, q.revision, (
      select v.num from question_variants v where v.question_id = q.id and v.revision = q.revision
      order by hashtextextended(ws.work_id::text || v.num, 0) limit 1)
  from unnest(${[...questions]}::uuid[]) with ordinality as asked(id, place)
  join questions q on q.id = asked.id
  join work_sections ws on ws.center_id = ${centerId} and ws.work_id = ${id} and ws.section_id = q.section_id
`

/**
 * Locks a student's open warm-ups, started or not, and returns them with their questions. `startedToday` is
 * true if a warm-up was started today in the center's time zone.
 */
export const lockWarmUps = (db: Db, { studentId, centers }: StudentScope) => db<
  (WorkKey & { state: 'assigned' | 'started'; startedToday: boolean; questions: string[] })[]
>`
  select w.center_id, w.id, w.state, coalesce((w.started_at at time zone c.time_zone)::date = (now() at time zone c.time_zone)::date, false) as started_today,
    array(select q.question_id from work_questions q where q.center_id = w.center_id and q.work_id = w.id) as questions
  from work w join centers c on c.id = w.center_id
  where w.center_id = any(${[...centers]}) and w.student_id = ${studentId} and w.warm_up and w.state in ('assigned', 'started')
  order by w.id for no key update of w
`

/** Withdraws locked work that hasn't started: voids it and deletes its sections and questions. */
export const dropAssigned = (db: Db, { centerId, id }: WorkKey) => db`
  with unpinned as (delete from work_questions where center_id = ${centerId} and work_id = ${id}),
  gone as (delete from work_sections where center_id = ${centerId} and work_id = ${id})
  update work set state = 'void', version = version + 1 where center_id = ${centerId} and id = ${id}
`

type Plan = WorkKey & { dueOn: Day | null; minutes: number | null; state: 'returned' | 'void' | null }

/** Changes the due date and time limit of locked work, and its state if set. */
export const changeWork = (db: Db, { centerId, id, dueOn, minutes, state }: Plan) => db`
  update work set due_on = ${dueOn}, minutes = ${minutes}, state = coalesce(${state}, state),
    returned_at = case when ${state} = 'returned' then coalesce(returned_at, now()) else returned_at end, version = version + 1
  where center_id = ${centerId} and id = ${id}
`
