import { randomBytes, randomUUID } from 'node:crypto'
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { connect } from '#server/connect.ts'
import { isOutside } from './apply-migration.ts'
import { upgrade } from './backup/upgrade.ts'
import { migrate, pendingMigrations } from './migrate.ts'
import { statementsIn } from './statements.ts'
import { migrateInProcess, stage } from '#tests/migration-fixture.ts'
import { urlFor } from '#tests/world.ts'
import { seeToRole } from './role.ts'
import { eventually } from '#tests/eventually.ts'

const first = { '0001_pots.sql': 'create table pots (id int primary key)' }
const second = {
  '0002_plants.sql': 'create table plants (pot int references pots); insert into pots values (7)',
}

test('files are applied in the order of their names, and the job queue is installed', async () => {
  const { sql, applied, migrateAll } = await stage({ ...second, ...first, 'notes.md': 'no migration' })
  await migrateAll()
  expect(await applied()).toEqual(['0001_pots.sql', '0002_plants.sql'])
  expect(await sql`select id from pots`).toMatchObject([{ id: 7 }])
  expect(await sql`select to_regproc('graphile_worker.add_job') is not null as there`).toMatchObject([
    { there: true },
  ])
})

test('a second run does nothing, and a later one applies only new files', async () => {
  const { sql, put, applied, migrateAll } = await stage(first)
  await migrateAll()
  await migrateAll()
  expect(await applied()).toEqual(['0001_pots.sql'])
  put(second)
  await migrateAll()
  await migrateAll()
  expect(await applied()).toEqual(['0001_pots.sql', '0002_plants.sql'])
  expect(await sql`select count(*)::int as n from pots`).toMatchObject([{ n: 1 }])
})

test('a file added between two applied files is applied, and no other file is applied again', async () => {
  const { put, applied, migrateAll } = await stage({ ...first, ...second })
  await migrateAll()
  put({ '0001b_tools.sql': 'create table tools ()' })
  await migrateAll()
  expect(await applied()).toEqual(['0001_pots.sql', '0002_plants.sql', '0001b_tools.sql'])
})

test('replicas that start at the same time apply everything only once', async () => {
  const { applied, migrateAll } = await stage({ ...first, ...second })
  await Promise.all([migrateAll(), migrateAll(), migrateAll()])
  expect(await applied()).toEqual(['0001_pots.sql', '0002_plants.sql'])
})

test('a file that was changed after it was applied is refused with an error that names it, before anything else is applied', async () => {
  const { put, applied, migrateAll } = await stage(first)
  await migrateAll()
  put({ '0001_pots.sql': `${first['0001_pots.sql']} -- edited`, ...second })
  await expect(migrateAll()).rejects.toThrow(
    '0001_pots.sql was changed after this database was made. Start the version that made it, or restore a backup of this one.',
  )
  expect(await applied()).toEqual(['0001_pots.sql'])
})

test('a database that a newer version has contracted is refused with advice', async () => {
  const contracted = { '0002_plants.sql': '-- Contracts: nothing uses pots since 2.0.0.\ndrop table pots' }
  const { remove, migrateAll } = await stage({ ...first, ...contracted })
  await migrateAll()
  remove('0002_plants.sql')
  await expect(migrateAll()).rejects.toThrow(
    'This database was made by a newer version (it knows 0002_plants.sql). Start that version, or restore a backup of this one.',
  )
})

test('a database from before the migrations were combined is refused with advice', async () => {
  const { url, sql } = await stage({})
  await migrate(url)
  await sql`insert into migrations (name, hash) values ('0001_people.sql', 'x')`
  const refusal = "This database was made by an older version and can't be upgraded."
  await expect(migrate(url)).rejects.toThrow(refusal)
  await expect(pendingMigrations(url)).rejects.toThrow(refusal)
})

