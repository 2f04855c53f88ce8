import { record } from '#server/audit.ts'
import type { CenterCall, HandlerInput } from '#server/call.ts'
import { type Database, type Db, one } from '#server/db.ts'
import { guardExport } from '#server/export-guard.ts'
import { type CenterId, demandStepUp } from '#server/gate.ts'
import { addJob } from '#server/jobs.ts'
import { publish } from '#server/live.ts'
import { zipped } from '#server/zip.ts'
import type { Inventory } from '#shared/inventory.ts'
import { conflict, notFound, refused } from '#shared/problem.ts'
import { shown } from '../centers.ts'
import { centerRows } from '../queries.ts'
import type { archive, Deletion } from './api.ts'
import { exportedFiles } from './center-files.ts'
import {
  archived,
  contents,
  deletable,
  deletionKey,
  isImporting,
  setArchived,
  setDeleting,
  stopMail,
} from './queries.ts'
import { keptInWords, lostInWords, waitsFor } from './rules.ts'

const notArchived = () =>
  conflict('not_archived', 'Only an archived center can be deleted. Archive it first.')

async function refuseDuringImport(db: Db, center: CenterId) {
  if (await isImporting(db, center))
    throw conflict('import_running', 'An import is running at this center. Wait until it’s done.')
}

/**
 * Archives a center, which hides it and makes it read-only, or restores it. Changes nothing if the center is
 * already in the requested state. Throws 409 if the center is being deleted, or if it can't be archived yet
 * because an import is running.
 */
export async function archiveCenter(
  { actor, db, center }: CenterCall,
  input: HandlerInput<(typeof archive)['set']>,
) {
  // Checked twice: before taking the lock, which would wait for a running import to end, and again with the
  // lock, because an import may have begun in between.
  if (input.archived) await refuseDuringImport(db, center)
  const before = one(await archived(db, center, { lock: true }), notFound)
  if (before.deletingAt) throw conflict('being_deleted', 'This center is being deleted.')
  if (input.archived !== (before.archivedAt !== null)) {
    if (input.archived) await refuseDuringImport(db, center)
    await setArchived(db, center, input.archived)
    if (input.archived) await stopMail(db, center)
    record(db, actor, {
      action: input.archived ? 'centers.archive' : 'centers.restore',
      entity: center,
      center,
    })
    publish(db, { channel: `center:${center}`, topic: 'schedule' })
  }
  return shown(one(await centerRows(db, [center]), notFound))
}

/** Returns the state of an archived center. Throws 409 if it isn't archived. */
async function inArchive(db: Db, center: CenterId, { lock = false } = {}) {
  const state = one(await deletable(db, center, { lock }), notFound)
  if (state.archivedAt === null || state.from === null) throw notArchived()
  return { ...state, from: state.from }
}

/**
 * Returns what deleting an archived center would remove, and what must happen first. Throws 409 if the center
 * isn't archived.
 */
export async function deletionPreview({ db, center }: CenterCall): Promise<Deletion> {
  const state = await inArchive(db, center)
  const all = one(await contents(db, center), notFound)
  return {
    from: state.from,
    exportedAt: state.exportedAt,
    waitsFor: waitsFor(state)?.message ?? null,
    job: state.job,
    loses: lostInWords(all),
    keeps: keptInWords(all),
  }
}

/**
 * Queues the deletion of an archived center. Can be called again if the deletion failed. Throws 403 `reauth`,
 * 409 if the center isn't archived or something must happen first (`waitsFor`), 422 for a wrong name.
 */
export async function deleteLater(
  { actor, db, center }: CenterCall,
  input: HandlerInput<(typeof archive)['remove']>,
) {
  await demandStepUp(db, actor)
  const state = await inArchive(db, center, { lock: true })
  const missing = waitsFor(state)
  if (missing) throw conflict(missing.code, missing.message)
  if (input.name.trim() !== center)
    throw refused('other_name', `Type the name exactly like this: ${center}.`, '/name')
  await setDeleting(db, center)
  await addJob(db, 'delete-center', { id: center, by: actor.id }, { key: deletionKey(center) })
}

/** Returns everything stored about an archived center, as a zip file that is streamed while it is built. */
export async function exportCenter({ actor, db, center }: CenterCall<Database>, inventory: Inventory) {
  await inArchive(db.read, center)
  await guardExport(db, actor, {
    event: { kind: 'center' },
    action: 'centers.export',
    entity: center,
    center,
  })
  return zipped(exportedFiles(db, center, inventory))
}
