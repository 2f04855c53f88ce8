import type { Handlers } from '#server/call.ts'
import { childScope } from '../answering/own-work.ts'
import { readerScope } from '../assigning/assigned-work.ts'
import { own } from '../work-list.ts'
import type { whiteboards } from './api.ts'
import { changeGivenWhiteboard, changeOwnWhiteboard, whiteboardOf } from './whiteboard.ts'

export const whiteboardRoutes: Handlers<typeof whiteboards> = {
  own: ({ input, actor, db }) => whiteboardOf(db, own(actor), { ...input, viewer: 'student' }),

  async changeOwn(call) {
    await changeOwnWhiteboard(call, call.input)
    return null
  },

  async given({ input: { studentId, ...from }, actor, db }) {
    return await whiteboardOf(db, await readerScope(db, actor, studentId), { ...from, viewer: 'staff' })
  },

  async changeGiven(call) {
    await changeGivenWhiteboard(call, call.input)
    return null
  },

  async childs({ input: { studentId, ...from }, actor, db }) {
    return await whiteboardOf(db, await childScope(db, actor, studentId), { ...from, viewer: 'parent' })
  },
}
