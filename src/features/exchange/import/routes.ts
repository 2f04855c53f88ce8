import { withId } from '#server/records.ts'
import { created, type Handlers } from '#server/call.ts'
import type { materialImports } from './api.ts'
import { importsOf } from './queries.ts'
import { beginImport, putImportPart, checkImport, startImport } from './material-imports.ts'

export const materialImportRoutes: Handlers<typeof materialImports> = {
  begin: async (call) => created(await beginImport(call, call.input)),

  async part(call) {
    await putImportPart(call, call.input)
    return null
  },

  check: (call) => checkImport(call, call.input),

  start: (call) => startImport(call, call.input),

  async list({ db }) {
    return (await importsOf(db)).map(withId)
  },
}
