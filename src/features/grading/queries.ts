import type { WorkKind, WorkState } from '#features/practice/rules.ts'
import type { AnswerKey, Given, Texts, Verdict } from '#features/questions/rules.ts'
import { rostered } from '#features/centers/roster-queries.ts'
import type { Subject } from '#features/centers/rules.ts'
import type { ContentNode } from '#shared/content.ts'
import type { Day } from '#shared/days.ts'
import type { Db } from '#server/db.ts'
import type { CenterId } from '#server/gate.ts'
import type { Quarter } from './rules.ts'

/**
 * Scope of answers to grade. A null `studentId` means everyone at the center. With a `classId`, only students
 * with a place in that class on the day `on` are included, but nobody on its waitlist. With `device`, only
 * students on a roster of that day are included (product §9).
 */
export type Scope = { on: Day; classId: string | null; studentId: string | null; device: boolean }

/** SQL condition that the student of work `w` is within the scope. */
export const isInScope = (db: Db, { on, classId, studentId, device }: Scope) => db`
  (${studentId}::uuid is null or w.student_id = ${studentId})
  and (${classId}::uuid is null or exists (
    select from places pl where pl.center_id = w.center_id and pl.student_id = w.student_id and pl.type <> 'waitlist' and pl.during @> ${on}::date
      and pl.class_id = ${classId}))
  and (not ${device} or exists (
    select from ${rostered(db, on)} where pl.center_id = w.center_id and pl.student_id = w.student_id
      and (${classId}::uuid is null or pl.class_id = ${classId})))
`

/** SQL for a center's submitted work `w`, joined with its questions `q` whose last answers need a grade. */
const waiting = (db: Db, center: CenterId | ReturnType<Db>) => db`
  work w join work_questions q on q.center_id = w.center_id and q.work_id = w.id and q.waits
    and w.center_id = ${center} and w.state = 'submitted'
`

/** SQL for the number of answers at a center that need a grade. */
export const toGradeAt = (db: Db, center: ReturnType<Db>) =>
  db`(select count(*)::int from ${waiting(db, center)})`

type WaitingRow = {
  questionId: string
  revision: number
  variant: number | null
  subject: Subject
  level: string
  section: string
  instructions: string
  content: ContentNode[]
  kinds: WorkKind[]
  answers: number
  oldest: string
  total: number
}

export const queueLength = 100

/**
 * Selects the questions whose last answers need a grade, oldest first, and one extra row if there are more
 * than can be listed. `total` is the number of answers to all of them.
 */
export const waitingQuestions = (
  db: Db,
  center: CenterId,
  { subject, ...scope }: Scope & { subject: Subject | null },
) => db<WaitingRow[]>`
  with waiting as (
    select q.question_id, q.revision, q.variant, count(*)::int as answers, min(w.submitted_at) as oldest,
      array_agg(distinct w.kind order by w.kind) as kinds, min(ws.section_id::text)::uuid as section_id
    from ${waiting(db, center)}
    join work_sections ws on ws.center_id = w.center_id and ws.work_id = w.id and ws.num = q.section_num
    where ${isInScope(db, scope)}
    group by q.question_id, q.revision, q.variant
  )
  select waiting.question_id, waiting.revision, waiting.variant, c.subject, l.name as level, s.name as section, waiting.kinds, waiting.answers,
    waiting.oldest, sum(waiting.answers) over ()::int as total, coalesce(v.instructions, r.instructions) as instructions,
    coalesce(v.content, r.content) as content
  from waiting
  join sections s on s.id = waiting.section_id
  join levels l on l.id = s.level_id
  join courses c on c.id = l.course_id
  join question_revisions r on r.question_id = waiting.question_id and r.revision = waiting.revision
  left join question_variants v on v.question_id = r.question_id and v.revision = r.revision and v.num = waiting.variant
  where ${subject}::text is null or c.subject = ${subject}
  order by waiting.oldest, waiting.question_id, waiting.revision, waiting.variant limit ${queueLength + 1}
`

type WorkToReturn = {
  id: string
  studentId: string
  firstName: string
  lastName: string
  kind: WorkKind
  name: string
  version: number
}

/** Maximum number of graded assignments listed at once. All of them can be returned in one request. */
export const maxToReturn = 200

/**
 * Selects graded work that hasn't been returned, oldest first, and one extra row if there is more than can be
 * listed.
 */
export const worksToReturn = (db: Db, center: CenterId, scope: Scope) => db<WorkToReturn[]>`
  select w.id, w.student_id, p.first_name, p.last_name, w.kind, w.name, w.version
  from work w join people p on p.id = w.student_id
  where w.center_id = ${center} and w.state = 'graded' and ${isInScope(db, scope)}
  order by w.submitted_at, w.id limit ${maxToReturn + 1}
`

