import { countryOf } from '#features/centers/queries.ts'
import { knownLike } from '../../check/queries.ts'
import { type SearchKeys, traitsOf } from '../../check/matching.ts'
import { notFound, Problem, type ProblemError, refused } from '#shared/problem.ts'
import { runInWorker } from '#server/worker-thread.ts'
import { type Database, type Db, one } from '#server/db.ts'
import type { CenterId } from '#server/gate.ts'
import type { JobTools } from '#server/jobs.ts'
import { beginRun, endRun, progressOf, refuseArchived, publishRun } from '#server/runs.ts'
import { withAllCenters } from '#server/scope.ts'
import { readFile, type ReadFile } from '../read-file.ts'
import { accountsOf } from '../parents.ts'
import { currentStudents, type Work } from '../queries.ts'
import { errorWords, type Facts, isBlocking, makePlan, type PlannedRow, rowPerson } from '../plan.ts'
import { brokeOff, failLate, isWanted, type RunningCheck } from './queries.ts'
import { isShort } from './checks.ts'

const maxErrors = 50

const planModule = new URL('../plan.ts', import.meta.url).href
const readFileModule = new URL('../read-file.ts', import.meta.url).href
const checksModule = new URL('./checks.ts', import.meta.url).href

type SearchScope = { center: CenterId; reached: readonly CenterId[] }

/** Reads the data that a file is compared with, in the same number of queries for any number of rows. */
async function factsOf(
  db: Db,
  { center, reached }: SearchScope,
  { traits, choices }: { traits: SearchKeys; choices: Work['choices'] },
): Promise<Facts> {
  const known = await knownLike(db, { center, reached }, traits)
  const ids = [
    ...known.filter(({ centerId }) => centerId === center).map(({ id }) => id),
    ...choices.flatMap(({ studentId }) => studentId ?? []),
  ]
  const [current, accounts] = await withAllCenters(db, (all) =>
    Promise.all([currentStudents(all, center, ids), accountsOf(all, center, traits)]),
  )
  return {
    centerId: center,
    known: known.map((each) => ({ ...each })),
    current: new Map(current.map((each) => [each.id, { ...each }])),
    accounts,
  }
}

/**
 * Returns the plan for a file based on current data. A worker thread reads and compares a large file, so that
 * no other request has to wait.
 */
export async function planOf(
  db: Db,
  center: CenterId,
  { csv, columns, choices }: Work,
  reached: readonly CenterId[] = [center],
) {
  const short = isShort(csv)
  const { country } = one(await countryOf(db, center), notFound)
  const file = short
    ? readFile(csv, columns, country)
    : await runInWorker<ReadFile>(readFileModule, 'readFile', [csv, columns, country])
  const facts = await factsOf(
    db,
    { center, reached },
    { traits: traitsOf(file.rows.map(rowPerson)), choices },
  )
  const words: Parameters<typeof makePlan> = [file.rows, facts, choices]
  return {
    file,
    plan: short ? makePlan(...words) : await runInWorker<PlannedRow[]>(planModule, 'makePlan', words),
    current: facts.current,
  }
}

const wrongFile = (errors: ProblemError[], message: string) =>
  new Problem(422, 'wrong_rows', message, { errors: errors.slice(0, maxErrors) })

/** Throws 422 if a file can't be imported as it is, listing its errors by row and column. */
export function refuseBlocked(
  { file, plan }: { file: ReadFile; plan: readonly PlannedRow[] },
  { columns }: Work,
) {
  if (file.errors[0])
    throw wrongFile(
      file.errors.map(({ line, column, message }) => ({
        path: `/rows/${line}${column ? `/${column}` : ''}`,
        message,
      })),
      `Line ${file.errors[0].line} ${file.errors[0].message}, so nothing was imported.`,
    )
  const unknown = columns ? [] : file.columns.filter(({ field }) => field === null)
  if (unknown[0]) throw refused('unknown_column', `Unknown column “${unknown[0].header}”.`, '/columns')
  const blocking = plan.filter(isBlocking)
  const errors = blocking.flatMap(({ row, errors: found }) =>
    found.length > 0
      ? found.map((error) => ({
          path: `/rows/${row}${error.column ? `/${error.column}` : ''}`,
          message: errorWords(error),
        }))
      : [{ path: `/rows/${row}`, message: 'may be an existing student: choose what to do with this row.' }],
  )
  if (errors[0])
    throw wrongFile(
      errors,
      `${blocking.length === 1 ? 'One row' : `${blocking.length} rows`} can’t be imported, so nothing was.`,
    )
}

const everyMs = 500

/** Returns a controller that aborts if the dry run is discarded. Polls the database for this. */
function watch(database: Database, id: string) {
  const given = new AbortController()
  const timer = setInterval(() => {
    void isWanted(database.single, id)
      .then((wanted) => wanted || given.abort())
      // A failed query doesn't mean that the dry run was discarded.
      .catch(() => {})
  }, everyMs)
  given.signal.addEventListener('abort', () => clearInterval(timer), { once: true })
  return given
}

/**
 * Returns the result of a dry run as JSON. Uses no database connection while the thread works. The thread
 * parses the file twice, because copying thousands of rows between threads would block requests.
 */
async function check(run: RunningCheck, database: Database, signal: AbortSignal) {
  const { csv, columns, choices, reached } = run.input
  const onProgress = progressOf(database, run)
  const { country } = one(await countryOf(database.read, run.centerId), notFound)
  const file = { csv, columns, country }
  const traits = await runInWorker<SearchKeys>(checksModule, 'traitsIn', [file], signal)
  await onProgress(1)
  const facts = await database.write(async (db) => {
    await refuseArchived(db, run)
    return await factsOf(db, { center: run.centerId, reached }, { traits, choices })
  })
  await onProgress(2)
  return await runInWorker<string>(checksModule, 'checkedText', [file, facts, choices], signal)
}

/** Checks a queued file. Safe to run twice: does nothing if the dry run has ended or was discarded. */
export async function checkStudents({ id }: { id: string }, { database }: JobTools) {
  await failLate(database.single)
  const [run] = await beginRun<RunningCheck>(database.single, id)
  if (!run) return
  const given = watch(database, id)
  const end = (checked: string | null, error: string | null) =>
    database.write(async (db) => {
      await endRun(db, { id, checked, error })
      publishRun(db, run, checked === null ? 0 : run.total)
    })
  try {
    await end(await check(run, database, given.signal), null)
  } catch (error) {
    if (given.signal.aborted) return
    await end(null, error instanceof Problem ? error.message : brokeOff)
    if (!(error instanceof Problem)) throw error
  } finally {
    given.abort()
  }
}
