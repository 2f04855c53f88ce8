import { randomBytes, randomUUID } from 'node:crypto'
import { open } from 'node:fs/promises'
import { basename } from 'node:path'
import { connect } from '#server/connect.ts'
import { openDatabase } from '#server/db.ts'
import { isDemoDatabase, isUsed } from '#server/demo.ts'
import type { Finding } from '../fsck.ts'
import { speaking } from './catalog.ts'
import { beside, clean, drop, guestsOf, makeBeside, nameIn, stateOf, swap } from './databases.ts'
import { keepErased } from './erased.ts'
import type { Keys } from './keys.ts'
import { examine, load } from './load.ts'
import { check } from './try.ts'
import type { Progress } from './write.ts'

type Order = {
  file: string
  keys: Keys
  /** URL of the database to replace or create. */
  place: string
  /** True if `place` isn't the product's own database. It must then be empty or missing. */
  another: boolean
  /** True if the target is the demo. */
  demo?: boolean
  moment: Date
  say: Progress
}
export type Restored = {
  rows: number
  /** Number of people erased again, because they were erased after the backup. */
  erased: number
  findings: Finding[]
  /** Name of the restored database if it couldn't be put in place, otherwise null. */
  waits: string | null
  /** New name of the previous database, or null if there was none or it was empty. */
  before: string | null
}

/**
 * Ends everything that gave access when the backup was made (sessions, links, keys and access tokens),
 * because it may have been revoked since. Webhooks are switched off, because the restored database may be
 * used only for a drill.
 */
async function closeDoors(url: string, file: string) {
  const sql = connect(url, speaking)
  try {
    await sql.begin(async (db) => {
      await db`delete from sessions`
      await db`delete from sign_in_links`
      await db`delete from email_changes`
      // Start a new audit stream, because entries written since the backup have already used the next numbers
      // of the old one.
      await db`delete from audit_stream`
      await db`delete from audit_waiting`
      await db`delete from live_events`
      // Devices with an unused key now need a new one, and devices that were in use can be given one.
      await db`update devices set key_hash = ${randomBytes(32)}, key_expires_at = now() where state = 'pending'`
      await db`update access_tokens set revoked_at = now() where revoked_at is null`
      await db`update webhooks set enabled = false, version = version + 1 where enabled`
      await db`insert into audit (action, entity_id, after) values ('operation.restore', ${randomUUID()}, ${db.json({ file })})`
    })
  } finally {
    await sql.end()
  }
}

/**
 * If the restored database holds real data, throws an Error that says what to do. Real data must not replace
 * the demo, because anyone can open the demo.
 */
async function refuseOwn(url: string) {
  const database = openDatabase(url, { pool: 1 })
  try {
    if ((await isUsed(database.read)) && !(await isDemoDatabase(database.read)))
      throw new Error(
        'This backup holds your own data and would replace the demo. Add --own to restore it as your own data.',
      )
  } finally {
    await database.close()
  }
}

async function refuseTaken(place: string, another: boolean) {
  const state = await stateOf(place)
  if (another && state === 'used')
    throw new Error(`The database ${nameIn(place)} is not empty. Name another one, or empty it.`)
  if (state !== 'missing' && (await guestsOf(place)) > 0)
    throw new Error(
      `Someone is using the database ${nameIn(place)}. Stop the product, or restore --into another database.`,
    )
  return state
}

/**
 * Restores a backup. Reads all of it before anything is changed, loads it into a new database next to the
 * current one, and finally swaps the two in one step. If anything fails before that, the old database stays
 * in place. Throws an Error that states the problem.
 */
export async function restore({
  file,
  keys,
  place,
  another,
  demo = false,
  moment,
  say,
}: Order): Promise<Restored> {
  const none = new Error(`The file ${file} doesn't exist or can't be read.`)
  const handle = await open(file).catch(() => {
    throw none
  })
  try {
    if (!(await handle.stat()).isFile()) throw none
    const backup = await examine(handle, keys, say)
    const state = await refuseTaken(place, another)
    await clean(place, moment)
    const fresh = await makeBeside(place, 'restoring', moment)
    if (!fresh)
      throw new Error(
        'The user of this database may not create another one. Grant it that right (alter role … createdb).',
      )
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