test('a failing file leaves no trace, does not undo earlier files, and is applied once it is fixed', async () => {
  const { sql, put, applied, migrateAll } = await stage({
    ...first,
    '0002_plants.sql': 'create table plants (); select 1 / 0',
  })
  await expect(migrateAll()).rejects.toThrow(
    '0002_plants.sql failed, and nothing of it was applied: division by zero.',
  )
  expect(await applied()).toEqual(['0001_pots.sql'])
  expect(await sql`select to_regclass('plants') as found`).toMatchObject([{ found: null }])
  put(second)
  await migrateAll()
  expect(await applied()).toEqual(['0001_pots.sql', '0002_plants.sql'])
})

test('whichever statement of a migration fails, schema and data stay unchanged, and the fixed migration can be applied', async () => {
  const own = join(import.meta.dirname, 'migrations')
  const names = readdirSync(own).sort()
  const last = names.slice(-3)
  const { sql, put, migrateAll, applied } = await stage(
    Object.fromEntries(names.slice(0, -3).map((name) => [name, readFileSync(join(own, name), 'utf8')])),
  )
  await migrateAll()
  await sql`insert into centers (id, time_zone) values ('Main', 'UTC')`
  const print = async () => {
    const [row] = await sql`
      select md5(string_agg(line, '' order by line)) as print from (
        select concat_ws(' ', table_name, column_name, data_type, column_default, is_nullable) as line
        from information_schema.columns where table_schema = 'public'
        union all select indexdef from pg_indexes where schemaname = 'public'
        union all select conrelid::regclass || ' ' || pg_get_constraintdef(oid) from pg_constraint where connamespace = 'public'::regnamespace
        union all select pg_get_functiondef(oid) from pg_proc where pronamespace = 'public'::regnamespace and prolang <> 13 and prokind = 'f'
        union all select pg_get_triggerdef(oid) from pg_trigger where not tgisinternal
        union all select centers::text from centers union all select migrations::text from migrations) of(line)`
    return row?.['print'] as string
  }
  for (const name of last) {
    const text = readFileSync(join(own, name), 'utf8')
    // Outside a transaction, each statement is repeatable instead, which `tests/migrations.test.ts` checks.
    const statements = isOutside({ text }) ? [] : statementsIn(text)
    const before = await print()
    for (let many = 1; many <= statements.length; many += 1) {
      put({ [name]: `${statements.slice(0, many).join(';\n')};\nselect 1 / 0` })
      await expect(migrateAll()).rejects.toThrow(
        `${name} failed, and nothing of it was applied: division by zero.`,
      )
    }
    expect(await print()).toBe(before)
    put({ [name]: text })
    await migrateAll()
  }
  expect(await applied()).toEqual(names)
})

test('complete phone numbers of US centers are converted to E.164, and all other numbers are kept as they are', async () => {
  const own = join(import.meta.dirname, 'migrations')
  const read = (name: string) => [name, readFileSync(join(own, name), 'utf8')] as const
  const names = readdirSync(own).sort()
  const at = names.indexOf('0013_phones.sql')
  const { sql, put, migrateAll } = await stage(Object.fromEntries(names.slice(0, at).map(read)))
  await migrateAll()
  const [parent, student] = [randomUUID(), randomUUID()]
  const phones = { Boston: '6175550143', London: '2079460958', Cut: '617555', Odd: '1175550143', None: '' }
  await sql`insert into people (id, first_name, "group") values (${parent}, 'Ada', 'parents'), (${student}, 'Ida', 'students')`
  for (const [center, phone] of Object.entries(phones)) {
    const zone = center === 'London' ? 'Europe/London' : 'America/New_York'
    await sql`insert into centers (id, time_zone, phone) values (${center}, ${zone}, ${phone})`
    await sql`insert into students (center_id, id, student_num) values (${center}, ${student}, '1')`
    await sql`insert into parent_links (center_id, student_id, parent_id, phone) values (${center}, ${student}, ${parent}, ${phone})`
    await sql`
      insert into account_requests (center_id, id, person_id, first_name, email, student_id, phone, asked_by)
      values (${center}, ${randomUUID()}, ${parent}, 'Ada', 'ada@test.example', ${student}, ${phone}, ${parent})`
  }
  put(Object.fromEntries(names.slice(at).map(read)))
  await migrateAll()
  const rows = await sql<{ id: string; country: string; all: string[] }[]>`
    select c.id, c.country, array[c.phone, l.phone, r.phone] as all
    from centers c join parent_links l on l.center_id = c.id join account_requests r on r.center_id = c.id`
  const three = (phone: string) => [phone, phone, phone]
  expect(Object.fromEntries(rows.map(({ id, country, all }) => [id, [country, all]]))).toEqual({
    Boston: ['US', three('+16175550143')],
    London: ['GB', three('2079460958')],
    Cut: ['US', three('617555')],
    Odd: ['US', three('1175550143')],
    None: ['US', three('')],
  })
})

