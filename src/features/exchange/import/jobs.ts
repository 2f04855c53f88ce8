import { refuseOverQuota } from '#features/centers/storage-queries.ts'
import { Problem } from '#shared/problem.ts'
import { record } from '#server/audit.ts'
import type { Database, Transaction } from '#server/db.ts'
import type { JobTools } from '#server/jobs.ts'
import { publish } from '#server/live.ts'
import { beginImport, endImport, holdImport, importsOf, progressImport, type RunningImport } from './queries.ts'
import { openBrought } from './read-material.ts'
import { storeMaterial } from './store-material.ts'

const event = ({ id, by, total }: RunningImport, done: number) => ({ channel: `person:${by}`, topic: 'import' as const, id, done, total })

/** Stores all of an import or nothing, in one transaction. Progress is written in separate transactions, so it is visible at once. */
async function storeAll(db: Transaction, database: Database, work: RunningImport) {
  const { id, by, plan } = work
  if (!(await holdImport(db, id))) return
  const tell = (done: number) =>
    database.write(async (write) => {
      await progressImport(write, { id, done })
      await publish(write, event(work, done))
    })
  const [row] = await importsOf(db, { id })
  const source = await openBrought(database.read, work)
  const made = await storeMaterial({ db, source, by, clash: plan.clash, tell })
  const [ended] = await endImport(db, { id, ...made, error: null })
  if (!ended) throw new Error(`Import ${id} was ended by another run.`)
  // The uploaded file is deleted at this point, and the pictures are permanent.
  await refuseOverQuota(db, by)
  // The importer is an editor or admin, because nobody else can start an import.
  await record(db, { kind: 'editor', id: by }, { action: 'material.imported', entity: id, after: { ...row?.found?.counts, ...made } })
  await publish(db, event(work, work.total))
}

/** Runs a queued import of material. Safe to run twice: it ignores an import that has ended or that another run is working on. */
export async function importMaterial({ id }: { id: string }, { database }: JobTools) {
  const [work] = await database.write((db) => beginImport(db, id))
  if (!work) return
  try {
    await database.write((db) => storeAll(db, database, work))
  } catch (error) {
    const sentence = error instanceof Problem ? error.message : 'The import was interrupted and nothing was saved. Please try again.'
    await database.write(async (db) => {
      await endImport(db, { id, levelId: null, error: sentence })
      await publish(db, event(work, 0))
    })
    if (!(error instanceof Problem)) throw error
  }
}
