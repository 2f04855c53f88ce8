import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { compareWithBaseline } from './baseline.ts'
import { measureDay } from './day-page.ts'
import { exportMemory } from './exchange.ts'
import { firstLoad } from './first-load.ts'
import { gradingCost } from './grading.ts'
import { load, type Load } from './load.ts'
import { compareOffices } from './office.ts'
import { launch, launchProduct, stopAll } from './running.ts'
import { measureMaterial } from './material-page.ts'
import { measureStudent } from './student-page.ts'
import { makeBenchWorld } from './world.ts'
import { migrate } from '../db/migrate.ts'
import { startPostgres } from '#server/embedded-postgres.ts'

/**
 * `npm run bench` compares the product with its floor and a large world with a small one, in one run, and
 * prints ratios and numbers. `npm run bench -- office [screen]` runs only the worlds, or one screen. `--
 * baseline [call]` compares daily calls with a bare server on flat tables. `-- floors`, `-- day`, `--
 * student`, `-- export` and `-- grading` run only that part. `-- material [file]` runs the editor with the
 * questions of a file.
 */
const [part, only, ...more] = process.argv.slice(2)
const clients = 16
const seconds = Number(process.env['BENCH_SECONDS'] ?? 6)
if (!(seconds > 0)) throw new Error(`BENCH_SECONDS is a number of seconds, not ${seconds}.`)

const figures = ({ rate, p50, p97_5, p99, errors }: Load) =>
  `${Math.round(rate)}/s  p50 ${p50.toFixed(1)} ms  p97.5 ${p97_5} ms  p99 ${p99} ms${errors > 0 ? `  ERRORS ${errors}` : ''}`

/**
 * Measures product and floor alternately, twice, so that a slow minute of the machine affects both. The
 * better turn of each counts.
 */
async function compare(
  title: string,
  least: number,
  runs: { floor: () => Promise<Load>; product: () => Promise<Load> },
) {
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

/** Compares practicing and the day's roster with their floors. Returns false if one is too slow. */
async function compareFloors() {
  const dataDir = mkdtempSync(join(tmpdir(), 'blended-learning-bench-'))
  const database = await startPostgres({ dataDir })
  let good = true
  try {
    await migrate(database.url)
    const world = await makeBenchWorld(database.url)
    const product = await launchProduct(database, world.today)
    const floor = await launch('floor.ts', (port) => ({ words: [database.url, port], answers: '/roster' }))
    good =
      (await compare(
        `Daily roster read, ${world.classes} classes and ${world.seats} students, ${clients} clients`,
        0.5,
        {
          floor: () => load({ base: floor, clients, seconds, requests: world.roster('floor') }),
          product: () => load({ base: product, clients, seconds, requests: world.roster('product') }),
        },
      )) && good
    good =
      (await compare(`Answer with grading against a bare insert, ${clients} clients`, 0.4, {
        floor: () => load({ base: floor, clients, seconds, requests: world.answers('floor') }),
        product: () => load({ base: product, clients, seconds, requests: world.answers('product') }),
      })) && good
  } finally {
    await stopAll()
    await database.stop()
    rmSync(dataDir, { recursive: true, force: true })
  }
  return good
}

const parts = {
  floors: async () => (await compareFloors()) && firstLoad(),
  baseline: () => compareWithBaseline({ clients, seconds, only }),
  office: () => compareOffices({ clients, seconds, only }),
  day: measureDay,
  student: measureStudent,
  material: () => measureMaterial(only),
  export: exportMemory,
  grading: () => Promise.resolve(gradingCost()),
}
const strange =
  part !== undefined && !Object.hasOwn(parts, part)
    ? part
    : /^(baseline|office|material)$/.test(part ?? '')
      ? more[0]
      : only
if (strange !== undefined)
  throw new Error(`There is no part ${strange}; there are ${Object.keys(parts).join(', ')}.`)
let good = true
for (const [name, measure] of Object.entries(parts))
  if ((part ?? name) === name) good = (await measure()) && good
process.exit(good ? 0 : 1)
