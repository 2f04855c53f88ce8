import { centerStorage, type CenterStorage, changeQuota } from '#features/centers/storage-queries.ts'
import { notFound, stale } from '#shared/problem.ts'
import { record } from '#server/audit.ts'
import { one } from '#server/db.ts'
import type { storage } from './api.ts'
import type { CenterCall, Seen, HandlerInput } from '#server/call.ts'

export const shown = ({ id, ...row }: CenterStorage) => ({ _id: id, ...row })

/** Changes the storage that a center or person may use. */
export async function setQuota({ actor, db, seen, center }: CenterCall & Seen, input: HandlerInput<(typeof storage)['change']>) {
  const { quota } = input
  const id = center
  const before = one(await centerStorage(db, { id }), notFound)
  if (seen !== null && seen !== before.version) throw stale(shown(before))
  await changeQuota(db, { id, quota })
  await record(db, actor, { action: 'operation.quota', entity: id, center: id, before: { quota: before.quota }, after: { quota } })
  return shown({ ...before, quota, version: before.version + 1 })
}
