import { readdirSync, readlinkSync } from 'node:fs'
import { setTimeout as pause } from 'node:timers/promises'
import { openDatabase, workerConnections } from '#server/db.ts'
import type { Beside } from './class-hour.ts'
import type { Check } from './fixture.ts'

/**
 * The product's resources at one time: minutes since the start, MB of memory, open files (including sockets),
 * open sockets, and database connections. The numbers of files and sockets leave out connections to the
 * database and to callers.
 */
type Sample = { minute: number; memory: number; files: number; sockets: number; connections: number }

/** Returns the targets of a process's open files. Skips files that are closed in the meantime. */
const filesOf = (pid: number) =>
  readdirSync(`/proc/${pid}/fd`).flatMap((file) => {
    try {
      return [readlinkSync(`/proc/${pid}/fd/${file}`)]
    } catch {
      return []
    }
  })

const socketsIn = (files: readonly string[]) => files.filter((file) => file.startsWith('socket:')).length

/** Returns the slope of points by least squares. */
function slope(points: readonly (readonly [number, number])[]) {
  const mean = (at: 0 | 1) => points.reduce((sum, point) => sum + point[at], 0) / points.length
  const [x, y] = [mean(0), mean(1)]
  const across = points.reduce((sum, point) => sum + (point[0] - x) ** 2, 0)
  return across === 0 ? 0 : points.reduce((sum, point) => sum + (point[0] - x) * (point[1] - y), 0) / across
}

const sample = 5
/** Warm-up in minutes, during which connections are opened and caches filled. */
const warm = 2

/**
 * Checks that a resource doesn't leak: its minimum in the last fifth of the run is at most its maximum in the
 * first fifth. A leak only grows, while the number of connections varies.
 */
function flat(resource: keyof Sample, samples: readonly Sample[]): Check {
  const values = samples.map((each) => each[resource])
  const fifth = Math.ceil(values.length / 5)
  const [first, last] = [values.slice(0, fifth), values.slice(-fifth)]
  const words = (some: number[]) => `${Math.min(...some)} to ${Math.max(...some)}`
  return {
    promise: `${resource} flat from minute ${warm} on`,
    measured: `${words(first)} at first, ${words(last)} at last`,
    kept: Math.min(...last) <= Math.max(...first),
  }
}

/**
 * Runs L9: checks the product's resources every few seconds. After warm-up, memory may grow by 1 MB a minute,
 * and everything else must not grow.
 */
export const growth =
  (seconds: number): Beside =>
  async ({ product, url, watching, workers }) => {
    const database = openDatabase(url, { pool: 1 })
    const began = performance.now()
    const minutes = () => (performance.now() - began) / 60_000
    const samples: Sample[] = []
    while (minutes() * 60 < seconds) {
      const files = product.processes().flatMap(filesOf)
      const callers = socketsIn(filesOf(process.pid))
      const [row] = await database.read<{ connections: number }[]>`
        select count(*)::int as connections from pg_stat_activity where backend_type = 'client backend' and pid <> pg_backend_pid()
      `
      const { connections = 0 } = row ?? {}
      const others = connections + callers
      samples.push({
        minute: minutes(),
        memory: watching.now(),
        files: files.length - others,
        sockets: socketsIn(files) - others,
        connections,
      })
      await pause(Math.min(sample, seconds / 30) * 1000)
    }
    await database.close()
    // Shorten the warm-up for a short run.
    const [settled, rested] = [Math.min(warm, seconds / 180), seconds / 180]
    const memory = slope(
      samples.filter(({ minute }) => minute >= rested).map((each) => [each.minute, each.memory] as const),
    )
    const from = samples.filter(({ minute }) => minute >= settled)
    // Pools open connections on first use, so the number may grow, but not beyond the size of the pools.
    const [connections, pools] = [
      Math.max(...samples.map((each) => each.connections)),
      workers * workerConnections,
    ]
    return [
      {
        promise: 'app memory growth ≤ 1 MB a minute after warm-up',
        measured: `${memory.toFixed(2)} MB`,
        kept: memory <= 1,
      },
      ...(['files', 'sockets'] as const).map((resource) => flat(resource, from)),
      {
        promise: `connections to the database ≤ ${pools}`,
        measured: String(connections),
        kept: connections <= pools,
      },
    ]
  }
