import { setTimeout as pause } from 'node:timers/promises'
import { isDeepStrictEqual } from 'node:util'
import { type CommandConnection, connect } from '#server/connect.ts'
import { speaking } from '../backup/catalog.ts'
import { nameIn } from '../backup/databases.ts'
import { check } from '../backup/try.ts'
import type { Progress } from '../backup/write.ts'
import type { Finding } from '../fsck.ts'
import { pendingMigrations } from '../migrate.ts'
import { compare, copyAll, createSchema } from './copy.ts'
import { lockForMove, markOf, refuseMoved, setMark } from './marks.ts'
import { checkTarget } from './target.ts'

/** Returns host and name of a database, without user and password. */
export const placeOf = (url: string) => `${new URL(url).host}/${nameIn(url)}`

/** Throws if the product or anybody else is connected to the source. */
async function refuseGuests(source: CommandConnection, url: string) {
  // Retry for a while, because PostgreSQL takes a moment to end our own earlier connections.
  for (let tries = 0; tries < 20; tries += 1) {
    // Only client connections have a user. The kind of a connection is hidden if it belongs to another user.
    const guests = await source`
      select from pg_stat_activity where datname = current_database() and pid <> pg_backend_pid() and usesysid is not null`
    if (guests.length === 0) return
    await pause(100)
  }
  throw new Error(`Someone is using the database ${nameIn(url)}. Stop the product first.`)
}

async function refuseOldSchema(url: string, source: CommandConnection) {
  const [there] = await source<
    { found: boolean }[]
  >`select to_regclass('public.migrations') is not null as found`
  if (!there?.found) throw new Error(`There is nothing to move: ${nameIn(url)} is empty.`)
  if ((await pendingMigrations(url)).length > 0)
    throw new Error('The data is from an older version. Start the product once, stop it, and move then.')
}

/** Checks the copy against every rule. Throws if it breaks a rule that the source doesn't. */
async function checkCopy(from: string, to: string): Promise<Finding[]> {
  const findings = await check(to)
  if (findings.length > 0 && !isDeepStrictEqual(findings, await check(from)))
    throw new Error(
      `The copy breaks rules that hold in the old database: ${findings.map(({ rule }) => rule).join(', ')}.`,
    )
  return findings
}

type Order = {
  /** URL of the database in use, whose product is stopped. */
  from: string
  /** URL of the empty database that takes over. */
  to: string
  moment: Date
  say: Progress
  report: (line: string) => void
}

/**
 * Moves all data to another PostgreSQL: checks the target, copies and verifies everything, and finally marks
 * the old database, which is otherwise unchanged. Returns the number of rows and the broken rules, all of
 * which were already broken in the old database. Throws an Error that says what to do. After an error or a
 * kill, the old database is in use as before, and the move can be repeated. There is one exception: a kill at
 * the end, after the old database was marked. {@link undoMove} then removes the mark.
 */
export async function move({ from, to, moment, say, report }: Order) {
  await refuseMoved(from)
  const [source, target] = [connect(from, speaking), connect(to, speaking)]
  try {
    await lockForMove(source, nameIn(from))
    await refuseGuests(source, from)
    await refuseOldSchema(from, source)
    for (const line of await checkTarget(source, target, to)) report(line)
    await lockForMove(target, nameIn(to))
    say('Creating the tables', 0)
    await createSchema(target, to)
    await copyAll(source, target, say)
    await target`analyze`
    const rows = await compare(source, target, say)
    say('Checking the data', 0)
    const findings = await checkCopy(from, to)
    await refuseGuests(source, from)
    // In this order, a kill between the two calls never leaves two usable databases.
    await setMark(source, { to: placeOf(to), at: moment.toISOString() })
    await setMark(target, null)
    return { rows, findings }
  } finally {
    await source.end()
    await target.end()
  }
}

/**
 * Removes the mark of a moved database, so that the product uses it again. Returns the mark. Throws if there
 * is none.
 */
export async function undoMove(url: string) {
  const sql = connect(url, speaking)
  try {
    const mark = await markOf(sql)
    if (!mark || !('to' in mark)) throw new Error(`The data in ${placeOf(url)} was not moved.`)
    await setMark(sql, null)
    return mark
  } finally {
    await sql.end()
  }
}
