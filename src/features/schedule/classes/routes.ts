import { todayAt } from '#features/centers/today.ts'
import { listFile } from '#server/list-file.ts'
import { created, type Handlers } from '#server/call.ts'
import type { classes } from './api.ts'
import { classRows } from './queries.ts'
import { classColumns, isFound } from './terms.ts'
import { shown, change, classesOf, addClass, endClass } from './classes.ts'

export const classesRoutes: Handlers<typeof classes> = {
  list: (call) => classesOf(call, call.input),

  async file(call) {
    const { ended } = call.input
    const { center } = call
    const which = { on: await todayAt(call.db.read, center), which: ended ? 'all' : 'coming' } as const
    const rows = (await classRows(call.db.read, center, which))
      .map((row) => shown(row, []))
      .filter((row) => isFound(row, call.input))
    return await listFile(call, { name: 'classes', columns: classColumns, rows })
  },

  add: async (call) => created(await addClass(call, call.input)),

  replace: change,
  change,

  async end(call) {
    await endClass(call, call.input)
    return null
  },
}
