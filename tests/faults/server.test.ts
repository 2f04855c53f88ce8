import { execFileSync } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import { readFileSync, rmSync } from 'node:fs'
import { request } from 'node:http'
import { connect, type Socket } from 'node:net'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest'
import { openDatabase } from '#server/db.ts'
import { makeAnsweringWorld, signedIn } from '../../bench/world.ts'
import { fsck } from '../../db/fsck.ts'
import { factories } from '../factories.ts'
import { startAnswering } from './ledger.ts'
import { openProduct, type Product } from './product.ts'
import { timeLimit } from '../time.ts'

/**
 * Tests faults of the process and of its callers on the real product (reliability F6, F20, F22, F24, F26).
 */

const long = process.env['FAULTS'] !== undefined
const figures: Record<string, string> = {}
let product: Product
let started = 0
let work: Awaited<ReturnType<typeof makeAnsweringWorld>>
beforeAll(async () => {
  product = await openProduct({
    NODE_OPTIONS: `--import ${join(import.meta.dirname, 'throw-on-signal.ts')} --max-old-space-size=256`,
  })
  await product.start()
  started = performance.now()
  work = await makeAnsweringWorld(product.databaseUrl())
})
afterAll(async () => {
  await product.close()
  if (long) console.log(figures)
})

const healthy = () =>
  fetch(`${product.address}/health`, { signal: AbortSignal.timeout(timeLimit(1000)) }).then(
    ({ ok }) => ok,
    () => false,
  )

/** Makes a worker throw. Returns the time in ms for which calls fail afterward. */
async function gapAfter(signal: NodeJS.Signals) {
  const [, worker] = product.processes()
  process.kill(worker as number, signal)
  const began = performance.now()
  let last = began
  let endedAt = Infinity
  while (performance.now() - last < 500 || performance.now() < endedAt + 500) {
    if (!(await healthy())) last = performance.now()
    if (endedAt === Infinity && !product.processes().includes(worker as number)) endedAt = performance.now()
    await pause(20)
  }
  return last - began
}

test('F20: an exception in a timer, a promise or a socket ends one worker, and calls succeed again within 2 s', async () => {
  const answering = startAnswering({ address: product.address, work, rate: 50, from: 0 })
  onTestFinished(async () => void (await answering.stop()))
  const signals = { timer: 'SIGUSR2', promise: 'SIGCONT', socket: 'SIGWINCH' } as const
  for (const [where, signal] of Object.entries(signals).slice(0, long ? 3 : 1)) {
    // A worker that fails right after its start is replaced after a longer delay.
    await pause(long ? 5500 : Math.max(500, 2500 - (performance.now() - started)))
    const gap = await gapAfter(signal)
    figures[`gap after a fault in a ${where}`] = `${Math.round(gap)} ms`
    expect(gap).toBeLessThan(timeLimit(2000))
  }
  await answering.stop()
  expect(await answering.settle()).toBe(0)
})

test('F6: callers that send slowly, send nothing or read nothing are disconnected, and others are not affected', async () => {
  const port = Number(new URL(product.address).port)
  const slow = Array.from({ length: 200 }, (_, n) => {
    const socket = connect(port, '127.0.0.1')
      .on('error', () => {})
      .resume()
    socket.write(
      n % 2 === 0
        ? 'GET /health HT'
        : 'POST /api/login HTTP/1.1\r\nhost: localhost\r\ncontent-type: application/json\r\ncontent-length: 999\r\n\r\n{',
    )
    return socket
  })
  const memory = () =>
    Math.max(
      ...product
        .processes()
        .map((pid) => Number(/VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1]) / 1024),
    )
  const before = memory()
  const began = performance.now()
  for (let each = 0; each < 20; each += 1) expect(await healthy()).toBe(true)
  figures['20 calls alongside 200 slow ones'] = `${Math.round(performance.now() - began)} ms`
  if (long) {
    await pause(40_000)
    expect(slow.filter((socket) => !socket.closed)).toEqual([])
  }
  figures['memory of 200 slow callers'] = `${(memory() - before).toFixed(1)} MB`
  expect(memory() - before).toBeLessThan(50)
  for (const socket of slow) socket.destroy()
})

/** Returns uploads of every kind, each with the first parts of a body that is never completed. */
const uploads = (center: string, part: string) => {
  const text = (start: string) => [start, 'x'.repeat(20_000)] as const
  return [
    { path: '/api/bl/visuals', body: text('{"name":"x.png","data":"') },
    { path: '/api/bl/imports', body: text('{"sectionId":"x","dryRun":false,"lines":"') },
    {
      path: `/api/centers/${encodeURIComponent(center)}/students/imports`,
      body: text('{"dryRun":false,"csv":"First name,Last name\\nCut,Half\\n'),
    },
    { method: 'PUT', path: part, type: 'application/zip', body: text('PK') },
  ]
}

