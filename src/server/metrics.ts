import { monitorEventLoopDelay } from 'node:perf_hooks'

/**
 * What one process counts of its own work, for whoever watches the product (docs/operating.md, Metrics). Names, routes and codes only: nothing that
 * says who asked or what about.
 */
export const meanings = {
  blended_requests_total: ['counter', 'Requests answered, by method, route and class of status.'],
  blended_request_seconds: ['histogram', 'Seconds until the answer was sent, by method and route.'],
  blended_problems_total: ['counter', 'Requests that were refused or failed, by the code of the problem.'],
  blended_answers_total: ['counter', 'Answers of students: accepted, kept as late, refused.'],
  blended_slow_statements_total: ['counter', 'Statements that took the database longer than a second.'],
  blended_requests_in_flight: ['gauge', 'Requests under way.'],
  blended_sockets: ['gauge', 'Websockets open.'],
  blended_channels: ['gauge', 'Channels that these sockets listen to.'],
  blended_write_connections_used: ['gauge', 'Connections for writing that are in a transaction.'],
  blended_writes_waiting: ['gauge', 'Writes that wait for a connection.'],
  blended_event_loop_p99_seconds: ['gauge', 'How long the event loop was held up since the last look, 99 of 100 times at most.'],
  blended_memory_bytes: ['gauge', 'Resident memory of the process.'],
  blended_workers: ['gauge', 'Processes that answer requests.'],
  blended_database_up: ['gauge', 'Whether the database answered this look.'],
  blended_jobs_waiting: ['gauge', 'Jobs that are due and not done.'],
  blended_jobs_failed: ['gauge', 'Jobs that were given up.'],
  blended_mail_waiting: ['gauge', 'Mail that waits to be sent.'],
  blended_mail_failed: ['gauge', 'Mail that could not be sent in the last seven days.'],
  blended_backup_age_seconds: ['gauge', 'Seconds since the moment that the newest good backup is of.'],
  blended_backup_verified: ['gauge', 'Whether the newest good backup was tried.'],
  blended_check_age_seconds: ['gauge', 'Seconds since the data was last checked.'],
  blended_check_findings: ['gauge', 'Rules that the last check found broken.'],
  blended_mass_readings: ['gauge', 'People who read unusually many children’s records within the last day.'],
  blended_alarms: ['gauge', 'Alarms under Operation that nobody has seen yet.'],
} as const satisfies Record<string, readonly ['counter' | 'gauge' | 'histogram', string]>

export type Metric = keyof typeof meanings
/** A name with its labels, as it is written, and its value. */
export type Series = [name: string, value: number]
/** What a process has counted: what may be added up over processes, and what is each one's own. */
export type Snapshot = { summed: Series[]; own: [Metric, number][] }

type Labels = Record<string, string>
const bounds = [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10]

const escaped = (value: string) => value.replace(/[\\"\n]/g, (sign) => (sign === '\n' ? '\\n' : `\\${sign}`))
/** `name{label="value"}`, as Prometheus writes it. */
export const seriesOf = (name: string, labels: Labels) => {
  const pairs = Object.entries(labels).map(([label, value]) => `${label}="${escaped(value)}"`)
  return pairs.length > 0 ? `${name}{${pairs.join(',')}}` : name
}

const counters = new Map<string, number>()
const gauges = new Map<Metric, () => number>()
const histograms = new Map<string, { name: Metric; labels: Labels; buckets: number[]; sum: number }>()

/** Counts one more. */
export function count(name: Metric, labels: Labels) {
  const series = seriesOf(name, labels)
  counters.set(series, (counters.get(series) ?? 0) + 1)
}

/** Says how something is to be read when somebody looks; processes are added up. */
export const gauge = (name: Metric, read: () => number) => void gauges.set(name, read)

/** Notes how many seconds something took. */
export function took(name: Metric, labels: Labels, seconds: number) {
  const key = seriesOf(name, labels)
  const kept = histograms.get(key) ?? { name, labels, buckets: Array.from({ length: bounds.length + 1 }, () => 0), sum: 0 }
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

/** Begins to watch this process's event loop; gives what the process has counted, whenever it is asked. */
export function watchProcess(): () => Snapshot {
  const held = monitorEventLoopDelay({ resolution: step })
  held.enable()
  return () => {
    const p99 = Math.max(0, held.percentile(99) / 1e6 - step) / 1000
    held.reset()
    return {
      summed: [...counters, ...[...gauges].map(([name, read]): Series => [name, read()]), ...histogramSeries()],
      own: [
        ['blended_event_loop_p99_seconds', p99],
        ['blended_memory_bytes', process.memoryUsage.rss()],
      ],
    }
  }
}
