import { spawn, type ChildProcess } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { createServer, type AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { firstLoad } from './first-load.ts'
import { load, type Load } from './load.ts'
import { makeBenchWorld } from './world.ts'
import { migrate } from '../db/migrate.ts'
import { startPostgres } from '#server/embedded-postgres.ts'

/** `npm run bench`: the product beside its floor, in one run, as ratios and the numbers behind them. */
const clients = 16
const seconds = Number(process.env['BENCH_SECONDS'] ?? 6)

const freePort = () =>
  new Promise<number>((done) => {
    const probe = createServer().listen(0, '127.0.0.1', () => {
      const { port } = probe.address() as AddressInfo
      probe.close(() => done(port))
    })
  })

async function waitFor(address: string) {
  for (let tries = 0; tries < 200; tries += 1) {
    if (
      await fetch(address).then(
        () => true,
        () => false,
      )
    )
      return
    await new Promise((done) => setTimeout(done, 50))
  }
  throw new Error(`${address} did not answer.`)
}

function launch(script: string, words: string[], env: Record<string, string> = {}): ChildProcess {
  return spawn(process.execPath, [resolve(import.meta.dirname, script), ...words], {
    env: { ...process.env, ...env },
    stdio: ['ignore', 'ignore', 'inherit'],
  })
}

const figures = ({ rate, p50, p97_5, p99, errors }: Load) =>
  `${Math.round(rate)}/s  p50 ${p50} ms  p97.5 ${p97_5} ms  p99 ${p99} ms${errors > 0 ? `  ERRORS ${errors}` : ''}`

/** Product and floor in turns, twice, so that a slow minute of the machine hits both; the better turn of each counts. */
async function compare(title: string, least: number, runs: { floor: () => Promise<Load>; product: () => Promise<Load> }) {
  const turns: { floor: Load[]; product: Load[] } = { floor: [], product: [] }
  for (let turn = 0; turn < 2; turn += 1) {
    turns.floor.push(await runs.floor())
    turns.product.push(await runs.product())
  }
  const best = (loads: Load[]) => loads.reduce((a, b) => (a.rate > b.rate ? a : b))
  const [floor, product] = [best(turns.floor), best(turns.product)]
  const ratio = product.rate / floor.rate
  console.log(`\n${title}`)
  console.log(`  floor    ${figures(floor)}`)
  console.log(`  product  ${figures(product)}`)
  console.log(`  ratio    ${ratio.toFixed(2)} (at least ${least})${ratio < least ? '  BELOW' : ''}`)
  return ratio >= least && product.errors === 0
}

const dataDir = mkdtempSync(join(tmpdir(), 'blended-learning-bench-'))
const database = await startPostgres({ dataDir })
const running: ChildProcess[] = []
let good = true
try {
  await migrate(database.url)
  const world = await makeBenchWorld(database.url)
  const [productPort, floorPort] = [await freePort(), await freePort()]
  running.push(
    launch('../src/server/main.ts', [], {
      DATABASE_URL: database.url,
      PORT: String(productPort),
      HOST: '127.0.0.1',
      WORKERS: '1',
      DEMO: 'off',
      TODAY: world.today,
    }),
    launch('floor.ts', [database.url, String(floorPort)]),
  )
  const product = `http://127.0.0.1:${productPort}`
  const floor = `http://127.0.0.1:${floorPort}`
  await Promise.all([waitFor(`${product}/api/users/me`), waitFor(`${floor}/roster`)])
  const roster = world.roster()
  good =
    (await compare(`Daily roster read, ${world.classes} classes and ${world.seats} students, ${clients} clients`, 0.5, {
      floor: () => load({ base: floor, clients, seconds, requests: [{ ...roster, path: roster.floorPath }] }),
      product: () => load({ base: product, clients, seconds, requests: [roster] }),
    })) && good
  good =
    (await compare(`Answer with grading against a bare insert, ${clients} clients`, 0.4, {
      floor: () => load({ base: floor, clients, seconds, requests: world.answers('floor') }),
      product: () => load({ base: product, clients, seconds, requests: world.answers('product') }),
    })) && good
  good = firstLoad() && good
} finally {
  for (const each of running) each.kill('SIGTERM')
  await Promise.all(running.map(async (each) => each.exitCode ?? (await new Promise((done) => each.once('exit', done)))))
  await database.stop()
  rmSync(dataDir, { recursive: true, force: true })
}
process.exit(good ? 0 : 1)
