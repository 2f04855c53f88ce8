import { createHash, randomUUID } from 'node:crypto'
import { existsSync } from 'node:fs'
import { type FileHandle, mkdir, open, rename, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { generateX25519Identity, identityToRecipient } from 'age-encryption'
import { connect, copyOut } from '#server/connect.ts'
import type { Db } from '#server/db.ts'
import { fingerprintOf, migrationsOf, queue, sequencesOf, speaking, type Table, tablesOf } from './catalog.ts'
import type { SealedWriter } from './frames.ts'
import type { Keys } from './keys.ts'
import type { Foot, Head, Sum } from './records.ts'
import { writeSealed } from './seal.ts'
import { writeTar } from './tar.ts'

/** Called with the current step and its progress in percent, 0 to 100. */
export type Progress = (step: string, percent: number) => void

/** Formats a moment for a file name: `20260303T164500Z`. */
export const stampOf = (moment: Date) => moment.toISOString().replace(/[-:]|\.\d+/g, '')

/** Returns the moment of a stamp from `stampOf`, or an invalid date for other text. */
export const momentOf = (stamp: string) =>
  new Date(stamp.replace(/^(\d{4})(\d\d)(\d\d)T(\d\d)(\d\d)(\d\d)Z$/, '$1-$2-$3T$4:$5:$6Z'))

const fileNameOf = (moment: Date, isEncrypted: boolean) =>
  `blended-learning-${stampOf(moment)}.tar.zst${isEncrypted ? '.age' : ''}`

type Rows = Pick<Table, 'name' | 'columns' | 'types'> & {
  select: string
  fingerprint: string | null
  read: (bytes: number) => void
}

/**
 * Copies the result of a query into the backup and returns its totals. Counts the rows by their line feeds,
 * which occur only at the ends of rows.
 */
async function putTable(
  db: Db,
  to: ReturnType<typeof writeTar>,
  { select, fingerprint, read, ...table }: Rows,
): Promise<Sum> {
  const part = to.table(table)
  const hash = createHash('sha256')
  let [rows, bytes] = [0, 0]
  for await (const piece of copyOut(db, select) as AsyncIterable<Buffer>) {
    hash.update(piece)
    bytes += piece.length
    for (let at = piece.indexOf(10); at >= 0; at = piece.indexOf(10, at + 1)) rows += 1
    read(bytes)
    await part.put(piece)
  }
  await part.end()
  return { name: table.name, rows, bytes, sha256: hash.digest('hex'), fingerprint }
}

/** Writes everything that is backed up into an open file. Returns the totals. */
async function putAll(
  db: Db,
  sealed: SealedWriter,
  { product, moment, say }: { product: string; moment: Date; say: Progress },
) {
  const tables = await tablesOf(db)
  const head: Head = {
    format: 2,
    product,
    madeAt: moment.toISOString(),
    migrations: [...(await migrationsOf(db))],
    tables: tables.map(({ name, columns }) => ({ name, columns })),
  }
  const to = writeTar(sealed, moment)
  await to.begin(head)
  const all = tables.reduce((sum, { size }) => sum + size, 1)
  const sums: Sum[] = []
  let before = 0
  for (const { name, columns, types, size } of tables) {
    const part = (bytes: number) => say('Copying', Math.floor((100 * (before + Math.min(bytes, size))) / all))
    const { fingerprint } = await fingerprintOf(db, { name, columns })
    sums.push(
      await putTable(db, to, {
        name,
        columns,
        types,
        select: `select ${columns.join(', ')} from ${name}`,
        fingerprint,
        read: part,
      }),
    )
    before += size
  }
  sums.push(await putTable(db, to, { ...queue, fingerprint: null, read: () => {} }))
  const foot: Foot = { tables: sums, sequences: [...(await sequencesOf(db))] }
  await to.end(foot)
  return foot
}

/** Flushes a folder's entries to disk, on systems that support this. */
export async function syncFolder(folder: string) {
  const handle = await open(folder).catch(() => null)
  await handle?.sync().catch(() => {})
  await handle?.close()
}

const full = ['ENOSPC', 'EDQUOT']
const unwritable = ['EACCES', 'EPERM', 'EROFS', 'ENOTDIR', 'EEXIST', 'ENOENT']

/**
 * Returns an error whose message explains that a backup folder is full or can't be written to. Returns other
 * errors unchanged.
 */
export function inWords(error: NodeJS.ErrnoException, folder: string) {
  if (full.includes(error.code ?? '')) return new Error(`There is no room for a backup in ${folder}.`)
  return unwritable.includes(error.code ?? '') ? new Error(`Backups can't be written to ${folder}.`) : error
}

type Order = { url: string; folder: string; keys: Keys; product: string; moment: Date; say: Progress }
export type Written = {
  file: string
  bytes: number
  foot: Foot
  encrypted: boolean
  /** Keys that can read the file. */
  keys: Keys
}

/**
 * Returns the keys for one file. A file for public keys gets one more, whose secret key only this process has
 * and only in memory, so that it can test the file by restoring it.
 */
async function keysForOne(keys: Keys): Promise<{ writing: Keys; reading: Keys }> {
  if (keys.recipients.length === 0) return { writing: keys, reading: keys }
  const identity = await generateX25519Identity()
  const recipients = [...keys.recipients, await identityToRecipient(identity)]
  return { writing: { ...keys, recipients }, reading: { ...keys, identities: [identity] } }
}

/** Returns the first unused file name for a moment or the seconds after it. */
function freeName(folder: string, moment: Date, isEncrypted: boolean): string {
  const file = join(folder, fileNameOf(moment, isEncrypted))
  return existsSync(file) ? freeName(folder, new Date(moment.getTime() + 1000), isEncrypted) : file
}

/**
 * Writes a consistent snapshot of a database to `folder`, even while it is in use. The file gets its final
 * name only once it is complete and on disk. If this fails, throws an Error that states the reason and leaves
 * nothing behind.
 */
export async function writeBackup({ url, folder, keys, ...order }: Order): Promise<Written> {
  await mkdir(folder, { recursive: true, mode: 0o700 }).catch((error: Error) =>
    Promise.reject(inWords(error, folder)),
  )
  // Use a unique name, in case two backups start in the same second.
  const draft = join(folder, `.blended-learning-${stampOf(order.moment)}-${randomUUID()}.part`)
  const sql = connect(url, speaking)
  let handle: FileHandle | null = null
  try {
    handle = await open(draft, 'w', 0o600)
    const { writing, reading } = await keysForOne(keys)
    const encrypted = keys.recipients.length > 0 || keys.key !== null
    const to = await writeSealed(handle, writing)
    const foot = await sql.begin((db) => putAll(db, to, order), 'isolation level repeatable read read only')
    await handle.sync()
    await handle.close()
    handle = null
    const file = freeName(folder, order.moment, encrypted)
    await rename(draft, file)
    await syncFolder(folder)
    return { file, bytes: to.bytes(), foot, encrypted, keys: reading }
  } catch (error) {
    await handle?.close()
    await rm(draft, { force: true })
    throw inWords(error as NodeJS.ErrnoException, folder)
  } finally {
    await sql.end()
  }
}
