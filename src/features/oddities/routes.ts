import { listFile } from '#server/list-file.ts'
import { created, type Handlers } from '#server/call.ts'
import type { oddities } from './api.ts'
import { isShown, oddityColumns } from './rules.ts'
import { oddOf, snoozeOddity, wakeOddity } from './oddities.ts'

export const odditiesRoutes: Handlers<typeof oddities> = {
  async list({ input, db, center }) {
    return await oddOf(db, center, input)
  },

  async file(call) {
    const { input, db, center } = call
    const { show, code } = input
    const rows = (await oddOf(db.read, center, { code })).filter((oddity) => isShown(show, oddity))
    const children = rows.flatMap(({ studentId }) => studentId ?? [])
    return await listFile(call, { name: 'oddities', columns: oddityColumns, rows, children })
  },

  async snooze(call) {
    const { snooze, isNew } = await snoozeOddity(call, call.input)
    return isNew ? created(snooze) : snooze
  },

  async wake(call) {
    await wakeOddity(call, call.input)
    return null
  },
}
