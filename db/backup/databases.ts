import postgres from 'postgres'
import { speaking } from './catalogue.ts'
import { stampOf } from './write.ts'

/** What a database beside another is for: being loaded, being tried, or what was served before. */
type Purpose = 'restoring' | 'trying' | 'before'

const isPostgres = (error: unknown, ...codes: string[]) => error instanceof postgres.PostgresError && codes.includes(error.code)

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

/** Makes an empty database beside another and gives its address, or null where this user may not. */
export async function makeBeside(url: string, purpose: Purpose, moment: Date) {
  const name = named(url, purpose, moment)
  return await outside(url, async (sql) => {
    await sql.unsafe(`create database ${quoted(name)}`)
    return beside(url, name)
  }).catch((error: unknown) => {
    if (isPostgres(error, '42501')) return null
    throw error
  })
}

/** Removes a database unless somebody is in it. */
export const drop = (url: string) =>
  outside(url, async (sql) => {
    await sql.unsafe(`drop database if exists ${quoted(nameIn(url))}`)
  }).catch((error: unknown) => {
    if (!isPostgres(error, '55006', '42501')) throw error
  })

/** For how long what was served before a restore stays. */
const keepDays = 7

/**
 * Removes what ended restores and tries have left beside a database, and what was served before a restore a week ago. What somebody is at is
 * left alone.
 */
export async function clean(url: string, now: Date) {
  const old = stampOf(new Date(now.getTime() - keepDays * 86_400_000)).toLowerCase()
  const found = await outside(url, (sql) => sql<{ name: string }[]>`select datname as name from pg_database`)
  for (const { name } of found) {
    const [, of, purpose, stamp = ''] = /^(.{1,30})_(restoring|trying|before)_(\d{8}t\d{6}z)$/.exec(name) ?? []
    if (of === nameIn(url).slice(0, 30) && (purpose !== 'before' || stamp < old)) await drop(beside(url, name))
  }
}

/** Whether there is a database, and anything of ours in it. */
export async function stateOf(url: string) {
  const sql = postgres(url, speaking)
  try {
    const [row] = await sql<
      { used: boolean }[]
    >`select exists (select from pg_class where relnamespace = 'public'::regnamespace and relkind = 'r') as used`
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
 * former one stays, or null when there was none; throws what the server says.
 */
export const swap = (fresh: string, place: string, moment: Date) =>
  outside(place, async (sql) => {
    const before = named(place, 'before', moment)
    const there = await sql`select from pg_database where datname = ${nameIn(place)}`
    await sql.begin(async (db) => {
      if (there.length > 0) await db.unsafe(`alter database ${quoted(nameIn(place))} rename to ${quoted(before)}`)
      await db.unsafe(`alter database ${quoted(nameIn(fresh))} rename to ${quoted(nameIn(place))}`)
    })
    return there.length > 0 ? before : null
  })
