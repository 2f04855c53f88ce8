import { dropRequestsAbout } from '#features/accounts/requests/queries.ts'
import { changeStudents } from '../queries.ts'
import { conflict, notFound } from '#shared/problem.ts'
import { type Change, recordAll } from '#server/audit.ts'
import { one, refuseOnConstraint, type Db } from '#server/db.ts'
import type { CenterId } from '#server/gate.ts'
import { addJob, type JobTools } from '#server/jobs.ts'
import { publish } from '#server/live.ts'
import { executeRun, type Run, type ReportProgress } from '#server/runs.ts'
import { withAllCenters } from '#server/scope.ts'
import { anotherImport } from './jobs.ts'
import { currentStudents, lockCurrent, type ImportResult, putLinks, renameStudents } from './queries.ts'
import { revertible, undoHours } from './plan.ts'
import {
  beginUndo,
  busyStudents,
  dropLinks,
  dropLinksOf,
  dropPeople,
  dropStudents,
  holdStudents,
  idleParents,
  lockImport,
  markUndone,
  type UndoRow,
} from './undo-queries.ts'

/**
 * Locks an import of this kind for undoing. Throws 404 if there is none, and 409 `undoing`, `undone`,
 * `not_done` or `too_late` if it can't be undone now.
 */
export async function lockUndoable<M = ImportResult>(
  db: Db,
  center: CenterId,
  which: { kind: string; id: string },
) {
  const row = one(await lockImport<M>(db, center, { ...which, hours: undoHours }), notFound)
  if (row.state === 'undoing') throw conflict('undoing', 'This import is already being undone.')
  if (row.undone) throw conflict('undone', 'This import has already been undone.')
  if (row.state !== 'done') throw conflict('not_done', 'Only a completed import can be undone.')
  if (!row.isRecent) throw conflict('too_late', `An import can only be undone within ${undoHours} hours.`)
  return row
}

/** Number of students removed between two progress reports. */
const batch = 100

/** Maximum number of names in a sentence. */
const maxNames = 5

function busy(names: readonly string[]) {
  const more = names.length - maxNames
  const who = `${names.slice(0, maxNames).join(', ')}${more > 0 ? ` and ${more} more` : ''}`
  const have = names.length === 1 ? 'has' : 'have'
  return conflict(
    'in_use',
    `${who} now ${have} attendance, work, places, notes, parents, an account or other records, so this import can’t be undone.`,
    {
      names,
    },
  )
}

const given = (fields: object) =>
  Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined))

/** Reverts what an import changed unless it was changed again. Returns the audit rows. */
async function revertChanges(db: Db, center: CenterId, { changed, changedLinks }: ImportResult) {
  const ids = [...changed.map(({ id }) => id), ...changedLinks.map(({ studentId }) => studentId)]
  await lockCurrent(db, center, ids)
  const now = new Map(
    (await withAllCenters(db, (all) => currentStudents(all, center, ids))).map((each) => [each.id, each]),
  )
  const students = changed.flatMap((change) => {
    const student = now.get(change.id)
    const { firstName, lastName, ...rest } = student ? revertible(change, student) : {}
    // A student who has joined another center in the meantime keeps their name.
    const back = student?.renamable ? { ...rest, ...given({ firstName, lastName }) } : rest
    return student && Object.keys(back).length > 0 ? [{ student, back, change }] : []
  })
  const links = changedLinks.flatMap(({ studentId, parentId, before, after }) => {
    const link = now.get(studentId)?.links.find((each) => each.parentId === parentId && !each.ended)
    const back = link ? revertible({ before, after }, link) : {}
    const { relationship, phone } = { ...before, ...link, ...back }
    return Object.keys(back).length > 0 ? [{ studentId, parentId, relationship, phone, back }] : []
  })
  const before = students.map(({ student, back }) => ({ ...student, ...back }))
  await renameStudents(db, before)
  await changeStudents(db, center, before).catch(
    refuseOnConstraint(
      'student_num_taken',
      conflict('number_taken', 'A number that this import changed now belongs to another student.'),
    ),
  )
  await putLinks(db, center, links)
  return [
    ...students.map(({ student: { id: entity }, back, change }): Change => ({
      action: 'students.change',
      entity,
      center,
      before: Object.fromEntries(
        Object.keys(back).map((field) => [field, change.after[field as keyof typeof back]]),
      ),
      after: back,
    })),
    ...links.map(({ studentId: entity, parentId, back }): Change => ({
      action: 'students.changeParentLink',
      entity,
      center,
      after: { parentId, ...back },
    })),
  ]
}

/**
 * Removes what was added and reverts changes. Returns the audit rows. Throws 409 `in_use` with the names of
 * students who have received data since.
 */
async function takeBack(
  db: Db,
  center: CenterId,
  { made, onProgress }: { made: ImportResult; onProgress: ReportProgress },
) {
  const { students, parents, links } = made
  await holdStudents(db, center, students)
  const used = await withAllCenters(db, (all) => busyStudents(all, center, students))
  if (used.length > 0) throw busy(used.map(({ name }) => name))
  for (let from = 0; from < students.length; from += batch) {
    const some = students.slice(from, from + batch)
    await dropLinksOf(db, center, some)
    await dropRequestsAbout(db, center, some)
    await dropStudents(db, center, some)
    await dropPeople(db, some)
    await onProgress(from + some.length)
  }
  const unlinked = await dropLinks(db, center, links)
  const reverted = await revertChanges(db, center, made)
  const idle = (await withAllCenters(db, (all) => idleParents(all, parents))).map(({ id }) => id)
  await dropPeople(db, idle)
  return [
    ...students.map((entity): Change => ({ action: 'students.remove', entity, center })),
    ...unlinked.map(({ studentId: entity, parentId }): Change => ({
      action: 'students.endParent',
      entity,
      center,
      before: { parentId },
    })),
    ...reverted,
    ...idle.map((entity): Change => ({ action: 'students.removeParentAccount', entity, center })),
  ]
}

type RunningUndo = Run & Pick<UndoRow, 'centerId' | 'made'>
type Undo = Omit<RunningUndo, 'total'> & { onProgress?: ReportProgress }

/**
 * Undoes an import completely or not at all, in the caller's transaction. `onProgress` reports how many
 * students have been removed.
 */
export async function undoImport(
  db: Db,
  { id, centerId: center, by, made, onProgress = async () => {} }: Undo,
) {
  const trail = await takeBack(db, center, { made, onProgress })
  await markUndone(db, center, id)
  recordAll(db, { kind: 'operator', id: by }, [
    { action: 'students.undoImport', entity: id, center },
    ...trail,
  ])
  publish(db, { channel: `center:${center}`, topic: 'schedule' })
}

/**
 * Queues a job that undoes an import. Throws 409 `importing` while another import of the center is running.
 */
export async function queueUndo(db: Db, { id, centerId, by }: Omit<Undo, 'made'>) {
  await beginUndo(db, centerId, id).catch(anotherImport)
  await addJob(db, 'undo-students-import', { id, by })
}

const brokeOff = 'Undoing was interrupted, so nothing was undone. Please try again.'

/** Runs a queued job that undoes an import. */
export const undoStudentsImport = ({ id, by }: { id: string; by: string }, { database }: JobTools) =>
  executeRun<RunningUndo>(database, id, {
    interrupted: brokeOff,
    undoneBy: by,
    store: (db, undo, onProgress) => undoImport(db, { ...undo, onProgress }),
  })
