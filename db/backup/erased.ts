import { dirname } from 'node:path'
import { DatabaseError } from 'pg'
import { inventory } from '../columns.ts'
import { eraseAgain, type Tombstone, tombstones } from '#features/privacy/erasing/queries.ts'
import { connect } from '#server/connect.ts'
import { type Db, openDatabase } from '#server/db.ts'
import { speaking } from './catalog.ts'
import { addToList, listedIn } from './erased-list.ts'

/** Arbitrary unique key of the advisory lock that is held while the file is written. */
const fileLock = 7_203_116

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
  await addToList(folder, here)
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

/**
 * Adds people to the list next to the backups. Holds the lock in the product's database, because a running
 * product may write the list, too. `url` is null if none can be running.
 */
export async function addErased(url: string | null, folder: string, people: readonly Tombstone[]) {
  const sql = url === null ? null : connect(url, speaking)
  try {
    // A database that is missing or doesn't answer, such as one that is yet to be restored, has no product that
    // writes.
    if (sql)
      await sql`select pg_advisory_lock(${fileLock})`.catch((error: Error) => {
        if (error instanceof DatabaseError && error.code !== '3D000') throw error
      })
    await addToList(folder, people)
  } finally {
    await sql?.end()
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
