import { statfs } from 'node:fs/promises'
import { sizeInWords } from '#features/operation/rules.ts'
import type { CommandConnection } from '#server/connect.ts'
import { nameIn, stateOf } from '../backup/databases.ts'
import { refuseUnsafe } from '../durability.ts'
import { serverVersion } from '../migrate.ts'
import { seeToRole } from '../role.ts'
import { markOf } from './marks.ts'

const guide = 'See "A PostgreSQL of your own" in docs/operating.md.'

/**
 * Throws unless a database is empty or an unfinished copy. Also throws if it doesn't exist or can't be
 * reached.
 */
async function refuseUsed(target: CommandConnection, url: string) {
  const state = await stateOf(url).catch((error: Error) => {
    throw new Error(`The new database can't be used: ${error.message}.`, { cause: error })
  })
  if (state === 'missing')
    throw new Error(`The database ${nameIn(url)} doesn't exist there. Create it first. ${guide}`)
  if (state === 'empty') return
  const mark = await markOf(target)
  if (!mark || !('unfinished' in mark))
    throw new Error(`The database ${nameIn(url)} is not empty. Name another one, or empty it.`)
}

async function refuseMissingRights(source: CommandConnection, target: CommandConnection) {
  const [may] = await target<{ enough: boolean; encoding: string }[]>`
    select has_database_privilege(current_database(), 'create') and has_schema_privilege('public', 'create') as enough,
      current_setting('server_encoding') as encoding`
  if (may?.encoding !== 'UTF8')
    throw new Error(`The new database has the encoding ${may?.encoding}. It must be UTF8. ${guide}`)
  if (!may.enough) throw new Error(`The user of the new database must own it. ${guide}`)
  const used = await source<{ name: string }[]>`select extname as name from pg_extension order by 1`
  const known = await target<{ name: string }[]>`select name from pg_available_extensions`
  const missing = used.filter(({ name }) => !known.some((each) => each.name === name))
  if (missing.length > 0)
    throw new Error(
      `The new server lacks these extensions: ${missing.map(({ name }) => name).join(', ')}. ${guide}`,
    )
}

/** Returns the locale by which a database sorts text. */
async function sortingOf(db: CommandConnection) {
  const [row] = await db<{ locale: string }[]>`
    select coalesce(to_jsonb(d) ->> 'datlocale', to_jsonb(d) ->> 'daticulocale', datcollate) as locale
    from pg_database d where datname = current_database()`
  return row?.locale ?? ''
}

/**
 * Throws if the target is on this machine and its disk has too little room. Returns the size of the source in
 * bytes.
 */
async function refuseFullDisk(source: CommandConnection, target: CommandConnection, url: string) {
  const [row] = await source<{ size: number }[]>`select pg_database_size(current_database())::float8 as size`
  const size = row?.size ?? 0
  const isHere = ['localhost', '127.0.0.1', '[::1]', ''].includes(new URL(url).hostname)
  // Only users with the right to read all settings can see this setting.
  const [there] = isHere
    ? await target<
        { folder: string }[]
      >`select setting as folder from pg_settings where name = 'data_directory'`
    : []
  const disk = there ? await statfs(there.folder).catch(() => null) : null
  // The write-ahead log will contain the rows a second time.
  if (disk && disk.bavail * disk.bsize < 2 * size)
    throw new Error(
      `The move needs ${sizeInWords(2 * size)}, but only ${sizeInWords(disk.bavail * disk.bsize)} are free on the disk of ${there?.folder}.`,
    )
  return size
}

/**
 * Checks that a database can take over the data: it is empty or an unfinished copy, new enough, safe, in
 * UTF-8, and its user has the required rights. Returns lines to print for the person who runs the move.
 * Throws an Error that says what to do.
 */
export async function checkTarget(source: CommandConnection, target: CommandConnection, url: string) {
  await refuseUsed(target, url)
  await serverVersion(target)
  await refuseUnsafe(url)
  await refuseMissingRights(source, target)
  await seeToRole(target)
  const size = await refuseFullDisk(source, target, url)
  const [before, after] = [await sortingOf(source), await sortingOf(target)]
  return [
    `There are ${sizeInWords(size)} to move. The new disk needs twice as much room until the move is done.`,
    ...(before === after ? [] : [`The new database sorts names as ${after}, the old one as ${before}.`]),
  ]
}
