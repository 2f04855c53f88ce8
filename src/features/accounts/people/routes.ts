import { withId } from '#server/records.ts'
import { listFile } from '#server/list-file.ts'
import { created, type Handlers } from '#server/call.ts'
import type { Settings } from '#server/settings.ts'
import type { people } from './api.ts'
import { accountsPage, staffOf } from './queries.ts'
import { staffColumns } from './staff-words.ts'
import { changeMember, cursor, inviteStaff, endStaffDuty } from './staff.ts'
import { inviteAccount, inviteAgain, closeAccount } from './accounts.ts'
import { inviteStudent, inviteParent } from './family-accounts.ts'

export const peopleRoutes = (settings: Settings): Handlers<typeof people> => ({
  async list({ input, db }) {
    const { rows, after } = await accountsPage(db, {
      search: input.search?.trim() ?? '',
      after: cursor.read(input.after),
    })
    return { users: rows.map(withId), after: cursor.write(after) }
  },

  invite: async (call) => created(await inviteAccount(call, call.input, settings)),

  async inviteAgain(call) {
    await inviteAgain(call, call.input, settings)
    return null
  },

  async close(call) {
    await closeAccount(call, call.input)
    return null
  },

  async staff({ db, center }) {
    const rows = await staffOf(db, center)
    return rows.map(withId)
  },

  async staffFile(call) {
    return await listFile(call, {
      name: 'staff',
      columns: staffColumns,
      rows: await staffOf(call.db.read, call.center),
    })
  },

  inviteStaff: async (call) => created(await inviteStaff(call, call.input, settings)),

  changeMember: (call) => changeMember(call, call.input),

  async endDuty(call) {
    await endStaffDuty(call, call.input)
    return null
  },

  inviteStudent: (call) => inviteStudent(call, call.input, settings),

  async inviteParent(call) {
    await inviteParent(call, call.input, settings)
    return null
  },
})
