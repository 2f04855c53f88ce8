import { erase, maxTogether } from '../erasing/queries.ts'
import { record } from '#server/audit.ts'
import type { Database, Db } from '#server/db.ts'
import { addJob, type JobTools } from '#server/jobs.ts'
import { setStatementTimeout } from '#server/transaction.ts'
import type { Inventory } from '#shared/inventory.ts'
import { dueRows, forgetOld, parentsLeft } from './queries.ts'
import { retireAt } from './retention.ts'

/** Schedule of the nightly erasure. */
export const retireCron = { task: 'retire', match: `${retireAt.minute} ${retireAt.hour} * * *` }

/** Maximum number of due people selected together. Selecting them reads all students. */
const maxSelected = 100_000

/**
 * Selects people who are due, each with one of their centers, if any. With `among`, selects only from the
 * people with these ids.
 */
const duePeople = async (db: Db, options: { most: number; among?: readonly string[] }) => [
  ...(await dueRows(db, { days: 0, ...options })),
  ...(await parentsLeft(db, options)),
]

const selectDue = (database: Database) =>
  database.write(async (db) => {
    await setStatementTimeout(db, 120)
    return await duePeople(db, { most: maxSelected })
  })

/** Erases these people in one transaction, except any who are no longer due. Returns how many were erased. */
const eraseDue = (database: Database, ids: readonly string[], inventory: Inventory) =>
  database.write(async (db) => {
    const due = await duePeople(db, { most: ids.length, among: ids })
    const erased = await erase(db, { ids: due.map(({ id }) => id), kind: 'retention' }, inventory)
    if (erased.length > 0) await addJob(db, 'erased', {}, { key: 'erased' })
    for (const id of erased) record(db, null, { action: 'privacy.retire', entity: id })
    return erased.length
  })

/**
 * Erases everyone who is due: prospects who never started, former students, and parents who have had no child
 * at any center for as long as the data of former students is kept. Then deletes old records (reliability
 * R-priv). Safe to run twice. If an erasure fails, continues with the others, and throws the first error at
 * the end.
 */
export const retire =
  (inventory: Inventory) =>
  async (_payload: unknown, { database }: Pick<JobTools, 'database'>) => {
    const errors: unknown[] = []
    for (let erased = 1; erased > 0;) {
      erased = 0
      const due = await selectDue(database)
      // Each transaction erases people of one center, because it searches that center's text for their names.
      for (const group of Map.groupBy(due, ({ centerId }) => centerId).values())
        for (let from = 0; from < group.length; from += maxTogether) {
          const ids = group.slice(from, from + maxTogether).map(({ id }) => id)
          erased += await eraseDue(database, ids, inventory).catch((error: unknown) => {
            errors.push(error)
            return 0
          })
        }
    }
    await database.write(forgetOld)
    if (errors.length > 0) throw errors[0]
  }
