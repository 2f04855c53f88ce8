import type { CurrentVerdict } from './regrade-effects.ts'
import type { WorkKind, WorkState } from '#features/practice/rules.ts'
import type { AnswerKey, Given, Verdict } from '#features/questions/rules.ts'
import type { Db } from '#server/db.ts'
import type { CenterId } from '#server/gate.ts'
import type { AnswerToRegrade } from './regrade-effects.ts'

/** Selects the current revision of a question; `lock` prevents a new one. */
export const currentRevision = (db: Db, id: string, { lock = false } = {}) => db<{ revision: number }[]>`
  select revision from questions where id = ${id} ${lock ? db`for no key update` : db``}
`

type RevisionRef = { questionId: string; revision: number }

/** SQL condition that question `q` of work `w` was answered in an older revision. */
const older = (db: Db, { questionId, revision }: RevisionRef) => db`
  q.question_id = ${questionId} and q.revision < ${revision} and q.answers > 0 and w.state <> 'void'
`

/** Selects the work that has answers to older revisions of the question, so that callers can lock it. */
export const concernedWorks = (db: Db, centers: readonly CenterId[], revisionRef: RevisionRef) => db<
  { id: string }[]
>`
  select w.id from work w where w.center_id = any(${[...centers]}) and exists (
    select from work_questions q where q.center_id = w.center_id and q.work_id = w.id and ${older(db, revisionRef)}
  )
`

export type OldAnswerRow = {
  centerId: CenterId
  workId: string
  num: number
  kind: WorkKind
  state: WorkState
  workName: string
  score: number | null
  total: number | null
  studentId: string
  firstName: string
  lastName: string
  given: Given
  verdict: CurrentVerdict['verdict']
  solved: boolean
  /** Current key of the question, or of the same variant if the question has variants. */
  key: AnswerKey
  reworded: boolean
  answers: AnswerToRegrade[]
}

/**
 * Maximum number of uses of a question in students' work that are regraded at once. The rest are offered the
 * next time.
 */
const maxOldAnswers = 2000

/**
 * Selects the uses of a question in students' work that were answered in an older revision, with every answer
 * and the current key. Returns none if the question isn't finished. Skips variants that no longer exist,
 * since they have no key to grade by.
 */
export const answersToOldRevisions = (db: Db, centers: readonly CenterId[], revisionRef: RevisionRef) => db<
  OldAnswerRow[]
>`
  select w.center_id, w.id as work_id, q.num, w.kind, w.state, w.name as work_name, w.score::float8 as score, w.total, w.student_id,
    p.first_name, p.last_name, q.given, q.solved,
    jsonb_build_object('status', q.verdict -> 'status', 'score', q.verdict -> 'score') as verdict, coalesce(nv.key, nr.key) as key,
    (coalesce(v.content, r.content), coalesce(v.instructions, r.instructions))
      is distinct from (coalesce(nv.content, nr.content), coalesce(nv.instructions, nr.instructions)) as reworded,
    (select jsonb_agg(jsonb_build_object('seq', a.seq, 'given', a.given, 'grade', a.grade, 'onPaper', a.page_id is not null) order by a.seq) from answers a
      where a.center_id = q.center_id and a.work_id = q.work_id and a.num = q.num) as answers
  from work_questions q
  join work w on w.center_id = q.center_id and w.id = q.work_id
  join people p on p.id = w.student_id
  join questions now on now.id = q.question_id and now.status <> 'error'
  join question_revisions r on r.question_id = q.question_id and r.revision = q.revision
  left join question_variants v on v.question_id = q.question_id and v.revision = q.revision and v.num = q.variant
  join question_revisions nr on nr.question_id = q.question_id and nr.revision = ${revisionRef.revision}
  left join question_variants nv on nv.question_id = q.question_id and nv.revision = nr.revision and nv.num = q.variant
  where q.center_id = any(${[...centers]}) and ${older(db, revisionRef)} and (nv.num is not null or q.variant is null and nr.variables is null)
  order by w.id, q.num limit ${maxOldAnswers}
`

export type RegradedRow = {
  workId: string
  num: number
  given: Given
  filled: boolean
  verdict: Verdict
  tries: number
  solved: boolean
  waits: boolean
  machine: readonly { seq: number; verdict: Verdict }[]
}

/**
 * Stores the questions' new revision, and the new key's automatic verdict on each of their answers. The
 * original verdict is kept.
 */
export const putRegraded = (
  db: Db,
  center: CenterId,
  { revision, questions }: { revision: number; questions: readonly RegradedRow[] },
) => db`
  with said as (
    select * from jsonb_to_recordset(${db.json(questions)}) as n(
      "workId" uuid, num int, given jsonb, filled boolean, verdict jsonb, tries int, solved boolean, waits boolean, machine jsonb)
  ), judged as (
    update answers a set regraded = m.verdict, version = a.version + 1
    from said n, jsonb_to_recordset(n.machine) as m(seq int, verdict jsonb)
    where a.center_id = ${center} and a.work_id = n."workId" and a.num = n.num and a.seq = m.seq
  )
  update work_questions q
  set revision = ${revision}, given = n.given, filled = n.filled, verdict = n.verdict, tries = n.tries, solved = n.solved, waits = n.waits
  from said n where q.center_id = ${center} and q.work_id = n."workId" and q.num = n.num
`
