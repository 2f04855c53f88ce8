import { readWords } from '#tests/command-words.ts'
import { abuse } from './abuse.ts'
import { classHour, logIns, overload } from './class-hour.ts'
import { fanOut, idleSockets, storm } from './live-updates.ts'
import { backingUp, exporting } from './parallel-actions.ts'
import { growth } from './soak.ts'
import type { Report } from './fixture.ts'
import { starts } from './startup.ts'
import { onOneDatabase } from './two-products.ts'

/**
 * `npm run load` runs L1, L2, L5 and F13 in about six minutes. `npm run load -- L1 L5 [seconds]` runs some of
 * L1 to L7, L9 to L12, LB and F13. `npm run load -- abuse [sockets uploads …]` measures other users' response
 * times during the named floods, or during every flood. Prints the measurements next to those of a bare
 * server (the floor), and exits with 1 if a promise was broken or less was measured than planned.
 */
const hour = { students: 300, answers: 100, reads: 60, sockets: 500 }

type Scenario = (seconds: number | undefined) => Promise<Report>

const scenarios: Record<string, Scenario> = {
  L1: (seconds = 120) => classHour({ title: 'L1 class hour', ...hour, seconds }, { p95: 50, p99: 150 }),
  L2: (seconds = 60) =>
    classHour(
      { title: 'L2 peak', students: 1000, answers: 300, reads: 60, sockets: 1000, seconds },
      { p95: 100, p99: 300 },
    ),
  L3: (seconds = 30) => overload({ offered: 3000, seconds }),
  L4: () => idleSockets(2000),
  L5: (seconds = 30) => fanOut({ title: 'L5 fan-out', classes: 30, watchers: 30, events: 100, seconds }),
  L6: () => storm(1000),
  L7: (seconds = 15) =>
    classHour({ title: 'L7 log-ins', ...hour, seconds }, { p95: 100, p99: 300 }, logIns(200, 10)),
  L9: (seconds = 1800) =>
    classHour(
      { title: 'L9 soak', students: 600, answers: 50, reads: 20, sockets: 200, seconds },
      { p95: 50, p99: 150 },
      growth(seconds),
    ),
  L10: (seconds = 30) => exporting(seconds),
  L11: () => starts({ rate: 50 }),
  L12: (seconds = 30) =>
    fanOut({
      title: 'L12 fan-out over 1,000 centers',
      classes: 1000,
      apart: true,
      watchers: 16,
      events: 200,
      seconds,
      workers: 4,
    }),
  LB: (seconds = 30) => backingUp(seconds),
  F13: onOneDatabase,
}

const usual = ['L1', 'L2', 'L5', 'F13']

function print({ title, figures, checks }: Report) {
  console.log(`\n${title}`)
  const round = (value: unknown) => (typeof value === 'number' ? Math.round(value * 10) / 10 : value)
  console.table(
    figures.map((row) =>
      Object.fromEntries(Object.entries(row).map(([name, value]) => [name, round(value)])),
    ),
  )
  for (const { promise, measured, kept } of checks)
    console.log(`  ${kept ? 'kept  ' : 'BROKEN'} ${promise}: ${measured}`)
}

async function* reportsOf(words: readonly string[]): AsyncGenerator<Report> {
  const [word, ...floods] = words
  if (word === 'abuse') return yield* abuse(floods)
  const known = { what: 'scenario', names: Object.keys(scenarios), numbers: ['seconds'] }
  const {
    names,
    numbers: [seconds],
  } = readWords(words, known)
  for (const name of names.length > 0 ? names : usual) yield await (scenarios[name] as Scenario)(seconds)
}

let kept = true
for await (const report of reportsOf(process.argv.slice(2))) {
  print(report)
  kept = report.checks.every((check) => check.kept) && kept
}
process.exit(kept ? 0 : 1)
