import { setTimeout as pause } from 'node:timers/promises'
import { connect } from '#server/connect.ts'
import { features } from '#server/features.ts'
import { serverCrons } from '#server/server-jobs.ts'
import { readSettings } from '#server/settings.ts'

/** Limit on all scheduled jobs together, in minutes. */
const most = 60

/**
 * Queues every scheduled job once in a database on which the product is running. Waits for at most an hour
 * until these jobs and the due jobs that they queue are done, and prints how long that took. Returns false if
 * they weren't done by then or a job failed.
 */
export async function runNightlyJobs(url: string) {
  const crons = [...serverCrons(readSettings({})), ...features.flatMap(({ cron = [] }) => cron)]
  const sql = connect(url)
  const began = performance.now()
  for (const { task } of crons) await sql`select queue_job(${task}, '{}'::json, null, null)`
  let [failed, waiting] = [0, crons.length]
  while (waiting > 0 && performance.now() - began < most * 60_000) {
    await pause(1000)
    const [row] = await sql<{ failed: number; waiting: number }[]>`
      select count(*) filter (where attempts > 0 and locked_at is null)::int as failed,
        count(*) filter (where run_at <= now() or locked_at is not null)::int as waiting
      from graphile_worker.jobs`
    failed = row?.failed ?? 0
    waiting = row?.waiting ?? 0
  }
  const errors = await sql<{ task: string; error: string }[]>`
    select task_identifier as task, coalesce(last_error, 'unknown') as error from graphile_worker.jobs where attempts > 0`
  await sql.end()
  const minutes = (performance.now() - began) / 60_000
  const faults = [
    ...(waiting > 0 ? [`${waiting} jobs weren't done within ${most} minutes`] : []),
    ...(failed > 0 ? [`${failed} jobs failed`] : []),
    ...errors.map(({ task, error }) => `${task}: ${error}`),
  ]
  console.log(`\nNightly jobs: ${crons.length} tasks in ${minutes.toFixed(1)} min (at most ${most})`)
  for (const fault of faults) console.log(`  ${fault.toUpperCase()}`)
  return faults.length === 0
}
