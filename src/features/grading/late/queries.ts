import type { WorkKind, WorkState } from '#features/practice/rules.ts'
import type { AnswerKey, Given, Verdict } from '#features/questions/rules.ts'
import type { Db } from '#server/db.ts'
import type { CenterId } from '#server/gate.ts'
import { type Scope, isInScope } from '../queries.ts'
import type { Quarter } from '../rules.ts'

type LateAnswerKey = Scope & { id: string }

/** Selects the work of a late answer. */
export const workOfLate = (db: Db, centers: readonly CenterId[], { id, ...scope }: LateAnswerKey) => db<
  { workId: string }[]
>`
  select w.id as work_id from late_answers late
  join work w on w.center_id = late.center_id and w.id = late.work_id and w.state <> 'void'
  where late.center_id = any(${[...centers]}) and late.id = ${id} and ${isInScope(db, scope)}
`

/** An answer that counts, with its current automatic verdict and a person's grade and comment. */
type CurrentAnswer = { given: Given; machine: Verdict; grade: Quarter | null; comment: string | null }

export type LateRow = {
  centerId: CenterId
  id: string
  workId: string
  num: number
  studentId: string
  kind: WorkKind
  state: WorkState
  key: AnswerKey
  seq: number | null
  given: Given
  typedAt: string | null
  arrivedAt: string
  overtaken: boolean
  version: number
  /** Number of answers to the question. */
  answers: number
  solved: boolean
  last: CurrentAnswer | null
  previous: CurrentAnswer | null
}

/** Selects a late answer with the state of its question. The caller must have locked its work. */
export const lateAnswer = (db: Db, centers: readonly CenterId[], { id, ...scope }: LateAnswerKey) => {
  const answer = (
    back: number,
  ) => db`(select jsonb_build_object('given', a.given, 'machine', coalesce(a.regraded, a.verdict), 'grade', a.grade,
    'comment', a.comment) from answers a where a.center_id = q.center_id and a.work_id = q.work_id and a.num = q.num and a.seq = q.answers - ${back}::int)`
  return db<LateRow[]>`
    select late.center_id, late.id, late.work_id, late.num, w.student_id, w.kind, w.state, coalesce(v.key, r.key) as key, late.seq, late.given,
      late.typed_at, late.arrived_at, late.overtaken, late.version, q.answers, q.solved, ${answer(0)} as last, ${answer(1)} as previous
    from late_answers late
    join work w on w.center_id = late.center_id and w.id = late.work_id and w.state <> 'void'
    join work_questions q on q.center_id = late.center_id and q.work_id = late.work_id and q.num = late.num
    join question_revisions r on r.question_id = q.question_id and r.revision = q.revision
    left join question_variants v on v.question_id = q.question_id and v.revision = q.revision and v.num = q.variant
    where late.center_id = any(${[...centers]}) and late.id = ${id} and ${isInScope(db, scope)}
  `
}

type CountedAnswer = Pick<LateRow, 'centerId' | 'id'> & {
  seq: number
  verdict: Verdict
  solved: boolean
  waits: boolean
  filled: boolean
}

/** Makes a late answer the one that counts; `verdict` is the automatic verdict. */
export const putCounted = (
  db: Db,
  { centerId, id, seq, verdict, solved, waits, filled }: CountedAnswer,
) => db`
  with counted as (
    update late_answers set seq = ${seq}, version = version + 1 where center_id = ${centerId} and id = ${id} returning *
  ), turn as (
    update work_questions q set answers = ${seq}, given = counted.given, verdict = ${db.json(verdict)}, solved = ${solved}, waits = ${waits},
      filled = ${filled}
    from counted where q.center_id = counted.center_id and q.work_id = counted.work_id and q.num = counted.num
  )
  insert into answers (center_id, work_id, num, seq, id, given, verdict, typed_at, arrived_at)
  select center_id, work_id, num, seq, id, given, ${db.json(verdict)}, typed_at, arrived_at from counted
`

type RestoredAnswer = Pick<LateRow, 'centerId' | 'id'> &
  Omit<CountedAnswer, 'verdict'> & { given: Given | null; verdict: Verdict | null }

/** Stops counting a late answer and restores the previous one. */
export const dropCounted = (
  db: Db,
  { centerId, id, seq, given, verdict, solved, waits, filled }: RestoredAnswer,
) => db`
  with late as (
    update late_answers set seq = null, version = version + 1 where center_id = ${centerId} and id = ${id} returning *
  ), gone as (
    delete from answers where center_id = ${centerId} and id = ${id}
  )
  update work_questions q set answers = ${seq}, given = ${given && db.json(given)}, verdict = ${verdict && db.json(verdict)}, solved = ${solved},
    waits = ${waits}, filled = ${filled}
  from late where q.center_id = late.center_id and q.work_id = late.work_id and q.num = late.num
`