test('a process that is killed during a migration leaves no trace, and the next one takes over', async () => {
  const { url, folder, sql, put, applied, migrateAll } = await stage({
    ...first,
    '0002_plants.sql': 'create table plants (); select pg_sleep(2)',
  })
  const child = migrateInProcess(url, folder)
  const sleeping = () =>
    sql`select from pg_stat_activity where datname = current_database() and query like '%plants%' and pid <> pg_backend_pid()`
  await eventually(async () => expect((await sleeping()).length).toBe(1))
  child.kill('SIGKILL')
  put(second)
  await migrateAll()
  expect(await applied()).toEqual(['0001_pots.sql', '0002_plants.sql'])
  expect(await sql`select count(*)::int as n from pots`).toMatchObject([{ n: 1 }])
})

test('an older version accepts a schema that a newer one only expanded, and leaves its grants unchanged', async () => {
  const { url, folder, sql, put, remove } = await stage({})
  await migrate(url)
  put({ '9999_pots.sql': 'create table pots ()' })
  for (const name of readdirSync(join(import.meta.dirname, 'migrations')))
    put({ [name]: readFileSync(join(import.meta.dirname, 'migrations', name), 'utf8') })
  await migrate(url, { folder })
  await sql`grant select on pots to blended_requests`
  await migrate(url)
  expect(await pendingMigrations(url, { mayBeNewer: true })).toEqual([])
  await expect(pendingMigrations(url)).rejects.toThrow('made by a newer version (it knows 9999_pots.sql)')
  expect(await sql`select has_table_privilege('blended_requests', 'pots', 'select') as may`).toMatchObject([
    { may: true },
  ])
  remove('9999_pots.sql')
  put({ '9999_vases.sql': '-- Contracts: nothing uses pots since 2.0.0.\ndrop table pots' })
  await sql`delete from migrations where name = '9999_pots.sql'`
  await migrate(url, { folder })
  await expect(migrate(url)).rejects.toThrow('made by a newer version (it knows 9999_vases.sql)')
})

test('an earlier version’s migrations table gets its missing column even while a backup reads it', async () => {
  const { url, folder, sql, migrateAll, put, applied } = await stage({})
  await sql`create table migrations (name text primary key, hash text not null, at timestamptz not null default now())`
  await sql`insert into migrations (name, hash) values ('0000_old.sql', 'x')`
  await expect(migrateAll()).rejects.toThrow('it knows 0000_old.sql')
  await sql`delete from migrations`
  await sql`alter table migrations drop column expands`
  put(first)
  const lines: string[] = []
  let migrated: Promise<void> | undefined
  const other = connect(url)
  onTestFinished(() => other.end())
  await other.begin(async (db) => {
    await db`select from migrations`
    migrated = migrate(url, { folder, report: (line) => lines.push(line) })
    await eventually(() => expect(lines.length).toBe(1))
  })
  await migrated
  expect(await applied()).toEqual(['0001_pots.sql'])
})

