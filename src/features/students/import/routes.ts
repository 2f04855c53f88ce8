import { created, type Handlers } from '#server/call.ts'
import type { studentImports } from './api.ts'
import { importsOf } from './queries.ts'
import { undoHours } from './plan.ts'
import {
  importOf,
  beginDryRun,
  beginImport,
  studentImport,
  discardCheck,
  undoStudentImport,
} from './student-imports.ts'

export const studentImportRoutes: Handlers<typeof studentImports> = {
  async start({ input, actor, db, center }) {
    return created(await (input.dryRun ? beginDryRun : beginImport)(db, { center, actor, input }))
  },

  async list({ actor, db, center }) {
    return (await importsOf(db, center, { by: actor.id, hours: undoHours })).map(importOf)
  },

  one: (call) => studentImport(call, call.input),

  async discard(call) {
    await discardCheck(call)
    return null
  },

  undo: (call) => undoStudentImport(call, call.input),
}
