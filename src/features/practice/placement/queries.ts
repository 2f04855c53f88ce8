import type { Subject } from '#features/centers/rules.ts'
import type { Db } from '#server/db.ts'
import type { CenterId } from '#server/gate.ts'
import type { NearLevel } from './suggestion.ts'

/** Number of levels on each side of the assessed one from which an adaptive assessment can ask questions. */
const reach = 2

/**
 * Returns SQL for all levels in the course of the given level. `step` is the distance from that level,
 * negative for earlier ones.
 */
const near = (db: Db, levelId: ReturnType<Db>) => db`(
  select l.id, l.name, l.chapter_count as chapters, c.subject, l.assessment_questions,
    (row_number() over (order by l.position, l.id) - (
      select count(*) from levels b join levels own on own.id = ${levelId}
      where b.course_id = own.course_id and (b.position, b.id) <= (own.position, own.id)))::int as step
  from levels l join courses c on c.id = l.course_id where l.course_id = (select course_id from levels where id = ${levelId})
)`

/**
 * Selects a level and up to two levels before and after it in its course, in order, with the course's
 * subject.
 */
export const levelsNear = (db: Db, levelId: string) => db<(NearLevel & { subject: Subject })[]>`
  select id, name, step, chapters, subject from ${near(db, db`${levelId}::uuid`)} l
  where step between ${-reach} and ${reach} order by step
`

/**
 * Selects the test sections of a level and its neighbors that have reviewed questions. `questions` is the
 * number of reviewed questions that can be asked: at most as many as in the fixed assessment for the level
 * itself, and one per section for other levels. The sections of the level itself come first.
 */
export const poolSections = (db: Db, levelId: string) => db<
  { id: string; name: string; level: string; step: number; questions: number }[]
>`
  select s.id, s.name, l.name as level, l.step, least(count(q.id), case l.step when 0 then l.assessment_questions else 1 end)::int as questions
  from ${near(db, db`${levelId}::uuid`)} l
  join sections s on s.level_id = l.id and s.kind = 'test'
  join questions q on q.section_id = s.id and q.status = 'success'
  where l.step between ${-reach} and ${reach}
  group by s.id, s.name, s.chapter_num, s.num, l.name, l.step, l.assessment_questions
  order by abs(l.step), l.step, s.chapter_num, s.num
`

type WorkKey = { centerId: CenterId; id: string }

/** Locks an adaptive assessment that is in progress. Returns no row for other work. */
export const lockAdaptive = (db: Db, { centerId, id }: WorkKey) => db<{ studentId: string; most: number }[]>`
  select student_id, most_questions as most from work
  where center_id = ${centerId} and id = ${id} and state = 'started' and most_questions is not null for no key update
`

export type PoolRow = {
  num: number
  section: number
  step: number
  chapter: number
  chapters: number
  /** Number of choices in a question with one right choice; null for other questions. */
  choices: number | null
  turn: number | null
  filled: boolean
  score: number | null
}

/** Selects all questions that an adaptive assessment can ask, with the scores of those already answered. */
export const poolRows = (db: Db, { centerId, id }: WorkKey) => db<PoolRow[]>`
  select q.num, q.section_num as section, l.step, s.chapter_num as chapter, l.chapters, q.turn, q.filled,
    case when r.key ->> 'kind' = 'mc' and jsonb_array_length(r.key -> 'correct') = 1 then jsonb_array_length(r.key -> 'choices') end as choices,
    case when q.verdict ->> 'status' <> 'ungraded' then case when q.solved then 1 else (q.verdict ->> 'score')::float8 end end as score
  from work w
  join work_questions q on q.center_id = w.center_id and q.work_id = w.id
  join work_sections ws on ws.center_id = q.center_id and ws.work_id = q.work_id and ws.num = q.section_num
  join sections s on s.id = ws.section_id
  join ${near(db, db`(select level_id from work where center_id = ${centerId} and id = ${id})`)} l on l.id = s.level_id
  join question_revisions r on r.question_id = q.question_id and r.revision = q.revision
  where w.center_id = ${centerId} and w.id = ${id} order by q.num
`

/**
 * Gives questions their turns in the given order, starting with `from`. Questions that already have a turn
 * keep it.
 */
export const putTurns = (
  db: Db,
  { centerId, id }: WorkKey,
  { nums, from }: { nums: readonly number[]; from: number },
) => db`
  update work_questions q set turn = ${from} + place.at - 1
  from unnest(${[...nums]}::int[]) with ordinality as place(num, at)
  where q.center_id = ${centerId} and q.work_id = ${id} and q.num = place.num and q.turn is null
`
