import { mkdir, open, readdir, rm, stat } from 'node:fs/promises'
import { basename, join } from 'node:path'
import { v7 as newId } from 'uuid'
import { connect } from '#server/connect.ts'
import { stays } from '#features/operation/rules.ts'
import { raiseAlarm } from '#server/alarm.ts'
import type { Db } from '#server/db.ts'
import type { Finding } from '../fsck.ts'
import { speaking } from './catalog.ts'
import { writeErasedList } from './erased.ts'
import type { Keys } from './keys.ts'
import { isEncrypted } from './seal.ts'
import { check, tryBackup } from './try.ts'
import { inWords, momentOf, type Progress, writeBackup } from './write.ts'

/** Arbitrary unique key of the advisory lock that is held while a backup is made. */
export const backupLock = 7_203_115
/** Matches names of backups. Those made by earlier versions end in `.blb`. */
const ours = /^blended-learning-(\d{8}T\d{6}Z)\.(?:tar\.zst(?:\.age)?|blb)$/
const draft = /^\.blended-learning-.*\.part$/
const day = 86_400_000

const madeAt = (file: string) => momentOf(file.replace(ours, '$1'))

/** Records a check of the data. Raises an alarm if there are findings. */
async function alertFindings(db: Db, { findings, took }: { findings: readonly Finding[]; took: number }) {
  await db`insert into checks (took_ms, findings) values (${Math.round(took)}, ${db.json(findings)})`
  await db`delete from checks where at < now() - interval '90 days'`
  if (findings.length === 0) return
  const text = `A data check found ${findings.length === 1 ? 'a broken rule' : `${findings.length} broken rules`}. See the last check below.`
  await raiseAlarm(db, 'data', text)
}

/**
 * Returns a file's size and whether it is encrypted, or null if it isn't a backup or can't be read. Doesn't
 * throw, because such a file must not prevent a new backup.
 */
async function lookInto(path: string) {
  const handle = await open(path).catch(() => null)
  try {
    const encrypted = handle && (await isEncrypted(handle))
    return handle && encrypted !== null ? { encrypted, bytes: (await handle.stat()).size } : null
  } catch {
    return null
  } finally {
    await handle?.close()
  }
}

/**
 * Updates the list of backups to match the folder. Removes files that killed backups left in the folder more
 * than a day ago.
 */
async function adopt(db: Db, folder: string) {
  await mkdir(folder, { recursive: true, mode: 0o700 })
  const names = await readdir(folder)
  for (const name of names.filter((each) => draft.test(each)))
    if (Date.now() - (await stat(join(folder, name))).mtimeMs > day)
      await rm(join(folder, name), { force: true })
  const files = names.filter((each) => ours.test(each))
  const removed =
    await db`delete from backups where file is not null and file <> all(${files}) returning file`
  if (removed.length > 0 && files.length === 0)
    await raiseAlarm(db, 'folder', `None of the listed backups are in ${folder}. Is their disk mounted?`)
  const known = await db<{ file: string }[]>`select file from backups where file is not null`
  for (const file of files.filter((each) => !known.some((row) => row.file === each))) {
    const found = await lookInto(join(folder, file))
    if (!found) continue
    await db`
      insert into backups (id, file, origin, state, bytes, encrypted, made_at)
      values (${newId()}, ${file}, 'found', 'done', ${found.bytes}, ${found.encrypted}, ${madeAt(file)})`
  }
}

/**
 * Marks a requested backup as running, or adds a new one to the list. Returns its id. Any other row still
 * marked as running belongs to a killed backup and is marked as failed.
 */
async function begin(db: Db, origin: string) {
  await db`update backups set state = 'failed', error = 'It was interrupted.' where state = 'running'`
  const requests = await db<
    { id: string }[]
  >`update backups set state = 'running', made_at = now(), moved_at = now() where state = 'queued' returning id`
  if (requests[0]) return requests[0].id
  const id = newId()
  await db`insert into backups (id, origin, state) values (${id}, ${origin}, 'running')`
  return id
}

