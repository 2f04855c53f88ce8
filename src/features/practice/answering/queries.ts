import { isBlank } from '#features/questions/kinds/given.ts'
import type { AnswerKey, Given, Texts, Verdict } from '#features/questions/rules.ts'
import type { Db } from '#server/db.ts'
import type { CenterId } from '#server/gate.ts'
import { pageOf } from '#server/page.ts'
import { lastHad, sectionQuestionLimit, type StudentScope } from '../queries.ts'
import { maxKept, type WorkKind, type WorkState, figures } from '../rules.ts'

export type WorkKey = { centerId: CenterId; id: string }

/**
 * Starts work: pins its questions to their current revisions, picks a variant for random ones, and numbers
 * them across all sections. An assessment uses the first questions of each section. An adaptive one uses
 * reviewed questions only, and at most one per section from other levels. Corrections use the questions that
 * were wrong in the test, in a different variant if there is one. Half a section uses the questions that the
 * student hasn't had for the longest time. A warm-up already has its questions.
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
 * Makes the last readable answer to a question of completed homework count, or wait for a person's grade, if
 * the last answer is unreadable (product §7). Call this before calculating the work's figures.
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

/** Selects work that is in progress; no row once it is complete. Lock the work first. */
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
 * Selects a pinned question of a student's started work, with its answers so far. The row includes the key,
 * which the student must not receive.
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

export type ToGrade = Pick<
  QuestionRow,
  | 'centerId'
  | 'kind'
  | 'num'
  | 'state'
  | 'startedAt'
  | 'minutes'
  | 'score2'
  | 'key'
  | 'answers'
  | 'tries'
  | 'given'
  | 'solved'
> & { revision: number; isAdaptive: boolean }

/** Selects the data needed to grade an answer to each of these questions; `at` is the position in the list. */
export const workToGrade = (db: Db, questions: readonly (StudentScope & QuestionFilter)[]) => db<
  (ToGrade & { at: number })[]
>`
  select asked.at, w.center_id, w.kind, q.num, w.state, w.started_at, w.minutes, w.score2::float8 as score2, coalesce(v.key, r.key) as key, q.revision,
    q.answers, q.tries, q.given, q.solved, w.most_questions is not null as is_adaptive
  from jsonb_to_recordset(${db.json(questions.map(({ studentId, centers, id, kind, s, n }, at) => ({ at, studentId, centers, id, kind, s, n })))})
    as asked(at int, "studentId" uuid, centers text[], id uuid, kind text, s int, n int)
  join work w on w.center_id = any(asked.centers) and w.id = asked.id and w.student_id = asked."studentId" and w.kind = asked.kind
    and w.state not in ('void', 'assigned')
  join work_questions q on q.center_id = w.center_id and q.work_id = w.id
    and (asked.s is null and q.num = asked.n or q.section_num = asked.s and q.section_ques_num = asked.n)
  join question_revisions r on r.question_id = q.question_id and r.revision = q.revision
  left join question_variants v on v.question_id = q.question_id and v.revision = q.revision and v.num = q.variant
`

type TurnKey = { centerId: CenterId; workId: string; num: number; seq: number }

/** Selects the answer with this id to a question, if any, with its current automatic verdict. */
export const answerNamed = (
  db: Db,
  { centerId, workId, num, id }: Omit<TurnKey, 'seq'> & { id: string },
) => db<{ seq: number; verdict: Verdict }[]>`
  select seq, coalesce(regraded, verdict) as verdict from answers where center_id = ${centerId} and id = ${id} and work_id = ${workId} and num = ${num}
`

export type NewAnswer = TurnKey & {
  id: string
  kind: WorkKind
  /** Revision of the question whose key was used for grading. */
  revision: number
  given: Given
  verdict: Verdict
  typedAt: string | null
  pageId: string | null
  tries: number
  solved: boolean
  waits: boolean
}

/**
 * Makes room for one more answer to each question by deleting the oldest ones that don't count. Keeps answers
 * that a person graded or commented on, and late answers that staff accepted. In homework, only deletes
 * answers that used up no try: unreadable ones and repeats. This way, the last readable answer is kept, and
 * regrading never finds more tries than there were.
 */
const dropOldest = (db: Db) => db`, gone as (
  delete from answers a using (
    select oldest.* from turn cross join lateral (
      select o.center_id, o.work_id, o.num, o.seq from answers o
      where o.center_id = turn.center_id and o.work_id = turn.work_id and o.num = turn.num
        and o.seq < turn.answers - 1 and o.grade is null and o.comment is null
        and not exists (select from late_answers l where l.center_id = o.center_id and l.id = o.id)
        and (turn.kind <> 'homework' or coalesce(o.regraded, o.verdict) ->> 'status' = 'invalid' or exists (
          select from answers same where same.center_id = o.center_id and same.work_id = o.work_id and same.num = o.num and same.seq = o.seq + 1
            and same.given = o.given))
      order by o.seq limit (
        select greatest(count(*) - ${maxKept - 1}, 0) from answers each
        where each.center_id = turn.center_id and each.work_id = turn.work_id and each.num = turn.num)
    ) oldest
  ) old
  where a.center_id = old.center_id and a.work_id = old.work_id and a.num = old.num and a.seq = old.seq
)`

const answerRow = ({ given, pageId, ...answer }: NewAnswer) => ({
  ...answer,
  given,
  pageId,
  filled: pageId !== null || !isBlank(given),
})

