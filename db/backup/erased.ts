import { mkdir, open, readFile, rename } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { z } from 'zod'
import { inventory } from '../columns.ts'
import { eraseAgain, type Tombstone, tombstones } from '#features/privacy/erasing/queries.ts'
import { type Db, openDatabase } from '#server/db.ts'

/**
 * Name of the file that lists erased people, who must stay erased when an older backup is restored.
 * Tombstones (ids without names) are stored in every database and in this file next to the backups, where
 * they outlive the database.
 */
const fileName = 'erased.json'
/** Arbitrary unique key of the advisory lock that is held while the file is written. */
const fileLock = 7_203_116
const Tombstones = z.array(
  z.object({ personId: z.uuid(), kind: z.enum(['asked', 'retention']), at: z.string() }),
)

/**
 * Writes the list of erased people next to the backups. Takes a lock in the caller's transaction, so that no
 * older list replaces a newer one. A database with fewer erased people, such as a new one, removes nobody
 * from the list.
 */
export async function writeErasedList(db: Db, folder: string) {
  await db`select pg_advisory_xact_lock(${fileLock})`
  const here = await db<
    Tombstone[]
  >`select person_id as "personId", kind, to_json(at) #>> '{}' as at from erasures order by at, person_id`
  const all = [
    ...new Map([...(await listedIn(folder)), ...here].map((each) => [each.personId, each])).values(),
  ]
  await mkdir(folder, { recursive: true, mode: 0o700 })
  const handle = await open(join(folder, `.${fileName}.part`), 'w', 0o600)
  await handle.writeFile(JSON.stringify(all))
  await handle.sync()
  await handle.close()
  await rename(join(folder, `.${fileName}.part`), join(folder, fileName))
}

/** Returns the list in a folder, which is empty if there is no file. Throws if the file can't be read. */
async function listedIn(folder: string) {
  const path = join(folder, fileName)
  try {
    return Tombstones.parse(JSON.parse(await readFile(path, 'utf8')))
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return []
    throw new Error(`${path}, the list of erased people, can't be read.`, { cause: error })
  }
}

/** Calls `writeErasedList` for the database at a URL. */
export async function writeErasedListOf(url: string, folder: string) {
  const database = openDatabase(url, { pool: 1 })
  try {
    await database.write((db) => writeErasedList(db, folder))
  } finally {
    await database.close()
  }
}

async function within(url: string): Promise<readonly Tombstone[]> {
  const database = openDatabase(url, { pool: 1 })
  try {
    const [there] = await database.read<
      { found: boolean }[]
    >`select to_regclass('public.erasures') is not null as found`
    return there?.found ? await tombstones(database.read) : []
  } finally {
    await database.close()
  }
}

/**
 * Erases people in a restored database who are listed as erased in that database, in the database that it
 * replaces (if any), or next to the backup. Returns the number of those who still had a name.
 */
export async function keepErased(fresh: string, { file, place }: { file: string; place: string | null }) {
  const elsewhere = [...(place ? await within(place) : []), ...(await listedIn(dirname(file)))]
  const database = openDatabase(fresh, { pool: 1 })
  try {
    return (await database.write((db) => eraseAgain(db, elsewhere, inventory))).length
  } finally {
    await database.close()
  }
}
