import { zoneOf } from '#features/centers/queries.ts'
import { clockOf } from '#shared/day-text.ts'
import { t } from '#shared/language.ts'
import { conflict, forbidden, notFound } from '#shared/problem.ts'
import { record } from '#server/audit.ts'
import { one, type Db } from '#server/db.ts'
import type { CenterId } from '#server/gate.ts'
import { reach } from '#shared/permissions.ts'
import type { requests } from './api.ts'
import { dropRequest, sentRequests, type SentRow, requestTo } from './queries.ts'
import type { CenterCall, HandlerInput } from '#server/call.ts'

/**
 * Throws 409 `declined_lately` for a request that was declined in the last seven days. Without this check, a
 * center could remove it and ask again immediately.
 */
async function unlessDeclinedLately(db: Db, center: CenterId, { againAt }: Pick<SentRow, 'againAt'>) {
  if (againAt === null) return
  const { timeZone } = one(await zoneOf(db, center), notFound)
  const when = clockOf(timeZone).moment(againAt)
  throw conflict(
    'declined_lately',
    t('This request was declined. You can send it again or remove it starting {when}.', { when }),
    { againAt },
  )
}

export async function withdrawRequest(
  { actor, db, center }: CenterCall,
  input: HandlerInput<(typeof requests)['withdraw']>,
) {
  const request = one(await sentRequests(db, center, input), notFound)
  if (request.duty && !reach(actor.kind, 'staff.invite')) throw forbidden()
  await unlessDeclinedLately(db, center, request)
  one(await dropRequest(db, center, request.id), notFound)
  const { studentId, duty } = request
  record(db, actor, {
    action: 'requests.withdraw',
    entity: studentId ?? request.id,
    center,
    before: { duty },
  })
}

/**
 * Returns a center's waiting request to an account about a child or a duty. Call it after `putRequest`.
 * Throws 409 if the owner declined it in the last seven days.
 */
export async function requestPut(db: Db, center: CenterId, to: Parameters<typeof requestTo>[2]) {
  const request = one(await requestTo(db, center, to), notFound)
  await unlessDeclinedLately(db, center, request)
  return request
}