/** A question in a fixed revision and variant. It includes the key, which students must not receive. */
export type PinnedQuestionRow = {
  instructions: string
  content: ContentNode[]
  visual: { image: string; width: number; height: number; alt: string } | null
  key: AnswerKey
  texts: Texts
}

const pinnedColumns = (db: Db) => db`
  coalesce(v.instructions, r.instructions) as instructions, coalesce(v.content, r.content) as content, coalesce(v.key, r.key) as key,
  coalesce(v.texts, r.texts) as texts,
  (select jsonb_build_object('image', p.id, 'width', p.width, 'height', p.height, 'alt', r.visual_alt) from visuals p where p.id = r.visual) as visual
`

export type PinnedQuestion = { questionId: string; revision: number; variant: number | null }

export const pinnedQuestion = (db: Db, { questionId, revision, variant }: PinnedQuestion) => db<
  PinnedQuestionRow[]
>`
  select ${pinnedColumns(db)} from question_revisions r
  left join question_variants v on v.question_id = r.question_id and v.revision = r.revision and v.num = ${variant}::int
  where r.question_id = ${questionId} and r.revision = ${revision}
`

type WaitingAnswer = {
  id: string
  studentId: string
  firstName: string
  lastName: string
  workId: string
  kind: WorkKind
  workName: string
  num: number
  given: Given
  verdict: Verdict
  comment: string | null
  typedAt: string | null
  arrivedAt: string
  endsAt: string | null
  version: number
}

export const maxAnswers = 200

/**
 * Selects the answers to a question that need a grade, each the last one in its work: oldest first, and one
 * extra row if there are more than can be listed.
 */
export const waitingAnswers = (
  db: Db,
  center: CenterId,
  { questionId, revision, variant, ...scope }: PinnedQuestion & Scope,
) => db<WaitingAnswer[]>`
  select a.id, w.student_id, p.first_name, p.last_name, w.id as work_id, w.kind, w.name as work_name, a.num, a.given, coalesce(a.regraded, a.verdict) as verdict,
    a.comment, a.typed_at, a.arrived_at, w.started_at + make_interval(mins => w.minutes) as ends_at, a.version
  from work_questions q
  join work w on w.center_id = q.center_id and w.id = q.work_id and w.state = 'submitted'
  join answers a on a.center_id = q.center_id and a.work_id = q.work_id and a.num = q.num and a.seq = q.answers
  join people p on p.id = w.student_id
  where q.center_id = ${center} and q.waits and q.question_id = ${questionId} and q.revision = ${revision}
    and q.variant is not distinct from ${variant}::int and ${isInScope(db, scope)}
  order by a.arrived_at, a.id limit ${maxAnswers + 1}
`

export type AnswerRow = {
  id: string
  seq: number
  given: Given
  machine: Verdict
  grade: Quarter | null
  gradedAt: string | null
  gradedBy: string | null
  comment: string | null
  commentedBy: string | null
  seenAt: string | null
  typedAt: string | null
  arrivedAt: string
  version: number
  centerId: CenterId
  workId: string
  num: number
  kind: WorkKind
  state: WorkState
  /** Number of answers to the question: the `seq` of the last one. */
  answers: number
  /**
   * True if an earlier homework answer was right, for example according to a corrected key. That answer then
   * counts, whatever grade this one gets.
   */
  rightBefore: boolean
  studentId: string
  firstName: string
  lastName: string
} & PinnedQuestionRow

/**
 * Selects the ids of the work that these answers belong to. Callers must lock that work before changing an
 * answer.
 */
export const worksOfAnswers = (db: Db, centers: readonly CenterId[], ids: readonly string[]) => db<
  { workId: string }[]
>`
  select distinct work_id from answers where center_id = any(${[...centers]}) and id = any(${[...ids]}::uuid[])
`

type Ids = { ids: readonly string[]; lock?: boolean }

/**
 * Selects answers by id with their questions, ordered by work; leaves out those outside the scope. `lock`
 * locks them for a change. The caller must have locked their work first, so that concurrent graders take
 * turns.
 */
export const answersByIds = (
  db: Db,
  centers: readonly CenterId[],
  { ids, lock = false, ...scope }: Ids & Scope,
) => db<AnswerRow[]>`
  select a.id, a.seq, a.given, coalesce(a.regraded, a.verdict) as machine, a.grade::float8 as grade, a.graded_at, a.comment, a.seen_at, a.typed_at, a.arrived_at, a.version,
    (select trim(first_name || ' ' || last_name) from people where id = a.graded_by) as graded_by,
    (select trim(first_name || ' ' || last_name) from people where id = a.commented_by) as commented_by,
    w.center_id, w.id as work_id, a.num, w.kind, w.state, q.answers, w.student_id, p.first_name, p.last_name, ${pinnedColumns(db)},
    w.kind = 'homework' and exists (
      select from answers early where early.center_id = a.center_id and early.work_id = a.work_id and early.num = a.num and early.seq < a.seq
        and coalesce(early.regraded, early.verdict) ->> 'status' = 'correct') as right_before
  from answers a
  join work w on w.center_id = a.center_id and w.id = a.work_id and w.state <> 'void'
  join work_questions q on q.center_id = a.center_id and q.work_id = a.work_id and q.num = a.num
  join question_revisions r on r.question_id = q.question_id and r.revision = q.revision
  left join question_variants v on v.question_id = q.question_id and v.revision = q.revision and v.num = q.variant
  join people p on p.id = w.student_id
  where a.center_id = any(${[...centers]}) and a.id = any(${[...ids]}::uuid[]) and ${isInScope(db, scope)}
  order by w.center_id, w.id, a.num, a.seq
  ${lock ? db`for no key update of q, a` : db``}
`

