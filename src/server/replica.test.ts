import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest'
import { migrate } from '../../db/migrate.ts'
import { markStandby, runStandby, startStandby } from '#tests/standby.ts'
import { factories } from '#tests/factories.ts'
import { buildApp } from './app.ts'
import { openDatabase } from './db.ts'
import { startPostgres } from './embedded-postgres.ts'
import { openSession } from './session.ts'
import { readSettings } from './settings.ts'

/** Tests reads from a streaming replica (docs/decisions/0024). */

const dataDir = mkdtempSync(join(tmpdir(), 'blended-learning-primary-'))
const primary = await startPostgres({ dataDir, quiet: true })
const source = { dataDir, superuserUrl: primary.superuserUrl }
const standby = await startStandby(source)
const caller = { kind: 'admin' as const, id: '00000000-0000-7000-8000-000000000001', centers: [] }
let alarms = 0

/** Opens the database as one instance of the product, using the replica. */
const open = (
  url = primary.url,
  requests = primary.requestsUrl,
  replica = standby.at(primary.requestsUrl),
) => {
  const onLate = () => Promise.resolve((alarms += 1))
  return openDatabase(url, { requests, patience: 5000, replica: { url: replica, onLate } })
}
const [one, other] = [open(), open()]

type Seen = { n: number; fromReplica: boolean; who: string; centers: string }
const read = async (from = other): Promise<Seen | undefined> => {
  const db = from.longReads(caller)
  const [row] = await db<Seen[]>`
    select coalesce(max(n), 0) as n, pg_is_in_recovery() as from_replica, current_user::text as who,
      current_setting('app.centers') as centers from notes`
  return row
}
let last = 0
/** Writes with one instance and returns what the other one reads next. */
const writeAndRead = async () => {
  last += 1
  await one.write((db) => db`insert into notes values (${last})`)
  return await read()
}
const usesReplica = () => expect.poll(async () => (await read())?.fromReplica, { timeout: 20_000 }).toBe(true)

beforeAll(async () => {
  await migrate(primary.url)
  await one.single`create table notes (n int)`
  await one.single`grant select on notes to blended_requests`
})
afterAll(async () => {
  await Promise.all([one.close(), other.close()])
  await standby.end()
  rmSync(dataDir, { recursive: true, force: true })
})

test('long reads come from the replica and show everything that was written before, even by another process', async () => {
  await usesReplica()
  let fromReplica = 0
  // A handle created before a write, for example for a read that many callers share, sees the write too.
  const early = other.longReads(caller)
  for (let turn = 0; turn < 200; turn += 1) {
    const row = await writeAndRead()
    expect(row?.n).toBe(last)
    if (row?.fromReplica) fromReplica += 1
    expect(await early`select max(n) as n from notes`).toEqual([{ n: last }])
  }
  expect(fromReplica).toBeGreaterThan(0)
  await expect.poll(() => other.replicaLag()).toBeLessThan(1)
})

test('reads from the replica have the role and the scope of requests, and can’t write', async () => {
  await usesReplica()
  expect(await read()).toMatchObject({ who: 'blended_requests', centers: 'all', fromReplica: true })
  const db = other.longReads({ ...caller, kind: 'operator', centers: ['here'] })
  expect(await db`select current_setting('app.centers') as centers`).toEqual([{ centers: '{here}' }])
  await expect(db`insert into notes values (1)`).rejects.toMatchObject({ code: '25006' })
})

test('the history of changes is read from the replica, and the list of users from the primary', async () => {
  const app = await buildApp({
    settings: {
      ...readSettings({}),
      backupDir: null,
      logLevel: 'silent',
      readDatabaseUrl: standby.at(primary.requestsUrl),
    },
    databaseUrl: primary.url,
    requestsUrl: primary.requestsUrl,
  })
  onTestFinished(() => app.close())
  const token = await one.write(async (db) => {
    const { id } = await factories(db).staff('admin', null)
    return (await openSession(db, { kind: 'admin', id }, { agent: 'test', address: '127.0.0.1' })).token
  })
  const get = async (path: string) => {
    const { statusCode } = await app.inject({ url: `/api${path}`, headers: { cookie: `sid=${token}` } })
    expect(statusCode).toBe(200)
  }
  const isOnReplica = async (table: string) => {
    const rows = await standby.run(
      primary.superuserUrl,
      `select from pg_stat_activity where application_name = 'replica' and query like '%from ${table}%'`,
    )
    return rows.length > 0
  }
  await expect.poll(() => get('/audit').then(() => isOnReplica('audit')), { timeout: 10_000 }).toBe(true)
  await get('/users')
  expect(await isOnReplica('people')).toBe(false)
})

