import { expect, onTestFinished, test } from 'vitest'
import { type CommandConnection, connect } from '#server/connect.ts'
import { migrateInProcess, stage } from '#tests/migration-fixture.ts'
import { migrate } from './migrate.ts'
import { eventually } from '#tests/eventually.ts'

const pots = 'create table pots (id int primary key, size int not null default 1)'
const filled = { '0001_pots.sql': `${pots}; insert into pots select generate_series(1, 1000)` }
const indexed = {
  '0002_sizes.sql': `-- Outside a transaction: the tables are in use meanwhile.
    create index concurrently sizes on pots (size);
    create unique index concurrently ids on pots (id);`,
}

/** Maps the name of each index of the table `pots` to whether the index is valid. */
const indexesOf = async (sql: CommandConnection) =>
  Object.fromEntries(
    (
      await sql<{ name: string; valid: boolean }[]>`
        select indexrelid::regclass::text as name, indisvalid as valid from pg_index where indrelid = 'pots'::regclass`
    ).map(({ name, valid }) => [name, valid]),
  )

/** Opens a transaction that has written to `pots` and stays open until `end` is called or the test ends. */
async function holdPots(url: string) {
  const other = connect(url)
  const [ready, over] = [Promise.withResolvers<number>(), Promise.withResolvers<void>()]
  const transaction = other.begin(async (db) => {
    await db`update pots set size = 2 where id = 1`
    const [row] = await db<{ pid: number }[]>`select pg_backend_pid() as pid`
    ready.resolve(row?.pid as number)
    await over.promise
  })
  onTestFinished(async () => {
    over.resolve()
    await transaction
    await other.end()
  })
  return { pid: await ready.promise, end: over.resolve }
}

/**
 * Waits until a PostgreSQL process is creating an index and is blocked by another transaction. Returns the
 * process's id.
 */
const creating = (sql: CommandConnection) =>
  eventually(async () => {
    const [row] = await sql<{ pid: number }[]>`
        select pid from pg_stat_activity
        where datname = current_database() and query like 'create%index concurrently%' and wait_event_type = 'Lock'`
    expect(row).toBeDefined()
    return row?.pid as number
  })

test('a migration that runs outside a transaction creates all its indexes and is recorded as applied', async () => {
  const { sql, put, migrateAll, applied } = await stage(filled)
  await migrateAll()
  put(indexed)
  await migrateAll()
  expect(await indexesOf(sql)).toEqual({ pots_pkey: true, sizes: true, ids: true })
  expect(await applied()).toEqual(['0001_pots.sql', '0002_sizes.sql'])
})

test.each<['process' | 'backend']>([['process'], ['backend']])(
  'if the migrating %s is killed while it creates an index, the next start drops the unfinished index and creates it again',
  async (killed) => {
    const { url, folder, sql, put, migrateAll, applied } = await stage(filled)
    await migrateAll()
    put(indexed)
    const holder = await holdPots(url)
    const child = migrateInProcess(url, folder)
    const backend = await creating(sql)
    if (killed === 'process') child.kill('SIGKILL')
    // After its client is killed, the server process continues until it tries to respond.
    await sql`select pg_terminate_backend(${backend})`
    await eventually(async () => expect(await indexesOf(sql)).toEqual({ pots_pkey: true, sizes: false }))
    expect(await applied()).toEqual(['0001_pots.sql'])
    await eventually(() => expect(child.exitCode ?? child.signalCode).not.toBeNull())
    holder.end()
    await migrateAll()
    expect(await indexesOf(sql)).toEqual({ pots_pkey: true, sizes: true, ids: true })
    expect(await applied()).toEqual(['0001_pots.sql', '0002_sizes.sql'])
  },
)

test('while PostgreSQL is still creating an index for a killed process, no other process migrates, and the table stays writable', async () => {
  const { url, folder, sql, put, migrateAll, applied } = await stage(filled)
  await migrateAll()
  put(indexed)
  const holder = await holdPots(url)
  const child = migrateInProcess(url, folder)
  await creating(sql)
  child.kill('SIGKILL')
  const next = migrateAll()
  await sql`update pots set size = 3 where id = 2`
  // The killed session's lock is held until its server process has finished.
  const waits = await sql`select from pg_locks where locktype = 'advisory' and not granted`
  expect([waits.length, await applied()]).toEqual([0, ['0001_pots.sql']])
  holder.end()
  await next
  expect(await indexesOf(sql)).toEqual({ pots_pkey: true, sizes: true, ids: true })
})

test('several processes that start at the same time create an index once, and those that wait don’t block its creation', async () => {
  const { sql, put, migrateAll, applied } = await stage(filled)
  await migrateAll()
  put(indexed)
  await Promise.all([migrateAll(), migrateAll(), migrateAll()])
  expect(await indexesOf(sql)).toEqual({ pots_pkey: true, sizes: true, ids: true })
  expect(await applied()).toEqual(['0001_pots.sql', '0002_sizes.sql'])
})

test('a statement that can’t be repeated is refused outside a transaction', async () => {
  const { put, migrateAll, applied } = await stage(filled)
  await migrateAll()
  put({ '0002_more.sql': '-- Outside a transaction: no.\ninsert into pots values (0)' })
  await expect(migrateAll()).rejects.toThrow(
    'only statements that can be repeated may be outside a transaction, not insert into pots values (0).',
  )
  expect(await applied()).toEqual(['0001_pots.sql'])
})

test('a migration that waits for a table doesn’t block others, names the process that it waits for, and then continues', async () => {
  const { url, folder, sql, put, migrateAll, applied } = await stage(filled)
  await migrateAll()
  put({ '0002_labels.sql': 'alter table pots add column label text' })
  const holder = await holdPots(url)
  const lines: string[] = []
  const migrated = migrate(url, { folder, report: (line) => lines.push(line) })
  await eventually(() => expect(lines.length).toBe(1))
  expect(lines[0]).toMatch(
    new RegExp(`^0002_labels.sql waits until its tables are free: .* process ${holder.pid} `),
  )
  // Set a limit like that of the product's calls, which give up after two seconds.
  await sql`set lock_timeout = '2s'`
  for (let id = 2; id < 200; id += 1) await sql`update pots set size = 3 where id = ${id}`
  expect(await applied()).toEqual(['0001_pots.sql'])
  holder.end()
  await migrated
  expect(await applied()).toEqual(['0001_pots.sql', '0002_labels.sql'])
  expect(lines.length).toBe(1)
})

test('a migration that can’t lock its table in time fails, and none of its changes are applied', async () => {
  const { url, folder, sql, put, migrateAll, applied } = await stage(filled)
  await migrateAll()
  put({ '0002_labels.sql': 'create table labels (); alter table pots add column label text' })
  const { pid } = await holdPots(url)
  await expect(migrate(url, { folder, patience: 1000 })).rejects.toThrow(
    `0002_labels.sql failed, and nothing of it was applied: its tables were in use for 1 s; the oldest transaction is that of process ${pid}`,
  )
  expect(await applied()).toEqual(['0001_pots.sql'])
  expect(await sql`select to_regclass('labels') as found`).toMatchObject([{ found: null }])
})
