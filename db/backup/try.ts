import { open } from 'node:fs/promises'
import { openDatabase } from '#server/db.ts'
import { fsck, type Finding } from '../fsck.ts'
import { clean, drop, makeBeside } from './databases.ts'
import { examine, load } from './load.ts'
import type { Progress } from './write.ts'

/** How a backup was tried: put into a scratch database and checked there, or only read where none may be made. */
export type Trial = { verified: 'restored'; findings: Finding[] } | { verified: 'read'; findings: null }

/** Asks every invariant of a database by its address. */
export async function check(url: string) {
  const database = openDatabase(url, { pool: 1 })
  try {
    return await fsck(database.read)
  } finally {
    await database.close()
  }
}

type Order = { file: string; url: string; key: string | null; moment: Date; say: Progress }

/**
 * Tries a backup beside the database that it is of: reads all of it, loads it into a scratch database, compares every table, and asks every
 * invariant there. Throws an Error with what is wrong.
 */
export async function tryBackup({ file, url, key, moment, say }: Order): Promise<Trial> {
  const handle = await open(file)
  try {
    const backup = await examine(handle, key, say)
    await clean(url, moment)
    const scratch = await makeBeside(url, 'trying', moment)
    if (!scratch) return { verified: 'read', findings: null }
    try {
      await load(scratch, backup, say)
      say('Checking the data', 0)
      return { verified: 'restored', findings: await check(scratch) }
    } finally {
      await drop(scratch)
    }
  } finally {
    await handle.close()
  }
}
