import { mkdir, readFile, rename, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { z } from 'zod'
import type { Tombstone } from '#features/privacy/erasing/queries.ts'

/**
 * Name of the file that lists erased people, who must stay erased when an older backup is restored.
 * Tombstones (ids without names) are stored in every database and in this file next to the backups, where
 * they outlive the database.
 */
export const erasedFile = 'erased.json'
const Tombstones = z.array(
  z.object({ personId: z.uuid(), kind: z.enum(['asked', 'retention']), at: z.string() }),
)

const unreadable = (place: string, cause: unknown) =>
  new Error(`${place}, the list of erased people, can't be read.`, { cause })

/** Returns the people on a list. Throws an error that names its `place` if it can't be read. */
export function parseList(text: string, place: string): Tombstone[] {
  try {
    return Tombstones.parse(JSON.parse(text))
  } catch (error) {
    throw unreadable(place, error)
  }
}

/** Returns the people on either list, each once. */
export const union = (one: readonly Tombstone[], other: readonly Tombstone[]) => [
  ...new Map([...one, ...other].map((each) => [each.personId, each])).values(),
]

/** Returns the list in a folder, which is empty if there is no file. Throws if the file can't be read. */
export async function listedIn(folder: string) {
  const path = join(folder, erasedFile)
  const text = await readFile(path, 'utf8').catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return '[]'
    throw unreadable(path, error)
  })
  return parseList(text, path)
}

/** Adds people to the list in a folder. The caller holds the lock. */
export async function addToList(folder: string, more: readonly Tombstone[]) {
  const all = union(await listedIn(folder), more)
  await mkdir(folder, { recursive: true, mode: 0o700 })
  const draft = join(folder, `.${erasedFile}.part`)
  try {
    await writeFile(draft, JSON.stringify(all), { mode: 0o600, flush: true })
    await rename(draft, join(folder, erasedFile))
  } finally {
    await rm(draft, { force: true })
  }
}
