import { fork } from 'node:child_process'
import cluster from 'node:cluster'
import { once } from 'node:events'
import { createServer } from 'node:net'
import { dirname, join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { setFlagsFromString } from 'node:v8'
import type { Preparation, PreparationMessage } from '../../db/prepare.ts'
import { refuseOtherRequests } from '../../db/role.ts'
import { raiseAlarm } from './alarm.ts'
import { connect } from './connect.ts'
import { openDiskReserve } from './disk-reserve.ts'
import { lockFolder } from './data-folder.ts'
import { workerConnections } from './db.ts'
import { serveMetrics } from './metrics-port.ts'
import { databaseName, hasEarlier, type Settings } from './settings.ts'
import { faulty, replacementReady, serving } from './worker-messages.ts'

/** Prints a line for the person who starts the product. */
const say = (line: string) => console.log(line)

/** Throws if the address isn't available, before anything else is started. The error says what to do. */
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
 * Number of spare connections. They are for a worker that starts while the one it replaces is still closing,
 * for backups, checks and metrics, and for people who inspect the database. PostgreSQL itself keeps three of
 * them for superusers.
 */
const spareConnections = workerConnections + 20

async function openDatabase(settings: Settings) {
  if (settings.databaseUrl)
    return { url: settings.databaseUrl, requestsUrl: settings.requestsDatabaseUrl, stop: async () => {} }
  const { startPostgres, overSocket } = await import('./embedded-postgres.ts')
  const unlock = lockFolder(settings.dataDir, `http://${settings.host}:${settings.port}`)
  const started = performance.now()
  const { url, requestsUrl, superuserUrl, socket, stop } = await startPostgres({
    dataDir: settings.dataDir,
    connections: settings.workers * workerConnections + spareConnections,
    archive: settings.recoveryDays > 0,
  })
  say(
    `PostgreSQL 18 is running with ${databaseName(settings)} (${Math.round(performance.now() - started)} ms).`,
  )
  openDiskReserve(settings.dataDir)
  const archiver = await archive(settings, { url, superuserUrl })
  return {
    url: overSocket(url, socket),
    requestsUrl: overSocket(requestsUrl, socket),
    stop: async () => {
      await stop()
      await archiver?.stop()
      unlock()
    },
  }
}

/** Starts archiving the embedded server's log. Returns null if the settings turn this off. */
async function archive(
  { recoveryDays: days, backupDir, dataDir, ...settings }: Settings,
  { url, superuserUrl }: { url: string; superuserUrl: string },
) {
  if (days === 0 || backupDir === null) return null
  const [{ startArchiver }, { keysOf }] = await Promise.all([
    import('../../db/recovery/archiver.ts'),
    import('../../db/backup/keys.ts'),
  ])
  const keys = keysOf(settings)
  return await startArchiver({ dataDir, superuserUrl, backupDir, keys, days, alert: alarms(url, 'archive') })
}

/** Returns a function that raises an alarm of this kind in a database. */
const alarms = (url: string, kind: string) => async (text: string) => {
  const sql = connect(url)
  try {
    await raiseAlarm(sql, kind, text)
  } finally {
    await sql.end()
  }
}

/**
 * Starts copying backups and the archive to a bucket. Returns null if there is no bucket or no folder for
 * backups, and for the demo, which is never copied.
 */
async function copyBackups({ bucket, backupDir: folder, demo }: Settings, url: string) {
  if (bucket === null || folder === null || demo) return null
  const [{ openBucket }, { startUploads }] = await Promise.all([
    import('../../db/offsite/bucket.ts'),
    import('../../db/offsite/upload.ts'),
  ])
  return startUploads({ folder, bucket: openBucket(bucket), alert: alarms(url, 'bucket') })
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

/**
 * Warns against running as root, because an attacker who takes over the process would control the machine.
 */
function warnOfRoot() {
  if (process.getuid?.() === 0)
    console.error(
      '\nWarning: this runs as root. Run it as an unprivileged user (docs/operating.md, "As a service").',
    )
}

/**
 * Forks the workers and replaces any that die or report an uncaught error, after a delay if they have only
 * just started. Resolves when all of them accept connections.
 */
function forkWorkers({ workers }: Settings, env: Record<string, string>) {
  let ready = 0
  return new Promise<void>((done) => {
    const countReady = () => {
      ready += 1
      if (ready === workers) done()
    }
    const start = (relieveLast = () => {}) => {
      const born = performance.now()
      let replaced = false
      const replace = (why: string) => {
        if (stopping || replaced) return
        replaced = true
        console.error(`A worker ${why}. A new one replaces it.`)
        // If the old worker has died in the meantime, it needs no message.
        const relieve = () => child.isConnected() && child.send(replacementReady, () => {})
        void pause(performance.now() - born < 2000 ? 1000 : 0).then(() => !stopping && start(relieve))
      }
      const child = cluster.fork({ ...frugalMemory, ...env })
      child
        .on('message', (word) => {
          if (word === serving) {
            relieveLast()
            countReady()
          }
          if (word === faulty) replace('hit an uncaught error and ends after its last answer')
        })
        .on('exit', (code, signal) => replace(`ended (${signal ?? code})`))
    }
    cluster.setupPrimary({ execArgv: [...process.execArgv, ...frugal] })
    for (let each = 0; each < workers; each += 1) start()
  })
}

let stopping = false
/**
 * Makes the database ready for use, in a separate process. Returns a message for the first admin, or null.
 */
function prepare(preparation: Preparation) {
  return new Promise<string | null>((done, fail) => {
    const child = fork(join(import.meta.dirname, '../../db/prepare.ts'))
    child
      .on('message', (message: PreparationMessage) => {
        if ('line' in message) say(message.line)
        else if ('invitation' in message) done(message.invitation)
        else fail(new Error(message.error))
      })
      .once('error', fail)
      .once('exit', () => fail(new Error('The process that prepares the database ended unexpectedly.')))
    child.send(preparation)
  })
}

const workers = () => Object.values(cluster.workers ?? {}).filter((each) => each !== undefined)

/**
 * V8 option that saves memory. By default, V8 reserves three times the memory in use, so that it rarely
 * collects garbage. Collecting more often costs a tenth of the time spent on requests.
 */
const frugalHeap = '--heap-growing-percent=25'
/**
 * Young objects get 4 MB: with 2 MB, a read takes 5 to 25% more processor time, and with 8 MB, the load test
 * of a class hour (`npm run load -- L1`) needs more than 400 MB. The primary, which handles no requests, is
 * started with 1 MB (`NODE_OPTIONS` in `bin/start.mjs` and `ops/`), because V8 can't change this later.
 */
const frugal = ['--max-semi-space-size=4', frugalHeap]
/**
 * With one arena for all threads, glibc holds 30 MB less unused memory. With a fixed threshold, it always
 * returns freed memory to the system, which saves 20 MB in the load test of a class hour.
 */
const frugalMemory = { MALLOC_ARENA_MAX: '1', MALLOC_TRIM_THRESHOLD_: '131072' }

type Place = { url: string; requestsUrl: string | null }

/**
 * Checks the URL that requests use for an external database (`refuseOtherRequests`). Warns if there is none,
 * because requests then use the owner's connections.
 */
async function checkRequests(url: string, requestsUrl: string | null, isPooled: boolean) {
  if (requestsUrl) return await refuseOtherRequests(url, { url: requestsUrl, isPooled })
  say(
    "Requests use connections of the database's owner. Set REQUESTS_DATABASE_URL to give them connections with only the rights they need.",
  )
}

const metricsAt = ({ metricsHost: host, metricsPort: port }: Settings) =>
  port === null ? null : { host, port }

async function serveFrom({ url: databaseUrl, requestsUrl }: Place, settings: Settings) {
  const invitation = await prepare({ databaseUrl, settings })
  if (settings.databaseUrl) await checkRequests(databaseUrl, requestsUrl, settings.pooledDatabaseUrl !== null)
  await forkWorkers(settings, {
    DATABASE_URL_OF_PRIMARY: databaseUrl,
    REQUESTS_URL_OF_PRIMARY: requestsUrl ?? '',
  })
  const metrics = metricsAt(settings)
  if (metrics) await serveMetrics({ ...metrics, databaseUrl, workers })
  welcome(settings, invitation)
  warnOfRoot()
}

/**
 * Starts PostgreSQL and the workers. On a stop signal, stops them and ends this process. Throws if the start
 * fails.
 */
export async function runPrimary(settings: Settings) {
  setFlagsFromString(frugalHeap)
  await tryAddress(settings)
  const metrics = metricsAt(settings)
  if (metrics) await tryAddress(metrics, 'METRICS_')
  const database = await openDatabase(settings)
  const uploads = await copyBackups(settings, database.url)
  const close = async () => {
    await database.stop()
    await uploads?.stop()
  }
  const stop = async () => {
    if (stopping) return
    stopping = true
    await Promise.all(
      workers().map((each) => new Promise((gone) => each.once('exit', gone).process.kill('SIGTERM'))),
    )
    await close()
    process.exit(0)
  }
  process.on('SIGINT', () => void stop())
  process.on('SIGTERM', () => void stop())
  await serveFrom(database, settings).catch((error: Error) => close().then(() => Promise.reject(error)))
}
