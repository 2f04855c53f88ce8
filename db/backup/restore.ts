import { randomBytes, randomUUID } from 'node:crypto'
import { open } from 'node:fs/promises'
import { basename } from 'node:path'
import postgres from 'postgres'
import { openDatabase } from '#server/db.ts'
import { isDemoDatabase, isUsed } from '#server/demo.ts'
import type { Finding } from '../fsck.ts'
import { speaking } from './catalog.ts'
import { beside, clean, drop, guestsOf, makeBeside, nameIn, stateOf, swap } from './databases.ts'
import { keepErased } from './erased.ts'
import { examine, load } from './load.ts'
import { check } from './try.ts'
import type { Progress } from './write.ts'

type Order = {
  file: string
  key: string | null
  /** Where the product serves from, or will. */
  place: string
  /** Into another database than the product's own: it must be empty or not there yet. */
  another: boolean
  /** True if the target is the demo. */
  demo?: boolean
  moment: Date
  say: Progress
}
export type Restored = {
  rows: number
  /** How many people were erased again, because they had been since the backup. */
  erased: number
  findings: Finding[]
  /** The name of the database with the data when it could not take its place; null: it did. */
  waits: string | null
  /** The name under which what was there before stays. */
  before: string | null
}

/** What is no longer true of the world that the backup was made in: who was signed in, which links and keys opened something. */
async function closeDoors(url: string, file: string) {
  const sql = postgres(url, speaking)
  try {
    await sql.begin(async (db) => {
      await db`delete from sessions`
      await db`delete from sign_in_links`
      await db`delete from email_changes`
      // A new stream starts, because entries written since the backup already used these numbers.
      await db`delete from audit_stream`
      await db`delete from audit_waiting`
      // A device whose key nobody used waits for another one; one that was in use can be given one.
      await db`update devices set key_hash = ${randomBytes(32)}, key_expires_at = now() where state = 'pending'`
      await db`insert into audit (action, entity_id, after) values ('operation.restore', ${randomUUID()}, ${db.json({ file })})`
    })
  } finally {
    await sql.end()
  }
}

/** Keeps a forgotten --own from putting somebody's own data into the demo, which anybody can open. */
async function refuseOwn(url: string) {
  const database = openDatabase(url, { pool: 1 })
  try {
    if ((await isUsed(database.read)) && !(await isDemoDatabase(database.read)))
      throw new Error('This backup holds your own data and would replace the demo. Add --own to restore it as your own data.')
  } finally {
    await database.close()
  }
}

async function refuseTaken(place: string, another: boolean) {
  const state = await stateOf(place)
  if (another && state === 'used') throw new Error(`The database ${nameIn(place)} is not empty. Name another one, or empty it.`)
  if (state !== 'missing' && (await guestsOf(place)) > 0)
    throw new Error(`Somebody is using the database ${nameIn(place)}. Stop the product, or restore --into another database.`)
  return state
}

/**
 * Restores a backup: reads all of it before anything is touched, loads it into a new database beside the one that is served, and puts that in its
 * place at the end, in one step. Whatever happens before, the old data is served as before. Throws an Error that says what is wrong.
 */
export async function restore({ file, key, place, another, demo = false, moment, say }: Order): Promise<Restored> {
  const none = new Error(`There is no file ${file} that can be read.`)
  const handle = await open(file).catch(() => {
    throw none
  })
  try {
    if (!(await handle.stat()).isFile()) throw none
    const backup = await examine(handle, key, say)
    const state = await refuseTaken(place, another)
    await clean(place, moment)
    const fresh = await makeBeside(place, 'restoring', moment)
    if (!fresh) throw new Error('The user of this database may not make another one. Give it the right to (alter role … createdb).')
    try {
      const rows = await load(fresh, backup, say)
      if (demo) await refuseOwn(fresh)
      await closeDoors(fresh, basename(file))
      const erased = await keepErased(fresh, { file, place: state === 'used' ? place : null })
      say('Checking the data', 0)
      const findings = await check(fresh)
      const empty = (await refuseTaken(place, another)) === 'empty'
      const { before, waits } = await swap(fresh, place, moment)
      if (before && empty) await drop(beside(place, before))
      return { rows, erased, findings, waits, before: empty ? null : before }
    } catch (error) {
      await drop(fresh)
      throw error
    }
  } finally {
    await handle.close()
  }
}
