import { randomUUID } from 'node:crypto'
import { mkdir, open, readdir, readFile, rename, rm, stat, writeFile } from 'node:fs/promises'
import { basename, join } from 'node:path'
import { isDeepStrictEqual } from 'node:util'
import { z } from 'zod'
import { writeFrames } from '../backup/frames.ts'
import type { Keys } from '../backup/keys.ts'
import { readSealed, writeSealed } from '../backup/seal.ts'
import { momentOf, syncFolder } from '../backup/write.ts'

/**
 * Returns the folder of the archive, from which a database can be restored to any moment of the last few
 * days. It has a folder for each PostgreSQL server, named after the server's identifier, with base backups
 * (copies of the server's files) and every file of its write-ahead log since then. Each file is compressed
 * and sealed like a backup (`seal.ts`), and gets its name only once it is complete and on disk. Without
 * public keys, however, files are sealed in the format of `frames.ts`, because a log file is added every 40
 * seconds, and age would derive a key from BACKUP_KEY each time.
 */
export const archiveIn = (backupDir: string) => join(backupDir, 'wal')

const ending = '.blw'

/** Returns the name of a file in the archive, given its original name. */
export const archivedName = (name: string) => `${name}${ending}`

/** Seals pieces of bytes into an archive file. Returns its size in bytes. */
export async function seal(
  pieces: AsyncIterable<Buffer> | Iterable<Buffer>,
  { folder, name, keys }: { folder: string; name: string; keys: Keys },
) {
  await mkdir(folder, { recursive: true, mode: 0o700 })
  const draft = join(folder, `.${name}-${randomUUID()}.part`)
  const handle = await open(draft, 'w', 0o600)
  try {
    const to = await (keys.recipients.length > 0 ? writeSealed(handle, keys) : writeFrames(handle, keys.key))
    for await (const piece of pieces) await to.put(piece)
    await to.end()
    await handle.sync()
    await handle.close()
    await rename(draft, join(folder, archivedName(name)))
    await syncFolder(folder)
    return to.bytes()
  } catch (error) {
    await handle.close().catch(() => {})
    await rm(draft, { force: true })
    throw error
  }
}

/** Reads a sealed file. Throws {@link BadBackup} if it was changed or was sealed with another key. */
export async function* unseal(path: string, keys: Keys) {
  const handle = await open(path)
  try {
    yield* readSealed(handle, keys)
  } finally {
    await handle.close()
  }
}

/**
 * True for the name of a write-ahead log file, but not for files that describe timelines and base backups.
 */
export const isSegment = (name: string) => /^[0-9A-F]{24}$/.test(name)
const baseName = /^base-(\d{8}T\d{6}Z)\.label$/

/** A base backup: its name without the ending, and the time at which it was complete. */
export type Base = { folder: string; name: string; at: Date }

/**
 * Note about a base backup whose label only the owner of a secret key can read: the first log file that it
 * needs, and the keys for which it was made. Neither is a secret.
 */
const Note = z.object({ first: z.string(), recipients: z.array(z.string()) })
const noteFile = ({ folder, name }: Pick<Base, 'folder' | 'name'>) => join(folder, `.${name}.json`)

/** Writes the note about a base backup if it was made for public keys. */
export async function noteBase(base: Pick<Base, 'folder' | 'name'>, first: string, { recipients }: Keys) {
  if (recipients.length > 0) await writeFile(noteFile(base), JSON.stringify({ first, recipients }))
}

/**
 * Returns the first log file that a base backup needs, as noted next to it. Returns null if the backup was made
 * for other keys or has no note.
 */
export async function notedFirst(base: Base, { recipients }: Keys) {
  const text = await readFile(noteFile(base), 'utf8').catch(() => null)
  const note = text === null ? null : Note.parse(JSON.parse(text))
  return note && isDeepStrictEqual(note.recipients, [...recipients]) ? note.first : null
}

type Archived = {
  bases: Base[]
  /** Names of the archived log files, in order. */
  log: string[]
}

/**
 * Lists the archive of one server. A base backup counts only once its label, which is written last, exists.
 */
export async function listArchive(folder: string): Promise<Archived> {
  const names = await readdir(folder).catch(() => [])
  const found = names.filter((name) => name.endsWith(ending)).map((name) => basename(name, ending))
  const bases = found
    .filter((name) => baseName.test(name))
    .map((name) => ({
      folder,
      name: basename(name, '.label'),
      at: momentOf(name.replace(baseName, '$1')),
    }))
    .toSorted((one, other) => one.at.getTime() - other.at.getTime())
  return { bases, log: found.filter((name) => !name.startsWith('base-')).toSorted() }
}

/** Lists the archives of all servers that have used a backup folder. */
export async function listArchives(backupDir: string) {
  const root = archiveIn(backupDir)
  const servers = await readdir(root).catch(() => [])
  const all = []
  for (const server of servers.toSorted()) {
    const folder = join(root, server)
    all.push({ folder, ...(await listArchive(folder)) })
  }
  return all
}

const draft = /^\..*\.part$/
const dayMs = 86_400_000

/** Removes archive files that were only partly written, once they are more than a day old. */
async function removeDrafts(folder: string, now: Date) {
  for (const name of (await readdir(folder)).filter((each) => draft.test(each)))
    if (now.getTime() - (await stat(join(folder, name))).mtimeMs > dayMs)
      await rm(join(folder, name), { force: true })
}

/**
 * Removes files that aren't needed to go back `days` days: all base backups that are older, except the newest
 * of them, and the log from before the oldest base backup that is kept. `firstOf` returns the first log file
 * that a base backup needs, or null if that can't be read, for example because the key was changed. In that
 * case, the whole log is kept.
 */
export async function forget(
  folder: string,
  { days, now, firstOf }: { days: number; now: Date; firstOf: (base: Base) => Promise<string | null> },
) {
  await removeDrafts(folder, now)
  const { bases, log } = await listArchive(folder)
  const from = now.getTime() - days * dayMs
  const outdated = bases.filter(({ at }) => at.getTime() <= from).slice(0, -1)
  for (const { name } of outdated) {
    await rm(noteFile({ folder, name }), { force: true })
    for (const part of ['label', 'tar'])
      await rm(join(folder, archivedName(`${name}.${part}`)), { force: true })
  }
  const oldest = bases[outdated.length]
  const first = oldest ? await firstOf(oldest) : null
  if (first === null) return
  for (const name of log)
    // The first eight digits are the timeline. Later timelines need the log of earlier ones.
    if (isSegment(name.slice(0, 24)) && name.slice(8, 24) < first.slice(8))
      await rm(join(folder, archivedName(name)), { force: true })
}
