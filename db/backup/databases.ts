import postgres from 'postgres'
import { speaking } from './catalog.ts'
import { stampOf } from './write.ts'

/** What a database beside another is for: being loaded, being tried, what was served before, or what waits for somebody who may put it in its place. */
type Purpose = 'restoring' | 'trying' | 'before' | 'restored'

const isPostgres = (error: unknown, ...codes: string[]) => error instanceof postgres.PostgresError && codes.includes(error.code)
/** What a server says to who may not do or enter something: for want of a right, or by its pg_hba.conf. */
const mayNot = ['42501', '28000']
const inUse = '55006'

/** The name of the database of an address. */
export const nameIn = (url: string) => decodeURIComponent(new URL(url).pathname.slice(1))

/** The address of another database of the same server. */
export function beside(url: string, name: string) {
  const address = new URL(url)
  address.pathname = `/${encodeURIComponent(name)}`
  return address.toString()
}

const named = (url: string, purpose: Purpose, moment: Date) => `${nameIn(url).slice(0, 30)}_${purpose}_${stampOf(moment).toLowerCase()}`
const quoted = (name: string) => `"${name.replaceAll('"', '""')}"`

/** A connection to where databases are made and renamed; not the database itself, which can't be renamed by who is in it. */
async function outside<T>(url: string, work: (sql: postgres.Sql) => Promise<T>) {
  const sql = postgres(beside(url, nameIn(url) === 'template1' ? 'postgres' : 'template1'), speaking)
  try {
    return await work(sql)
  } finally {
    await sql.end()
  }
}

/** How a database tells texts apart and sorts them, as words of CREATE DATABASE. */
async function manners(sql: postgres.Sql, name: string) {
  const [row] = await sql<{ words: string }[]>`
    select concat_ws(' ', format('encoding %L lc_collate %L lc_ctype %L', pg_encoding_to_char(encoding), datcollate, datctype),
      case datlocprovider when 'c' then 'locale_provider libc' when 'i' then 'locale_provider icu' when 'b' then 'locale_provider builtin' end,
      -- PostgreSQL 17 gave the column another name.
      case datlocprovider when 'i' then format('icu_locale %L', coalesce(to_jsonb(d) ->> 'datlocale', to_jsonb(d) ->> 'daticulocale'))
        when 'b' then format('builtin_locale %L', to_jsonb(d) ->> 'datlocale') end,
      'icu_rules ' || quote_literal(to_jsonb(d) ->> 'daticurules')) as words
    from pg_database d where datname = ${name}`
  return `template template0 ${row?.words ?? `encoding 'UTF8'`}`
}

/** Makes an empty database beside another, which compares texts as that one does, and gives its address, or null where this user may not. */
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

/** Removes a database unless somebody is in it. */
export const drop = (url: string) =>
  outside(url, async (sql) => {
    await sql.unsafe(`drop database if exists ${quoted(nameIn(url))}`)
  }).catch((error: unknown) => {
    if (!isPostgres(error, inUse, ...mayNot)) throw error
  })

/** For how long what was served before a restore stays. */
const keepDays = 7

/**
 * Removes what ended restores and tries have left beside a database, and what was served before a restore a week ago. What somebody is at is
 * left alone.
 */
export async function clean(url: string, now: Date) {
  const old = stampOf(new Date(now.getTime() - keepDays * 86_400_000)).toLowerCase()
  const found = await outside(url, (sql) => sql<{ name: string }[]>`select datname as name from pg_database`).catch((error: unknown) => {
    if (isPostgres(error, ...mayNot)) return []
    throw error
  })
  for (const { name } of found) {
    const [, of, purpose, stamp = ''] = /^(.{1,30})_(restoring|trying|before)_(\d{8}t\d{6}z)$/.exec(name) ?? []
    if (of === nameIn(url).slice(0, 30) && (purpose !== 'before' || stamp < old)) await drop(beside(url, name))
  }
}

/** Whether there is a database, and anything in it, ours or not, that somebody has put there. */
export async function stateOf(url: string) {
  const sql = postgres(url, speaking)
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

/** Who is in a database: how many connections there are besides the one that asks. */
export const guestsOf = (url: string) =>
  outside(url, async (sql) => {
    const [row] = await sql<{ guests: number }[]>`
      select count(*)::int as guests from pg_stat_activity where datname = ${nameIn(url)} and backend_type = 'client backend'`
    return row?.guests ?? 0
  })

/**
 * Puts a database in the place of another in one transaction, so that whoever comes finds either the one or the other. Gives the name under which the
 * former one stays, or null when there was none. Where this user may not, it `waits` under a name that nothing clears away. Throws what the server says
 * when somebody is in either.
 */
export const swap = (fresh: string, place: string, moment: Date) =>
  outside(place, async (sql) => {
    const before = named(place, 'before', moment)
    const there = await sql`select from pg_database where datname = ${nameIn(place)}`
    const rename = (db: postgres.ISql, from: string, to: string) => db.unsafe(`alter database ${quoted(from)} rename to ${quoted(to)}`)
    const inPlace = await sql
      .begin(async (db) => {
        if (there.length > 0) await rename(db, nameIn(place), before)
        await rename(db, nameIn(fresh), nameIn(place))
        return true
      })
      .catch((error: unknown) => {
        if (isPostgres(error, inUse))
          throw new Error(`Somebody is using the database ${nameIn(place)}. Stop the product, or restore --into another database.`)
        if (isPostgres(error, ...mayNot)) return false
        throw error
      })
    if (inPlace) return { before: there.length > 0 ? before : null, waits: null }
    const waits = named(place, 'restored', moment)
    await rename(sql, nameIn(fresh), waits)
    return { before: null, waits }
  })
