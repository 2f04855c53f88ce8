import { availableParallelism } from 'node:os'
import { join, resolve } from 'node:path'
import { pathToFileURL } from 'node:url'
import { parseArgs } from 'node:util'
import { Worker } from 'node:worker_threads'
import { families } from './families.ts'
import { brokenPromises, figuresOf, kinds, type Lot, lotsOf, type Result } from './prove.ts'

/**
 * Grades N answers that are certainly wrong and N that are right by construction: `npm run prove [family…]
 * [-- --pairs N --seed N --engine FILE]`. Prints verdicts and times by family. Exits with 1 if a promise is
 * broken or too few answers were graded.
 */
const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    pairs: { type: 'string', default: '1000000' },
    seed: { type: 'string', default: '20261123' },
    engine: { type: 'string', default: join(import.meta.dirname, 'engine.ts') },
  },
})
const names = Object.keys(families)
const unknown = positionals.filter((name) => !names.includes(name))
const [pairs, seed] = [Number(values.pairs), Number(values.seed)]
if (unknown.length > 0 || !Number.isInteger(pairs) || pairs < 1 || !Number.isInteger(seed)) {
  console.error(
    `${unknown.length > 0 ? `There is no family “${unknown.join('”, “')}”.` : 'Pairs and seed are whole numbers.'} Families: ${names.join(', ')}.`,
  )
  process.exit(1)
}

/** Distributes the lots among workers, one per core. */
function gradeAll(lots: Lot[]): Promise<Result[]> {
  const results: Result[] = []
  const engine = pathToFileURL(resolve(values.engine)).href
  const queue = [...lots]
  const work = () =>
    new Promise<void>((done, fail) => {
      const worker = new Worker(new URL('worker.ts', import.meta.url), { workerData: { engine } })
      const next = () => {
        const lot = queue.shift()
        if (lot) return worker.postMessage(lot)
        void worker.terminate().then(() => done())
      }
      worker.on('error', fail)
      worker.on('message', (result: Result) => {
        results.push(result)
        next()
      })
      next()
    })
  return Promise.all(Array.from({ length: Math.max(1, availableParallelism()) }, work)).then(() => results)
}

const began = performance.now()
const chosen = positionals.length > 0 ? positionals : names
const results = await gradeAll(lotsOf(pairs, seed, chosen))
const count = (value: number) => value.toLocaleString('en-US').padStart(9)
const time = (value: number) =>
  (value >= 1000 ? `${(value / 1000).toFixed(1)} ms` : `${value.toFixed(0)} µs`).padStart(8)

for (const kind of kinds) {
  console.log(
    `\n${kind === 'wrong' ? 'Wrong' : 'Right'} answers  `.padEnd(19),
    '    pairs     right     wrong  ungraded   invalid      p50    p99.9       max',
  )
  for (const name of [...chosen, 'all']) {
    const own = results.filter((each) => each.kind === kind && (name === 'all' || each.family === name))
    const found = figuresOf(own)
    const verdicts = [found.pairs, found.correct, found.incorrect, found.ungraded, found.invalid]
      .map(count)
      .join(' ')
    console.log(` ${name.padEnd(17)}`, verdicts, time(found.p50), time(found.p999), time(found.max))
    if (name !== 'all')
      for (const { key, given } of found.broken.slice(0, 3)) console.log(`    BROKEN  ${key}  ⟵  ${given}`)
  }
}
const broken = brokenPromises(results, pairs)
console.log(
  `\nSeed ${seed}, ${Math.round((performance.now() - began) / 1000)} s. ${broken.length > 0 ? '' : 'All promises are kept.'}`,
)
for (const each of broken) console.log(`BROKEN: ${each}.`)
process.exit(broken.length > 0 ? 1 : 0)
