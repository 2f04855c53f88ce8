import type { Handlers } from '#server/call.ts'
import { listFile } from '#server/list-file.ts'
import type { allCenters } from './api.ts'
import { compareCenters } from './comparison.ts'
import { fileColumns, withTasksAndMoney } from './figures.ts'
import { allTasksAndMoney, nextTasksAndMoney } from './tasks-and-money.ts'

export const allCentersRoutes: Handlers<typeof allCenters> = {
  compare: (call) => compareCenters(call, call.input),

  tasksAndMoney: (call) => nextTasksAndMoney(call, call.input),

  async file(call) {
    const reading = { ...call, db: call.db.read }
    const lines = await compareCenters(reading, call.input)
    const rows = withTasksAndMoney(lines, await allTasksAndMoney(reading))
    return await listFile(call, { name: 'comparison', columns: fileColumns, rows })
  },
}
