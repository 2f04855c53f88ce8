import { spawnSync } from 'node:child_process'
import { readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { readWords } from '#tests/command-words.ts'
import { runAttacks } from '../attacks/attacks.ts'
import { failOver, hindrance } from './failover/failover.ts'
import { killRounds } from './kill.ts'
import { unpackEarlier } from './earlier-version.ts'
import { killRestores } from './restore.ts'
import { tested } from './fault-tests.ts'
import { upgradeUnderLoad } from './upgrade.ts'

/**
 * `npm run faults` runs every fault test (reliability F0 to F28) that needs no browser, in its long form.
 * `npm run faults -- F3 F4` runs only those, `npm run faults -- restore` kills a restore, and `npm run faults
 * -- messages` kills products that send messages. `npm run faults -- attacks` attacks the running product.
 * Two parts run only if they are named: `npm run faults -- failover [rounds]` kills and cuts every part of a
 * cluster in turn, by default in two rounds of six minutes. `npm run faults -- upgrade [answers a second]
 * [--from COMMIT]` upgrades two products under load, by default from the version before the newest migration.
 * Prints each result, and exits with 1 if a promise is broken or a fault couldn't be tested here.
 */
const root = join(import.meta.dirname, '../..')

type Line = { fault: string; what: string; passed: string; seconds: number }

/**
 * Kills the server and PostgreSQL in turn (F1, F2). No acknowledged answer may be lost or duplicated, and no
 * answer may be stored that was never sent.
 */
async function kills(): Promise<Line[]> {
  const began = performance.now()
  const killed = (['server', 'database'] as const).flatMap((each) => [each, each, each])
  const results = await killRounds({ rounds: killed, seconds: 3 })
  console.table(results)
  const broken = results.some(({ lost, doubled, extra }) => lost + doubled + extra > 0)
  const acknowledged = results.reduce((sum, round) => sum + round.acknowledged, 0)
  const what = `kill -9 of the server and PostgreSQL, ${killed.length} times, ${acknowledged} answers acknowledged`
  return [
    {
      fault: 'F1 F2',
      what,
      passed: broken || acknowledged === 0 ? 'BROKEN' : 'yes',
      seconds: Math.round((performance.now() - began) / 1000),
    },
  ]
}

async function restores(): Promise<Line[]> {
  const began = performance.now()
  const found = await killRestores()
  console.table(found)
  const passed = found.length === 0 || found.some(({ serves }) => serves === 'NEITHER') ? 'BROKEN' : 'yes'
  return [
    {
      fault: 'F16',
      what: `${found.length} kills of a restore`,
      passed,
      seconds: Math.round((performance.now() - began) / 1000),
    },
  ]
}

/** Runs attacks on the running product: sign-in, accounts, input, the database's rights, floods. */
async function attacks(): Promise<Line[]> {
  const found = await runAttacks()
  console.table(found)
  return found.map(({ attack, tried, through, passed, seconds }) => ({
    fault: 'attack',
    what: `${attack}: ${through} of ${tried} through`,
    passed,
    seconds,
  }))
}

/** Kills and disconnects the parts of a cluster of three database servers and two products. */
async function failovers(rounds = 2): Promise<Line[]> {
  const reason = hindrance()
  if (reason) return [{ fault: 'failover', what: reason, passed: 'skipped', seconds: 0 }]
  const began = performance.now()
  const { rows, lost, strange } = await failOver({ rounds }, (line) => console.log(line))
  console.table(rows)
  for (const line of strange) console.log(`Unexpected: ${line}`)
  const broken = lost > 0 || strange.length > 0 || rows.some(({ kept }) => !kept)
  const acknowledged = Math.max(...rows.map((row) => row.acknowledged))
  return [
    {
      fault: 'failover',
      what: `${rows.length} kills, cuts and switchovers, ${acknowledged} answers acknowledged`,
      passed: broken ? 'BROKEN' : 'yes',
      seconds: Math.round((performance.now() - began) / 1000),
    },
  ]
}

/** Upgrades two products from an earlier version while they are in use. */
async function upgrades(from: string | null, rate: number | undefined): Promise<Line[]> {
  const began = performance.now()
  let earlier
  try {
    earlier = unpackEarlier(from)
  } catch (error) {
    const reason = (error as Error).message.split('\n')[0]
    return [{ fault: 'upgrade', what: `Upgrading is skipped: ${reason}`, passed: 'skipped', seconds: 0 }]
  }
  try {
    const found = await upgradeUnderLoad({ earlier, rate }, (line) => console.log(line))
    console.table(found.steps)
    for (const line of found.strange) console.log(`Unexpected: ${line}`)
    console.log(
      `${found.acknowledged} answers acknowledged, ${found.lost} lost, ${found.doubled} doubled; fsck found ${found.fsck}; ` +
        `${found.open} of ${found.sockets} sockets open at the end (closed with ${found.codes.join(', ')}).`,
    )
    if (!earlier.goesBack)
      console.log(`${earlier.commit} is from before versions could go back to, so that step was left out.`)
    const seconds = Math.round((performance.now() - began) / 1000)
    const what = `upgrade from ${earlier.commit}: ${found.failed} calls failed of ${found.acknowledged} answers and the reads`
    return [{ fault: 'upgrade', what, passed: found.kept ? 'yes' : 'BROKEN', seconds }]
  } finally {
    earlier.remove()
  }
}

type Report = { testResults: { assertionResults: { title: string; status: string; duration?: number }[] }[] }

function test(fault: string): Line[] {
  const [file, words] = tested[fault] as [string, string]
  const report = join(tmpdir(), `faults-${process.pid}.json`)
  const only = words === '' ? [] : ['-t', words]
  spawnSync(
    'vitest',
    ['run', file, ...only, '--reporter=default', '--reporter=json', `--outputFile.json=${report}`],
    {
      cwd: root,
      stdio: 'inherit',
      env: { ...process.env, PATH: `${join(root, 'node_modules/.bin')}:${process.env['PATH']}`, FAULTS: '1' },
    },
  )
  try {
    const { testResults } = JSON.parse(readFileSync(report, 'utf8')) as Report
    const run = testResults
      .flatMap(({ assertionResults }) => assertionResults)
      .filter(({ status }) => /passed|failed/.test(status))
    const failed = run.filter(({ status }) => status === 'failed')
    const seconds = Math.round(run.reduce((sum, { duration = 0 }) => sum + duration, 0) / 1000)
    const what = failed[0]?.title ?? run[0]?.title ?? 'no test ran'
    return [
      {
        fault,
        what: what.slice(0, 100),
        passed: failed.length > 0 ? 'BROKEN' : run.length > 0 ? 'yes' : 'skipped',
        seconds,
      },
    ]
  } catch {
    return [{ fault, what: 'the test did not run', passed: 'BROKEN', seconds: 0 }]
  } finally {
    rmSync(report, { force: true })
  }
}

const words = process.argv.slice(2)
const fromAt = words.indexOf('--from')
const from = fromAt < 0 ? null : (words.splice(fromAt, 2)[1] ?? '')
const {
  names: chosen,
  numbers: [number],
} = readWords(words, {
  what: 'fault',
  names: ['F1', 'F2', 'restore', 'attacks', 'failover', 'upgrade', ...Object.keys(tested)],
  numbers: ['rounds of failover, or answers a second of upgrade'],
})
const wanted = (fault: string) => chosen.length === 0 || chosen.includes(fault)
const lines: Line[] = []
if (wanted('F1') || wanted('F2')) lines.push(...(await kills()))
for (const fault of Object.keys(tested)) if (wanted(fault)) lines.push(...test(fault))
if (wanted('restore')) lines.push(...(await restores()))
if (wanted('attacks')) lines.push(...(await attacks()))
if (chosen.includes('failover')) lines.push(...(await failovers(number)))
if (chosen.includes('upgrade')) lines.push(...(await upgrades(from, number)))
console.table(lines)
process.exit(lines.length > 0 && lines.every(({ passed }) => passed === 'yes') ? 0 : 1)
