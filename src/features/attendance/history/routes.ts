import { notFound } from '#shared/problem.ts'
import { zoneOf } from '#features/centers/queries.ts'
import { one } from '#server/db.ts'
import { listFile } from '#server/list-file.ts'
import type { Handlers } from '#server/call.ts'
import { momentsAt } from '#shared/day-text.ts'
import type { attendanceHistory } from './api.ts'
import { markCount } from './queries.ts'
import { markColumns } from './history-weeks.ts'
import { checkRange, askedFor, weekly, historyMarks, classmates, corrections } from './attendance-history.ts'

export const attendanceHistoryRoutes: Handlers<typeof attendanceHistory> = {
  list: (call) => historyMarks(call, call.input),

  async file(call) {
    const { input, db, center } = call
    checkRange(input)
    await askedFor(db.read, center, input)
    const { timeZone } = one(await zoneOf(db.read, center), notFound)
    const whole = one(await markCount(db.read, center, input), notFound)
    const columns = markColumns(momentsAt(timeZone))
    return await listFile(call, { name: 'attendance', columns, ...whole, pages: weekly(db.read, center, input) })
  },

  classmates: (call) => classmates(call, call.input),

  corrections: (call) => corrections(call, call.input),
}
