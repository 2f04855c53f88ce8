import { listFile } from '#server/list-file.ts'
import type { Handlers } from '#server/call.ts'
import type { prospects } from './api.ts'
import { changeProspect, prospectBoard, prospectList } from './prospects.ts'

export const prospectsRoutes: Handlers<typeof prospects> = {
  board: (call) => prospectBoard(call, call.input),

  file: async (call) => await listFile(call, await prospectList(call.db.read, call.center, call.input)),

  change: (call) => changeProspect(call, call.input),
}
