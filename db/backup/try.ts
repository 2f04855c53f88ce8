import { open, statfs } from 'node:fs/promises'
import postgres from 'postgres'
import { sizeInWords } from '#features/operation/rules.ts'
import { openDatabase } from '#server/db.ts'
import { fsck, type Finding } from '../fsck.ts'
import { invariants, ofTheMoment } from '../invariants.ts'
import { speaking } from './catalog.ts'
import { clean, drop, makeBeside } from './databases.ts'
import { examine, load } from './load.ts'
import type { Progress } from './write.ts'

/** How a backup was tried: put into a scratch database and checked there, or only read where none may be made, or where `room` is missing, in words. */
export type Trial = { verified: 'restored'; findings: Finding[]; room: null } | { verified: 'read'; findings: null; room: string | null }

const [megabyte, gigabyte] = [2 ** 20, 2 ** 30]

/** What is missing in words where a second database would fill the disk that the first one is on; null: nothing. */
async function missingRoom(url: string, disk: string) {
  const sql = postgres(url, speaking)
  try {
    const [row] = await sql<{ size: number }[]>`select pg_database_size(current_database())::float8 as size`
    const size = row?.size ?? 0
    // The log of what is written grows to a gigabyte.
    const needed = size + Math.min(size, gigabyte) + 192 * megabyte
    // What the system doesn't tell keeps nobody.
    const { bavail, bsize } = await statfs(disk).catch(() => ({ bavail: Infinity, bsize: 1 }))
    return bavail * bsize < needed
      ? `that takes ${sizeInWords(needed)}, and ${sizeInWords(bavail * bsize)} are free on the disk of ${disk}`
      : null
  } finally {
    await sql.end()
  }
}

/** Asks every invariant, or those of `rules`, of a database by its address. */
export async function check(url: string, rules?: typeof invariants) {
  const database = openDatabase(url, { pool: 1 })
  try {
    return await fsck(database.read, rules)
  } finally {
    await database.close()
  }
}

type Order = {
  file: string
  url: string
  key: string | null
  /** A folder of the disk that the database is on; null: it is somebody else's. */
  disk: string | null
  moment: Date
  say: Progress
}

/**
 * Tries a backup beside the database that it is of: reads all of it, loads it into a scratch database, compares every table, and asks every
 * invariant there; of what no backup holds, in the database itself. Throws an Error with what is wrong.
 */
export async function tryBackup({ file, url, key, disk, moment, say }: Order): Promise<Trial> {
  const handle = await open(file)
  try {
    const backup = await examine(handle, key, say)
    await clean(url, moment)
    const room = disk && (await missingRoom(url, disk))
    if (room) return { verified: 'read', findings: null, room }
    const scratch = await makeBeside(url, 'trying', moment)
    if (!scratch) return { verified: 'read', findings: null, room: null }
    try {
      await load(scratch, backup, say)
      say('Checking the data', 0)
      return { verified: 'restored', findings: [...(await check(scratch)), ...(await check(url, ofTheMoment))], room: null }
    } finally {
      await drop(scratch)
    }
  } finally {
    await handle.close()
  }
}
