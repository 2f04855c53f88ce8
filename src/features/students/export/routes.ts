import { writeCsv } from '#shared/csv.ts'
import { asFile, type Handlers } from '#server/call.ts'
import { takeOut } from '#server/taking-out.ts'
import { counted } from '#shared/text.ts'
import type { studentExport } from './api.ts'
import { exportedIds, exportedStudents } from './queries.ts'
import { tableOf } from './rules.ts'

export const studentExportRoutes: Handlers<typeof studentExport> = {
  async students({ input, actor, db, center }) {
    const { filter, search, columns } = input
    const students = await exportedStudents(db.read, center, input)
    const after = { filter, search, columns, count: students.length }
    const what = `a list, students, ${counted(students.length, 'row')}`
    const children = (await exportedIds(db.read, center, input)).map(({ id }) => id)
    await takeOut(db, actor, { what, deed: 'students.export', entity: center, center, after, children })
    return asFile(writeCsv(tableOf(students, columns)), 'students.csv')
  },
}
