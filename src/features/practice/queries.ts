import type { Avatar } from '#features/accounts/rules.ts'
import type { VerdictStatus } from '#features/questions/kinds/verdict.ts'
import type { Day } from '#shared/days.ts'
import type { Db } from '#server/db.ts'
import type { CenterId } from '#server/gate.ts'
import { pageOfWork, type WorkKind, type WorkState } from './rules.ts'

/** A student, and the centers within which the caller may access the student's work. */
export type StudentScope = { studentId: string; centers: readonly CenterId[] }

export type WorkRow = {
  centerId: CenterId
  id: string
  kind: WorkKind
  name: string
  state: WorkState
  dueOn: Day | null
  minutes: number | null
  /** Maximum number of questions in an adaptive assessment; null for other work. */
  most: number | null
  corrects: string | null
  warmUp: boolean
  /** Name of the person who assigned the work. */
  recorder: string
  assignedAt: string
  startedAt: string | null
  submittedAt: string | null
  returnedAt: string | null
  questions: number
  answered: number
  correct: number | null
  total: number | null
  hint: number | null
  score: number | null
  score2: number | null
  version: number
  level: string
  levelId: string
  chapter: number | null
  topic: string | null
  /** True if there is more work than requested. */
  more: boolean
}

/**
 * Returns SQL for the maximum number of questions per section of the work `w`: the level's limit for an
 * assessment, otherwise null, which means no limit (product §6: a level has one assessment).
 */
export const sectionQuestionLimit = (db: Db) =>
  db`case when w.kind = 'assessment' then (select assessment_questions from levels where id = w.level_id) end`

/**
 * Returns SQL that selects when a student last started work with each question of a section: rows of
 * `question_id` and `at`. The arguments are SQL as well. Questions that the student never had are left out.
 */
export const lastHad = (db: Db, of: Record<'center' | 'student' | 'section', ReturnType<Db>>) => db`
  select wq.question_id, max(earlier.started_at) as at from work earlier
  join work_sections es on es.center_id = earlier.center_id and es.work_id = earlier.id and es.section_id = ${of.section}
  join work_questions wq on wq.center_id = es.center_id and wq.work_id = es.work_id and wq.section_num = es.num
  where earlier.center_id = ${of.center} and earlier.student_id = ${of.student} and earlier.state <> 'void'
    and (earlier.most_questions is null or wq.turn is not null)
  group by wq.question_id
`

type WorkFilter = { id?: string | null; kind?: WorkKind | null; works?: number }

/**
 * Selects a student's work, newest first, with its progress, level and chapter; homework uses the level and
 * chapter of its first section. Returns at most `works` rows. If there are more, open work is kept first,
 * then the newest of the rest.
 */
export const workOf = (
  db: Db,
  { studentId, centers }: StudentScope,
  { id = null, kind = null, works = pageOfWork }: WorkFilter = {},
) =>
  db<WorkRow[]>`
  select w.center_id, w.id, w.kind, w.name, w.state, w.due_on, w.minutes, w.most_questions as most, w.corrects, w.warm_up, w.assigned_at, w.started_at, w.submitted_at, w.returned_at,
    w.correct, w.total, w.hint, w.score::float8 as score, w.score2::float8 as score2, w.version,
    trim(by.first_name || ' ' || by.last_name) as recorder, l.name as level, l.id as level_id,
    case when w.kind = 'homework' then s.chapter_num else w.chapter_num end as chapter,
    case when w.kind <> 'assessment' then (select c.name from chapters c where c.level_id = coalesce(w.level_id, s.level_id)
      and c.num = case when w.kind = 'homework' then s.chapter_num else w.chapter_num end) end as topic,
    case when w.most_questions is not null and w.submitted_at is null then w.most_questions
      when w.most_questions is not null then (select count(*)::int from work_questions each
        where each.center_id = w.center_id and each.work_id = w.id and each.filled)
      when w.state = 'assigned' and w.corrects is not null
      then (select count(*)::int from work_questions wrong
        where wrong.center_id = w.center_id and wrong.work_id = w.corrects and not wrong.solved)
      when w.state = 'assigned' and not w.warm_up then (select coalesce(sum(least(ready, ${sectionQuestionLimit(db)})), 0)::int from (
        select case when each.is_half then (count(*) + 1) / 2 else count(*) end as ready from work_sections each join questions on questions.section_id = each.section_id
        where each.center_id = w.center_id and each.work_id = w.id and questions.status <> 'error' group by each.num, each.is_half) section)
      else (select count(*)::int from work_questions each where each.center_id = w.center_id and each.work_id = w.id) end as questions,
    (select count(*)::int from work_questions each
      where each.center_id = w.center_id and each.work_id = w.id and each.filled) as answered, picked.more
  from (
    select center_id, id, count(*) over () > ${works}::int as more from work
    where center_id = any(${[...centers]}) and student_id = ${studentId} and state <> 'void' and (${id}::uuid is null or id = ${id})
      and (${kind}::text is null or kind = ${kind})
    order by state in ('assigned', 'started') desc, assigned_at desc, id desc limit ${works}
  ) picked
  join work w on w.center_id = picked.center_id and w.id = picked.id
  join work_sections first on first.center_id = w.center_id and first.work_id = w.id and first.num = 1
  join sections s on s.id = first.section_id
  join levels l on l.id = coalesce(w.level_id, s.level_id)
  join people by on by.id = w.assigned_by
  order by w.assigned_at desc, w.id desc
`

