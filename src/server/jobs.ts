import { EventEmitter } from 'node:events'
import type { FastifyBaseLogger, FastifyInstance } from 'fastify'
import { Logger, parseCronItems, run, type Runner, type WorkerEvents } from 'graphile-worker'
import { connect } from './connect.ts'
import { type Database, type Db, queueConnections } from './db.ts'
import type { Settings } from './settings.ts'
import { tracedJob } from './tracing.ts'

/**
 * Tools that a job gets in addition to its payload. A job may run twice, so repeating it must be harmless.
 */
export type JobTools = { database: Database; settings: Settings; log?: Pick<FastifyBaseLogger, 'warn'> }
export type Jobs = Record<string, (payload: never, tools: JobTools) => Promise<void>>

/** Schedule on which a job is queued, as in crontab (UTC). */
export type Cron = { task: string; match: string }

type JobOptions = { key?: string; at?: Date }

/**
 * Queues a job in the caller's transaction, so the job exists if and only if the change does. With a key, it
 * replaces a waiting job with the same key. The job runs as soon as possible, but not before `at`.
 */
export const addJob = (db: Db, name: string, payload: unknown, { key, at }: JobOptions = {}) =>
  db`select queue_job(${name}, ${db.json(payload as never)}::json, ${key ?? null}, ${at?.toISOString() ?? null}::timestamptz)`

/**
 * Returns SQL for the state of the job with this key: `failed` if its last attempt failed, even if the queue
 * will try again, otherwise `queued`; null if there is no such job. Requires the rights of the database's
 * owner.
 */
export const jobState = (db: Db, key: string) => db`
  (select case when attempts > 0 and locked_at is null then 'failed' else 'queued' end from graphile_worker.jobs where key = ${key})
`

/** Queues many jobs in one statement. Each replaces a waiting job with the same key. */
export const addJobs = (db: Db, name: string, jobs: readonly { key: string; payload: unknown }[]) => db`
  select queue_job(${name}, payload, key, null) from json_to_recordset(${db.json(jobs as never)}::json) as j (key text, payload json)
`

/**
 * Releases every job that a killed process was running; otherwise the queue would wait four hours for each.
 * Call it only in a process that has the database to itself, before any of its workers run.
 */
export async function unlockJobs(databaseUrl: string) {
  const sql = connect(databaseUrl)
  await sql`
    select graphile_worker.force_unlock_workers(array(
      select locked_by from graphile_worker._private_jobs where locked_by is not null
      union select locked_by from graphile_worker._private_job_queues where locked_by is not null))
  `
  await sql.end()
}

/**
 * Releases every job of a process that ended unexpectedly. The queue itself would release them only after
 * four hours. Each process holds a lock through its database connection, so the lock disappears with the
 * connection.
 */
export const returnJobs = (db: Db) => db`
  select graphile_worker.force_unlock_workers(array(
    select locked_by from graphile_worker._private_jobs
    where locked_at < now() - interval '10 seconds' and pg_try_advisory_xact_lock(hashtextextended(locked_by, 0))))
`
const returnEveryMs = 30_000

/**
 * Runs the jobs of every feature in this process until the app closes. Other server processes do the same in
 * parallel.
 */
export async function startJobs(
  app: FastifyInstance,
  tools: JobTools & { databaseUrl: string; jobs: Jobs; cron: Cron[] },
) {
  const { databaseUrl, jobs, cron, settings } = tools
  const database = { ...tools.database, write: tools.database.writeInJob }
  const events: WorkerEvents = new EventEmitter()
  events.on('pool:listen:success', ({ workerPool: { id }, client }) => {
    // Wait until the connection has finished its current query. If it is lost later, the next connection
    // takes the lock.
    client.once(
      'drain',
      () => void client.query('select pg_advisory_lock(hashtextextended($1, 0))', [id]).catch(() => {}),
    )
  })
  events.on('job:error', ({ job: { task_identifier: job, attempts: attempt }, error }) =>
    app.limitedLog.write(
      { level: 'warn', kind: `job failed ${job}`, subject: '', facts: { job }, message: 'job failed' },
      { err: error, attempt },
    ),
  )
  const runner: Runner = await run({
    events,
    connectionString: databaseUrl,
    concurrency: 2,
    maxPoolSize: queueConnections,
    noHandleSignals: true,
    pollInterval: 2000,
    logger: new Logger(() => () => {}),
    parsedCronItems: parseCronItems(cron),
    taskList: Object.fromEntries(
      Object.entries(jobs).map(([name, work]) => [
        name,
        (payload: unknown) =>
          tracedJob(name, () => work(payload as never, { database, settings, log: app.log })),
      ]),
    ),
  })
  const timer = setInterval(() => void returnJobs(database.single).catch(() => {}), returnEveryMs).unref()
  app.addHook('preClose', () => {
    clearInterval(timer)
    return runner.stop()
  })
}
