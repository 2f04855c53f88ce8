import { asFile, type Handlers } from '#server/call.ts'
import type { audit } from './api.ts'
import { auditEntries, exportAudit } from './audit.ts'

export const auditRoutes: Handlers<typeof audit> = {
  list: (call) => auditEntries(call, call.input),

  async file(call) {
    return asFile(await exportAudit(call, call.input), 'changes.csv')
  },
}
