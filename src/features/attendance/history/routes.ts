import { listFile } from '#server/list-file.ts'
import type { Handlers } from '#server/call.ts'
import type { attendanceHistory } from './api.ts'
import { classmates, corrections, historyMarks, markList } from './attendance-history.ts'

export const attendanceHistoryRoutes: Handlers<typeof attendanceHistory> = {
  list: (call) => historyMarks(call, call.input),

  file: async (call) => await listFile(call, await markList(call.db.read, call.center, call.input)),

  classmates: (call) => classmates(call, call.input),

  corrections: (call) => corrections(call, call.input),
}
