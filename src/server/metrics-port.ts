import type { Worker } from 'node:cluster'
import { once } from 'node:events'
import { createServer } from 'node:http'
import { setTimeout as pause } from 'node:timers/promises'
import { openDatabase, type Db } from './db.ts'
import { meanings, type Metric, type Series, seriesOf, type Snapshot } from './metrics.ts'

/** Message by which the primary requests a worker's metrics. */
export const metricsRequest = 'metrics'
export type MetricsAnswer = { metrics: Snapshot }

const patienceMs = 2000

type DatabaseFigures = Record<string, number | null>

/** Reads the state of queues, backups, checks and alarms from the database. */
const databaseFigures = (db: Db) => db<DatabaseFigures[]>`
  select 1 as blended_database_up,
    (select count(*)::int from graphile_worker.jobs where run_at <= now() and attempts < max_attempts) as blended_jobs_waiting,
    (select count(*)::int from graphile_worker.jobs where attempts >= max_attempts) as blended_jobs_failed,
    (select count(*)::int from mail where state = 'queued') as blended_mail_waiting,
    (select count(*)::int from mail where state = 'failed' and created_at > now() - interval '7 days') as blended_mail_failed,
    (select extract(epoch from now() - max(made_at))::float8 from backups where state = 'done' and made_at < now() + interval '1 hour') as blended_backup_age_seconds,
    (select (verified is not null)::int from backups where state = 'done' order by made_at desc limit 1) as blended_backup_verified,
    (select extract(epoch from now() - max(at))::float8 from checks) as blended_check_age_seconds,
    (select jsonb_array_length(findings) from checks order by id desc limit 1) as blended_check_findings,
    (select count(*)::int from alarms where kind like 'mass-reading %' and first_at > now() - interval '1 day') as blended_mass_readings,
    (select count(*)::int from alarms where seen_at is null) as blended_alarms
`

/**
 * Requests a worker's metrics. `snapshot` is null if the worker doesn't respond in time or has just ended.
 */
async function snapshotOf(worker: Worker) {
  const { promise: answer, resolve } = Promise.withResolvers<Snapshot | null>()
  const onMessage = (word: unknown) => {
    if (typeof word === 'object' && word !== null && 'metrics' in word)
      resolve((word as MetricsAnswer).metrics)
  }
  worker.on('message', onMessage)
  // Without a callback, an error here would end this process.
  worker.send(metricsRequest, (error) => error && resolve(null))
  const snapshot = await Promise.race([answer, pause(patienceMs, null, { ref: false })])
  worker.off('message', onMessage)
  return { worker, snapshot }
}

const nameOf = (series: string) =>
  (series.split('{')[0] as string).replace(/_(bucket|sum|count)$/, '') as Metric

/** Returns the metrics in Prometheus' text format 0.0.4. */
function textOf(all: Map<string, number>) {
  const lines = Object.entries(meanings).flatMap(([name, [type, help]]) => {
    const own = [...all].filter(([series]) => nameOf(series) === name)
    if (own.length === 0) return []
    return [
      `# HELP ${name} ${help}`,
      `# TYPE ${name} ${type}`,
      ...own.map(([series, value]) => `${series} ${value}`),
    ]
  })
  return `${lines.join('\n')}\n`
}

/**
 * Adds up the workers' metrics. Keeps the last values of ended workers, except gauges, so that a counter
 * never falls.
 */
function ledger() {
  const ended = new Map<string, number>()
  const last = new Map<Worker, Snapshot>()
  const add = (into: Map<string, number>, [series, value]: Series) =>
    into.set(series, (into.get(series) ?? 0) + value)
  return {
    add(worker: Worker, snapshot: Snapshot) {
      if (!last.has(worker))
        worker.once('exit', () => {
          const { summed } = last.get(worker) as Snapshot
          for (const series of summed) if (meanings[nameOf(series[0])][0] !== 'gauge') add(ended, series)
          last.delete(worker)
        })
      last.set(worker, snapshot)
    },
    sum() {
      const all = new Map(ended)
      for (const [at, { summed, own }] of [...last.values()].entries()) {
        for (const series of summed) add(all, series)
        for (const [name, value] of own) all.set(seriesOf(name, { worker: String(at + 1) }), value)
      }
      return all
    },
  }
}

type Plan = { host: string; port: number; databaseUrl: string; workers: () => Worker[] }

/** Serves `/metrics` for the whole product on a separate port, in the primary process. */
export async function serveMetrics({ host, port, databaseUrl, workers }: Plan) {
  const { read } = openDatabase(databaseUrl, { pool: 1 })
  const kept = ledger()
  async function look() {
    const [answers, figures] = await Promise.all([
      Promise.all(workers().map(snapshotOf)),
      Promise.race([databaseFigures(read).catch(() => []), pause(patienceMs, [], { ref: false })]),
    ])
    for (const { worker, snapshot } of answers) if (snapshot) kept.add(worker, snapshot)
    const all = kept.sum().set('blended_workers', workers().length)
    all.set(seriesOf('blended_memory_bytes', { worker: 'primary' }), process.memoryUsage.rss())
    // Queries return column names in camel case, so convert the metrics' names as well.
    const now: DatabaseFigures = figures[0] ?? { blendedDatabaseUp: 0 }
    for (const name of Object.keys(meanings)) {
      const value = now[name.replace(/_(\w)/g, (_, letter: string) => letter.toUpperCase())]
      if (typeof value === 'number') all.set(name, value)
    }
    return textOf(all)
  }
  const server = createServer((request, response) => {
    if (request.method !== 'GET' || request.url !== '/metrics') return void response.writeHead(404).end()
    look().then(
      (text) =>
        response.writeHead(200, { 'content-type': 'text/plain; version=0.0.4; charset=utf-8' }).end(text),
      () => response.writeHead(500).end(),
    )
  }).listen(port, host)
  await once(server, 'listening')
}
