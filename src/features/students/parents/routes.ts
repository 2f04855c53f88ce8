import { notFound } from '#shared/problem.ts'
import { one } from '#server/db.ts'
import { listFile, pagesOf } from '#server/list-file.ts'
import type { Handlers } from '#server/call.ts'
import type { parents } from './api.ts'
import { parentLineCount, parentLines } from './queries.ts'
import { parentColumns, type ParentLine } from './parent-rights.ts'
import { read, childrenOfParent, changeParent, changeParentLink, endParentLink } from './parents.ts'

export const parentsRoutes: Handlers<typeof parents> = {
  async file(call) {
    const { input, db, center } = call
    const { filter, search } = input
    const whole = one(await parentLineCount(db.read, center, input), notFound)
    const pages = pagesOf<ParentLine>((last) => parentLines(db.read, center, { filter, search, last }))
    return await listFile(call, { name: 'parents', columns: parentColumns, ...whole, pages })
  },

  async one({ input, db, center }) {
    return await read(db, center, input.parentId)
  },

  children: (call) => childrenOfParent(call, call.input),

  change: (call) => changeParent(call, call.input),

  changeLink: (call) => changeParentLink(call, call.input),

  async endLink(call) {
    await endParentLink(call, call.input)
    return null
  },
}