test('pending migrations are listed before an upgrade, and an empty database has none', async () => {
  const { url, sql } = await stage({})
  expect(await pendingMigrations(url)).toEqual([])
  await migrate(url)
  expect(await pendingMigrations(url)).toEqual([])
  const newest = readdirSync(join(import.meta.dirname, 'migrations'))
    .sort()
    .at(-1) as string
  await sql`delete from migrations where name = ${newest}`
  expect(await pendingMigrations(url)).toEqual([newest])
  await sql`insert into migrations (name, hash) values ('9999_future.sql', 'x')`
  await expect(pendingMigrations(url)).rejects.toThrow(
    'This database was made by a newer version (it knows 9999_future.sql).',
  )
})

test('two simultaneous starts make one backup of an older database, and a failed upgrade leaves no backup', async () => {
  const { url, sql, folder } = await stage({})
  const names = readdirSync(join(import.meta.dirname, 'migrations')).sort()
  await migrate(url, { only: names.slice(0, 1) })
  const start = () =>
    upgrade(url, { backupDir: folder, backupKey: null, backupRecipients: [], backupIdentity: null }, () => {})
  await Promise.all([start(), start()])
  const [file, ...more] = readdirSync(folder)
  expect(more).toEqual([])
  expect(await sql`select file, origin, state from backups`).toMatchObject([
    { file, origin: 'upgrade', state: 'done' },
  ])
  const oldest = names[0] as string
  await sql`delete from migrations where name = ${oldest}`
  await expect(start()).rejects.toThrow(`${oldest} failed, and nothing of it was applied`)
  expect(readdirSync(folder)).toEqual([file])
})

test('a second run of the product’s migrations leaves the schema unchanged', async () => {
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

test('a database user who can’t create the role for requests gets instructions, and is accepted after following them', async () => {
  const { url } = await stage({})
  const name = `u_${randomBytes(6).toString('hex')}`
  const superuser = connect(urlFor(url, 'superuserUrl'))
  onTestFinished(() => superuser.end())
  await superuser.unsafe(`create role ${name} login password 'x'`)
  const theirs = connect(Object.assign(new URL(url), { username: name, password: 'x' }).toString())
  onTestFinished(() => theirs.end())
  const todo = `create role blended_requests nologin; grant blended_requests to ${name};`
  await expect(seeToRole(theirs)).rejects.toThrow(todo)
  await superuser.unsafe(todo.slice(todo.indexOf('grant')))
  await seeToRole(theirs)
})

test('on PostgreSQL 15, tables are created without the column storage option, which its CREATE TABLE doesn’t have', async () => {
  const { sql, url } = await stage({})
  // PostgreSQL finds this function before its own, so the server looks old.
  await sql`create function public.current_setting(text) returns text language sql as $$select '150012'$$`
  await sql.unsafe(`alter database ${new URL(url).pathname.slice(1)} set search_path = public, pg_catalog`)
  await migrate(url)
  const parts = await sql`
    select attstorage as storage from pg_attribute where attrelid = 'public.run_parts'::regclass and attname = 'bytes'
  `
  expect([...parts]).toEqual([{ storage: 'x' }])
})

test('a server that is too old is refused before anything is changed', async () => {
  const { sql, migrateAll, url } = await stage(first)
  // This function is in a schema that is searched first, so the server looks old.
  await sql`create schema old`
  await sql`create function old.current_setting(text) returns text language sql as $$select '140012'$$`
  await sql.unsafe(
    `alter database ${new URL(url).pathname.slice(1)} set search_path = old, pg_catalog, public`,
  )
  await expect(migrateAll()).rejects.toThrow(
    'PostgreSQL 14 is too old: 15 or newer is needed. Set another DATABASE_URL.',
  )
  expect(await sql`select to_regclass('public.migrations') is null as untouched`).toMatchObject([
    { untouched: true },
  ])
})
