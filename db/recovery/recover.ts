import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { appendFileSync, chownSync, mkdirSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { open } from 'node:fs/promises'
import { join } from 'node:path'
import { connect } from '#server/connect.ts'
import { startPostgres } from '#server/embedded-postgres.ts'
import type { Keys } from '../backup/keys.ts'
import type { Progress } from '../backup/write.ts'
import { archivedName, type Base, listArchives, unseal } from './archive.ts'
import { labelOf } from './base.ts'

type Order = {
  /** Backup folder that contains the archive. */
  backupDir: string
  keys: Keys
  /** Moment to restore; null for the last one in the archive. */
  to: Date | null
  /** Folder for the recovered server. It is removed first if it exists. */
  work: string
  say: Progress
}

/**
 * Returns the newest base backup that was complete by the moment `to`, or the newest of all if `to` is null,
 * and the write-ahead log files in the same archive. Throws an Error that says what to do if there is none.
 */
async function baseFor({ backupDir, to }: Order) {
  const archives = await listArchives(backupDir)
  const all = archives.flatMap(({ bases, log }) => bases.map((base) => ({ base, log })))
  if (all.length === 0) throw new Error(`There is no archive to recover from in ${backupDir}.`)
  const fitting = all
    .filter(({ base }) => to === null || base.at <= to)
    .toSorted((one, other) => one.base.at.getTime() - other.base.at.getTime())
  const found = fitting.at(-1)
  if (found) return found
  const first = all.map(({ base }) => base.at.toISOString()).toSorted()[0]
  throw new Error(`The archive begins at ${first}. Choose that moment or a later one.`)
}

/** Unpacks the files of a base backup into the server's data folder. */
async function unpack({ folder, name }: Base, { cluster, keys }: { cluster: string; keys: Keys }) {
  const tar = spawn('tar', ['-C', cluster, '-xf', '-'], { stdio: ['pipe', 'ignore', 'pipe'] })
  const ended = new Promise<number | null>((done, fail) => tar.once('error', fail).once('close', done))
  ended.catch(() => {})
  // If tar ends early, its exit code is reported instead.
  tar.stdin.on('error', () => {})
  for await (const piece of unseal(join(folder, archivedName(`${name}.tar`)), keys))
    if (!tar.stdin.write(piece)) await Promise.race([once(tar.stdin, 'drain'), ended])
  tar.stdin.end()
  const code = await ended
  if (code !== 0) throw new Error(`The server’s files can’t be unpacked (tar ended with ${code}).`)
}

/** Name of the folder with the log to replay, in the server's data folder. */
const logFolder = 'wal-to-replay'

async function unpackLog(
  names: readonly string[],
  of: { folder: string; cluster: string; keys: Keys; say: Progress },
) {
  mkdirSync(join(of.cluster, logFolder), { mode: 0o700 })
  for (const [at, name] of names.entries()) {
    of.say('Unpacking the log', Math.floor((100 * at) / names.length))
    const file = await open(join(of.cluster, logFolder, name), 'w', 0o600)
    for await (const piece of unseal(join(of.folder, archivedName(name)), of.keys))
      await file.writeFile(piece)
    await file.close()
  }
}

/** Changes the owner of files written by root to the user that the server runs as. */
function handOver(cluster: string, paths: readonly string[]) {
  const { uid, gid } = statSync(join(cluster, 'PG_VERSION'))
  for (const path of paths) chownSync(join(cluster, path), uid, gid)
}

/**
 * Prepares a server's files and password. When the server starts, it replays its log up to the moment `to`.
 */
async function prepare({ base, log }: Awaited<ReturnType<typeof baseFor>>, { keys, to, work, say }: Order) {
  const cluster = join(work, 'postgresql')
  rmSync(work, { recursive: true, force: true })
  mkdirSync(cluster, { recursive: true, mode: 0o700 })
  const { label, first, secret } = await labelOf(base, keys)
  say('Unpacking the base', 0)
  await unpack(base, { cluster, keys })
  for (const folder of ['pg_wal', 'pg_wal/archive_status'])
    mkdirSync(join(cluster, folder), { recursive: true, mode: 0o700 })
  const needed = log.filter((name) => name.endsWith('.history') || name.slice(8) >= first.slice(8))
  await unpackLog(needed, { folder: base.folder, cluster, keys, say })
  writeFileSync(join(cluster, 'backup_label'), label, { mode: 0o600 })
  writeFileSync(join(cluster, 'recovery.signal'), '', { mode: 0o600 })
  const target = to
    ? `recovery_target_time = '${to.toISOString().replace('T', ' ').replace('Z', '+00')}'\nrecovery_target_action = 'promote'\n`
    : ''
  appendFileSync(
    join(cluster, 'postgresql.auto.conf'),
    `\nrestore_command = 'cp ${logFolder}/%f "%p" 2>/dev/null'\nhot_standby = off\n${target}`,
  )
  handOver(cluster, [
    'pg_wal',
    'pg_wal/archive_status',
    'backup_label',
    'recovery.signal',
    logFolder,
    ...needed.map((name) => join(logFolder, name)),
  ])
  writeFileSync(join(work, 'postgresql-password'), secret, { mode: 0o600 })
}

/**
 * Returns the time of the last change in a recovered server, or null if there is none since its base backup.
 */
async function lastChange(url: string) {
  const sql = connect(url)
  try {
    const [row] = await sql<{ at: string | null }[]>`select pg_last_xact_replay_timestamp() as at`
    return row?.at ?? null
  } finally {
    await sql.end()
  }
}

/**
 * Recovers a PostgreSQL server's state at the moment `to`, and starts the recovered server. If the archive
 * ends before that moment, recovers the last state. Call `stop` when done; the folder stays. Throws an Error
 * that states the problem.
 */
export async function recover(order: Order) {
  const { to, work, say } = order
  const found = await baseFor(order)
  const start = async (until: Date | null) => {
    await prepare(found, { ...order, to: until })
    say('Replaying the log', 0)
    return await startPostgres({ dataDir: work, quiet: true })
  }
  const server = await start(to).catch(async (error: Error) => {
    // PostgreSQL exits if its log ends before the requested moment, which means that nothing changed after
    // that, so recover the last state.
    if (to === null || !error.message.startsWith('PostgreSQL did not start')) throw error
    return await start(null)
  })
  const changed = await lastChange(server.superuserUrl)
  if (to && changed && Date.parse(changed) > to.getTime()) {
    await server.stop()
    throw new Error(`The log can’t be replayed up to ${to.toISOString()}.`)
  }
  return { ...server, lastChange: changed }
}
