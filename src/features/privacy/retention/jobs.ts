import { erase } from '../erasing/queries.ts'
import { record } from '#server/audit.ts'
import type { Database } from '#server/db.ts'
import { addJob, type JobTools } from '#server/jobs.ts'
import type { Inventory } from '#shared/inventory.ts'
import { dueRows, forgetOld, parentsLeft } from './queries.ts'

/** Schedule of the nightly erasure, at a time when there are no classes. */
export const retireCron = { task: 'retire', match: '43 3 * * *' }

/**
 * Maximum number of people erased in one transaction, so that each transaction stays short, and number of due
 * people selected together, which reads all students.
 */
const [atOnce, atOneLook] = [50, 10_000]

/** Erases people in one transaction, except those who have become active again. Returns how many. */
const erasePart = (database: Database, ids: readonly string[], inventory: Inventory) =>
  database.write(async (db) => {
    const due = await dueRows(db, { days: 0, most: ids.length, among: ids })
    const parents = await parentsLeft(db, { most: ids.length, among: ids })
    const erased = await erase(
      db,
      { ids: [...due, ...parents].map(({ id }) => id), kind: 'retention' },
      inventory,
    )
    if (erased.length > 0) await addJob(db, 'erased', {}, { key: 'erased' })
    for (const id of erased) record(db, null, { action: 'privacy.retire', entity: id })
    return erased.length
  })

/**
 * Erases everyone who is due: prospects who never started, former students, and parents who have had no child
 * here for as long as the data of former students is kept. Then deletes old records (reliability R-priv).
 * Safe to run twice.
 */
export const retire =
  (inventory: Inventory) =>
  async (_payload: unknown, { database }: Pick<JobTools, 'database'>) => {
    for (;;) {
      const due = await dueRows(database.read, { days: 0, most: atOneLook })
      const parents = await parentsLeft(database.read, { most: atOneLook })
      // Each transaction erases people of one center, because it searches that center's text for their names.
      const groups = [...Map.groupBy(due, ({ centerId }) => centerId).values(), parents]
      let erased = 0
      for (const group of groups)
        for (let from = 0; from < group.length; from += atOnce) {
          const ids = group.slice(from, from + atOnce).map(({ id }) => id)
          erased += await erasePart(database, ids, inventory)
        }
      if (erased === 0) break
    }
    await database.write(forgetOld)
  }
