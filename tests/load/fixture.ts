import { readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { monitorEventLoopDelay } from 'node:perf_hooks'
import { pathToFileURL } from 'node:url'
import { openDatabase } from '#server/db.ts'
import { launch, stopAll } from '../../bench/running.ts'
import { compare } from '../faults/ledger.ts'
import { openProduct, type Product } from '../faults/product.ts'
import { sendRequest, paced, tally } from './load-generator.ts'
import { makeHall, type Hall } from './hall.ts'

/** A promise (such as a limit on a time), the measured value, and true if the promise was kept. */
export type Check = { promise: string; measured: string; kept: boolean }
export type Figures = {
  what: string
  rate: number
  p50: number
  p95: number
  p99: number
  'floor p99': number | null
  errors: number
}
export type Report = { title: string; figures: Figures[]; checks: Check[] }
export type Entry = ReturnType<Hall['nextAnswer']>['entry']

/** Returns the memory of several processes of one program in MB. Counts their shared memory only once. */
function megabytes(pids: number[]) {
  const each = pids.map((pid) => readFileSync(`/proc/${pid}/status`, 'utf8'))
  const field = (name: string) =>
    each.map((text) => Number(new RegExp(`^${name}:\\s+(\\d+)`, 'm').exec(text)?.[1] ?? 0) / 1024)
  return field('RssAnon').reduce((sum, mb) => sum + mb, 0) + Math.max(...field('RssFile'))
}

/** Returns the CPU seconds that processes have used so far. */
const cpuSeconds = (pids: number[]) =>
  pids.reduce((sum, pid) => {
    const [user, system] =
      readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ')[1]?.split(' ').slice(11, 13) ?? []
    return sum + (Number(user) + Number(system)) / 100
  }, 0)

/** Monitors the memory, CPU time and event loop delay of a product's processes. */
function watch(product: Product, lagFile: string) {
  let most = 0
  let [cpu, since] = [0, 0]
  const own = monitorEventLoopDelay({ resolution: 10 })
  own.enable()
  const now = () => megabytes(product.processes())
  const timer = setInterval(() => (most = Math.max(most, now())), 1000)
  const signal = async () => {
    writeFileSync(lagFile, '')
    for (const pid of product.processes()) process.kill(pid, 'SIGUSR2')
    await pause(300)
    return readFileSync(lagFile, 'utf8')
  }
  return {
    now,
    begin: async () => {
      most = now()
      await signal()
      own.reset()
      cpu = cpuSeconds(product.processes())
      since = performance.now()
    },
    /**
     * Ends the measurement. Returns the highest total MB, the average number of cores used, and the 99th
     * percentile of the event loop delay in ms, both of the slowest process (`lag`) and of this one
     * (`ownLag`). This process is mostly idle, so its delay shows how busy the machine is otherwise.
     */
    end: async () => {
      const lines = (await signal()).trim().split('\n')
      const cores = ((cpuSeconds(product.processes()) - cpu) / (performance.now() - since)) * 1000
      const lags = lines.filter(Boolean).map((line) => JSON.parse(line) as { p99: number; most: number })
      const ownLag = Math.max(0, own.percentile(99) / 1e6 - 10)
      return { megabytes: Math.max(most, now()), lag: Math.max(...lags.map(({ p99 }) => p99)), ownLag, cores }
    },
    stop: () => clearInterval(timer),
  }
}

type Plan = {
  students: number
  questions: number
  perCenter?: number | undefined
  workers?: number | undefined
}

export type Fixture = Awaited<ReturnType<typeof openFixture>>

/** Starts the real product with a hall of students (see `makeHall`), and tools to monitor it. */
export async function openFixture({ students, questions, perCenter, workers = 2 }: Plan) {
  const lagFile = join(tmpdir(), `blended-learning-lag-${process.pid}`)
  const product = await openProduct({
    WORKERS: String(workers),
    TRUST_PROXY: '127.0.0.1',
    LAG_FILE: lagFile,
    NODE_OPTIONS: `--max-semi-space-size=1 --import ${pathToFileURL(join(import.meta.dirname, 'lag.mjs')).href}`,
  })
  await product.start()
  const url = product.databaseUrl()
  const hall = await makeHall(url, { students, questions, perCenter })
  const watching = watch(product, lagFile)
  return {
    address: product.address,
    hall,
    url,
    watching,
    product,
    workers,
    close: async () => {
      watching.stop()
      await stopAll()
      await product.close()
      rmSync(lagFile, { force: true })
    },
  }
}

/**
 * Measures the floor, the lowest response times that this machine allows: bare Fastify with a session lookup
 * and one insert at the same rate on the same PostgreSQL, while the product is idle.
 */
export async function floorAt({ url, hall }: Fixture, { rate, seconds }: { rate: number; seconds: number }) {
  const address = await launch('floor.ts', (port) => ({ words: [url, port], answers: '/roster' }))
  const tallied = tally()
  const { headers } = hall.students[0] as Hall['students'][number]
  const given = { kind: 'fr', parts: ['1'] }
  await paced({
    rate,
    seconds,
    fire: async (due) => {
      const body = JSON.stringify({ seq: 1, answerId: crypto.randomUUID(), given })
      tallied.add(
        await sendRequest(address, { method: 'POST', path: '/answer', headers, body }),
        performance.now() - due,
      )
    },
  })
  await stopAll()
  return tallied.times
}

/** Compares acknowledged answers with stored ones. None may be lost, duplicated or extra. */
export async function balance({ url }: { url: string }, entries: readonly Entry[]): Promise<Check> {
  const database = openDatabase(url, { pool: 1 })
  const refused = entries.filter(({ outcome }) => outcome === 'fail').length
  const taken = entries.flatMap(({ outcome, ...entry }) =>
    outcome === 'fail' ? [] : [{ ...entry, outcome }],
  )
  const sure = new Set(taken.filter(({ outcome }) => outcome === 'ok').map(({ answerId }) => answerId))
  const { lost, doubled, extra } = await compare(database.read, taken, sure)
  await database.close()
  const amounts = `${sure.size} acknowledged, ${refused} refused, ${taken.length - sure.size} unknown`
  return {
    promise: 'no answer lost, duplicated or extra',
    measured: `${amounts}; ${lost.length} lost, ${doubled.length} duplicated, ${extra.length} extra`,
    kept: lost.length + doubled.length + extra.length === 0,
  }
}

/** Checks that a time is at most `most` ms or, if that is longer, three times the floor on this machine. */
export const atMost = (
  promise: string,
  ms: number,
  { most, floor = 0 }: { most: number; floor?: number },
): Check => ({
  promise: `${promise} ≤ ${Math.round(Math.max(most, 3 * floor))} ms`,
  measured: `${ms.toFixed(1)} ms`,
  kept: ms <= Math.max(most, 3 * floor),
})

/** Checks that at least 95% of the planned calls or events were measured. */
export const measuredAll = (subject: string, measured: number, planned: number): Check => ({
  promise: `${subject} measured ≥ ${Math.ceil(0.95 * planned)}`,
  measured: String(measured),
  kept: planned > 0 && measured >= 0.95 * planned,
})
