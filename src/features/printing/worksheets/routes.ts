import { created, type Handlers } from '#server/call.ts'
import { one } from '#server/db.ts'
import { notFound } from '#shared/problem.ts'
import type { worksheets } from './api.ts'
import { pagePicture } from './queries.ts'
import { openPage, openWorksheet, printWorksheet, savePage, startWorksheet } from './worksheets.ts'

export const worksheetRoutes: Handlers<typeof worksheets> = {
  open: ({ db, center, input }) => openWorksheet(db, center, input.workId),

  start: (call) => startWorksheet(call, call.input),

  print: async (call) => created(await printWorksheet(call, call.input)),

  page: ({ db, center, input }) => openPage(db, center, input.pageId),

  async picture({ db, center, input }) {
    const { picture } = one(await pagePicture(db, center, input.pageId), notFound)
    if (picture === null) throw notFound()
    return picture
  },

  save: (call) => savePage(call, call.input),
}
