import { asFile, type Handlers } from '#server/call.ts'
import type { Words } from '../rules.ts'
import type { audit } from './api.ts'
import { auditEntries, exportAudit } from './audit.ts'

export const auditRoutes = (words: Words): Handlers<typeof audit> => ({
  list: (call) => auditEntries(call, call.input, words),

  async file(call) {
    return asFile(await exportAudit(call, call.input, words), 'changes.csv')
  },
})
