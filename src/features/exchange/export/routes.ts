import { asFile, type Handlers } from '#server/call.ts'
import type { materialExport } from './api.ts'
import { exportMaterial, exportSize } from './material-export.ts'

export const exportRoutes: Handlers<typeof materialExport> = {
  async file(call) {
    const { file, name } = await exportMaterial(call, call.input)
    return asFile(file, name)
  },

  size: (call) => exportSize(call, call.input),
}
