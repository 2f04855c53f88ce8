import type { AnswerKey, Given, Texts, Verdict } from '#features/questions/rules.ts'
import type { Db } from '#server/db.ts'
import type { CenterId } from '#server/gate.ts'
import { pageOf } from '#server/page.ts'
import { lastHad, sectionQuestionLimit, type StudentScope } from '../queries.ts'
import { type WorkKind, type WorkState, figures } from '../rules.ts'

export type WorkKey = { centerId: CenterId; id: string }

/**
 * Starts work: pins its questions to their current revisions, picks a variant for random ones, and numbers
 * them across all sections. An assessment uses the first questions of each section. An adaptive one uses
 * reviewed questions only, and at most one per section from other levels. Corrections use the questions that
 * were wrong in the test, in a different variant if there is one. If only half of a section is assigned,
 * questions that the student has never had come first, then the least recent ones. A warm-up already has its
 * questions.
 */
export const startWork = (db: Db, { centerId, id }: WorkKey) => db`
  with begun as (
    update work w set state = 'started', started_at = now(), version = version + 1
    where center_id = ${centerId} and id = ${id} and state = 'assigned'
    returning center_id, id, student_id, corrects, warm_up, ${sectionQuestionLimit(db)} as question_limit, case when most_questions is not null then level_id end as adapts_to
  ), last_had as materialized (
    select ws.num as section_num, had.question_id, had.at from begun
    join work_sections ws on ws.center_id = begun.center_id and ws.work_id = begun.id and ws.is_half
    cross join lateral (${lastHad(db, { center: db`begun.center_id`, student: db`begun.student_id`, section: db`ws.section_id` })}) had
  ), chosen as (
    select begun.center_id, begun.id as work_id, ws.num as section_num, q.num, q.id,
      case when ws.is_half then (count(*) over (partition by ws.num) + 1) / 2 when begun.adapts_to <> s.level_id then 1
        else begun.question_limit end as question_limit,
      row_number() over (partition by ws.num order by had.at nulls first, q.num) as rank, wrong.variant as seen,
      case when q.status = 'error' then wrong.revision else q.revision end as revision
    from begun
    join work_sections ws on ws.center_id = begun.center_id and ws.work_id = begun.id
    join sections s on s.id = ws.section_id
    join questions q on q.section_id = ws.section_id and (begun.adapts_to is null or q.status = 'success')
    left join last_had had on had.section_num = ws.num and had.question_id = q.id
    left join work_questions wrong
      on wrong.center_id = begun.center_id and wrong.work_id = begun.corrects and wrong.question_id = q.id and not wrong.solved
    where not begun.warm_up and case when begun.corrects is null then q.status <> 'error' else wrong.num is not null end
  )
  insert into work_questions (center_id, work_id, num, section_num, section_ques_num, question_id, revision, variant)
  select center_id, work_id, row_number() over (order by section_num, num), section_num,
    row_number() over (partition by section_num order by num), id, revision, (
    select v.num from question_variants v where v.question_id = chosen.id and v.revision = chosen.revision
    order by v.num is not distinct from chosen.seen, hashtextextended(chosen.work_id::text || v.num, 0) limit 1
  )
  from chosen where question_limit is null or rank <= question_limit
`

/**
 * Makes the last readable answer to a homework question count if the last answer is unreadable. If the
 * readable answer needs a person's grade, the question waits for it (product §7). Call this before
 * calculating the work's figures.
 */
export const countLastRead = (db: Db, center: CenterId, workIds: readonly string[]) => db`
  update work_questions q set given = a.given, verdict = coalesce(a.regraded, a.verdict), filled = true,
    waits = coalesce(a.regraded, a.verdict) ->> 'status' = 'ungraded'
  from work w, answers a
  where w.center_id = ${center} and w.id = any(${[...workIds]}::uuid[]) and w.kind = 'homework'
    and q.center_id = w.center_id and q.work_id = w.id and q.verdict ->> 'status' = 'invalid'
    and a.center_id = q.center_id and a.work_id = q.work_id and a.num = q.num and a.seq = (
      select max(read.seq) from answers read where read.center_id = q.center_id and read.work_id = q.work_id and read.num = q.num
        and coalesce(read.regraded, read.verdict) ->> 'status' <> 'invalid')
`

