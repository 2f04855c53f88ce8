import { created, type Handlers } from '#server/call.ts'
import type { Settings } from '#server/settings.ts'
import type { tableImports } from './api.ts'
import { importTable, tableImportList, undoTableImport } from './imports.ts'

export const tableImportRoutes = (settings: Settings): Handlers<typeof tableImports> => ({
  start: async (call) => created(await importTable(call, call.input, settings)),

  list: (call) => tableImportList(call, call.input),

  undo: (call) => undoTableImport(call, call.input, settings),
})
