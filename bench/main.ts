import { compareWithBaseline } from './baseline.ts'
import { measureDay } from './day-page.ts'
import { exportMemory } from './exchange.ts'
import { firstLoad } from './first-load.ts'
import { gradingCost } from './grading.ts'
import { compareChains, compareOffices } from './office.ts'
import { measureMastery } from './mastery.ts'
import { measureMaterial } from './material-page.ts'
import { measurePaper } from './paper.ts'
import { measurePlacements } from './placement.ts'
import { measureRetention } from './retention.ts'
import { measureStudent } from './student-page.ts'

/**
 * Arguments of `npm run bench`, which prints measurements and ratios. Without any, it runs all parts except
 * `chain` and `term`. `-- baseline [call]` compares daily calls with a bare server on flat tables.
 * `-- office [screen]` compares screens on a large world (generated test data of 20 centers) with those on a
 * small one. `-- first-load`, `-- day`, `-- student`, `-- export`, `-- grading`, `-- mastery`,
 * `-- placement`, `-- retention` and `-- paper` each run only that part. `-- material [file]` runs the editor
 * with the questions in a file. `-- chain [screen]` compares 1,000 centers with 20, which takes an hour, and
 * `-- term FILE [FOLDER]` simulates a term in which children work with the questions in a file.
 */
const [part, only, ...more] = process.argv.slice(2)
const clients = 16
const seconds = Number(process.env['BENCH_SECONDS'] ?? 6)
if (!(seconds > 0)) throw new Error(`BENCH_SECONDS must be a number of seconds, not ${seconds}.`)

const parts = {
  'first-load': () => Promise.resolve(firstLoad()),
  baseline: () => compareWithBaseline({ clients, seconds, only }),
  office: () => compareOffices({ clients, seconds, only }),
  chain: () => compareChains({ clients, seconds, only }),
  day: measureDay,
  student: measureStudent,
  material: () => measureMaterial(only),
  export: exportMemory,
  grading: () => Promise.resolve(gradingCost()),
  mastery: () => Promise.resolve(measureMastery()),
  retention: () => Promise.resolve(measureRetention()),
  placement: () => Promise.resolve(measurePlacements()),
  paper: measurePaper,
  // Loads `app.ts`, which no other part runs in this process.
  term: async () => (await import('./term.ts')).measureTerm(only, more[0]),
}
/** Parts that run only if they are named. */
const onlyNamed = ['chain', 'term']
const unknown =
  part !== undefined && !Object.hasOwn(parts, part)
    ? part
    : part === 'term'
      ? more[1]
      : /^(baseline|office|chain|material)$/.test(part ?? '')
        ? more[0]
        : only
if (unknown !== undefined)
  throw new Error(`There is no part ${unknown}; there are ${Object.keys(parts).join(', ')}.`)
let good = true
for (const [name, measure] of Object.entries(parts))
  if (part === name || (part === undefined && !onlyNamed.includes(name))) good = (await measure()) && good
process.exit(good ? 0 : 1)
