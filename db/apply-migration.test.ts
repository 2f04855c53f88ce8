import { expect, onTestFinished, test } from 'vitest'
import { type Connected, connect } from '#server/connect.ts'
import { bringElsewhere, stage } from '#tests/migration-fixture.ts'
import { migrate } from './migrate.ts'
import { eventually } from '#tests/eventually.ts'

const pots = 'create table pots (id int primary key, size int not null default 1)'
const filled = { '0001_pots.sql': `${pots}; insert into pots select generate_series(1, 1000)` }
const indexed = {
  '0002_sizes.sql': `-- Outside a transaction: the tables are in use meanwhile.
    create index concurrently sizes on pots (size);
    create unique index concurrently ids on pots (id);`,
}

/** Returns the indexes of the pots by name, and true for each that is valid. */
const indexesOf = async (sql: Connected) =>
  Object.fromEntries(
    (
      await sql<{ name: string; valid: boolean }[]>`
        select indexrelid::regclass::text as name, indisvalid as valid from pg_index where indrelid = 'pots'::regclass`
    ).map(({ name, valid }) => [name, valid]),
  )

/** Opens a transaction that has read and written the pots and goes on until its end is called. */
async function holdPots(url: string) {
  const other = connect(url)
  const [ready, over] = [Promise.withResolvers<number>(), Promise.withResolvers<void>()]
  const held = other.begin(async (db) => {
    await db`update pots set size = 2 where id = 1`
    const [row] = await db<{ pid: number }[]>`select pg_backend_pid() as pid`
    ready.resolve(row?.pid as number)
    await over.promise
  })
  onTestFinished(async () => {
    over.resolve()
    await held
    await other.end()
  })
  return { pid: await ready.promise, end: over.resolve }
}

/** Returns the process of PostgreSQL that creates an index, once it waits for a transaction to end. */
const creating = (sql: Connected) =>
  eventually(async () => {
    const [row] = await sql<{ pid: number }[]>`
        select pid from pg_stat_activity
        where datname = current_database() and query like 'create%index concurrently%' and wait_event_type = 'Lock'`
    expect(row).toBeDefined()
    return row?.pid as number
  })

test('a migration outside a transaction creates its indexes one by one, and is done at its end', async () => {
  const { sql, put, bring, applied } = await stage(filled)
  await bring()
  put(indexed)
  await bring()
  expect(await indexesOf(sql)).toEqual({ pots_pkey: true, sizes: true, ids: true })
  expect(await applied()).toEqual(['0001_pots.sql', '0002_sizes.sql'])
})

test.each<['process' | 'backend']>([['process'], ['backend']])(
  'if the migrating %s is killed while it creates an index, the next start drops what is left and creates it',
  async (killed) => {
    const { url, folder, sql, put, bring, applied } = await stage(filled)
    await bring()
    put(indexed)
    const holder = await holdPots(url)
    const child = bringElsewhere(url, folder)
    const backend = await creating(sql)
    if (killed === 'process') child.kill('SIGKILL')
    // PostgreSQL goes on for a killed process until it wants to answer it.
    await sql`select pg_terminate_backend(${backend})`
    await eventually(async () => expect(await indexesOf(sql)).toEqual({ pots_pkey: true, sizes: false }))
    expect(await applied()).toEqual(['0001_pots.sql'])
    await eventually(() => expect(child.exitCode ?? child.signalCode).not.toBeNull())
    holder.end()
    await bring()
    expect(await indexesOf(sql)).toEqual({ pots_pkey: true, sizes: true, ids: true })
    expect(await applied()).toEqual(['0001_pots.sql', '0002_sizes.sql'])
  },
)

test('while an index is created for a killed process, no other process migrates, and the table is in use', async () => {
  const { url, folder, sql, put, bring, applied } = await stage(filled)
  await bring()
  put(indexed)
  const holder = await holdPots(url)
  const child = bringElsewhere(url, folder)
  await creating(sql)
  child.kill('SIGKILL')
  const next = bring()
  await sql`update pots set size = 3 where id = 2`
  // The lock of the session is held until PostgreSQL is done.
  const waits = await sql`select from pg_locks where locktype = 'advisory' and not granted`
  expect([waits.length, await applied()]).toEqual([0, ['0001_pots.sql']])
  holder.end()
  await next
  expect(await indexesOf(sql)).toEqual({ pots_pkey: true, sizes: true, ids: true })
})

test('several processes that start at the same time create an index once, without waiting for each other', async () => {
  const { sql, put, bring, applied } = await stage(filled)
  await bring()
  put(indexed)
  await Promise.all([bring(), bring(), bring()])
  expect(await indexesOf(sql)).toEqual({ pots_pkey: true, sizes: true, ids: true })
  expect(await applied()).toEqual(['0001_pots.sql', '0002_sizes.sql'])
})

test('a statement that can’t be repeated is refused outside a transaction', async () => {
  const { put, bring, applied } = await stage(filled)
  await bring()
  put({ '0002_more.sql': '-- Outside a transaction: no.\ninsert into pots values (0)' })
  await expect(bring()).rejects.toThrow(
    'only statements that can be repeated may be outside a transaction, not insert into pots values (0).',
  )
  expect(await applied()).toEqual(['0001_pots.sql'])
})

test('a migration that waits for a table lets everybody else in between, says for whom it waits, and goes on', async () => {
  const { url, folder, sql, put, bring, applied } = await stage(filled)
  await bring()
  put({ '0002_labels.sql': 'alter table pots add column label text' })
  const holder = await holdPots(url)
  const lines: string[] = []
  const migrated = migrate(url, { folder, tell: (line) => lines.push(line) })
  await eventually(() => expect(lines.length).toBe(1))
  expect(lines[0]).toMatch(
    new RegExp(`^0002_labels.sql waits until its tables are free: .* process ${holder.pid} `),
  )
  // Like a call of the product, which gives up after two seconds.
  await sql`set lock_timeout = '2s'`
  for (let id = 2; id < 200; id += 1) await sql`update pots set size = 3 where id = ${id}`
  expect(await applied()).toEqual(['0001_pots.sql'])
  holder.end()
  await migrated
  expect(await applied()).toEqual(['0001_pots.sql', '0002_labels.sql'])
  expect(lines.length).toBe(1)
})

test('a migration that doesn’t get its table in time is given up, and nothing of it is applied', async () => {
  const { url, folder, sql, put, bring, applied } = await stage(filled)
  await bring()
  put({ '0002_labels.sql': 'create table labels (); alter table pots add column label text' })
  const { pid } = await holdPots(url)
  await expect(migrate(url, { folder, patience: 1000 })).rejects.toThrow(
    `0002_labels.sql failed, and nothing of it was applied: its tables were in use for 1 s; the oldest transaction is that of process ${pid}`,
  )
  expect(await applied()).toEqual(['0001_pots.sql'])
  expect(await sql`select to_regclass('labels') as found`).toMatchObject([{ found: null }])
})
