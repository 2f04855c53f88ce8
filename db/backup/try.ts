import { open, statfs } from 'node:fs/promises'
import { connect } from '#server/connect.ts'
import { sizeInWords } from '#features/operation/rules.ts'
import { openDatabase } from '#server/db.ts'
import { fsck, type Finding } from '../fsck.ts'
import { invariants, notBackedUp } from '../invariants.ts'
import { speaking } from './catalog.ts'
import { clean, drop, makeBeside } from './databases.ts'
import type { Keys } from './keys.ts'
import { examine, load } from './load.ts'
import type { Progress } from './write.ts'

/**
 * Result of testing a backup. It was either restored into a scratch database and checked there, or only read,
 * because this user may not create databases or because the disk has too little room. In the last case,
 * `room` says how much is needed and how much is free.
 */
export type Trial =
  | { verified: 'restored'; findings: Finding[]; room: null }
  | { verified: 'read'; findings: null; room: string | null }

const [megabyte, gigabyte] = [2 ** 20, 2 ** 30]

/**
 * Returns a message about the missing space if a second database would fill the disk of the first, otherwise
 * null.
 */
async function missingRoom(url: string, disk: string) {
  const sql = connect(url, speaking)
  try {
    const [row] = await sql<{ size: number }[]>`select pg_database_size(current_database())::float8 as size`
    const size = row?.size ?? 0
    // The write-ahead log can grow to a gigabyte.
    const needed = size + Math.min(size, gigabyte) + 192 * megabyte
    // If the system doesn't report free space, go ahead.
    const { bavail, bsize } = await statfs(disk).catch(() => ({ bavail: Infinity, bsize: 1 }))
    return bavail * bsize < needed
      ? `it needs ${sizeInWords(needed)}, but only ${sizeInWords(bavail * bsize)} are free on the disk of ${disk}`
      : null
  } finally {
    await sql.end()
  }
}

/** Checks the database at a URL for every invariant, or those in `rules`. */
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
  keys: Keys
  /** A folder on the database's disk, or null if the database is external. */
  disk: string | null
  moment: Date
  say: Progress
}

type Loading = Pick<Order, 'file' | 'keys' | 'disk' | 'moment' | 'say'> & { place: string }

/**
 * Reads a backup completely, loads it into a scratch database on the same server as `place`, and calls `work`
 * with that database's URL. Returns the result as `done`. If the disk has too little room, returns a message
 * about the missing space as `room` instead. If this user may not create databases, `room` is null.
 */
export async function loadBeside<T>(
  { file, place, keys, disk, moment, say }: Loading,
  work: (scratch: string) => Promise<T>,
): Promise<{ done: T } | { room: string | null }> {
  const handle = await open(file)
  try {
    const backup = await examine(handle, keys, say)
    await clean(place, moment)
    const room = disk && (await missingRoom(place, disk))
    if (room) return { room }
    const scratch = await makeBeside(place, 'trying', moment)
    if (!scratch) return { room: null }
    try {
      await load(scratch, backup, say)
      return { done: await work(scratch) }
    } finally {
      await drop(scratch)
    }
  } finally {
    await handle.close()
  }
}

/**
 * Tests a backup of the database at `url`. Reads all of it, loads it into a scratch database on the same
 * server, compares every table, and checks every invariant there. Invariants about data that isn't backed up
 * are checked in the database at `url`. Throws an Error that states the problem.
 */
export async function tryBackup({ url, ...order }: Order): Promise<Trial> {
  const loaded = await loadBeside({ ...order, place: url }, async (scratch) => {
    order.say('Checking the data', 0)
    return [...(await check(scratch)), ...(await check(url, notBackedUp))]
  })
  return 'done' in loaded
    ? { verified: 'restored', findings: loaded.done, room: null }
    : { verified: 'read', findings: null, room: loaded.room }
}
