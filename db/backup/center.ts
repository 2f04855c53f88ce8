import { access, constants } from 'node:fs/promises'
import { basename } from 'node:path'
import { DatabaseError } from 'pg'
import { connect } from '#server/connect.ts'
import type { Db } from '#server/db.ts'
import { isDemoDatabase } from '#server/demo.ts'
import { withLocks } from '../apply-migration.ts'
import type { Finding } from '../fsck.ts'
import { speaking } from './catalog.ts'
import type { PutBack } from './center-people.ts'
import { copyAll, replace } from './center-rows.ts'
import { type Count, countsOf, partsOf } from './center-tables.ts'
import { keepErased } from './erased.ts'
import type { Keys } from './keys.ts'
import type { Revocations } from './revocations.ts'
import { check, loadBeside } from './try.ts'
import type { Progress } from './write.ts'

type Order = {
  file: string
  keys: Keys
  /** URL of the product's database. The product may be running. */
  place: string
  /** A folder on the database's disk, or null if the database is external. */
  disk: string | null
  center: string
  moment: Date
  say: Progress
  /** Asks whether to replace the rows. Called before anything is changed. */
  confirm: (counts: readonly Count[]) => Promise<boolean>
  /** Prints that the restore is waiting for locks, and which transaction may hold them. */
  report: (line: string) => void
  /** Makes a backup of the current state, so that the restore can be undone. */
  backUp: () => Promise<unknown>
}

/**
 * Result of restoring a center: who was restored, access that wasn't restored, and problems found by a
 * check of the data.
 */
export type CenterRestored = PutBack & { revocations: Revocations; findings: Finding[] }

/** Time in ms after which a restore stops trying to get its locks. */
const patience = 120_000

function inWords(error: Error) {
  if (!(error instanceof DatabaseError || error.cause instanceof DatabaseError)) return error
  const detail = error instanceof DatabaseError ? (error.detail ?? '') : ''
  return new Error(
    `The center can't be restored, and nothing was changed: ${error.message}. ${detail}`.trim(),
    { cause: error },
  )
}

/** Throws if the restore would mix the demo, whose accounts anybody can use, with real data. */
async function refuseOther(from: Db, to: Db) {
  const [isDemo, isIntoDemo] = [await isDemoDatabase(from), await isDemoDatabase(to)]
  if (isDemo === isIntoDemo) return
  throw new Error(
    isDemo
      ? "This is a backup of the demo, and this database isn't the demo's. Nothing was changed."
      : 'This backup holds your own data, and this database is the demo. Nothing was changed. Add --own to restore into your own data.',
  )
}

/**
 * Restores one center as it was at the time of a backup, without changing the others. Loads the backup into a
 * scratch database, upgrades it there, repeats the erasures made since, and then replaces the center's rows
 * in one transaction. Returns null if `confirm` returned false. Throws an Error that states the problem if
 * the center can't be restored; nothing is changed then.
 */
export async function restoreCenter(order: Order): Promise<CenterRestored | null> {
  const { file, place } = order
  await access(file, constants.R_OK).catch(() => {
    throw new Error(`The file ${file} doesn't exist or can't be read.`)
  })
  const loaded = await loadBeside(order, async (scratch) => {
    await keepErased(scratch, { file, place })
    return await takeFrom(scratch, order)
  })
  if ('done' in loaded) return loaded.done
  throw new Error(
    loaded.room === null
      ? 'The user of this database may not create another one. Grant it that right (alter role … createdb).'
      : `There is no room to load the backup next to the database: ${loaded.room}.`,
  )
}

async function takeFrom(scratch: string, { file, place, center, say, confirm, report, backUp }: Order) {
  const [from, to] = [connect(scratch, speaking), connect(place, { ...speaking, isOneSession: true })]
  try {
    await refuseOther(from, to)
    const centers = await from<{ id: string }[]>`select id from centers order by id`
    if (!centers.some(({ id }) => id === center))
      throw new Error(
        `There is no center ${center} in this backup. It has: ${centers.map(({ id }) => id).join(', ')}.`,
      )
    const parts = await partsOf(from)
    if (!(await confirm(await countsOf(to, from, { parts, center })))) return null
    await backUp()
    say('Restoring the center', 0)
    await to.begin((db) => from.begin((then) => copyAll(then, db, { center, parts }), 'read only'))
    const work = { center, parts, file: basename(file) }
    const done = await withLocks(to, { name: 'The restore', patience, report }, () =>
      to.begin((db) => replace(from, db, work)),
    ).catch((error: Error) => {
      throw inWords(error)
    })
    say('Checking the data', 0)
    return { ...done, findings: await check(place) }
  } finally {
    await from.end()
    await to.end()
  }
}
