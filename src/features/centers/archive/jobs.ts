import { record } from '#server/audit.ts'
import { notifyAdmins } from '#server/export-guard.ts'
import type { JobTools } from '#server/jobs.ts'
import { deleteCenterRows, lockDeleting } from './deletion-queries.ts'

/** Permanently deletes an archived center, completely or not at all. Safe to run twice. */
export const deleteCenter = async (
  { id, by }: { id: string; by: string },
  { database }: Pick<JobTools, 'database'>,
) =>
  await database.write(async (db) => {
    const [center] = await lockDeleting(db, id)
    if (!center) return
    const people = await deleteCenterRows(db, id)
    record(db, { kind: 'admin', id: by }, { action: 'centers.delete', entity: id, after: { people } })
    await notifyAdmins(db, { by, event: { kind: 'deletion', centerId: id }, center: null })
  })
