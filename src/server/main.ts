import cluster from 'node:cluster'
import { once } from 'node:events'
import { flushCompileCache } from 'node:module'
import { createServer } from 'node:net'
import { dirname, join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { setFlagsFromString } from 'node:v8'
import { upgrade } from '../../db/backup/upgrade.ts'
import { refuseOtherRequests } from '../../db/role.ts'
import { fillDemo } from '../../db/fill-demo.ts'
import { openFirstAdmin, refuseDemo } from '../../db/first-admin.ts'
import { beginAuditStream } from './audit-stream.ts'
import { openDiskReserve } from './disk-reserve.ts'
import { lockFolder } from './data-folder.ts'
import { connect } from './connect.ts'
import { workerConnections } from './db.ts'
import { unlockJobs } from './jobs.ts'
import { watchProcess } from './metrics.ts'
import { askForMetrics, type MetricsAnswer, serveMetrics } from './metrics-port.ts'
import { databaseName, hasEarlier, readCommand, type Settings } from './settings.ts'

/**
 * Entry point. The primary process runs PostgreSQL and the workers. Each worker is one replica of the product
 * and keeps nothing in memory that another one would miss. A worker that dies is replaced. If the primary
 * ends, its workers end, too.
 */
const say = (line: string) => console.log(line)

function tooOld() {
  const [major = 0] = process.versions.node.split('.').map(Number)
  return major < 24
    ? `Node ${process.version} is too old: 24 or newer is needed. Run 'npm start', which brings its own.`
    : null
}

/** Throws an error that says what to do if the address isn't available, before anything else is started. */
async function tryAddress({ host, port }: { host: string; port: number }, of = '') {
  const probe = createServer().listen(port, host)
  await once(probe, 'listening').catch((error: NodeJS.ErrnoException) => {
    const taken = error.code === 'EADDRINUSE'
    throw new Error(
      taken
        ? `Port ${port} is in use by another program. Stop it, or set another ${of}PORT.`
        : `Can't listen on ${host}, port ${port} (${error.message}). Set another ${of}HOST or ${of}PORT.`,
    )
  })
  probe.close()
  await once(probe, 'close')
}

/**
 * Connections for a worker that replaces another one while that one still closes, and for people who look
 * into the database.
 */
const spareConnections = 2 * workerConnections

async function openDatabase(settings: Settings) {
  if (settings.databaseUrl)
    return { url: settings.databaseUrl, requestsUrl: settings.requestsDatabaseUrl, stop: async () => {} }
  const { startPostgres, overSocket } = await import('./embedded-postgres.ts')
  const unlock = lockFolder(settings.dataDir, `http://${settings.host}:${settings.port}`)
  const started = performance.now()
  const { url, requestsUrl, socket, stop } = await startPostgres({
    dataDir: settings.dataDir,
    connections: settings.workers * workerConnections + spareConnections,
  })
  say(`PostgreSQL 18 runs with ${databaseName(settings)} (${Math.round(performance.now() - started)} ms).`)
  openDiskReserve(settings.dataDir)
  return {
    url: overSocket(url, socket),
    requestsUrl: overSocket(requestsUrl, socket),
    stop: () => stop().finally(unlock),
  }
}

const kinds = ['admin', 'manager', 'operator', 'editor', 'student', 'parent']

function welcome({ publicUrl, host, port, demo, dataDir, databaseUrl }: Settings, invitation: string | null) {
  say(`\nBlended Learning is ready: ${publicUrl ?? `http://${host}:${port}`}`)
  if (invitation) say(`\n${invitation}`)
  if (!demo) return
  say(
    '\nThis is the demo. Open the address above in a browser and sign in as any of these, with the password practice-makes-progress:',
  )
  for (const kind of kinds) say(`  ${kind}@demo.example`)
  if (databaseUrl) return
  say(
    '\nTo begin with your own centers, stop this (Ctrl-C) and run: ADMIN_EMAIL=you@example.com npm start -- --own',
  )
  if (hasEarlier(dirname(dataDir)))
    say(
      `The database of an earlier version in ${dirname(dataDir)} counts as your own data and stays unchanged.`,
    )
}

/** Warns about running as root, because an attacker who takes over the process would control the machine. */
function warnOfRoot() {
  if (process.getuid?.() === 0)
    console.error(
      '\nWarning: this runs as root. Run it as an unprivileged user (docs/operating.md, "As a service").',
    )
}

/** Reads the settings of `npm start`. */
function settingsOf(words: readonly string[]) {
  const { settings, words: unknown } = readCommand(words, process.env)
  if (unknown.length > 0) throw new Error(`npm start accepts only --own, not ${unknown.join(' ')}.`)
  return settings
}

/**
 * Forks the workers and replaces one that dies, with a delay if it dies at once. Resolves when all are
 * listening.
 */
function forkWorkers({ workers }: Settings, env: Record<string, string>) {
  let listening = 0
  return new Promise<void>((done) => {
    const fork = (serves = () => {}) => {
      const born = performance.now()
      let replaced = false
      const replace = (why: string) => {
        if (stopping || replaced) return
        replaced = true
        console.error(`A worker ${why}. A new one takes its place.`)
        // If it was killed in the meantime, it needs no message.
        const relieve = () => child.isConnected() && child.send(relieved, () => {})
        void pause(performance.now() - born < 2000 ? 1000 : 0).then(() => !stopping && fork(relieve))
      }
      const child = cluster.fork(env)
      child
        .once('listening', serves)
        .on(
          'message',
          (word) => word === faulty && replace('hit an uncaught error and ends after its last answer'),
        )
        .on('exit', (code, signal) => replace(`ended (${signal ?? code})`))
    }
    cluster.on('listening', () => {
      listening += 1
      if (listening === workers) done()
    })
    cluster.setupPrimary({ execArgv: [...process.execArgv, ...frugal] })
    for (let each = 0; each < workers; each += 1) fork()
  })
}

/**
 * Messages between worker and primary: `faulty` from a worker that must end because of a bug, `relieved` to
 * it once its replacement is listening.
 */
const [faulty, relieved] = ['faulty', 'relieved']
let stopping = false
const drainMs = 10_000
/** Longest time that a faulty worker continues while its replacement starts. */
const handoverMs = 10_000

/**
 * Throws an error if an external database may lose acknowledged data in a power failure (reliability F25).
 */
async function refuseUnsafe(url: string) {
  const sql = connect(url)
  try {
    const off = await sql<{ name: string }[]>`
      select name from pg_settings where name in ('fsync', 'synchronous_commit', 'full_page_writes') and setting = 'off' order by name`.catch(
      (error: Error) => {
        throw new Error(`The database can't be used: ${error.message}. Check DATABASE_URL.`, { cause: error })
      },
    )
    if (off.length === 0) return
    const names = off.map(({ name }) => name).join(', ')
    throw new Error(
      `The database may lose saved data: ${names} is off. Turn it on, or set another DATABASE_URL.`,
    )
  } finally {
    await sql.end()
  }
}

/** Makes the database ready for use. Returns a message for the first admin, or null. */
async function fill(databaseUrl: string, settings: Settings) {
  await refuseUnsafe(databaseUrl)
  await upgrade(databaseUrl, settings, say)
  if (!settings.databaseUrl) await unlockJobs(databaseUrl)
  if (settings.demo) await fillDemo(databaseUrl, settings.today?.slice(0, 10) ?? null, say)
  else await refuseDemo(databaseUrl)
  await beginAuditStream(databaseUrl, settings)
  return await openFirstAdmin(databaseUrl, settings)
}

const workers = () => Object.values(cluster.workers ?? {}).filter((each) => each !== undefined)

/**
 * V8 options. By default V8 keeps three times the memory in use, to collect garbage rarely. Collecting more
 * often costs a tenth of the time spent on requests.
 */
const frugal = ['--max-semi-space-size=2', '--heap-growing-percent=25']

type Place = { url: string; requestsUrl: string | null }

/** Warns if requests use the owner's connections to an external database. */
async function checkRequests(url: string, requestsUrl: string | null) {
  if (requestsUrl) return await refuseOtherRequests(url, requestsUrl)
  say(
    "Requests use connections of the database's owner. Set REQUESTS_DATABASE_URL to give them connections with only the rights they need.",
  )
}

const metricsAt = ({ metricsHost: host, metricsPort: port }: Settings) =>
  port === null ? null : { host, port }

async function serveFrom({ url: databaseUrl, requestsUrl }: Place, settings: Settings) {
  const invitation = await fill(databaseUrl, settings)
  if (settings.databaseUrl) await checkRequests(databaseUrl, requestsUrl)
  // The compile cache halves the time until a worker serves and saves a third of its memory. If the folder
  // isn't writable, workers run without it.
  await forkWorkers(settings, {
    DATABASE_URL_OF_PRIMARY: databaseUrl,
    REQUESTS_URL_OF_PRIMARY: requestsUrl ?? '',
    NODE_COMPILE_CACHE: join(settings.dataDir, 'compiled'),
  })
  const metrics = metricsAt(settings)
  if (metrics) await serveMetrics({ ...metrics, databaseUrl, workers })
  welcome(settings, invitation)
  warnOfRoot()
}

async function primary() {
  frugal.forEach(setFlagsFromString)
  const settings = settingsOf(process.argv.slice(2))
  await tryAddress(settings)
  const metrics = metricsAt(settings)
  if (metrics) await tryAddress(metrics, 'METRICS_')
  const database = await openDatabase(settings)
  const stop = async () => {
    if (stopping) return
    stopping = true
    await Promise.all(
      workers().map((each) => new Promise((gone) => each.once('exit', gone).process.kill('SIGTERM'))),
    )
    await database.stop()
    process.exit(0)
  }
  process.on('SIGINT', () => void stop())
  process.on('SIGTERM', () => void stop())
  await serveFrom(database, settings).catch((error: Error) =>
    database.stop().then(() => Promise.reject(error)),
  )
}

async function worker() {
  const settings = settingsOf(process.argv.slice(2))
  const { buildApp } = await import('./app.ts')
  let leaving = false
  const app = await buildApp({
    settings,
    databaseUrl: process.env['DATABASE_URL_OF_PRIMARY'] as string,
    requestsUrl: process.env['REQUESTS_URL_OF_PRIMARY'] || null,
    leaving: () => leaving,
  })
  const leave = () => {
    // Anything still running by then would never finish. Every acknowledged write is already safe.
    setTimeout(() => process.exit(1), drainMs).unref()
    void app.close().finally(() => process.exit(0))
  }
  process.on('SIGTERM', () => {
    leaving = true
    setTimeout(leave, settings.drainSeconds * 1000)
  })
  // Ctrl-C reaches the whole process group. The primary decides when to stop.
  process.on('SIGINT', () => {})
  process.on('disconnect', leave)
  if (settings.metricsPort !== null) {
    const snapshot = watchProcess()
    process.on(
      'message',
      (word) => word === askForMetrics && process.send?.({ metrics: snapshot() } satisfies MetricsAnswer),
    )
  }
  // The code that threw may have left anything half done, so this process ends once its replacement serves
  // and its own requests are answered (reliability F20).
  let faults = 0
  process.on('uncaughtException', (error) => {
    app.log.fatal({ err: error }, 'a fault that nothing caught')
    faults += 1
    if (faults > 1 || leaving) return leave()
    process.send?.(faulty)
    setTimeout(leave, handoverMs)
  })
  process.on('message', (word) => word === relieved && leave())
  await app.listen({ port: settings.port, host: settings.host })
  flushCompileCache()
}

const old = tooOld()
if (old) {
  console.error(old)
  process.exit(1)
}
await (cluster.isPrimary ? primary() : worker()).catch((error: Error) => {
  console.error(error.message)
  process.exit(1)
})
