import { asFile, type Handlers } from '#server/call.ts'
import type { studentExport } from './api.ts'
import { exportStudents } from './student-export.ts'

export const studentExportRoutes: Handlers<typeof studentExport> = {
  async students(call) {
    return asFile(await exportStudents(call, call.input), 'students.csv')
  },
}
