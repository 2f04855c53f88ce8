import type { WorkKind } from '#features/practice/rules.ts'
import type { Db } from '#server/db.ts'
import type { CenterId } from '#server/gate.ts'

type QuestionKey = { studentId: string; workId: string; kind: WorkKind; num: number }

/**
 * Selects the last answer to a question of a student's work. If there is no answer yet, the id is null.
 * Returns no row if the question doesn't exist.
 */
export const lastAnswer = (
  db: Db,
  centers: readonly CenterId[],
  { studentId, workId, kind, num }: QuestionKey,
) => db<{ id: string | null }[]>`
  select a.id from work w
  join work_questions q on q.center_id = w.center_id and q.work_id = w.id and q.num = ${num}
  left join answers a on a.center_id = q.center_id and a.work_id = q.work_id and a.num = q.num and a.seq = q.answers
  where w.center_id = any(${[...centers]}) and w.student_id = ${studentId} and w.id = ${workId} and w.kind = ${kind} and w.state <> 'void'
`

/** Selects the center of a class, if the caller has access to it. */
export const centerOfClass = (db: Db, centers: readonly CenterId[], classId: string) => db<
  { centerId: CenterId }[]
>`
  select center_id from classes where center_id = any(${[...centers]}) and id = ${classId}
`
