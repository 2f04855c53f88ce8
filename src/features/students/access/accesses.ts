import { notFound } from '#shared/problem.ts'
import { record } from '#server/audit.ts'
import { logAccess } from '#server/access-log.ts'
import type { accessLog } from './api.ts'
import { countOf } from './queries.ts'
import type { CenterCall, HandlerInput } from '#server/call.ts'

/** Records in the access log that students' data was printed. */
export async function notePrint(
  { actor, db, center }: CenterCall,
  input: HandlerInput<(typeof accessLog)['printed']>,
) {
  const students = [...new Set(input.students)]
  const [there] = await countOf(db, center, students)
  if (there?.count !== students.length) throw notFound()
  await logAccess(db, { students, by: actor, how: 'print' })
  const entity = students.length === 1 ? (students[0] as string) : center
  record(db, actor, { action: 'privacy.print', entity, center, after: { count: students.length } })
}
