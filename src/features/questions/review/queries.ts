import type { HandlerInput } from '#server/call.ts'
import type { Db } from '#server/db.ts'
import { questionColumns, type QuestionRow, questionTables } from '../queries.ts'
import type { reviews, QuestionToReview, ReviewCounts } from './api.ts'
import type { Evidence } from './reasons.ts'

type Filter = Omit<HandlerInput<(typeof reviews)['queue']>, 'after' | 'reason'>

/**
 * Returns SQL for the questions to review, with the reasons. These are all questions that nobody has
 * approved, and approved ones for which students' answers suggest a problem.
 */
const waiting = (db: Db) => db`(
  select q.id, q.waits_since as since,
    case when q.waits_for = 'returned' then array['returned'] else q.waits_for || coalesce(d.flags, '{}') end as reasons
  from questions q left join question_difficulties d on d.question_id = q.id where q.status <> 'success'
  union all
  select q.id, d.flagged_since, d.flags from question_difficulties d join questions q on q.id = d.question_id
  where d.flagged_since is not null and q.status = 'success'
) w`

/**
 * Returns the SQL condition that a question `q`, at its current revision `r` in section `s`, matches the
 * filter.
 */
const matches = (db: Db, { course, level, kind, author }: Filter) => db`true
  ${course ? db` and s.level_id in (select id from levels where course_id = ${course})` : db``}
  ${level ? db` and s.level_id = ${level}` : db``}
  ${kind ? db` and r.key ->> 'kind' = ${kind}` : db``}
  ${author ? db` and r.by = ${author}` : db``}`

type QueueRow = QuestionRow &
  Pick<QuestionToReview, 'course' | 'level' | 'chapter' | 'reasons' | 'since' | 'author'>

/** Selects questions to review, longest wait first; with `after`, only those behind it in the queue. */
export const reviewQueue = (
  db: Db,
  { reason, after, most, ...filter }: HandlerInput<(typeof reviews)['queue']> & { most: number },
) => {
  const [since = null, id = null] = after?.split(' ') ?? []
  return db<QueueRow[]>`
    select ${questionColumns(db)}, c.name as course, l.name as level, ch.name as chapter, w.reasons, to_jsonb(w.since) #>> '{}' as since,
      nullif(trim(concat(p.first_name, ' ', p.last_name)), '') as author
    from ${waiting(db)} join ${questionTables(db)} on q.id = w.id
    join levels l on l.id = s.level_id join courses c on c.id = l.course_id
    join chapters ch on ch.level_id = s.level_id and ch.num = s.chapter_num
    left join people p on p.id = r.by
    where ${matches(db, filter)} and ${reason ? db`${reason} = any(w.reasons)` : db`w.reasons <> '{returned}'`}
      and (${since}::timestamptz is null or (w.since, w.id) > (${since}::timestamptz, ${id}::uuid))
    order by w.since, w.id limit ${most}
  `
}

/**
 * Counts the questions to review by reason. The count for `all` leaves out those that were sent back. Returns
 * no row for a reason that no question has.
 */
export const reviewCounts = (db: Db, filter: Filter) => db<
  { reason: keyof ReviewCounts; questions: number }[]
>`
  select coalesce(reason, 'all') as reason, count(*)::int as questions
  from ${waiting(db)} join questions q on q.id = w.id join question_revisions r on r.question_id = q.id and r.revision = q.revision
  join sections s on s.id = q.section_id
  cross join lateral unnest(w.reasons || case when w.reasons <> '{returned}' then '{all}'::text[] else '{}' end) as reason
  where ${matches(db, filter)} group by reason
`

/** Selects the authors of the questions to review, sorted by name, with the number of these questions. */
export const reviewAuthors = (db: Db) => db<{ id: string; name: string; questions: number }[]>`
  select p.id, trim(concat(p.first_name, ' ', p.last_name)) as name, count(*)::int as questions
  from ${waiting(db)} join questions q on q.id = w.id join question_revisions r on r.question_id = q.id and r.revision = q.revision
  join people p on p.id = r.by group by p.id order by p.last_name, p.first_name, p.id
`

/** Marks a question as sent back with a note. A question with faults stays unfinished. */
export const putNote = (db: Db, { id, note }: { id: string; note: string }) => db`
  update questions set status = case when status = 'error' then 'error' else 'warn' end, version = version + 1, reviewed_by = null, reviewed_at = null,
    waits_for = 'returned', waits_since = now(), review_note = ${note}
  where id = ${id}
`

/** Removes the flags of questions that have just been reviewed, and stores how many answers they had. */
export const settleFlags = (db: Db, ids: readonly string[]) => db`
  update question_difficulties d set flags = '{}', flagged_since = null, reviewed_answers = answers
  from (select question_id from question_difficulties where question_id = any(${[...ids]}::uuid[]) order by question_id for no key update) locked
  where d.question_id = locked.question_id
`

/** Selects the statistics and the frequent wrong answers that decide which questions are flagged. */
export const evidence = (db: Db, ids: readonly string[]) => db<(Evidence & { id: string })[]>`
  select q.id, d.answers, d.right_first, d.discrimination::float8 as discrimination, d.reviewed_answers, coalesce((
    select jsonb_agg(jsonb_build_object('key', coalesce(v.key, r.key), 'given', a.given)) from wrong_answers a
    left join question_variants v on v.question_id = a.question_id and v.revision = a.revision and v.num = a.variant
    where a.question_id = q.id and a.revision = q.revision), '[]') as wrong
  from question_difficulties d join questions q on q.id = d.question_id
  join question_revisions r on r.question_id = q.id and r.revision = q.revision
  where q.id = any(${[...ids]}::uuid[])
`

/** Stores the flags of questions. A question that is already flagged keeps the time of its first flag. */
export const putFlags = (db: Db, flagged: readonly { id: string; flags: readonly string[] }[]) => db`
  update question_difficulties d set flags = array(select jsonb_array_elements_text(new.flags)),
    flagged_since = case when new.flags = '[]' then null else coalesce(d.flagged_since, now()) end
  from jsonb_to_recordset(${db.json(flagged)}) as new(id uuid, flags jsonb) where d.question_id = new.id
`
