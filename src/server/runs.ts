import { conflict, Problem } from '#shared/problem.ts'
import type { Database, Db } from './db.ts'
import { publish, publishNow } from './live.ts'
import { setStatementTimeout } from './transaction.ts'

/**
 * A background run: a job that a person starts and can watch, or leave and come back to. It is `waiting`,
 * then `running`, then `done` or `failed`. A failed run has a message and has stored nothing. Some kinds of
 * runs have more states, such as `undoing`.
 */
export type Run = { id: string; by: string; total: number }

type NewRun = Run & { kind: 'questions' | 'students'; sectionId?: string; centerId?: string; input: object }

/**
 * Adds a waiting run. The constraint `one_run_at_a_time` refuses it while another run of its kind is in
 * progress in the same section or center.
 */
export const putRun = (db: Db, { id, kind, sectionId, centerId, by, total, input }: NewRun) => db`
  insert into runs (id, kind, section_id, center_id, by, total, input)
  values (${id}, ${kind}, ${sectionId ?? null}, ${centerId ?? null}, ${by}, ${total}, ${db.json(input as never)})
`

/**
 * Returns an SQL condition. It is true if a run is waiting or running or, with `undoing`, only if the run is
 * being undone.
 */
const isUnderWay = (db: Db, undoing: boolean) =>
  undoing ? db`state = 'undoing'` : db`state in ('waiting', 'running')`

/** Starts a waiting run or restarts an interrupted one. Returns no row if the run has ended. */
export const beginRun = <R extends Run>(db: Db, id: string, undoing = false) => db<R[]>`
  update runs set state = ${undoing ? 'undoing' : 'running'}, done = 0 where id = ${id} and ${isUnderWay(db, undoing)}
  returning id, section_id, center_id, by, total, input, made, name, size
`

/**
 * Locks a run. Returns true if it is in progress and no other transaction is working on it. Uses an advisory
 * lock, which leaves the row free for progress updates.
 */
async function holdRun(db: Db, id: string, undoing: boolean) {
  const [lock] = await db<
    { acquired: boolean }[]
  >`select pg_try_advisory_xact_lock(hashtextextended(${id}, 0)) as acquired`
  return (
    lock?.acquired === true &&
    (await db`select 1 from runs where id = ${id} and ${isUnderWay(db, undoing)}`).length > 0
  )
}

/**
 * Keeps a run's center, if it has one, from being archived until the transaction ends. Throws 409
 * `center_archived` if it was archived after the run was queued.
 */
export async function refuseArchived(db: Db, { centerId }: { centerId?: string | null }) {
  if (!centerId) return
  const [center] = await db<{ isArchived: boolean }[]>`
    select archived_at is not null as is_archived from centers where id = ${centerId} for key share`
  if (center?.isArchived)
    throw conflict('center_archived', 'The center was archived in the meantime, so nothing was changed.')
}

type RunEnd = {
  id: string
  error?: string | null
  made?: object | null
  checked?: string | null
  undoing?: boolean
}

/**
 * Ends a run that is still in progress, as done or as failed with a message. If an undo fails, the run counts
 * as done again. Deletes the uploaded parts, and the input unless this is a dry run, which still needs it.
 * `checked` is JSON. Returns no row if the run had already ended.
 */
export const endRun = (
  db: Db,
  { id, error = null, made = null, checked = null, undoing = false }: RunEnd,
) => db<{ id: string }[]>`
  with ended as (
    update runs set state = ${error === null || undoing ? 'done' : 'failed'}, error = ${error},
      done = case when ${error === null} then total when ${undoing} then done else 0 end, input = case kind when 'students-check' then input end,
      made = coalesce(${made && db.json(made as never)}, made), checked = coalesce(${checked}::text::jsonb, checked)
    where id = ${id} and ${isUnderWay(db, undoing)} returning id
  ), parts as (delete from run_parts where run_id in (select id from ended))
  select id from ended
`

/** Ends a run as done, in the transaction that has stored its rows. Throws if it had already ended. */
export async function finishRun(db: Db, id: string, made: object | null = null) {
  const [ended] = await endRun(db, { id, made })
  if (!ended) throw new Error(`Another job has already ended run ${id}.`)
}

/** Returns the event that reports a run's progress to the person who started it or is undoing it. */
const progressEvent = ({ id, by, total }: Run, done: number) =>
  ({ channel: `person:${by}`, topic: 'import', id, done, total }) as const

/** Publishes a run's progress once the transaction commits. */
export const publishRun = (db: Db, run: Run, done: number) => publish(db, progressEvent(run, done))

export type ReportProgress = (done: number, total?: number) => Promise<void>

/**
 * Returns a function that reports progress in single statements, so that people see it before the run
 * commits. It can't use a second transaction: jobs in one process may have only one open at a time, and the
 * run itself already uses that one.
 */
export const progressOf =
  (database: Database, run: Run): ReportProgress =>
  async (done, total = run.total) => {
    await database.single`update runs set done = ${done}, total = ${total} where id = ${run.id} and state in ('running', 'undoing')`
    await publishNow(database, progressEvent({ ...run, total }, done))
  }

type Work<R> = {
  /** Message to store if the run fails with an error other than a Problem. */
  interrupted: string
  /** The person who is undoing the run, if this is an undo. */
  undoneBy?: string
  /** Stores the run's rows and ends the run. */
  store: (db: Db, run: R, reportProgress: ReportProgress) => Promise<void>
}

/**
 * Executes a queued run in one transaction, all or nothing. If that fails, ends the run as failed and
 * rethrows errors other than a Problem. Safe to call twice: a run that has ended, or that another job is
 * working on, is left alone. Its statements may take longer than those of pages, because no request waits
 * for them.
 */
export async function executeRun<R extends Run & { centerId?: string | null }>(
  database: Database,
  id: string,
  { interrupted, undoneBy, store }: Work<R>,
) {
  const undoing = undoneBy !== undefined
  const [begun] = await database.write((db) => beginRun<R>(db, id, undoing))
  if (!begun) return
  const run = { ...begun, by: undoneBy ?? begun.by }
  try {
    await database.write(async (db) => {
      await setStatementTimeout(db, 120)
      if (!(await holdRun(db, id, undoing))) return
      await refuseArchived(db, run)
      await store(db, run, progressOf(database, run))
      publishRun(db, run, run.total)
    })
  } catch (error) {
    await database.write(async (db) => {
      await endRun(db, { id, error: error instanceof Problem ? error.message : interrupted, undoing })
      publishRun(db, run, 0)
    })
    if (!(error instanceof Problem)) throw error
  }
}
