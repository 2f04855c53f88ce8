import { cpSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { pathToFileURL } from 'node:url'
import { startPostgres } from '#server/embedded-postgres.ts'
import { migrate } from '../../db/migrate.ts'
import { sendRequest, paced, tally } from '../load/load-generator.ts'
import { openBalancer } from '../load/balancer.ts'
import type { Hall, makeHall } from '../load/hall.ts'
import { keepLine } from '../load/live-sockets.ts'
import { root, type EarlierVersion } from './earlier-version.ts'
import { startOutboxes, type Outboxes } from './failover/outboxes.ts'
import { audit } from './ledger.ts'
import { openProduct, type Product } from './product.ts'

/** Load of reliability L1, in answers per second. */
const usualRate = 100
/** Students (each with an open socket) and reads per second, as multiples of the answers per second. */
const [studentsEach, readsEach] = [3, 0.6]

/**
 * Migrations of a hypothetical later version, which only expand the schema, including that of tables in use.
 */
const next = {
  '9998_next.sql': `
    create table next_things (id uuid primary key, name text not null);
    alter table answers add column next_note text, add column next_count int not null default 0;
    alter table centers add column next_note text;`,
  '9999_next_index.sql':
    '-- Outside a transaction: answers are written meanwhile.\ncreate index concurrently next_counts on answers (next_count);',
}

/** Sends the reads of staff and classrooms at a constant rate until stopped. */
function startReading({ address, hall: { reads }, rate }: { address: string; hall: Hall; rate: number }) {
  let tallied = tally()
  let [at, isOver] = [0, false]
  const running = paced({
    rate,
    seconds: 3600,
    over: () => isOver,
    fire: async (due) => {
      const request = reads[at % reads.length]
      at += 1
      if (request) tallied.add(await sendRequest(address, request), performance.now() - due)
    },
  })
  return {
    /** Returns the reads since the last call of this function. */
    take: () => {
      const taken = tallied
      tallied = tally()
      return taken
    },
    stop: async () => {
      isOver = true
      await running
    },
  }
}

/** Failures and delays during one step as noticed by callers. Times are in seconds. */
export type Step = {
  what: string
  took: number
  /** Number of acknowledged answers, and of failed calls that sent an answer, which pages resend. */
  answers: number
  failed: number
  /** Longest time without an acknowledged answer. */
  gap: number
  reads: number
  'failed reads': number
  'reads p95 ms': number
}

const rounded = (value: number) => Math.round(value * 10) / 10

type Running = {
  outboxes: Outboxes
  reading: ReturnType<typeof startReading>
  report: (line: string) => void
}

async function measure(what: string, { outboxes, reading, report }: Running, work: () => Promise<unknown>) {
  reading.take()
  const before = outboxes.acknowledged().size
  const began = performance.now()
  await work()
  const took = (performance.now() - began) / 1000
  await outboxes.untilStable(60)
  const { failed, statuses, gap } = outboxes.since(began)
  const reads = reading.take()
  const step: Step = {
    what,
    took: rounded(took),
    answers: outboxes.acknowledged().size - before,
    failed,
    gap: rounded(gap),
    reads: reads.times.count(),
    'failed reads': reads.errors(),
    'reads p95 ms': rounded(reads.times.at(0.95)),
  }
  const failures = [statuses && `answers: ${statuses}`, reads.failures() && `reads: ${reads.failures()}`]
  const named = failures.filter(Boolean).join('; ') || 'no call failed'
  report(`${what}: ${step.took} s, ${step.answers} answers, ${named}`)
  return step
}

/** Creates a folder with the migrations of this version and of the later version. */
function nextMigrations() {
  const folder = mkdtempSync(join(tmpdir(), 'blended-learning-next-'))
  cpSync(join(root, 'db/migrations'), folder, { recursive: true })
  for (const [name, text] of Object.entries(next)) writeFileSync(join(folder, name), text)
  return folder
}

async function replace(product: Product, version: string) {
  await product.stop()
  product.install(version)
  await product.start()
}

type Scene = { url: string; products: [Product, Product]; earlier: EarlierVersion; rate: number }

/**
 * Steps that upgrade two products, and then go back to the earlier version if it works with the later schema.
 */
function stepsOf({ url, products: [first, second], earlier }: Scene): [string, () => Promise<unknown>][] {
  const folder = nextMigrations()
  const migrateOn = () =>
    migrate(url, { folder }).finally(() => rmSync(folder, { recursive: true, force: true }))
  const forward: [string, () => Promise<unknown>][] = [
    ['both run the earlier version', () => pause(5000)],
    ['migrate while both run', () => migrate(url)],
    ['replace the first', () => replace(first, root)],
    ['replace the second', () => replace(second, root)],
    ['migrate to a schema after this version', migrateOn],
    ['start this version on it', () => replace(first, root)],
  ]
  return earlier.goesBack
    ? [...forward, ['go back to the earlier version', () => replace(second, earlier.folder)]]
    : forward
}

async function underLoad(scene: Scene, address: string, report: (line: string) => void) {
  const { url, earlier, rate } = scene
  // Use the earlier version's code for data and calls, because its pages are still open during an upgrade.
  const halls = (await import(pathToFileURL(join(earlier.folder, 'tests/load/hall.ts')).href)) as {
    makeHall: typeof makeHall
  }
  const hall = await halls.makeHall(url, { students: rate * studentsEach, questions: 150 })
  report(`Two products of ${earlier.commit} and ${hall.students.length} students are ready.`)
  const outboxes = startOutboxes({ address, hall, rate })
  const reading = startReading({ address, hall, rate: rate * readsEach })
  const lines = hall.students.map((student) => keepLine(address, student))
  const steps: Step[] = []
  try {
    await outboxes.untilStable(60)
    for (const [what, work] of stepsOf(scene))
      steps.push(await measure(what, { outboxes, reading, report }, work))
    // Wait for all pages, because each waits for a random time before it reconnects.
    for (let waits = 0; waits < 300 && !lines.every((line) => line.isOpen()); waits += 1) await pause(100)
    const open = lines.filter((line) => line.isOpen()).length
    const codes = [...new Set(lines.flatMap((line) => line.codes))]
    await Promise.all([outboxes.stop(), reading.stop()])
    return {
      steps,
      open,
      sockets: lines.length,
      codes,
      strange: outboxes.unexpected(),
      ...(await audit(url, outboxes)),
    }
  } finally {
    for (const line of lines) line.end()
    await reading.stop()
  }
}

/**
 * Upgrades two products on one PostgreSQL from an earlier version to this one during a class hour. Then runs
 * this version on the schema of a later one, and also the earlier version if it works with that schema.
 * `rate` is the number of answers per second. `report` is called with each line about the progress.
 */
export async function upgradeUnderLoad(
  { earlier, rate = usualRate }: { earlier: EarlierVersion; rate?: number | undefined },
  report: (line: string) => void,
) {
  const dataDir = mkdtempSync(join(tmpdir(), 'blended-learning-upgrade-'))
  const { url, requestsUrl, stop } = await startPostgres({ dataDir })
  const env = {
    DATABASE_URL: url,
    REQUESTS_DATABASE_URL: requestsUrl,
    TRUST_PROXY: '127.0.0.1',
    DRAIN_SECONDS: '2',
  }
  const products: [Product, Product] = [await openProduct(env), await openProduct(env)]
  for (const product of products) product.install(earlier.folder)
  let balancer: Awaited<ReturnType<typeof openBalancer>> | null = null
  try {
    for (const product of products) await product.start()
    balancer = await openBalancer(
      products.map(({ address }) => address),
      200,
    )
    const found = await underLoad({ url, products, earlier, rate }, balancer.address, report)
    const failed = found.steps.reduce((sum, step) => sum + step.failed + step['failed reads'], 0)
    const measured = found.steps.every(({ answers, reads }) => answers > 0 && reads > 0)
    const { lost, doubled, fsck, open, sockets, strange } = found
    const kept = failed + lost + doubled + fsck + strange.length === 0 && open === sockets && measured
    return { ...found, failed, kept }
  } finally {
    balancer?.close()
    await Promise.all(products.map((product) => product.close()))
    await stop()
    rmSync(dataDir, { recursive: true, force: true })
  }
}
