import { zoneOf } from '#features/centers/queries.ts'
import { momentsAt } from '#shared/day-text.ts'
import { notFound } from '#shared/problem.ts'
import { one } from '#server/db.ts'
import { listFile, pagesOf } from '#server/list-file.ts'
import { created, type Handlers } from '#server/call.ts'
import type { Settings } from '#server/settings.ts'
import type { emails } from './api.ts'
import { mailingCount, mailingsPage, type MailingRow } from './queries.ts'
import { mailingColumns } from './rules.ts'
import { mailings, resendMailing, sendMailing } from './mailings.ts'

export const emailsRoutes = (settings: Settings): Handlers<typeof emails> => ({
  async send(call) {
    const outcome = await sendMailing(call, call.input, settings)
    return outcome.mailing ? created(outcome) : outcome
  },

  list: (call) => mailings(call, call.input),

  async file(call) {
    const { db, center } = call
    const { timeZone } = one(await zoneOf(db.read, center), notFound)
    const { count } = one(await mailingCount(db.read, center), notFound)
    const pages = pagesOf<MailingRow>(async (last) => (await mailingsPage(db.read, center, { after: last?.id ?? null })).rows)
    return await listFile(call, { name: 'messages', columns: mailingColumns(momentsAt(timeZone)), count, pages })
  },

  resend: (call) => resendMailing(call, call.input.id, settings),
})
