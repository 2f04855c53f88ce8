import { todayAt } from '#features/centers/today.ts'
import type { CenterCall, HandlerInput } from '#server/call.ts'
import { writeCsv } from '#shared/csv.ts'
import { guardExport } from '#server/export-guard.ts'
import type { studentExport } from './api.ts'
import { exportedIds, exportedStudents } from './queries.ts'
import { tableOf } from './export-columns.ts'

import type { Database } from '#server/db.ts'

/** Returns a CSV of students with the requested columns. Can throw 403 `reauth` or 429, like every export. */
export async function exportStudents(
  { db, actor, center }: CenterCall<Database>,
  input: HandlerInput<(typeof studentExport)['students']>,
) {
  const { filter, search, columns, ...narrow } = input
  const on = await todayAt(db.read, center)
  const query = { filter, search, narrow: { ...narrow, on } }
  const students = await exportedStudents(db.read, center, query)
  const after = { filter, search, ...narrow, columns, count: students.length }
  const children = (await exportedIds(db.read, center, query)).map(({ id }) => id)
  await guardExport(db, actor, {
    event: { kind: 'list', name: 'students', rows: students.length },
    action: 'students.export',
    entity: center,
    center,
    after,
    children,
  })
  return writeCsv(tableOf(students, columns))
}