/**
 * Stores answers and updates their questions, in one statement. Returns the ids of those that were stored:
 * not those whose `seq` another answer got in the meantime, or whose work was completed or regraded. The lock
 * on the work prevents concurrent answers. With `skipsLocked`, rows that another transaction has locked are
 * skipped as well, so that an answer never waits because of another student's. Fails on the constraint
 * `answer_known_already` if another answer has one of the ids.
 */
export function putAnswers(db: Db, answers: readonly NewAnswer[], { skipsLocked = false } = {}) {
  const skipping = skipsLocked ? db`skip locked` : db``
  return db<{ id: string }[]>`
  with sent as materialized (
    select * from jsonb_to_recordset(${db.json(answers.map(answerRow))})
      as sent("centerId" text, "workId" uuid, num int, seq int, id uuid, kind text, revision int, given jsonb, verdict jsonb, "typedAt" timestamptz,
        "pageId" uuid, tries int, solved boolean, waits boolean, filled boolean)
  ), begun as materialized (
    select w.center_id, w.id from work w
    where (w.center_id, w.id) in (select "centerId", "workId" from sent) and w.state = 'started' for share ${skipping}
  ), free as materialized (
    select q.center_id, q.work_id, q.num, sent.id from begun
    join sent on sent."centerId" = begun.center_id and sent."workId" = begun.id
    join work_questions q on q.center_id = begun.center_id and q.work_id = begun.id and q.num = sent.num and q.answers = sent.seq - 1
      and q.revision = sent.revision
    for no key update of q ${skipping}
  ), turn as (
    update work_questions q set answers = sent.seq, tries = sent.tries, solved = sent.solved, waits = sent.waits, filled = sent.filled,
      given = sent.given, verdict = sent.verdict
    from free join sent on sent.id = free.id and sent."workId" = free.work_id and sent.num = free.num
    where q.center_id = free.center_id and q.work_id = free.work_id and q.num = free.num and q.answers = sent.seq - 1
    returning q.center_id, q.work_id, q.num, q.answers, q.given, q.verdict, sent.id, sent.kind, sent."typedAt", sent."pageId"
  )${answers.some(({ seq }) => seq > maxKept) ? dropOldest(db) : db``}
  insert into answers (center_id, work_id, num, seq, id, given, verdict, typed_at, page_id)
  select center_id, work_id, num, answers, id, given, verdict, "typedAt", "pageId" from turn
  returning id
`
}

type LateAnswer = Pick<NewAnswer, 'centerId' | 'workId' | 'num' | 'id' | 'given' | 'typedAt'> & {
  overtaken: boolean
}

/**
 * Stores an answer that arrived after the end of its work or was `overtaken` by an answer from another
 * device. Repeating it changes nothing. Beyond the limit, deletes the oldest late answer that doesn't count.
 * Returns no row if another answer has the same id.
 */
export const putLate = (db: Db, { centerId, workId, num, id, given, typedAt, overtaken }: LateAnswer) => db`
  with kept as (
    insert into late_answers (center_id, id, work_id, num, given, typed_at, overtaken)
    select ${centerId}, ${id}::uuid, ${workId}::uuid, ${num}::int, ${db.json(given)}, ${typedAt}::timestamptz, ${overtaken}
    where not exists (select from answers where center_id = ${centerId} and id = ${id})
    on conflict do nothing returning id
  ), gone as (
    delete from late_answers where center_id = ${centerId} and exists (select from kept) and id in (
      select id from late_answers where center_id = ${centerId} and work_id = ${workId} and num = ${num} and seq is null
      order by arrived_at, id limit (
        select greatest(count(*) - ${maxKept - 1}, 0) from late_answers where center_id = ${centerId} and work_id = ${workId} and num = ${num}))
  )
  select id from kept
  union all select id from late_answers where center_id = ${centerId} and id = ${id} and work_id = ${workId} and num = ${num}
`

/** Selects the opened steps of a question's hint. */
export const hintSteps = (db: Db, { hintId, upTo }: { hintId: string; upTo: number }) => db<
  { num: number; content: unknown }[]
>`
  select num, content from hint_steps where hint_id = ${hintId} and num <= ${upTo} order by num
`

/**
 * Marks a hint step as opened; steps are never closed again. Returns no row if the work was completed in the
 * meantime. The lock on the work prevents opening a step while the work is being completed.
 */
export const openHint = (
  db: Db,
  { centerId, workId, num, opened }: Omit<TurnKey, 'seq'> & { opened: number },
) => db<{ num: number }[]>`
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

type QuestionKey = { centerId: CenterId; workId: string; num: number }

const answersPage = 100

/**
 * Returns a page of the answers to a question, latest first, with the names of the grader and the commenter,
 * and the `seq` to continue after.
 */
export async function answersTo(
  db: Db,
  { centerId, workId, num, after }: QuestionKey & { after: number | null },
) {
  const found = await db<AnswerRow[]>`
  select a.id, a.seq, a.given, a.verdict, a.grade::float8 as grade, trim(grader.first_name || ' ' || grader.last_name) as graded_by, a.comment,
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

/** Selects the late and overtaken answers to a question, latest first. */
export const lateAnswersTo = (db: Db, { centerId, workId, num }: QuestionKey) => db<LateRow[]>`
  select id, seq, given, typed_at, arrived_at, overtaken, version from late_answers
  where center_id = ${centerId} and work_id = ${workId} and num = ${num} order by arrived_at desc, id desc limit 100
`