/** Selects work that is in progress; returns no row once it is complete. Lock the work first. */
export const startedWork = (db: Db, { centerId, id }: WorkKey) => db<
  { studentId: string; startedAt: string; minutes: number | null; isArchived: boolean }[]
>`
  select student_id, started_at, minutes, is_archived(center_id) from work where center_id = ${centerId} and id = ${id} and state = 'started'
`

/**
 * Position of a question in its work: its section and its number within the section, or its sequence number
 * if `s` is null.
 */
export type QuestionFilter = { id: string; kind: WorkKind; s: number | null; n: number }

const here = (db: Db, { s, n }: QuestionFilter) =>
  db`(${s}::int is null and q.num = ${n} or q.section_num = ${s} and q.section_ques_num = ${n})`

export type QuestionRow = {
  centerId: CenterId
  kind: WorkKind
  num: number
  sectionNum: number
  quesNum: number
  state: WorkState
  startedAt: string | null
  minutes: number | null
  score2: number | null
  sectionName: string
  of: number
  turn: number | null
  instructions: string
  content: unknown
  visual: { image: string; width: number; height: number; alt: string } | null
  key: AnswerKey
  texts: Texts
  answers: number
  tries: number
  given: Given | null
  verdict: Verdict | null
  comment: { text: string; by: string; at: string } | null
  whiteboard: boolean
  onPaper: boolean
  solved: boolean
  waits: boolean
  hintId: string | null
  opened: number
  hintSteps: number
}

/**
 * Selects a pinned question of work that a student has started, with the last answer to it. The row includes
 * the key, which the student must not receive.
 */
export const workQuestion = (db: Db, { studentId, centers }: StudentScope, where: QuestionFilter) => db<
  QuestionRow[]
>`
  select w.center_id, w.kind, q.num, q.section_num, q.section_ques_num as ques_num, w.state, w.started_at, w.minutes, w.score2::float8 as score2,
    sec.name as section_name, coalesce(v.instructions, r.instructions) as instructions, coalesce(v.content, r.content) as content,
    (select jsonb_build_object('image', p.id, 'width', p.width, 'height', p.height, 'alt', r.visual_alt) from visuals p where p.id = r.visual) as visual,
    coalesce(v.key, r.key) as key, coalesce(v.texts, r.texts) as texts, q.answers, q.tries, q.given, q.verdict, q.solved, q.waits,
    case when a.comment is not null then jsonb_build_object('text', a.comment, 'at', a.commented_at, 'by', coalesce(trim(by.first_name || ' ' || by.last_name), 'Your teacher')) end
      as comment, a.page_id is not null as on_paper,
    exists (select from whiteboard_strokes s where s.center_id = q.center_id and s.work_id = q.work_id and s.num = q.num) as whiteboard,
    r.hint_id, q.hint_steps as opened, (select count(*)::int from hint_steps where hint_id = r.hint_id) as hint_steps,
    q.turn, coalesce(w.most_questions, (select count(*)::int from work_questions each where each.center_id = w.center_id and each.work_id = w.id)) as of
  from work w
  join work_questions q on q.center_id = w.center_id and q.work_id = w.id and ${here(db, where)}
  join question_revisions r on r.question_id = q.question_id and r.revision = q.revision
  left join question_variants v on v.question_id = q.question_id and v.revision = q.revision and v.num = q.variant
  join work_sections ws on ws.center_id = w.center_id and ws.work_id = w.id and ws.num = q.section_num
  join sections sec on sec.id = ws.section_id
  left join answers a on a.center_id = q.center_id and a.work_id = q.work_id and a.num = q.num and a.seq = q.answers
  left join people by on by.id = a.commented_by
  where w.center_id = any(${[...centers]}) and w.student_id = ${studentId} and w.id = ${where.id} and w.kind = ${where.kind} and w.state not in ('void', 'assigned')
`

