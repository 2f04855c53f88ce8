import { fork } from 'node:child_process'
import { createReadStream } from 'node:fs'
import { readdir, readFile, rm, stat, statfs, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { sizeInWords } from '#features/operation/rules.ts'
import { connect } from '#server/connect.ts'
import { brokenMark, logReady } from '#server/embedded-postgres.ts'
import { repeat } from '../repeat.ts'
import type { Keys } from '../backup/keys.ts'
import { archiveIn, type Base, forget, isSegment, listArchive, notedFirst, seal } from './archive.ts'
import { labelOf, takeBase } from './base.ts'
import { checkIndexes } from './index-check.ts'
import type { Rehearsal, Rehearsed } from './rehearsal.ts'

type Order = {
  /** Folder with the server's data folder and its password. */
  dataDir: string
  superuserUrl: string
  backupDir: string
  keys: Keys
  /** Number of days for which any moment can be restored. */
  days: number
  /** Raises an alarm for the admins. */
  alert: (text: string) => Promise<unknown>
  /** Delay of the first base backup in ms, so that it doesn't slow down the startup. */
  firstBaseDelayMs?: number
}

const [beatMs, dayMs] = [5000, 86_400_000]
/** Number of write-ahead log files (16 MiB each) that may wait to be archived before they are discarded. */
const maxWaiting = 64
/** Size of a complete log file, and of the pieces in which it is read. */
const [segmentBytes, pieceBytes] = [16 * 1024 * 1024, 1024 * 1024]

async function serverId(superuserUrl: string) {
  const sql = connect(superuserUrl)
  try {
    const [row] = await sql<{ id: string }[]>`select system_identifier::text as id from pg_control_system()`
    return row?.id ?? ''
  } finally {
    await sql.end()
  }
}

/** Returns the log files that the server has released for archiving, in order. */
const waitingIn = async (ready: string) =>
  (await readdir(ready)).filter((name) => !name.startsWith('.') && name !== brokenMark).toSorted()

/** True for a log file that was left incomplete by a crash of the machine. */
const isIncomplete = (name: string, bytes: number) => isSegment(name) && bytes !== segmentBytes

/** File in the archive that is touched when a rehearsal of its recovery starts. */
const rehearsedMark = '.rehearsed'

/** Days between recovery rehearsals. */
const rehearseEvery = 30

/**
 * Returns a message about the disk space that is missing to recover a second server next to the first, or
 * null if there is enough.
 */
async function missingRoom(superuserUrl: string, dataDir: string) {
  const sql = connect(superuserUrl)
  try {
    const [row] = await sql<
      { size: number }[]
    >`select sum(pg_database_size(oid))::float8 as size from pg_database`
    const { bavail, bsize } = await statfs(dataDir)
    // Includes space for the log to replay and for the log written during the replay.
    const needed = (row?.size ?? 0) + 2 * 2 ** 30
    return bavail * bsize < needed ? `it needs ${sizeInWords(needed)} on the disk of ${dataDir}` : null
  } finally {
    await sql.end()
  }
}

/** Rehearses the recovery in a separate process, and returns its result. */
function rehearsed(order: Rehearsal) {
  return new Promise<Rehearsed>((done) => {
    const child = fork(join(import.meta.dirname, 'rehearsal.ts'))
    child
      .once('message', (found: Rehearsed) => done(found))
      .once('exit', (code) => done({ problem: `Its process ended with ${code}.` }))
    child.send(order)
  })
}

/**
 * Opens the folder from which a PostgreSQL server's write-ahead log is archived. A mark file in this folder
 * means that part of the log is missing.
 */
function openReady(cluster: string) {
  const ready = join(cluster, logReady)
  const broken = join(ready, brokenMark)
  const markBroken = () => writeFile(broken, '')
  return {
    markBroken,
    removeBroken: () => rm(broken, { force: true }),
    isBroken: () =>
      stat(broken).then(
        () => true,
        () => false,
      ),
    /** Archives the log files that are ready. Throws if they can't be written. */
    async ship(to: { folder: string; keys: Keys }) {
      for (const name of await waitingIn(ready)) {
        const path = join(ready, name)
        const { size } = await stat(path)
        if (isIncomplete(name, size)) await markBroken()
        else await seal(createReadStream(path, { highWaterMark: pieceBytes }), { ...to, name })
        await rm(path)
      }
    },
    /** Discards the waiting log files if there are so many that they would fill the disk. */
    async giveUp() {
      const waiting = await waitingIn(ready)
      if (waiting.length < maxWaiting) return
      await markBroken()
      for (const name of waiting) await rm(join(ready, name))
    },
  }
}

/**
 * Rehearses the recovery from an archive once a month, but not before its oldest base backup is a day old.
 * Skips archives for public keys that can't be read here, because only their owner has the secret key.
 * Returns a message about a problem, such as too little disk space, or null.
 */
async function rehearseMonthly({
  folder,
  dataDir,
  superuserUrl,
  backupDir,
  keys,
}: Pick<Order, 'dataDir' | 'superuserUrl' | 'backupDir' | 'keys'> & { folder: string }) {
  if (keys.recipients.length > 0 && keys.identities.length === 0) return null
  const mark = join(folder, rehearsedMark)
  const before = await stat(mark).then(
    ({ mtimeMs }) => mtimeMs,
    () => 0,
  )
  const [oldest] = (await listArchive(folder)).bases
  // Wait for a day, so that there is a log to replay.
  if (!oldest || Date.now() - oldest.at.getTime() < dayMs) return null
  if (Date.now() - before < rehearseEvery * dayMs) return null
  await writeFile(mark, '')
  const room = await missingRoom(superuserUrl, dataDir)
  return room ?? (await rehearsed({ backupDir, keys, work: join(dataDir, 'rehearsing') })).problem
}

/**
 * Starts archiving the write-ahead log of the embedded PostgreSQL server while the product runs. Once a day,
 * makes a base backup, removes old files, and checks the indexes. Once a month, rehearses a recovery. If part
 * of the log is missing, starts over with a new base backup. Call `stop` after the server has stopped, so
 * that its last changes are archived too.
 */
export async function startArchiver({
  dataDir,
  superuserUrl,
  backupDir,
  keys,
  days,
  alert,
  firstBaseDelayMs = 60_000,
}: Order) {
  const cluster = join(dataDir, 'postgresql')
  const folder = join(archiveIn(backupDir), await serverId(superuserUrl))
  const ready = openReady(cluster)
  const ending = new AbortController()
  const begun = Date.now()
  let last: Promise<unknown> = Promise.resolve()
  // Name of a base backup that is known to open with this key. It is remembered because trying a passphrase
  // takes a tenth of a second.
  let readable: string | null = null
  const ship = () => {
    const mine = last.then(() => ready.ship({ folder, keys }))
    last = mine.catch(() => {})
    return mine
  }

  const firstOf = (base: Base) =>
    (keys.recipients.length > 0
      ? notedFirst(base, keys)
      : labelOf(base, keys).then(({ first }) => first)
    ).catch(() => null)

  async function keepBase() {
    if (Date.now() - begun < firstBaseDelayMs) return
    const base = (await listArchive(folder)).bases.at(-1)
    const isUsable = base !== undefined && (base.name === readable || (await firstOf(base)) !== null)
    if (isUsable) readable = base.name
    const again = await ready.isBroken()
    if (!again && isUsable && Date.now() - base.at.getTime() < dayMs) return
    // Clear the mark first, because the server sets it again if it fails to copy its log in the meantime.
    await ready.removeBroken()
    const secret = await readFile(join(dataDir, 'postgresql-password'), 'utf8')
    try {
      const { finish } = await takeBase({ superuserUrl, cluster, secret, folder, keys })
      await ship()
      await finish()
    } catch (error) {
      if (again) await ready.markBroken()
      throw error
    }
    await forget(folder, { days, now: new Date(), firstOf })
    const problems = await checkIndexes(superuserUrl)
    if (problems.length > 0)
      await alert(
        `Indexes of the database are damaged. Restore an earlier backup, or rebuild the indexes (reindex). ${problems.slice(0, 3).join(' ')}`,
      )
  }

  async function failed(message: string, needsAlert: boolean) {
    await ready.giveUp().catch(() => {})
    if (needsAlert) await alert(`The archive can’t be written: ${message}`)
  }
  async function keep() {
    await keepBase()
    const problem = await rehearseMonthly({ folder, dataDir, superuserUrl, backupDir, keys })
    if (problem) await alert(`The recovery from the archive couldn’t be rehearsed: ${problem}`)
  }
  const { signal } = ending
  void repeat(ship, { everyMs: beatMs, signal, failed })
  void repeat(keep, { everyMs: Math.max(beatMs, firstBaseDelayMs), signal, failed })
  return {
    folder,
    async stop() {
      ending.abort()
      await ship().catch(() => {})
    },
  }
}
