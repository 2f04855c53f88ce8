import { randomBytes } from 'node:crypto'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import postgres from 'postgres'
import { afterEach, expect, inject, test } from 'vitest'
import { migrate } from './migrate.ts'

const ends: (() => unknown)[] = []
afterEach(async () => {
  for (const end of ends.splice(0)) await end()
})

/** An empty database, and a folder of migrations to bring it to. */
async function stage(files: Record<string, string>) {
  const { adminUrl } = inject('template')
  const admin = postgres(adminUrl, { max: 1, onnotice: () => {} })
  const name = `m_${randomBytes(6).toString('hex')}`
  await admin.unsafe(`create database ${name}`)
  await admin.end()
  const address = new URL(adminUrl)
  address.pathname = `/${name}`
  const url = address.toString()
  const folder = mkdtempSync(join(tmpdir(), 'blended-learning-migrations-'))
  const put = (more: Record<string, string>) => {
    for (const [file, text] of Object.entries(more)) writeFileSync(join(folder, file), text)
  }
  put(files)
  const sql = postgres(url, { max: 1, onnotice: () => {} })
  ends.push(
    () => sql.end(),
    () => rmSync(folder, { recursive: true }),
  )
  const applied = async () => (await sql`select name from migrations order by at, name`).map((row) => row['name'] as string)
  return { url, sql, put, applied, remove: (file: string) => rmSync(join(folder, file)), bring: () => migrate(url, { folder }) }
}

const first = { '0001_pots.sql': 'create table pots (id int primary key)' }
const second = { '0002_plants.sql': 'create table plants (pot int references pots); insert into pots values (7)' }

test('files are applied in the order of their names, with the queue of jobs beside them', async () => {
  const { sql, applied, bring } = await stage({ ...second, ...first, 'notes.md': 'no migration' })
  await bring()
  expect(await applied()).toEqual(['0001_pots.sql', '0002_plants.sql'])
  expect(await sql`select id from pots`).toMatchObject([{ id: 7 }])
  expect(await sql`select to_regproc('graphile_worker.add_job') is not null as there`).toMatchObject([{ there: true }])
})

test('a second time does nothing, and only what is new is applied after', async () => {
  const { sql, put, applied, bring } = await stage(first)
  await bring()
  await bring()
  expect(await applied()).toEqual(['0001_pots.sql'])
  put(second)
  await bring()
  await bring()
  expect(await applied()).toEqual(['0001_pots.sql', '0002_plants.sql'])
  expect(await sql`select count(*)::int as n from pots`).toMatchObject([{ n: 1 }])
})

test('a file that comes between two that were applied is applied too, and no other again', async () => {
  const { put, applied, bring } = await stage({ ...first, ...second })
  await bring()
  put({ '0001b_tools.sql': 'create table tools ()' })
  await bring()
  expect(await applied()).toEqual(['0001_pots.sql', '0002_plants.sql', '0001b_tools.sql'])
})

test('replicas that start at once apply everything once', async () => {
  const { applied, bring } = await stage({ ...first, ...second })
  await Promise.all([bring(), bring(), bring()])
  expect(await applied()).toEqual(['0001_pots.sql', '0002_plants.sql'])
})

test('a file that was changed after it was applied is refused by name, with what to do, before anything is applied', async () => {
  const { put, applied, bring } = await stage(first)
  await bring()
  put({ '0001_pots.sql': `${first['0001_pots.sql']} -- edited`, ...second })
  await expect(bring()).rejects.toThrow(
    '0001_pots.sql was changed after this database was made. Before the first release the schema is edited in place: remove the data folder (a demo) or use an empty database.',
  )
  expect(await applied()).toEqual(['0001_pots.sql'])
})

test('a database of a newer version is refused, with what to do', async () => {
  const { remove, bring } = await stage({ ...first, ...second })
  await bring()
  remove('0002_plants.sql')
  await expect(bring()).rejects.toThrow(
    'This database was made by a newer version (it knows 0002_plants.sql). Start that version, or restore a backup of this one.',
  )
})

test('a file that fails leaves nothing of itself, keeps what came before, and is applied once it is mended', async () => {
  const { sql, put, applied, bring } = await stage({ ...first, '0002_plants.sql': 'create table plants (); select 1 / 0' })
  await expect(bring()).rejects.toThrow("0002_plants.sql can't be applied, and nothing of it was: division by zero.")
  expect(await applied()).toEqual(['0001_pots.sql'])
  expect(await sql`select to_regclass('plants') as found`).toMatchObject([{ found: null }])
  put(second)
  await bring()
  expect(await applied()).toEqual(['0001_pots.sql', '0002_plants.sql'])
})

test("the product's own migrations bring an empty database to a schema that a second run leaves as it is", async () => {
  const { url, sql } = await stage({})
  const shape = () => sql`
    select table_schema, table_name, column_name, data_type from information_schema.columns
    where table_schema in ('public', 'graphile_worker') order by 1, 2, 3`
  await migrate(url)
  const before = await shape()
  await migrate(url)
  expect(before.length).toBeGreaterThan(100)
  expect([...(await shape())]).toEqual([...before])
})

test('a server that is too old is refused before anything is changed', async () => {
  const { sql, bring } = await stage(first)
  // A function in a schema that is looked at first says what an old server would.
  await sql`create schema old`
  await sql`create function old.current_setting(text) returns text language sql as $$select '140012'$$`
  await sql.unsafe(`alter database ${sql.options.database} set search_path = old, pg_catalog, public`)
  await expect(bring()).rejects.toThrow('PostgreSQL 14 is too old: 15 or newer is needed. Set another DATABASE_URL.')
  expect(await sql`select to_regclass('public.migrations') is null as untouched`).toMatchObject([{ untouched: true }])
})
