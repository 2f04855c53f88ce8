import type { Handlers } from '#server/call.ts'
import { listFile } from '#server/list-file.ts'
import type { billingFiles } from './api.ts'
import { daysOf } from '../months.ts'
import { enteredIn } from '../queries.ts'
import { entryColumns, hoursColumns, quickbooksColumns, xeroColumns } from './columns.ts'
import { exportedLines, hoursTaught } from './exported.ts'

export const billingFilesRoutes: Handlers<typeof billingFiles> = {
  async quickbooks(call) {
    const rows = await exportedLines(call.db.read, call.center, call.input)
    return await listFile(call, { name: 'quickbooks', columns: quickbooksColumns, rows })
  },

  async xero(call) {
    const rows = await exportedLines(call.db.read, call.center, call.input)
    return await listFile(call, { name: 'xero', columns: xeroColumns, rows })
  },

  async entries(call) {
    const rows = await enteredIn(call.db.read, call.center, daysOf(call.input.month))
    return await listFile(call, { name: 'entries', columns: entryColumns, rows })
  },

  async hours(call) {
    const rows = await hoursTaught(call.db.read, call.center, call.input)
    return await listFile(call, { name: 'hours', columns: hoursColumns, rows })
  },
}
