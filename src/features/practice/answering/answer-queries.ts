import { isBlank } from '#features/questions/kinds/given.ts'
import type { Given, Verdict } from '#features/questions/rules.ts'
import type { Db } from '#server/db.ts'
import type { StudentScope } from '../queries.ts'
import { maxKept, type WorkKind } from '../rules.ts'
import type { QuestionFilter, QuestionKey, QuestionRow } from './queries.ts'

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

/**
 * Selects the data needed to grade an answer to each of these questions. `at` is the question's position in
 * the list.
 */
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

/** Selects the answer with this id to a question, if any, with its current automatic verdict. */
export const answerNamed = (db: Db, { centerId, workId, num, id }: QuestionKey & { id: string }) => db<
  { seq: number; verdict: Verdict }[]
>`
  select seq, coalesce(regraded, verdict) as verdict from answers where center_id = ${centerId} and id = ${id} and work_id = ${workId} and num = ${num}
`

export type NewAnswer = QuestionKey & {
  seq: number
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
 * that a person graded or commented on, and late answers that staff accepted. In homework, deletes only
 * unreadable answers and answers that the next one repeats. This way, the last readable answer is kept, and a
 * regrade never counts more tries than the student used.
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
    and a.grade is null and a.comment is null
)`

/** Picks the fields that `putAnswers` sends. The callers' objects also contain the question's key. */
const answerRow = (answer: NewAnswer) => ({
  centerId: answer.centerId,
  workId: answer.workId,
  num: answer.num,
  seq: answer.seq,
  id: answer.id,
  kind: answer.kind,
  revision: answer.revision,
  given: answer.given,
  verdict: answer.verdict,
  typedAt: answer.typedAt,
  pageId: answer.pageId,
  tries: answer.tries,
  solved: answer.solved,
  waits: answer.waits,
  filled: answer.pageId !== null || !isBlank(answer.given),
})

/**
 * Stores answers and updates their questions, in one statement. Returns the ids of the stored answers. Leaves
 * out answers whose `seq` isn't the next one of its question, whose work isn't in progress, or whose question
 * has been regraded since it was read. The locks keep the work in progress and its question from getting
 * another answer in the meantime. With `skipsLocked`, answers are also left out if another transaction has
 * locked their work or question, so that no answer waits because of another student's. Fails on the
 * constraint `answer_known_already` if another answer has one of the ids.
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
  select center_id, work_id, num, answers, id, given, verdict, "typedAt", "pageId" from turn order by id
  returning id
`
}

type LateAnswer = Pick<NewAnswer, 'centerId' | 'workId' | 'num' | 'id' | 'given' | 'typedAt'> & {
  overtaken: boolean
}

/**
 * Stores an answer that arrived after the end of its work or was `overtaken` by an answer from another
 * device. Storing it again changes nothing. If there are too many late answers, deletes the oldest that don't
 * count. Returns no row if another answer has the same id.
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
