import { record } from '#server/audit.ts'
import { one, type Db } from '#server/db.ts'
import { demandStepUp } from '#server/gate.ts'
import type { Handlers } from '#server/call.ts'
import { notFound, refused, stale } from '#shared/problem.ts'
import type { retention } from './api.ts'
import { changeMonths, dueRows, type Months, monthsKept, nextNight } from './queries.ts'

/** How long before people are shown that somebody is erased. */
const noticeDays = 30
const mostShown = 500

async function shown(db: Db, months: Months) {
  const [due, night] = await Promise.all([dueRows(db, { days: noticeDays, most: mostShown }), nextNight(db)])
  const { day: next } = one(night, notFound)
  return { ...months, next, due: due.map(({ id, on, ...row }) => ({ _id: id, ...row, on: on < next ? next : on })) }
}

export const retentionRoutes: Handlers<typeof retention> = {
  async get({ db }) {
    return await shown(db, one(await monthsKept(db), notFound))
  },

  async change({ input, actor, db, seen }) {
    if (Object.keys(input).length === 0) throw refused('nothing', 'Say what is to be changed.')
    // Whom this makes due is erased in the next night.
    await demandStepUp(db, actor)
    const { version, ...before } = one(await monthsKept(db, { lock: true }), notFound)
    if (seen !== null && seen !== version) throw stale(await shown(db, { ...before, version }))
    const after = { formerMonths: input.formerMonths ?? before.formerMonths, prospectMonths: input.prospectMonths ?? before.prospectMonths }
    await changeMonths(db, after)
    await record(db, actor, { deed: 'privacy.keep', entity: 'retention', before, after })
    return await shown(db, { ...after, version: version + 1 })
  },
}
