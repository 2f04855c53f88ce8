import { created, type Handlers } from '#server/call.ts'
import { workWithMap } from '../work-list.ts'
import type { WorkKind } from '../rules.ts'
import type { GivenWork, assigning } from './api.ts'
import {
  readerScope,
  staffQuestion,
  assignHomework,
  assignTest,
  assignAssessment,
  changeAssignedWork,
  withdrawWork,
} from './assigned-work.ts'
import { assignWarmUp } from './warm-ups.ts'

export const givingRoutes: Handlers<typeof assigning> = {
  homework: async (call) => created(await assignHomework(call, call.input)),

  warmUp: async (call) => created(await assignWarmUp(call, call.input)),

  test: async (call) => created(await assignTest(call, call.input)),

  assessment: async (call) => created(await assignAssessment(call, call.input)),

  async sectionQuestion({ input, actor, db }) {
    const { id, itemId, s, n, after = null } = input
    return await staffQuestion(db, await readerScope(db, actor, id), {
      id: itemId,
      kind: 'homework',
      s,
      n,
      after,
    })
  },
}

/**
 * Returns the handlers for staff to read and change a student's work of one kind (spec §7, Staff on
 * students).
 */
export const givenRoutes = (kind: WorkKind): Handlers<GivenWork> => ({
  async item({ input, actor, db }) {
    return await workWithMap(db, await readerScope(db, actor, input.id), {
      id: input.itemId,
      kind,
      viewer: 'staff',
    })
  },

  change: (call) => changeAssignedWork(call, call.input, kind),

  async withdraw(call) {
    await withdrawWork(call, call.input, kind)
    return null
  },

  async question({ input, actor, db }) {
    const { id, itemId, n, after = null } = input
    return await staffQuestion(db, await readerScope(db, actor, id), { id: itemId, kind, s: null, n, after })
  },
})
