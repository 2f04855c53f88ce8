import type { Db } from '#server/db.ts'
import type { CenterId } from '#server/gate.ts'
import type { Day } from '#shared/days.ts'
import type { ChildSkills, Section, SkillAnswer } from './api.ts'
import type { Skill } from './skills.ts'

type StudentKey = { centerId: string; studentId: string }
export type StudentsInCenters = { centers: readonly CenterId[]; studentIds: readonly string[] }

/**
 * SQL condition that the result of work `w` counts toward the estimates: completed homework, and returned
 * tests and assessments.
 */
const counts = (db: Db) => db`(
  w.kind = 'homework' and w.state in ('submitted', 'graded', 'returned') or w.kind <> 'homework' and w.state = 'returned')`

/**
 * SQL for the id of the section whose skill is shown by answers in section `s`. For a section of a test, this
 * is the chapter's section of the same name, if there is one.
 */
export const skillSection = (db: Db) => db`coalesce((
  select twin.id from sections twin where s.kind = 'test' and twin.level_id = s.level_id and twin.chapter_num = s.chapter_num
    and twin.kind = 'chapter' and lower(twin.name) = lower(s.name) order by twin.num limit 1), s.id)`

/**
 * SQL condition that question `wq` of work `w` counts as evidence. Unanswered questions don't count in
 * homework and adaptive assessments.
 */
export const tells = (db: Db) =>
  db`(${counts(db)} and not wq.waits and (wq.filled or w.kind <> 'homework' and w.most_questions is null))`

/** SQL for work `w`, joined with its questions `wq`, the material's questions `q`, and their sections `s`. */
export const answered = (db: Db) => db`work w
  join work_questions wq on wq.center_id = w.center_id and wq.work_id = w.id
  join questions q on q.id = wq.question_id
  join sections s on s.id = q.section_id`

type PracticedRow = {
  workId: string
  sectionId: string
  at: string
  tries: number
  solved: boolean
  hints: number
  difficulty: number
}

/**
 * Selects all questions of a child's work that count as evidence, in the order in which the work was
 * submitted.
 */
export const practicedRows = (db: Db, { centerId, studentId }: StudentKey) => db<PracticedRow[]>`
  select w.id as work_id, ${skillSection(db)} as section_id, w.submitted_at as at, wq.tries, wq.solved, wq.hint_steps as hints,
    coalesce(d.difficulty, 0)::float8 as difficulty
  from ${answered(db)}
  left join question_difficulties d on d.question_id = q.id
  where w.center_id = ${centerId} and w.student_id = ${studentId} and ${tells(db)}
  order by w.submitted_at, w.id, wq.num
`

const instant = (ms: number | null) => (ms === null ? null : new Date(ms).toISOString())

/** Replaces all of a child's estimates at a center. */
export const putEstimates = (
  db: Db,
  { centerId, studentId }: StudentKey,
  skills: ReadonlyMap<string, Skill>,
) => db`
  with new as (
    select * from jsonb_to_recordset(${db.json(
      [...skills].map(([sectionId, { at, masteredAt, dueAt, ...rest }]) => ({
        sectionId,
        ...rest,
        at: instant(at),
        masteredAt: instant(masteredAt),
        dueAt: instant(dueAt),
      })),
    )}) as n ("sectionId" uuid, ability real, variance real, start real, answers int, at timestamptz, "masteredAt" timestamptz, "dueAt" timestamptz)
  ), gone as (
    delete from section_estimates where center_id = ${centerId} and student_id = ${studentId} and section_id not in (select "sectionId" from new)
  )
  insert into section_estimates as e
    (center_id, student_id, section_id, ability, variance, start_ability, answers, answered_at, mastered_at, due_at)
  select ${centerId}, ${studentId}, "sectionId", ability, variance, start, answers, at, "masteredAt", "dueAt" from new order by "sectionId"
  on conflict (center_id, student_id, section_id) do update set ability = excluded.ability, variance = excluded.variance,
    start_ability = excluded.start_ability, answers = excluded.answers, answered_at = excluded.answered_at,
    mastered_at = excluded.mastered_at, due_at = excluded.due_at
`