/** Selects a student's name, avatar, email and version. `lock` locks the row for a change. */
export const student = (db: Db, id: string, { lock = false } = {}) => db<
  { firstName: string; lastName: string; avatar: Avatar; email: string | null; version: number }[]
>`
  select first_name, last_name, avatar, email, version from people where id = ${id} ${lock ? db`for no key update` : db``}
`

export type MapRow = {
  sectionNum: number
  sectionName: string
  level: string
  /** Number of the section's chapter in its level. */
  chapter: number
  section: number
  quesNum: number | null
  sequenceQuesNum: number
  /**
   * Position among the questions that an adaptive assessment has asked, counted from 1; null if it hasn't
   * asked this one.
   */
  turn: number | null
  filled: boolean
  tries: number
  solved: boolean
  waits: boolean
  comment: boolean
  hintSteps: number
  /** Status of the last answer; null if there is none. */
  status: VerdictStatus | null
  score: number | null
}

/**
 * Selects the sections of work with the state of their questions. Only a warm-up has questions before it
 * starts.
 */
export const workMap = (db: Db, { centerId, id }: { centerId: string; id: string }) => db<MapRow[]>`
  select ws.num as section_num, s.name as section_name, l.name as level, s.chapter_num as chapter, s.num as section, q.section_ques_num as ques_num,
    q.num as sequence_ques_num, q.turn, q.filled, q.tries, q.solved, q.waits, a.comment is not null as comment, q.hint_steps,
    q.verdict ->> 'status' as status, (q.verdict ->> 'score')::float8 as score
  from work_sections ws
  join sections s on s.id = ws.section_id
  join levels l on l.id = s.level_id
  left join work_questions q on q.center_id = ws.center_id and q.work_id = ws.work_id and q.section_num = ws.num
  left join answers a on a.center_id = q.center_id and a.work_id = q.work_id and a.num = q.num and a.seq = q.answers
  where ws.center_id = ${centerId} and ws.work_id = ${id}
  order by ws.num, q.section_ques_num
`

type LockedWork = {
  centerId: CenterId
  /** Maximum number of questions in an adaptive assessment; null for other work. */
  most: number | null
  kind: WorkKind
  state: WorkState
  startedAt: string | null
  minutes: number | null
  dueOn: Day | null
  version: number
}

/**
 * Locks work for a change, together with the tests that it corrects, because those change with it. All
 * callers lock in this order, tests before their corrections, to avoid deadlocks. Returns the ids of the
 * locked rows.
 */
export const holdWorks = (db: Db, centers: readonly CenterId[], ids: readonly string[]) => db<
  { id: string }[]
>`
  select id from work where center_id = any(${[...centers]}) and (id = any(${[...ids]}::uuid[]) or id in (
    select corrects from work where center_id = any(${[...centers]}) and id = any(${[...ids]}::uuid[])
  )) order by corrects is not null, id for no key update
`

/**
 * Locks a student's work for a change of its state. Returns no row if there is no such work or it is void.
 */
export async function lockWork(
  db: Db,
  { studentId, centers }: StudentScope,
  { id, kind }: { id: string; kind: WorkKind },
) {
  await holdWorks(db, centers, [id])
  return await db<LockedWork[]>`
    select center_id, kind, state, started_at, minutes, due_on, most_questions as most, version from work
    where center_id = any(${[...centers]}) and student_id = ${studentId} and id = ${id} and kind = ${kind} and state <> 'void' for no key update
  `
}