/** Removes the backups that `stays` doesn't choose to keep, and failures older than a month. */
async function forget(db: Db, folder: string, now: Date) {
  const rows = await db<{ file: string; good: boolean; tried: boolean; upgrade: boolean; madeAt: string }[]>`
    select file, state = 'done' as good, verified is not null as tried, origin = 'upgrade' as upgrade, made_at as "madeAt" from backups where file is not null and state in ('done', 'failed')`
  const staying = stays(
    rows.map((row) => ({ ...row, madeAt: new Date(row.madeAt) })),
    now,
  )
  for (const { file } of rows.filter((row) => !staying.has(row.file))) {
    await rm(join(folder, file), { force: true })
    await db`delete from backups where file = ${file}`
  }
  await db`delete from backups where state = 'failed' and file is null and made_at < now() - interval '30 days'`
}

type Order = {
  url: string
  folder: string
  keys: Keys
  product: string
  disk: string | null
  origin: 'daily' | 'asked' | 'command'
  say: Progress
}
export type Outcome = {
  file: string
  bytes: number
  took: number
  verified: 'restored' | 'read'
  findings: Finding[] | null
  room: string | null
}

/** Writes a backup, tests it, and updates its progress in the list. */
async function make(db: Db, id: string, { url, folder, keys, product, disk, say }: Order): Promise<Outcome> {
  let reportedAt = 0
  const reportProgress: Progress = (step, percent) => {
    say(step, percent)
    if (Date.now() - reportedAt < 1000) return
    reportedAt = Date.now()
    void db`update backups set step = ${step}, percent = ${percent}, moved_at = now() where id = ${id}`.catch(
      () => {},
    )
  }
  // Shows that the backup is still running during long steps without progress.
  const alive = setInterval(
    () => void db`update backups set moved_at = now() where id = ${id}`.catch(() => {}),
    20_000,
  )
  try {
    const [moment, began] = [new Date(), performance.now()]
    const written = await writeBackup({ url, folder, keys, product, moment, say: reportProgress })
    const { file, bytes, encrypted } = written
    const took = performance.now() - began
    await db`
      update backups set file = ${basename(file)}, bytes = ${bytes}, encrypted = ${encrypted}, made_at = ${madeAt(basename(file))},
        took_ms = ${Math.round(took)} where id = ${id}`
    const tried = performance.now()
    const order = { file, url, keys: written.keys, disk, moment, say: reportProgress }
    const { verified, findings, room } = await tryBackup(order).catch((error: Error) => {
      throw new Error(`It was written, but can't be restored: ${error.message}`)
    })
    await db`update backups set state = 'done', verified = ${verified}, verified_at = now(), step = '', percent = 100 where id = ${id}`
    if (room)
      await raiseAlarm(db, 'room', `The last backup was read through but not restored as a test: ${room}.`)
    if (findings) await alertFindings(db, { findings, took: performance.now() - tried })
    return { file, bytes, took, verified, findings, room }
  } finally {
    clearInterval(alive)
  }
}

/**
 * Makes a backup: writes, tests and lists it, then removes old ones. An error is recorded in the list, raises
 * an alarm, and is rethrown. If another backup is being made, just throws.
 */
export async function keep(order: Order): Promise<Outcome> {
  const { url, folder, origin } = order
  const sql = connect(url, speaking)
  const db: Db = sql
  try {
    const [lock] = await db<{ mine: boolean }[]>`select pg_try_advisory_lock(${backupLock}) as mine`
    if (!lock?.mine) throw new Error('Another backup is being made.')
    const id = await begin(db, origin)
    try {
      await adopt(db, folder)
      await sql.begin((within) => writeErasedList(within, folder))
      const outcome = await make(db, id, order)
      await forget(db, folder, new Date()).catch(({ message }: Error) =>
        raiseAlarm(db, 'folder', `Old backups can't be removed from ${folder}: ${message}.`),
      )
      return outcome
    } catch (error) {
      const { message: reason } = inWords(error as NodeJS.ErrnoException, folder)
      await db`update backups set state = 'failed', step = '', error = ${reason} where id = ${id} and state = 'running'`
      await raiseAlarm(db, 'backup', `The last backup failed. ${reason}`)
      throw error
    }
  } finally {
    await sql.end()
  }
}

/**
 * Checks the data directly, for installations without backups, where no trial restore checks it. Returns the
 * findings.
 */
export async function checkOnly(url: string) {
  const began = performance.now()
  const findings = await check(url)
  const sql = connect(url, speaking)
  try {
    await alertFindings(sql, { findings, took: performance.now() - began })
  } finally {
    await sql.end()
  }
  return findings
}
