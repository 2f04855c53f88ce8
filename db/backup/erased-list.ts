import { mkdir, readFile, rename, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { z } from 'zod'
import type { Tombstone } from '#features/privacy/erasing/queries.ts'

/**
 * Name of the file that lists erased people, who must stay erased when an older backup is restored.
 * Tombstones (ids without names) are stored in every database and in this file next to the backups, where
 * they outlive the database.
 */
const fileName = 'erased.json'
const Tombstones = z.array(
  z.object({ personId: z.uuid(), kind: z.enum(['asked', 'retention']), at: z.string() }),
)

/** Returns the list in a folder, which is empty if there is no file. Throws if the file can't be read. */
export async function listedIn(folder: string) {
  const path = join(folder, fileName)
  try {
    return Tombstones.parse(JSON.parse(await readFile(path, 'utf8')))
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return []
    throw new Error(`${path}, the list of erased people, can't be read.`, { cause: error })
  }
}

/** Adds people to the list in a folder. The caller holds the lock. */
export async function addToList(folder: string, more: readonly Tombstone[]) {
  const all = [
    ...new Map([...(await listedIn(folder)), ...more].map((each) => [each.personId, each])).values(),
  ]
  await mkdir(folder, { recursive: true, mode: 0o700 })
  const draft = join(folder, `.${fileName}.part`)
  try {
    await writeFile(draft, JSON.stringify(all), { mode: 0o600, flush: true })
    await rename(draft, join(folder, fileName))
  } finally {
    await rm(draft, { force: true })
  }
}
