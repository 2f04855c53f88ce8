import type { Handlers } from '#server/call.ts'
import { listFile } from '#server/list-file.ts'
import type { allCenters } from './api.ts'
import { compareCenters } from './comparison.ts'
import { fileColumns } from './figures.ts'

export const allCentersRoutes: Handlers<typeof allCenters> = {
  compare: (call) => compareCenters(call, call.input),

  async file(call) {
    const rows = await compareCenters({ ...call, db: call.db.read }, call.input)
    return await listFile(call, { name: 'comparison', columns: fileColumns, rows })
  },
}