/** Selects the steps of a hint up to number `upTo`. */
export const hintSteps = (db: Db, { hintId, upTo }: { hintId: string; upTo: number }) => db<
  { num: number; content: unknown }[]
>`
  select num, content from hint_steps where hint_id = ${hintId} and num <= ${upTo} order by num
`

/**
 * Marks a hint step as opened; steps are never closed again. Returns no row if the work was completed in the
 * meantime. The lock on the work prevents opening a step while the work is being completed.
 */
export const openHint = (db: Db, { centerId, workId, num, opened }: QuestionKey & { opened: number }) => db<
  { num: number }[]
>`
  with begun as (
    select center_id, id from work where center_id = ${centerId} and id = ${workId} and state = 'started' for share
  )
  update work_questions q set hint_steps = greatest(hint_steps, ${opened}) from begun
  where q.center_id = begun.center_id and q.work_id = begun.id and q.num = ${num} returning q.num
`

type CompletedWork = WorkKey & { state: 'submitted' | 'returned' } & ReturnType<typeof figures>

/** Marks work as completed and stores its figures. */
export const submitWork = (db: Db, { centerId, id, state, correct, total, hint, score }: CompletedWork) => db`
  update work set state = ${state}, submitted_at = now(), returned_at = case when ${state} = 'returned' then now() end,
    correct = ${correct}, total = ${total}, hint = ${hint}, score = ${score}, version = version + 1
  where center_id = ${centerId} and id = ${id} and state = 'started'
`

type AnswerRow = {
  id: string
  seq: number
  given: Given
  verdict: Verdict
  grade: number | null
  gradedBy: string | null
  comment: string | null
  commentedBy: string | null
  typedAt: string | null
  arrivedAt: string
  pageId: string | null
  version: number
}

export type QuestionKey = { centerId: CenterId; workId: string; num: number }

const answersPage = 100

/**
 * Returns a page of the answers to a question, latest first, with their current verdicts and the names of
 * graders and commenters. The returned `after` requests the next page; it is null on the last one.
 */
export async function answersTo(
  db: Db,
  { centerId, workId, num, after }: QuestionKey & { after: number | null },
) {
  const found = await db<AnswerRow[]>`
  select a.id, a.seq, a.given, coalesce(a.regraded, a.verdict) as verdict, a.grade::float8 as grade, trim(grader.first_name || ' ' || grader.last_name) as graded_by, a.comment,
    trim(writer.first_name || ' ' || writer.last_name) as commented_by, a.typed_at, a.arrived_at, a.page_id, a.version
  from answers a
  left join people grader on grader.id = a.graded_by
  left join people writer on writer.id = a.commented_by
  where a.center_id = ${centerId} and a.work_id = ${workId} and a.num = ${num}
    and (${after}::int is null or a.seq < ${after})
  order by a.seq desc limit ${answersPage + 1}
`
  const { rows, last } = pageOf(found, answersPage)
  return { history: rows, after: last?.seq ?? null }
}

type LateRow = {
  id: string
  seq: number | null
  given: Given
  typedAt: string | null
  arrivedAt: string
  overtaken: boolean
  version: number
}

/** Selects the late and overtaken answers to a question, latest first, at most 100. */
export const lateAnswersTo = (db: Db, { centerId, workId, num }: QuestionKey) => db<LateRow[]>`
  select id, seq, given, typed_at, arrived_at, overtaken, version from late_answers
  where center_id = ${centerId} and work_id = ${workId} and num = ${num} order by arrived_at desc, id desc limit 100
`
