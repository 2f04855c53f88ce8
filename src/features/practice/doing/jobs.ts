import { record } from '#server/audit.ts'
import type { CenterId } from '#server/gate.ts'
import type { JobTools } from '#server/jobs.ts'
import { publish } from '#server/live.ts'
import { holdWorks } from '../queries.ts'
import { endOf, graceMs } from '../rules.ts'
import { complete, startedWork } from './queries.ts'

type Of = { centerId: CenterId; id: string }

/** Completes work whose time is over, with what has arrived. Harmless when run twice or too early: then it is left as it is. */
export async function completeWork(of: Of, { database }: JobTools) {
  await database.write(async (db) => {
    await holdWorks(db, [of.centerId], [of.id])
    const [work] = await startedWork(db, of)
    const end = work && endOf(work)
    if (!end || Date.now() < Date.parse(end) + graceMs) return
    await complete(db, of)
    const before = { studentId: work.studentId, state: 'started' }
    await record(db, null, { deed: 'practice.timeout', entity: of.id, center: of.centerId, before })
    for (const channel of [`student:${work.studentId}`, `center:${of.centerId}`]) await publish(db, { channel, topic: 'work', id: of.id })
  })
}
