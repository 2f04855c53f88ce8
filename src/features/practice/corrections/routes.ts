import { reachable } from '#server/gate.ts'
import { created, type Handlers } from '#server/call.ts'
import { own } from '../work-list.ts'
import type { corrections } from './api.ts'
import { assignCorrections } from './corrections.ts'

export const correctionRoutes: Handlers<typeof corrections> = {
  async give({ input, actor, db }) {
    const studentScope = { studentId: input.id, centers: await reachable(db, actor) }
    return created(await assignCorrections(db, actor, studentScope, { id: input.itemId, viewer: 'staff' }))
  },
  async take({ input, actor, db }) {
    return created(await assignCorrections(db, actor, own(actor), { id: input.id, viewer: 'student' }))
  },
}
