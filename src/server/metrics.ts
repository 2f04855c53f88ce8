import { monitorEventLoopDelay } from 'node:perf_hooks'

/**
 * Metrics with their types and descriptions, for monitoring (docs/operating.md, Metrics). Labels are only
 * names, routes and codes, nothing about people or their data.
 */
export const meanings = {
  blended_requests_total: ['counter', 'Requests answered, by method, route and class of status.'],
  blended_request_seconds: ['histogram', 'Seconds until the response was sent, by method and route.'],
  blended_problems_total: ['counter', 'Requests that were refused or failed, by the code of the problem.'],
  blended_answers_total: ['counter', 'Students’ answers: accepted, kept as late, or refused.'],
  blended_slow_statements_total: ['counter', 'Statements that took the database longer than a second.'],
  blended_requests_in_flight: ['gauge', 'Requests in progress.'],
  blended_sockets: ['gauge', 'Open websockets.'],
  blended_channels: ['gauge', 'Channels that these sockets have joined.'],
  blended_write_connections_used: ['gauge', 'Write connections that are in a transaction.'],
  blended_writes_waiting: ['gauge', 'Writes that are waiting for a connection.'],
  blended_replica_lag_seconds: ['gauge', 'Seconds that the replica is behind, with DATABASE_READ_URL.'],
  blended_event_loop_p99_seconds: ['gauge', '99th percentile of event loop delay since the last scrape.'],
  blended_memory_bytes: ['gauge', 'Resident memory of the process.'],
  blended_workers: ['gauge', 'Processes that answer requests.'],
  blended_database_up: ['gauge', '1 if the database answered this scrape.'],
  blended_jobs_waiting: ['gauge', 'Jobs that are due but not done.'],
  blended_jobs_failed: ['gauge', 'Jobs that have failed for good.'],
  blended_mail_waiting: ['gauge', 'Mail that is waiting to be sent.'],
  blended_mail_failed: ['gauge', 'Mail that could not be sent in the last seven days.'],
  blended_backup_age_seconds: ['gauge', 'Age in seconds of the newest good backup.'],
  blended_backup_verified: ['gauge', '1 if the newest good backup has been verified.'],
  blended_check_age_seconds: ['gauge', 'Seconds since the data was last checked.'],
  blended_check_findings: ['gauge', 'Rules that were broken in the last check.'],
  blended_mass_readings: [
    'gauge',
    'People who read an unusual number of children’s records in the last day.',
  ],
  blended_alarms: ['gauge', 'Alarms under System that nobody has seen yet.'],
} as const satisfies Record<string, readonly ['counter' | 'gauge' | 'histogram', string]>

export type Metric = keyof typeof meanings
/** A metric's name with labels, in Prometheus' format, and its value. */
export type Series = [name: string, value: number]
/** Metrics of a process: values to sum over all processes, and values that are reported per process. */
export type Snapshot = { summed: Series[]; own: [Metric, number][] }

type Labels = Record<string, string>
const bounds = [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10]

const escaped = (value: string) => value.replace(/[\\"\n]/g, (sign) => (sign === '\n' ? '\\n' : `\\${sign}`))
/** Returns `name{label="value"}` as in Prometheus' format. */
export const seriesOf = (name: string, labels: Labels) => {
  const pairs = Object.entries(labels).map(([label, value]) => `${label}="${escaped(value)}"`)
  return pairs.length > 0 ? `${name}{${pairs.join(',')}}` : name
}

/**
 * Returns a key for values with the same labels. It takes a fraction of the time of `seriesOf`, which is too
 * slow for every request.
 */
function keyOf(name: Metric, labels: Labels) {
  let key: string = name
  for (const label in labels) key += `\n${labels[label]}`
  return key
}

const counters = new Map<string, { name: Metric; labels: Labels; value: number }>()
const gauges = new Map<Metric, () => number>()
const ownGauges = new Map<Metric, () => number>()
const histograms = new Map<string, { name: Metric; labels: Labels; buckets: number[]; sum: number }>()

/** Adds one to a counter. */
export function count(name: Metric, labels: Labels) {
  const key = keyOf(name, labels)
  const counter = counters.get(key)
  if (counter) counter.value += 1
  else counters.set(key, { name, labels, value: 1 })
}

/** Registers a function that returns a gauge's value. The values of all processes are summed. */
export const gauge = (name: Metric, read: () => number) => void gauges.set(name, read)

/** Registers a function that returns the value of a gauge that every process reports separately. */
export const ownGauge = (name: Metric, read: () => number) => void ownGauges.set(name, read)

/** Adds a duration in seconds to a histogram. */
export function observeSeconds(name: Metric, labels: Labels, seconds: number) {
  const key = keyOf(name, labels)
  const kept = histograms.get(key) ?? {
    name,
    labels,
    buckets: Array.from({ length: bounds.length + 1 }, () => 0),
    sum: 0,
  }
  histograms.set(key, kept)
  const at = bounds.findIndex((bound) => seconds <= bound)
  const bucket = at === -1 ? bounds.length : at
  kept.buckets[bucket] = (kept.buckets[bucket] as number) + 1
  kept.sum += seconds
}

function* histogramSeries(): Generator<Series> {
  for (const { name, labels, buckets, sum } of histograms.values()) {
    let below = 0
    for (const [at, here] of buckets.entries()) {
      below += here
      yield [seriesOf(`${name}_bucket`, { ...labels, le: String(bounds[at] ?? '+Inf') }), below]
    }
    yield [seriesOf(`${name}_sum`, labels), sum]
    yield [seriesOf(`${name}_count`, labels), below]
  }
}

const step = 10

/**
 * Starts watching this process's event loop. Returns a function that takes a snapshot of the process's
 * metrics.
 */
export function watchProcess(): () => Snapshot {
  const loopDelay = monitorEventLoopDelay({ resolution: step })
  loopDelay.enable()
  return () => {
    const p99 = Math.max(0, loopDelay.percentile(99) / 1e6 - step) / 1000
    loopDelay.reset()
    return {
      summed: [
        ...[...counters.values()].map(({ name, labels, value }): Series => [seriesOf(name, labels), value]),
        ...[...gauges].map(([name, read]): Series => [name, read()]),
        ...histogramSeries(),
      ],
      own: [
        ['blended_event_loop_p99_seconds', p99],
        ['blended_memory_bytes', process.memoryUsage.rss()],
        ...[...ownGauges].map(([name, read]): [Metric, number] => [name, read()]),
      ],
    }
  }
}
