import { withId } from '#server/records.ts'
import { v7 as newId } from 'uuid'
import { refuseOverQuota } from '#features/centers/storage-queries.ts'
import { conflict, malformed, notFound, Problem, refused, tooMany } from '#shared/problem.ts'
import { record } from '#server/audit.ts'
import { take } from '#server/token-bucket.ts'
import { one, refuseOnConstraint, type Database, type Db } from '#server/db.ts'
import { rateProfile } from '#server/throttle.ts'
import { addJob } from '#server/jobs.ts'
import type { MaterialImport, materialImports } from './api.ts'
import {
  broughtBytes,
  dropIdle,
  dropImport,
  importsOf,
  markChecked,
  markWaiting,
  putImport,
  putPart,
  takenNames,
} from './queries.ts'
import { openBrought } from './read-material.ts'
import { type FileSummary, partSize } from './material-file.ts'
import type { ActionCall, HandlerInput } from '#server/call.ts'

/** Returns one of this person's imports. Throws 404 if it doesn't exist or belongs to somebody else. */
const ownImport = async (db: Db, { id, by, lock = false }: { id: string; by: string; lock?: boolean }) =>
  withId(one(await importsOf(db, { id, by, lock }), notFound))

const incomplete = 'The upload is incomplete. Please upload the file again.'

/** Checks an uploaded file and returns a summary of its contents, with the names that are already taken. */
async function lookInto(db: Db, { _id: id, name, size }: MaterialImport): Promise<FileSummary> {
  const { bytes } = one(
    await broughtBytes(db, { id, partSize }),
    () => new Problem(422, 'incomplete', incomplete),
  )
  if (bytes !== size) throw refused('incomplete', incomplete, '/file')
  const { of, counts, notes, material } = await openBrought(db, { id, name, size })
  const [first] = material.courses
  const names = of === 'level' ? (first?.levels ?? []) : material.courses
  const taken = await takenNames(db, {
    course: of === 'level' ? (first?.name ?? '') : null,
    names: names.map((each) => each.name),
  })
  return { of, counts, notes, taken: taken.map((each) => each.name) }
}

/** Returns an error handler that deletes the upload if the error is a `Problem`, and rethrows the error. */
const forgotten = (db: Database, id: string) => async (error: unknown) => {
  if (error instanceof Problem) await dropImport(db.single, id)
  throw error
}

/**
 * Maximum number of uploads that a person may start per hour, counted by each worker separately. Needed
 * because deleted files still take up disk space for a while.
 */
const filesAnHour = 30

const files = { perSecond: filesAnHour / 3600, burst: filesAnHour }

const notBegun = () => conflict('not_uploading', 'This file has already been uploaded.')

/** Announces the upload of a file, and deletes the caller's earlier files that weren't imported. */
export async function beginImport(
  { actor, db }: ActionCall,
  input: HandlerInput<(typeof materialImports)['begin']>,
) {
  const wait = rateProfile() === 'none' ? 0 : take(`material ${actor.id}`, files)
  if (wait > 0) throw tooMany(wait, `You can upload ${filesAnHour} files per hour. Please try again later.`)
  await dropIdle(db, actor.id)
  const id = newId()
  await putImport(db, { id, by: actor.id, ...input })
  record(db, actor, { action: 'material.bring', entity: id, after: input })
  await refuseOverQuota(db, actor.id)
  return await ownImport(db, { id, by: actor.id })
}

export async function putImportPart(
  { actor, db, bytes }: ActionCall<Database> & { bytes?: Uint8Array | undefined },
  input: HandlerInput<(typeof materialImports)['part']>,
) {
  if (!bytes || bytes.length === 0) throw malformed([{ path: '', message: 'must be a part of a file' }])
  // Uses a separate connection, because on a shared one, students' answers would have to wait for each part.
  const [kept] = await db.write(
    async (write) => await putPart(write, { ...input, by: actor.id, bytes, partSize }),
  )
  if (!kept) {
    const { state } = await ownImport(db.read, { id: input.id, by: actor.id })
    throw state === 'uploading'
      ? refused(
          'wrong_size',
          'The upload doesn’t match the size of the file. Please upload the file again.',
          '/num',
        )
      : notBegun()
  }
}

/**
 * Checks a whole file and returns its import with a summary of the contents. Refuses damaged or harmful
 * files.
 */
export async function checkImport(
  { actor, db }: ActionCall<Database>,
  input: HandlerInput<(typeof materialImports)['check']>,
) {
  const { id } = input
  const before = await ownImport(db.read, { id, by: actor.id })
  if (before.state === 'checked') return before
  if (before.state !== 'uploading') throw notBegun()
  const found = await lookInto(db.read, before).catch(forgotten(db, id))
  await markChecked(db.single, { id, found, total: found.counts.questions })
  return await ownImport(db.read, { id, by: actor.id })
}

/** Queues the import of a checked file. */
export async function startImport(
  { actor, db }: ActionCall,
  input: HandlerInput<(typeof materialImports)['start']>,
) {
  const { id, clash } = input
  const before = await ownImport(db, { id, by: actor.id, lock: true })
  if (before.state !== 'checked') throw conflict('not_checked', 'This file isn’t ready to be imported.')
  await markWaiting(db, { id, clash }).catch(
    refuseOnConstraint(
      'one_run_at_a_time',
      conflict('importing', 'Another import is running. Please wait until it finishes.'),
    ),
  )
  await addJob(db, 'import-material', { id })
  record(db, actor, {
    action: 'material.import',
    entity: id,
    after: { clash, ...before.found?.counts },
  })
  return await ownImport(db, { id, by: actor.id })
}
