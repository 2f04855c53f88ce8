import { record } from '#server/audit.ts'
import type { Db } from '#server/db.ts'
import type { CenterId } from '#server/gate.ts'
import { addJob, type JobTools } from '#server/jobs.ts'
import { publish } from '#server/live.ts'
import { holdWorks } from '../queries.ts'
import { endOf, graceMs } from '../rules.ts'
import { complete } from './completion.ts'
import { startedWork } from './queries.ts'

type WorkKey = { centerId: CenterId; id: string }

const dayMs = 86_400_000

/**
 * Queues the job that completes work at the end of its grace period. `end` is the instant at which the time
 * runs out. Work has only one such job, so a later call replaces it.
 */
export const completeAt = (db: Db, of: WorkKey, end: string) =>
  addJob(db, 'complete-work', of, { key: `complete ${of.id}`, at: new Date(Date.parse(end) + graceMs) })

/**
 * Completes work whose time is up, with the answers that have arrived. Safe to run twice. If the job runs too
 * early, because clocks differ or the time was extended, it is queued again.
 */
export async function completeWork(of: WorkKey, { database }: Pick<JobTools, 'database'>) {
  await database.write(async (db) => {
    await holdWorks(db, [of.centerId], [of.id])
    const [work] = await startedWork(db, of)
    const end = work && endOf(work)
    if (!end) return
    // Nothing may change at an archived center, but the center may be restored, so the job tries again in a
    // day.
    if (work.isArchived) return await completeAt(db, of, new Date(Date.now() + dayMs).toISOString())
    if (Date.now() < Date.parse(end) + graceMs) return await completeAt(db, of, end)
    await complete(db, of)
    const before = { studentId: work.studentId, state: 'started' }
    record(db, null, { action: 'practice.timeout', entity: of.id, center: of.centerId, before })
    for (const channel of [`student:${work.studentId}`, `center:${of.centerId}`])
      publish(db, { channel, topic: 'work', id: of.id })
  })
}