export type AnswerReview = { id: string; grade: Quarter | null; comment: string | null; seen: boolean }

/**
 * Stores grades, comments and “seen” marks on answers. A changed grade or comment updates its author and
 * time, and bumps the version. Marking an answer as seen doesn't, so a comment that is still being written
 * isn't refused. `by` is null for a device.
 */
export const putReviews = (
  db: Db,
  center: CenterId,
  { reviews, by }: { reviews: readonly AnswerReview[]; by: string | null },
) => db`
  update answers a set grade = n.grade, comment = n.comment,
    graded_at = case when n.grade is null then null when n.grade is distinct from a.grade then now() else a.graded_at end,
    graded_by = case when n.grade is null then null when n.grade is distinct from a.grade then ${by}::uuid else a.graded_by end,
    commented_at = case when n.comment is null then null when n.comment is distinct from a.comment then now() else a.commented_at end,
    commented_by = case when n.comment is null then null when n.comment is distinct from a.comment then ${by}::uuid else a.commented_by end,
    seen_at = case when n.seen then coalesce(a.seen_at, now()) end,
    version = a.version + (n.grade is distinct from a.grade or n.comment is distinct from a.comment)::int
  from jsonb_to_recordset(${db.json(reviews)}) as n(id uuid, grade numeric, comment text, seen boolean)
  where a.center_id = ${center} and a.id = n.id
`

export type QuestionVerdict = {
  workId: string
  num: number
  verdict: Verdict
  solved: boolean
  waits: boolean
}

/** Stores the current verdicts of questions, based on their last answers. */
export const putQuestionVerdicts = (db: Db, center: CenterId, questions: readonly QuestionVerdict[]) => db`
  update work_questions q set verdict = n.verdict, solved = n.solved, waits = n.waits
  from jsonb_to_recordset(${db.json(questions)}) as n("workId" uuid, num int, verdict jsonb, solved boolean, waits boolean)
  where q.center_id = ${center} and q.work_id = n."workId" and q.num = n.num
`

type QuestionFacts = {
  workId: string
  solved: boolean
  waits: boolean
  hintSteps: number
  score: number | null
}

/**
 * Selects the state of each question of the given work. Leaves out the unanswered questions of adaptive
 * assessments.
 */
export const questionsOf = (db: Db, center: CenterId, workIds: readonly string[]) => db<QuestionFacts[]>`
  select work_id, solved, waits, hint_steps, (verdict ->> 'score')::float8 as score
  from work_questions q where center_id = ${center} and work_id = any(${[...workIds]}::uuid[]) and (filled or not exists (
    select from work w where w.center_id = q.center_id and w.id = q.work_id and w.most_questions is not null))
`

export type Figures = {
  id: string
  state: WorkState
  correct: number
  total: number
  hint: number
  score: number
}

/**
 * Stores the scores, counts and states of work after grading. Work that has answers to grade again loses its
 * graded and returned times.
 */
export const putFigures = (db: Db, center: CenterId, works: readonly Figures[]) => db`
  update work w set state = n.state, correct = n.correct, total = n.total, hint = n.hint, score = n.score,
    graded_at = case when n.state <> 'submitted' then coalesce(w.graded_at, now()) end,
    returned_at = case when n.state = 'returned' then coalesce(w.returned_at, now()) end, version = w.version + 1
  from jsonb_to_recordset(${db.json(works)}) as n(id uuid, state text, correct int, total int, hint int, score numeric)
  where w.center_id = ${center} and w.id = n.id
`

type LockedWork = { id: string; studentId: string; name: string; kind: WorkKind; state: WorkState }

/** Locks work of a center for a change of its state, in the common lock order (`holdWorks`). */
export const lockWorks = (db: Db, center: CenterId, ids: readonly string[]) => db<LockedWork[]>`
  select id, student_id, name, kind, state from work
  where center_id = ${center} and id = any(${[...ids]}::uuid[]) and state <> 'void' order by corrects is not null, id for no key update
`

export const returnWorks = (db: Db, center: CenterId, ids: readonly string[]) => db`
  update work set state = 'returned', returned_at = now(), version = version + 1
  where center_id = ${center} and id = any(${[...ids]}::uuid[]) and state = 'graded'
`