/**
 * Takes up to `most` results, oldest first, off the queue of results that no estimate includes yet. Returns
 * the student of each.
 */
export const takeDue = (db: Db, most: number) => db<StudentKey[]>`
  delete from estimates_due where id in (select id from estimates_due order by id limit ${most} for update skip locked)
  returning center_id, student_id
`

/**
 * Locks a child before the estimates are calculated, so that two jobs don't interfere. Returns no row if the
 * child was erased.
 */
export const lockChild = (db: Db, { centerId, studentId }: StudentKey) => db<{ id: string }[]>`
  select id from students where center_id = ${centerId} and id = ${studentId} for no key update
`

/** Number of answers after which a question's difficulty is estimated at most once a day. */
const known = 50

/** SQL condition that a question was answered correctly on the first try, without a hint. */
const rightFirst = (db: Db) => db`(wq.solved and wq.tries <= 1 and wq.hint_steps = 0)`

/**
 * Selects the questions of a child's latest work. Leaves out those with at least `known` answers that were
 * already estimated in the last 24 hours.
 */
export const questionsToEstimate = (db: Db, { centerId, studentId }: StudentKey) => db<{ id: string }[]>`
  select own.question_id as id from work_questions own where own.center_id = ${centerId} and own.work_id = (
      select w.id from work w where w.center_id = ${centerId} and w.student_id = ${studentId} and ${counts(db)} order by w.submitted_at desc, w.id limit 1)
    and not exists (select from question_difficulties known where known.question_id = own.question_id and known.answers >= ${known}
      and known.estimated_at > now() - interval '1 day')
`

/**
 * Estimates the difficulty of questions: the log-odds of not solving one on the first try without a hint,
 * relative to a question that three in four children solve. Starts from eight assumed answers at that rate,
 * so that a few answers have little effect. Also stores the answer counts and the discrimination.
 */
export const estimateDifficulties = (db: Db, ids: readonly string[]) => db`
  insert into question_difficulties as d (question_id, answers, right_first, hinted, difficulty, discrimination)
  select wq.question_id, count(*), count(*) filter (where ${rightFirst(db)}), count(*) filter (where wq.hint_steps > 0),
    ln((count(*) filter (where not ${rightFirst(db)}) + 2.0)
      / (count(*) filter (where ${rightFirst(db)}) + 6.0)) - ln(2.0 / 6.0),
    corr(${rightFirst(db)}::int, w.correct::float8 / nullif(w.total, 0))
  from work_questions wq
  join work w on w.center_id = wq.center_id and w.id = wq.work_id
  where ${tells(db)} and wq.question_id = any(${[...ids]}::uuid[])
  group by wq.question_id order by wq.question_id
  on conflict (question_id) do update set answers = excluded.answers, right_first = excluded.right_first, hinted = excluded.hinted,
    difficulty = excluded.difficulty, discrimination = excluded.discrimination, estimated_at = now()
`

/** Maximum number of wrong answers listed per question. */
const maxWrong = 20

export const dropWrongAnswers = (db: Db, ids: readonly string[]) =>
  db`delete from wrong_answers where question_id = any(${[...ids]}::uuid[])`

/**
 * Stores lists of the wrong answers that at least three children gave to the current revisions of questions.
 */
export const putWrongAnswers = (db: Db, ids: readonly string[]) => db`
  with found as (
    select q.id, q.revision, wq.variant, a.given, count(distinct w.student_id) as children,
      row_number() over (partition by q.id order by count(distinct w.student_id) desc, a.given, wq.variant) as num
    from questions q
    join work_questions wq on wq.question_id = q.id and wq.revision = q.revision
    join work w on w.center_id = wq.center_id and w.id = wq.work_id
    join answers a on a.center_id = wq.center_id and a.work_id = wq.work_id and a.num = wq.num
    where q.id = any(${[...ids]}::uuid[]) and ${counts(db)} and coalesce(a.regraded, a.verdict) ->> 'status' in ('incorrect', 'partial')
      and a.grade is distinct from 1
    group by q.id, q.revision, wq.variant, a.given
    having count(distinct w.student_id) >= 3
  )
  insert into wrong_answers (question_id, num, revision, variant, given, children)
  select id, num, revision, variant, given, children from found where num <= ${maxWrong}
`

