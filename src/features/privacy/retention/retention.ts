import { record } from '#server/audit.ts'
import { one, type Db } from '#server/db.ts'
import { demandStepUp } from '#server/gate.ts'
import { notFound, refused, stale } from '#shared/problem.ts'
import type { retention } from './api.ts'
import { changeMonths, dueRows, type Months, monthsKept, nextNight } from './queries.ts'
import type { ActionCall, IfMatch, HandlerInput } from '#server/call.ts'
import { isStale } from '#server/records.ts'

/** Number of days for which upcoming erasures are shown in advance. */
const noticeDays = 30

const maxShown = 500

/** Time of the nightly erasure, in UTC. */
export const retireAt = { hour: 3, minute: 43 }

export async function shown(db: Db, months: Months) {
  const [due, night] = await Promise.all([
    dueRows(db, { days: noticeDays, most: maxShown }),
    nextNight(db, retireAt),
  ])
  const { day: next } = one(night, notFound)
  return {
    ...months,
    next,
    due: due.map(({ id, on, ...row }) => ({ _id: id, ...row, on: on < next ? next : on })),
  }
}

/** Changes how long data is kept. */
export async function changeRetention(
  { actor, db, ifMatch }: ActionCall & IfMatch,
  input: HandlerInput<(typeof retention)['change']>,
) {
  if (Object.keys(input).length === 0) throw refused('nothing', 'Choose what to change.')
  // Requires re-authentication, because anyone whom the change makes due is erased the next night.
  await demandStepUp(db, actor)
  const { version, ...before } = one(await monthsKept(db, { lock: true }), notFound)
  if (isStale(ifMatch, version)) throw stale(await shown(db, { ...before, version }))
  const after = {
    formerMonths: input.formerMonths ?? before.formerMonths,
    prospectMonths: input.prospectMonths ?? before.prospectMonths,
  }
  await changeMonths(db, after)
  record(db, actor, { action: 'privacy.keep', entity: 'retention', before, after })
  return await shown(db, { ...after, version: version + 1 })
}
