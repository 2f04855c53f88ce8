import { erase } from '../erasing/queries.ts'
import { record } from '#server/audit.ts'
import { addJob, type JobTools } from '#server/jobs.ts'
import type { Inventory } from '#shared/inventory.ts'
import { dueRows, forgetOld, parentsLeft } from './queries.ts'

/** Schedule of the nightly erasure, at a time when there are no classes. */
export const retireCron = { task: 'retire', match: '43 3 * * *' }

/** Maximum number of people erased in one transaction, so that each transaction stays short. */
const atOnce = 20

/**
 * Erases everyone who is due: prospects who never started, former students, and parents who have had no child
 * here for as long as the data of former students is kept. Then deletes old records (reliability R-priv).
 * Safe to run twice.
 */
export const retire =
  (inventory: Inventory) =>
  async (_payload: unknown, { database }: Pick<JobTools, 'database'>) => {
    for (;;) {
      const erased = await database.write(async (db) => {
        const due = await dueRows(db, { days: 0, most: atOnce })
        const parents = await parentsLeft(db, atOnce)
        const ids = await erase(
          db,
          { ids: [...due, ...parents].map(({ id }) => id), kind: 'retention' },
          inventory,
        )
        if (ids.length > 0) await addJob(db, 'erased', {}, { key: 'erased' })
        for (const id of ids) record(db, null, { action: 'privacy.retire', entity: id })
        return ids.length
      })
      if (erased === 0) break
    }
    await database.write(forgetOld)
  }