export type EstimateRow = {
  studentId: string
  sectionId: string
  ability: number
  variance: number
  start: number
  answers: number
  at: string
  masteredAt: string | null
  dueAt: string | null
}

export const estimateColumns = (db: Db) => db`
  section_id, ability::float8 as ability, variance::float8 as variance, start_ability::float8 as start, answers, answered_at as at, mastered_at, due_at`

/** Selects the estimates of these children at these centers, the latest for each section. */
export const estimateRows = (db: Db, { centers, studentIds }: StudentsInCenters) => db<EstimateRow[]>`
  select distinct on (student_id, section_id) student_id, ${estimateColumns(db)}
  from section_estimates where center_id = any(${[...centers]}) and student_id = any(${[...studentIds]}::uuid[])
  order by student_id, section_id, answered_at desc
`

type SectionRow = Omit<Section, '_id'> & { id: string }

/** Selects sections with their chapters and levels, in the order of the material. */
export const sectionRows = (db: Db, ids: readonly string[]) => db<SectionRow[]>`
  select s.id, l.id as level_id, l.name as level, s.chapter_num, c.name as chapter, s.num, s.name, s.kind = 'test' as is_test
  from sections s join levels l on l.id = s.level_id join chapters c on c.level_id = s.level_id and c.num = s.chapter_num
  left join level_order o on o.level_id = l.id
  where s.id = any(${[...ids]}::uuid[]) order by o.position nulls last, l.name, l.id, s.chapter_num, s.kind, s.num
`

type ChildRow = Omit<ChildSkills, '_id' | 'skills'> & { id: string }

/** Selects the children with a place in a class on a given day, excluding the waitlist, by name. */
export const childrenOfClass = (
  db: Db,
  center: CenterId,
  { classId, on }: { classId: string; on: Day },
) => db<ChildRow[]>`
  select distinct k.last_name, k.first_name, k.student_id as id
  from places pl join student_keys k on k.center_id = pl.center_id and k.student_id = pl.student_id
  where pl.center_id = ${center} and pl.class_id = ${classId} and pl.type <> 'waitlist' and pl.during @> ${on}::date
  order by k.last_name, k.first_name, k.student_id
`

type ChildName = Pick<ChildRow, 'firstName' | 'lastName'>

/**
 * Selects the children with a place in a class on a given day, as in `childrenOfClass`. Returns a row for
 * each of their estimates at the center, or one row without a section for a child who has none.
 */
export const skillRowsOfClass = (
  db: Db,
  center: CenterId,
  { classId, on }: { classId: string; on: Day },
) => db<(ChildName & (EstimateRow | { studentId: string; sectionId: null }))[]>`
  select k.student_id, k.first_name, k.last_name, ${estimateColumns(db)}
  from student_keys k left join section_estimates e on e.center_id = k.center_id and e.student_id = k.student_id
  where k.center_id = ${center} and exists (
    select from places pl where pl.center_id = k.center_id and pl.student_id = k.student_id and pl.class_id = ${classId}
      and pl.type <> 'waitlist' and pl.during @> ${on}::date)
  order by k.last_name, k.first_name, k.student_id
`

/**
 * Selects the answers behind an estimate, newest first, with the local date at the center when they were
 * handed in.
 */
export const answerRows = (
  db: Db,
  { centers, studentId, sectionId }: { centers: readonly CenterId[]; studentId: string; sectionId: string },
) => db<SkillAnswer[]>`
  select w.kind, w.id as work_id, w.name as work, wq.num, (w.submitted_at at time zone c.time_zone)::date as "on", wq.tries, wq.solved,
    wq.hint_steps as hints
  from ${answered(db)}
  join centers c on c.id = w.center_id
  where w.center_id = any(${[...centers]}) and w.student_id = ${studentId} and ${tells(db)}
    and ${skillSection(db)} = ${sectionId}
  order by w.submitted_at desc, w.id, wq.num limit 100
`
