// npm test: does the same setup as npm start, then checks types, lint, format and dead code, and runs unit
// and route tests on a real PostgreSQL and the end-to-end tests in a real browser. `npm test -- attendance`
// runs only the tests that match. The last line says how many passed and failed.
import { spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, mkdirSync, readFileSync, rmSync, statfsSync } from 'node:fs'
import { freemem } from 'node:os'
import { join, relative } from 'node:path'
import { build, env, install, root } from './setup.mjs'

const only = process.argv.slice(2)
const results = join(root, 'test-results')
/** Compile cache shared by the many product processes that the tests start. */
const compiled = join(root, 'node_modules', '.cache', 'compiled')
/**
 * In-memory folder for the tests' databases and files, if there is room. These take up to 4 GB and are a
 * third slower on disk. Each checkout has its own folder, so that the next run removes the files of an
 * aborted run.
 */
const memory = '/dev/shm'
const scratch = join(memory, `tests${root.replaceAll(/\W+/g, '-')}`)
/** True if programs may be executed in `memory`. The browser is also unpacked and started there. */
const mayRun = () => /^\S+ \/dev\/shm \S+ (?!\S*noexec)/m.test(readFileSync('/proc/mounts', 'utf8'))
const hasRoom = () => statfsSync(memory).bavail * statfsSync(memory).bsize > 6e9 && freemem() > 8e9
const counts = { passed: 0, failed: 0 }
/** Failures, which are repeated at the end so that they are easy to find. */
const failures = []

install()
build()
rmSync(results, { recursive: true, force: true })
mkdirSync(results)
rmSync(scratch, { recursive: true, force: true })
const inMemory = existsSync(memory) && mayRun() && hasRoom()
if (inMemory) mkdirSync(scratch)

const options = (more = {}) => ({
  cwd: root,
  env: { ...env(), NODE_COMPILE_CACHE: compiled, ...(inMemory ? { TMPDIR: scratch } : {}), ...more },
  shell: process.platform === 'win32',
})

function tell(what, ok, started) {
  console.log(`${ok ? 'ok ' : 'BAD'} ${what} (${((Date.now() - started) / 1000).toFixed(1)} s)`)
  return ok
}

function run(what, command, words, more) {
  const started = Date.now()
  const { status } = spawnSync(command, words, { ...options(more), stdio: 'inherit' })
  return tell(what, status === 0, started)
}

/** Runs a check in parallel with others. Prints its output at the end, and only if it failed. */
async function check(what, command, ...words) {
  const started = Date.now()
  // On two cores, two checks in parallel finish sooner than a single check with several threads, which repeat
  // part of the work.
  const child = spawn(command, words, { ...options({ GOMAXPROCS: '1' }), stdio: ['ignore', 'pipe', 'pipe'] })
  let said = ''
  for (const stream of [child.stdout, child.stderr])
    stream.setEncoding('utf8').on('data', (chunk) => (said += chunk))
  const [status, signal] = await once(child, 'close').catch((error) => [error])
  const ok = tell(what, status === 0, started)
  counts[ok ? 'passed' : 'failed'] += 1
  if (ok) return
  console.log(said, signal ?? (Number.isInteger(status) ? '' : status))
  failures.push(what)
}

const report = (file) =>
  existsSync(join(results, file)) ? JSON.parse(readFileSync(join(results, file), 'utf8')) : null

/** Adds a runner's counts. A runner that failed without reporting a failed test counts as one failure. */
function add(ok, passed, failed) {
  counts.passed += passed
  counts.failed += failed + (ok || failed > 0 ? 0 : 1)
}

/**
 * Returns the end-to-end tests that have the status `wanted`. `unexpected` means failed; `flaky` means passed
 * only on the second try, which counts as passed but must be fixed.
 */
const journeysOf = (wanted, { specs = [], suites = [] }) => [
  ...specs
    .filter(({ tests }) => tests.some(({ status }) => status === wanted))
    .map(({ file, title }) => `${file}: ${title}`),
  ...suites.flatMap((suite) => journeysOf(wanted, suite)),
]

/**
 * Returns the failed unit and route tests, each with the start of its error, and the files that couldn't be
 * loaded.
 */
const failedOf = ({ testResults }) =>
  testResults.flatMap(({ name, message, assertionResults }) => {
    const file = relative(root, name)
    const failed = assertionResults.filter(({ status }) => status === 'failed')
    const errors = failed.map(
      ({ fullName, failureMessages }) =>
        `${file}: ${fullName}\n  ${failureMessages.join('\n').slice(0, 800)}`,
    )
    return message && failed.length === 0 ? [`${file}: ${message}`] : errors
  })

if (only.length === 0) {
  const types = (what, config) => check(what, 'tsc', '-p', config, '--checkers', '1')
  async function first() {
    await types('types of the server and its tests', 'tsconfig.server.json')
    await types('types of the pages', 'tsconfig.web.json')
    await types('types of shared code', 'tsconfig.shared.json')
    await check('format', 'oxfmt', '--check', '.')
  }
  async function beside() {
    await check('lint', 'oxlint', '--threads=1', '--type-aware', '--deny-warnings')
    await check('dead code', 'knip')
  }
  await Promise.all([first(), beside()])
}

const unit = run('unit and route tests', 'vitest', [
  'run',
  ...only,
  '--passWithNoTests',
  '--reporter=default',
  '--reporter=json',
  '--outputFile.json=test-results/unit.json',
])
const units = report('unit.json')
add(unit, units?.numPassedTests ?? 0, units?.numFailedTests ?? 0)
if (!unit) failures.push(...(units ? failedOf(units) : []), 'unit and route tests')

const journeys = run('journeys', 'playwright', ['test', ...only, '--pass-with-no-tests'], {
  PLAYWRIGHT_JSON_OUTPUT_FILE: 'test-results/journeys.json',
  // Node loads the end-to-end tests directly, like the product. That is faster than transpiling them first.
  PW_DISABLE_TS_ESM: '1',
})
const told = report('journeys.json')
const stats = told?.stats
add(journeys, (stats?.expected ?? 0) + (stats?.flaky ?? 0), stats?.unexpected ?? 0)
if (!journeys) failures.push(...journeysOf('unexpected', told ?? {}), 'journeys')
rmSync(scratch, { recursive: true, force: true })
for (const title of journeysOf('flaky', told ?? {})) console.log(`FLAKY ${title}`)
for (const failure of failures) console.log(`FAILED ${failure}`)

console.log(`\n${counts.passed} passed, ${counts.failed} failed`)
process.exit(counts.failed > 0 ? 1 : 0)
