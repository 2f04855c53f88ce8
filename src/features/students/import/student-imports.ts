import { v7 as newId } from 'uuid'
import { notFound, refused, tooMany } from '#shared/problem.ts'
import { record } from '#server/audit.ts'
import { spend } from '#server/token-bucket.ts'
import { one, refuseOnConstraint, type Db } from '#server/db.ts'
import { type Actor, type CenterId, reachable } from '#server/gate.ts'
import { rateProfile } from '#server/throttle.ts'
import { addJob } from '#server/jobs.ts'
import { putRun } from '#server/runs.ts'
import type { Import, studentImports } from './api.ts'
import { planOf, refuseBlocked } from './checking/jobs.ts'
import { checkOf, dropCheck, putCheck } from './checking/queries.ts'
import { checkedOf, checkSteps, isShort, maxRows } from './checking/checks.ts'
import { anotherImport, storeImport } from './jobs.ts'
import { type ImportRow, importsOf, type Work } from './queries.ts'
import { atOnce, undoHours } from './plan.ts'
import { lockUndoable, queueUndo, undoImport } from './undo.ts'
import type { CenterCall, HandlerInput } from '#server/call.ts'

export const importOf = ({ id, isRecent, ...row }: ImportRow): Import => ({
  _id: id,
  ...row,
  undoable: isRecent && row.state === 'done' && row.undoneAt === null,
})

type ImportRef = { id: string; by: string }

const oneImport = async (db: Db, center: CenterId, which: ImportRef) =>
  importOf(one(await importsOf(db, center, { ...which, hours: undoHours }), notFound))

type ImportInput = HandlerInput<typeof studentImports.start>

type ImportCall = { center: CenterId; actor: Actor; input: ImportInput }

const anotherCheck = tooMany(1, 'Another file is being checked at this center. Please wait a moment.')

/** Limit on checks of large files, per person and worker. Each check takes half a second of CPU time. */
const largeFiles = { perSecond: 0.2, burst: 2 }

/** Starts a dry run. A short file is checked during the call, a large one by a job. */
export async function beginDryRun(
  db: Db,
  { center, actor, input: { csv, columns, choices, name } }: ImportCall,
) {
  const reached = await reachable(db, actor)
  const work = { csv, columns: columns ?? null, choices, name, reached }
  if (!isShort(csv) && rateProfile() !== 'none') spend(`large file ${actor.id}`, largeFiles)
  const planned = isShort(csv) ? await planOf(db, center, work, reached) : null
  const checked = planned && checkedOf(planned.file, planned.plan, planned.current)
  const run = { id: newId(), centerId: center, by: actor.id, input: work, total: checkSteps.length, checked }
  await putCheck(db, run).catch(refuseOnConstraint('one_run_at_a_time', anotherCheck))
  if (!checked) await addJob(db, 'check-students', { id: run.id })
  return { import: await oneImport(db, center, run), checked }
}

/**
 * Returns the number of rows to import. For a large file, this is an upper bound until its job has read the
 * file.
 */
async function rowsOf(db: Db, { center, actor, input }: ImportCall, work: Work) {
  if (!isShort(work.csv))
    return maxRows(work.csv) - input.choices.filter((choice) => choice.do === 'skip').length
  const planned = await planOf(db, center, work, await reachable(db, actor))
  refuseBlocked(planned, work)
  return planned.plan.filter((row) => row.do !== 'skip').length
}

/** Starts an import: a short one runs during the call, a large one as a job. Deletes the dry run. */
export async function beginImport(db: Db, ask: ImportCall) {
  const { center, actor, input } = ask
  const work = { csv: input.csv, columns: input.columns ?? null, choices: input.choices }
  const total = await rowsOf(db, ask, work)
  if (total <= 0) throw refused('no_rows', 'There are no rows to import.', '/csv')
  const started = { id: newId(), centerId: center, by: actor.id, total, input: work }
  await putRun(db, { ...started, kind: 'students' }).catch(anotherImport)
  if (isShort(work.csv)) await storeImport(db, started, async () => {})
  else await addJob(db, 'import-students', { id: started.id })
  await dropCheck(db, center, actor.id)
  record(db, actor, { action: 'students.import', entity: started.id, center, after: { total } })
  return { import: await oneImport(db, center, started), checked: null }
}

/** Returns one import. For the caller's own dry run, adds its result and, on request, its file. */
export async function studentImport(
  { actor, db, center }: CenterCall,
  input: HandlerInput<(typeof studentImports)['one']>,
) {
  const which = { id: input.id, by: actor.id }
  const found = await oneImport(db, center, which)
  const [check] = await checkOf(db, center, { ...which, withFile: input.withFile })
  return { import: found, checked: check?.checked ?? null, file: check?.file ?? null }
}

/** Discards the file that the caller last checked. */
export async function discardCheck({ actor, db, center }: CenterCall) {
  await dropCheck(db, center, actor.id)
}

/** Undoes an import, using a job if it is large. */
export async function undoStudentImport(
  { actor, db, center }: CenterCall,
  input: HandlerInput<(typeof studentImports)['undo']>,
) {
  const row = await lockUndoable(db, center, { kind: 'students', id: input.id })
  if (row.made.students.length <= atOnce) await undoImport(db, { ...row, by: actor.id })
  else await queueUndo(db, { ...row, by: actor.id })
  return await oneImport(db, center, { id: row.id, by: actor.id })
}
