import type { Handlers } from '#server/call.ts'
import type { family } from './api.ts'
import { phoneInWords } from '#shared/entries.ts'
import { centerContacts, childRows } from './queries.ts'
import { glances, childPage, changeChildProfile, studentSelf, changeOwnProfile } from './families.ts'

export const familyRoutes: Handlers<typeof family> = {
  async children({ actor, db }) {
    const found = await glances(db, await childRows(db, actor.id), 1)
    return found.map(({ child }) => child)
  },

  async centers({ actor, db }) {
    const rows = await centerContacts(db, actor.id)
    return rows.map(({ id, ...row }) => ({ _id: id, ...row, phoneInWords: phoneInWords(row.phone) }))
  },

  child: (call) => childPage(call, call.input),

  changeChild: (call) => changeChildProfile(call, call.input),

  self: (call) => studentSelf(call),

  change: (call) => changeOwnProfile(call, call.input),
}
