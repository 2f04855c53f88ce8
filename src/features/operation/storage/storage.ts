import { isStale, withId } from '#server/records.ts'
import { centerStorage, changeQuota } from '#features/centers/storage-queries.ts'
import { notFound, stale } from '#shared/problem.ts'
import { record } from '#server/audit.ts'
import { one } from '#server/db.ts'
import type { storage } from './api.ts'
import type { CenterCall, IfMatch, HandlerInput } from '#server/call.ts'

export async function setQuota(
  { actor, db, ifMatch, center }: CenterCall & IfMatch,
  input: HandlerInput<(typeof storage)['change']>,
) {
  const { quota } = input
  const id = center
  const before = one(await centerStorage(db, { id }), notFound)
  if (isStale(ifMatch, before.version)) throw stale(withId(before))
  await changeQuota(db, { id, quota })
  record(db, actor, {
    action: 'operation.quota',
    entity: id,
    center: id,
    before: { quota: before.quota },
    after: { quota },
  })
  return withId({ ...before, quota, version: before.version + 1 })
}