test('one person’s many long reads don’t push everybody else’s reads to the primary', async () => {
  await usesReplica()
  const busy = other.longReads(caller)
  const slow = Array.from({ length: 4 }, () => busy`select pg_sleep(1.5)::text`)
  const ended = Promise.all(slow.map((each) => each.send()))
  const begun = performance.now()
  const db = other.longReads({ ...caller, id: '00000000-0000-7000-8000-000000000002' })
  // A read may use the primary if the replica is late, as on a busy machine.
  const all: boolean[] = []
  while (performance.now() - begun < 1400)
    all.push(
      (await db<{ isReplica: boolean }[]>`select pg_is_in_recovery() as is_replica`)[0]?.isReplica ?? false,
    )
  expect(all.filter(Boolean).length).toBeGreaterThan(all.length / 2)
  await ended
})

test('while the replica has stopped replaying, all reads use the primary, and each instance raises one alarm', async () => {
  await usesReplica()
  await standby.run(primary.superuserUrl, 'select pg_wal_replay_pause()')
  alarms = 0
  await expect
    .poll(
      async () => {
        expect(await writeAndRead()).toMatchObject({ n: last, fromReplica: false })
        return other.replicaLag()
      },
      { timeout: 20_000, interval: 300 },
    )
    .toBeGreaterThan(5)
  // One alarm from each of the two instances.
  await expect.poll(() => alarms).toBe(2)
  await standby.run(primary.superuserUrl, 'select pg_wal_replay_resume()')
  await usesReplica()
  expect((await writeAndRead())?.n).toBe(last)
  await expect.poll(() => other.replicaLag(), { timeout: 5000 }).toBeLessThan(1.5)
  expect(alarms).toBe(2)
})

test('a read that is running on the replica when the replica is killed gets its result from the primary', async () => {
  await usesReplica()
  const db = other.longReads(caller)
  const slow = db`select pg_is_in_recovery() as from_replica, pg_sleep(1)::text`
  void slow.send()
  await standby.kill()
  expect(await slow).toMatchObject([{ fromReplica: false }])
  expect(await writeAndRead()).toMatchObject({ n: last, fromReplica: false })
  standby.launch()
  await usesReplica()
  expect((await writeAndRead())?.n).toBe(last)
})

test('reads use the primary instead of failing while the replica doesn’t respond', async () => {
  await usesReplica()
  standby.freeze(true)
  expect(await writeAndRead()).toMatchObject({ n: last, fromReplica: false })
  standby.freeze(false)
  await usesReplica()
})

test('a replica that was promoted, or that follows a former primary, is not read from', async () => {
  await usesReplica()
  await standby.run(primary.superuserUrl, 'select pg_promote()')
  expect(await writeAndRead()).toMatchObject({ n: last, fromReplica: false })
  // The former primary has a longer log than the new one.
  for (let more = 0; more < 3; more += 1)
    await one.single`insert into notes select generate_series(1, 100000)`
  await primary.stop()
  const cluster = join(dataDir, 'postgresql')
  markStandby(cluster)
  const former = await runStandby(cluster)
  onTestFinished(() => former.stop())
  await former.ready(primary.superuserUrl)
  const later = open(standby.at(primary.url), standby.at(primary.requestsUrl), former.at(primary.requestsUrl))
  onTestFinished(() => later.close())
  await later.write((db) => db`delete from notes`)
  await expect.poll(() => later.replicaLag(), { timeout: 5000 }).toBeGreaterThan(1)
  expect(await read(later)).toMatchObject({ n: 0, fromReplica: false })
})
