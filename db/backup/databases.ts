import { DatabaseError } from 'pg'
import { type CommandConnection, connect } from '#server/connect.ts'
import type { Db } from '#server/db.ts'
import { speaking } from './catalog.ts'
import { stampOf } from './write.ts'

/**
 * Purpose of a database on the same server as the product's own. It is being restored or tested, was in use
 * before a restore, or was restored and is waiting to be put in place.
 */
type Purpose = 'restoring' | 'trying' | 'before' | 'restored'

const isPostgres = (error: unknown, ...codes: string[]) =>
  error instanceof DatabaseError && codes.includes(error.code ?? '')
/** Error codes for a missing privilege or a refusal by the server's pg_hba.conf. */
const mayNot = ['42501', '28000']
const inUse = '55006'

/** Returns the database name of a URL. */
export const nameIn = (url: string) => decodeURIComponent(new URL(url).pathname.slice(1))

/** Returns the URL of another database on the same server. */
export function beside(url: string, name: string) {
  const address = new URL(url)
  address.pathname = `/${encodeURIComponent(name)}`
  return address.toString()
}

const named = (url: string, purpose: Purpose, moment: Date) =>
  `${nameIn(url).slice(0, 30)}_${purpose}_${stampOf(moment).toLowerCase()}`
const quoted = (name: string) => `"${name.replaceAll('"', '""')}"`

/**
 * Connects to another database of the server, from which databases can be created and renamed. A database
 * can't be renamed through its own connections.
 */
async function outside<T>(url: string, work: (sql: CommandConnection) => Promise<T>) {
  const sql = connect(beside(url, nameIn(url) === 'template1' ? 'postgres' : 'template1'), speaking)
  try {
    return await work(sql)
  } finally {
    await sql.end()
  }
}

/** Returns a database's encoding and collation as options of CREATE DATABASE. */
async function manners(sql: CommandConnection, name: string) {
  const [row] = await sql<{ words: string }[]>`
    select concat_ws(' ', format('encoding %L lc_collate %L lc_ctype %L', pg_encoding_to_char(encoding), datcollate, datctype),
      case datlocprovider when 'c' then 'locale_provider libc' when 'i' then 'locale_provider icu' when 'b' then 'locale_provider builtin' end,
      -- PostgreSQL 17 renamed this column.
      case datlocprovider when 'i' then format('icu_locale %L', coalesce(to_jsonb(d) ->> 'datlocale', to_jsonb(d) ->> 'daticulocale'))
        when 'b' then format('builtin_locale %L', to_jsonb(d) ->> 'datlocale') end,
      'icu_rules ' || quote_literal(to_jsonb(d) ->> 'daticurules')) as words
    from pg_database d where datname = ${name}`
  return `template template0 ${row?.words ?? `encoding 'UTF8'`}`
}

/**
 * Creates an empty database on the same server as another, with the same encoding and collation. Returns its
 * URL, or null if this user may not create databases.
 */
export async function makeBeside(url: string, purpose: Purpose, moment: Date) {
  const name = named(url, purpose, moment)
  return await outside(url, async (sql) => {
    await sql.unsafe(`create database ${quoted(name)} ${await manners(sql, nameIn(url))}`)
    return beside(url, name)
  }).catch((error: unknown) => {
    if (isPostgres(error, ...mayNot)) return null
    throw error
  })
}

/** Removes a database. Does nothing if it is in use or this user may not remove it. */
export const drop = (url: string) =>
  outside(url, async (sql) => {
    await sql.unsafe(`drop database if exists ${quoted(nameIn(url))}`)
  }).catch((error: unknown) => {
    if (!isPostgres(error, inUse, ...mayNot)) throw error
  })

/** Number of days for which the previous database is kept after a restore. */
const keepDays = 7

/**
 * Removes databases left behind by restores and trials, and previous databases older than a week. Keeps
 * databases that are in use.
 */
export async function clean(url: string, now: Date) {
  const old = stampOf(new Date(now.getTime() - keepDays * 86_400_000)).toLowerCase()
  const found = await outside(
    url,
    (sql) => sql<{ name: string }[]>`select datname as name from pg_database`,
  ).catch((error: unknown) => {
    if (isPostgres(error, ...mayNot)) return []
    throw error
  })
  for (const { name } of found) {
    const [, of, purpose, stamp = ''] =
      /^(.{1,30})_(restoring|trying|before)_(\d{8}t\d{6}z)$/.exec(name) ?? []
    if (of === nameIn(url).slice(0, 30) && (purpose !== 'before' || stamp < old))
      await drop(beside(url, name))
  }
}

/** Returns `missing`, `empty` or `used`. A database with objects of any kind, ours or not, is used. */
export async function stateOf(url: string) {
  const sql = connect(url, speaking)
  try {
    const [row] = await sql<{ used: boolean }[]>`
      with things as (
        select oid, relnamespace as schema from pg_class union all select oid, pronamespace from pg_proc union all select oid, typnamespace from pg_type)
      select exists (select from pg_largeobject_metadata) or exists (
        select from things t join pg_namespace s on s.oid = t.schema
        where s.nspname <> 'information_schema' and s.nspname !~ '^pg_'
          and not exists (select from pg_depend d where d.objid = t.oid and d.deptype = 'e')) as used`
    return row?.used ? 'used' : 'empty'
  } catch (error) {
    if (isPostgres(error, '3D000')) return 'missing'
    throw error
  } finally {
    await sql.end()
  }
}

/** Returns the number of connections to a database, not counting our own. */
export const guestsOf = (url: string) =>
  outside(url, async (sql) => {
    const [row] = await sql<{ guests: number }[]>`
      select count(*)::int as guests from pg_stat_activity where datname = ${nameIn(url)} and backend_type = 'client backend'`
    return row?.guests ?? 0
  })

/**
 * Replaces a database with another in one transaction, so that new connections find either one or the other.
 * `before` is the new name of the old database, or null if there was none. If this user may not rename
 * databases, the new one stays under the name `waits`, which is never cleaned up. Throws if either of them is
 * in use.
 */
export const swap = (fresh: string, place: string, moment: Date) =>
  outside(place, async (sql) => {
    const before = named(place, 'before', moment)
    const there = await sql`select from pg_database where datname = ${nameIn(place)}`
    const rename = (db: Db, from: string, to: string) =>
      db.unsafe(`alter database ${quoted(from)} rename to ${quoted(to)}`)
    const inPlace = await sql
      .begin(async (db) => {
        if (there.length > 0) await rename(db, nameIn(place), before)
        await rename(db, nameIn(fresh), nameIn(place))
        return true
      })
      .catch((error: unknown) => {
        if (isPostgres(error, inUse))
          throw new Error(
            `Someone is using the database ${nameIn(place)}. Stop the product, or restore --into another database.`,
          )
        if (isPostgres(error, ...mayNot)) return false
        throw error
      })
    if (inPlace) return { before: there.length > 0 ? before : null, waits: null }
    const waits = named(place, 'restored', moment)
    await rename(sql, nameIn(fresh), waits)
    return { before: null, waits }
  })
