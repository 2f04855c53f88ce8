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
import { bringAll, replace } from './center-rows.ts'
import { type Count, countsOf, partsOf } from './center-tables.ts'
import { keepErased } from './erased.ts'
import type { Keys } from './keys.ts'
import type { Revocations } from './revocations.ts'
import { check, loadBeside } from './try.ts'
import type { Progress } from './write.ts'

type Order = {
  file: string
  keys: Keys
  /** URL of the database that the product uses. It may be running. */
  place: string
  /** A folder on the database's disk, or null if the database is external. */
  disk: string | null
  /** Id of the center. */
  center: string
  moment: Date
  say: Progress
  /** Returns true if the rows are to be replaced. Nothing has been changed yet. */
  ask: (counts: readonly Count[]) => Promise<boolean>
  /** Prints that the restore waits for its locks, and for whom. */
  tell: (line: string) => void
  /** Backs up the current state, from which the restore can be undone. */
  backUp: () => Promise<unknown>
}

/**
 * Result of restoring a center: who came back, access that wasn't given back, and problems found by a check
 * of the data.
 */
export type CenterRestored = PutBack & { revocations: Revocations; findings: Finding[] }

/** Longest time in ms that a restore tries to get its locks. */
const patience = 120_000

function inWords(error: Error) {
  if (!(error instanceof DatabaseError || error.cause instanceof DatabaseError)) return error
  const detail = error instanceof DatabaseError ? (error.detail ?? '') : ''
  return new Error(
    `The center can't be restored, and nothing was changed: ${error.message}. ${detail}`.trim(),
    { cause: error },
  )
}

/** Refuses to mix the demo, whose accounts anybody can use, with somebody's own data. */
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
 * Brings one center back as it was when a backup was made, next to the others, which stay as they are. Loads
 * the backup into a scratch database, upgrades it there, erases who was erased since, and then replaces the
 * center's rows in one transaction. Returns null if `ask` refused. Throws an Error that states the problem;
 * nothing has been changed then.
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

async function takeFrom(scratch: string, { file, place, center, say, ask, tell, backUp }: Order) {
  const [from, to] = [connect(scratch, speaking), connect(place, { ...speaking, isOneSession: true })]
  try {
    await refuseOther(from, to)
    const centers = await from<{ id: string }[]>`select id from centers order by id`
    if (!centers.some(({ id }) => id === center))
      throw new Error(
        `There is no center ${center} in this backup. It has: ${centers.map(({ id }) => id).join(', ')}.`,
      )
    const parts = await partsOf(from)
    if (!(await ask(await countsOf(to, from, { parts, center })))) return null
    await backUp()
    say('Restoring the center', 0)
    await to.begin((db) => from.begin((then) => bringAll(then, db, { center, parts }), 'read only'))
    const work = { center, parts, file: basename(file) }
    const done = await withLocks(to, { name: 'The restore', patience, tell }, () =>
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