test('F22: an interrupted upload leaves nothing behind', async () => {
  const database = openDatabase(product.databaseUrl(), { pool: 1 })
  const { center, headers } = await database.write(async (db) => {
    const make = factories(db)
    const made = (await make.center()).id
    const { id } = await make.staff('admin', null)
    return { center: made, headers: await signedIn(db, { kind: 'admin', id }) }
  })
  const begun = await fetch(`${product.address}/api/bl/material-imports`, {
    method: 'POST',
    headers,
    body: JSON.stringify({ name: 'x.zip', size: 40_000 }),
  })
  expect(begun.status).toBe(201)
  const { _id: id } = (await begun.json()) as { _id: string }
  const stored = async () => {
    const [counts] = await database.read`
      select (select count(*)::int from visuals) as visuals, (select count(*)::int from run_parts) as parts,
        (select count(*)::int from people) as people, (select count(*)::int from audit) as told,
        (select count(*)::int from answered_calls) as calls`
    return counts
  }
  const before = await stored()
  /**
   * Sends an incomplete body, about half of its announced length, and disconnects after 300 ms. The server
   * must not have responded by then.
   */
  const cut = ({
    method = 'POST',
    path,
    type = 'application/json',
    body,
  }: ReturnType<typeof uploads>[number]) =>
    new Promise<string>((done) => {
      const sending = request(`${product.address}${path}`, {
        method,
        headers: {
          ...headers,
          'content-type': type,
          'content-length': '40100',
          'idempotency-key': randomUUID(),
        },
      })
      sending
        .on('response', ({ statusCode }) => done(`${path} was answered with ${statusCode}`))
        .on('error', () => done('cut'))
      sending.write(body.join(''))
      setTimeout(() => sending.destroy(), 300)
    })
  const outcomes = await Promise.all(uploads(center, `/api/bl/material-imports/${id}/parts/1`).map(cut))
  expect(outcomes).toEqual(outcomes.map(() => 'cut'))
  await pause(200)
  expect(await healthy()).toBe(true)
  expect(await stored()).toEqual(before)
  await database.close()
})

test.runIf(long)(
  'F25: PostgreSQL starts on a copy of a frozen database’s files, which contains everything acknowledged by then',
  async () => {
    const { startPostgres } = await import('#server/embedded-postgres.ts')
    for (let round = 0; round < 5; round += 1) {
      const answering = startAnswering({ address: product.address, work, rate: 60, from: 100 + round * 20 })
      await pause(1500)
      const acknowledged = answering.ledger
        .filter(({ outcome }) => outcome === 'ok')
        .map(({ answerId }) => answerId)
      product.stopDatabase()
      const copy = `${product.dataDir}-copy`
      execFileSync('cp', ['-a', product.dataDir, copy])
      product.continueDatabase()
      await answering.stop()
      await answering.settle()
      rmSync(join(copy, 'postgresql', 'postmaster.pid'), { force: true })
      const { url, stop } = await startPostgres({ dataDir: copy })
      const database = openDatabase(url, { pool: 1 })
      const rows = await database.read<{ id: string }[]>`select id from answers`
      const there = new Set(rows.map(({ id }) => id))
      expect(acknowledged.filter((id) => !there.has(id))).toEqual([])
      expect(await fsck(database.read)).toEqual([])
      figures[`copy ${round + 1}`] = `${acknowledged.length} acknowledged, 0 lost`
      await database.close()
      await stop()
      rmSync(copy, { recursive: true })
    }
  },
)

test.runIf(long)(
  'F26: with at most 256 open files, excess callers get 503, no process ends, and later calls succeed',
  async () => {
    const small = await openProduct({}, 256)
    await small.start()
    const statusNow = () =>
      fetch(`${small.address}/health`, { headers: { connection: 'close' } }).then(({ status }) => status)
    const before = small.processes()
    const statuses: string[] = []
    const sockets = Array.from({ length: 400 }, () =>
      connect(Number(new URL(small.address).port), '127.0.0.1')
        .on('error', () => {})
        .on('data', (bytes) => statuses.push(bytes.toString().slice(9, 12)))
        .on('connect', function send(this: Socket) {
          this.write('GET /api/me HTTP/1.1\r\nhost: localhost\r\n\r\n')
        }),
    )
    await pause(5000)
    expect(new Set(statuses).has('503')).toBe(true)
    expect(await statusNow()).toBe(503)
    const served = statuses.filter((status) => status !== '503').length
    expect(served).toBeGreaterThan(100)
    figures['callers at once with 256 files'] = `${served} served, ${statuses.length - served} refused`
    for (const socket of sockets) socket.destroy()
    await pause(1000)
    expect(await statusNow()).toBe(200)
    expect(small.processes()).toEqual(before)
    await small.close()
  },
)

test('after all tests the data is consistent', async () => {
  const database = openDatabase(product.databaseUrl(), { pool: 1 })
  expect(await fsck(database.read)).toEqual([])
  await database.close()
})
