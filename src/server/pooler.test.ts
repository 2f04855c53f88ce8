import { spawn, spawnSync } from 'node:child_process'
import { chmodSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { openWorld, urlFor } from '#tests/world.ts'
import { refuseOtherRequests } from '../../db/role.ts'
import { openDatabase } from './db.ts'
import { freePort } from './free-port.ts'

/** Tests connections through a pooler in transaction mode. */

const { url } = await openWorld()
const requests = urlFor(url, 'requestsUrl')
const scope = { kind: 'operator' as const, id: '00000000-0000-7000-8000-000000000001', centers: ['here'] }

/** Starts PgBouncer with two server connections for each role, and returns the URLs that go through it. */
async function startPooler() {
  const folder = mkdtempSync(join(tmpdir(), 'blended-learning-pooler-'))
  chmodSync(folder, 0o755)
  const [port, users, file] = [await freePort(), join(folder, 'users.txt'), join(folder, 'pgbouncer.ini')]
  const { hostname, port: serverPort } = new URL(url)
  writeFileSync(
    users,
    [url, requests]
      .map((each) => new URL(each))
      .map(({ username, password }) => `"${username}" "${decodeURIComponent(password)}"\n`)
      .join(''),
  )
  const lines = [
    '[databases]',
    `* = host=${hostname} port=${serverPort}`,
    '[pgbouncer]',
    'listen_addr = 127.0.0.1',
    `listen_port = ${port}`,
    'unix_socket_dir =',
    'auth_type = plain',
    `auth_file = ${users}`,
    'pool_mode = transaction',
    'default_pool_size = 2',
  ]
  writeFileSync(file, `${lines.join('\n')}\n`)
  const user = process.getuid?.() === 0 ? ['-u', 'nobody'] : []
  const pooler = spawn('pgbouncer', ['-q', ...user, file], { stdio: 'ignore' })
  onTestFinished(() => {
    pooler.kill('SIGKILL')
    rmSync(folder, { recursive: true, force: true })
  })
  const through = (address: string) => Object.assign(new URL(address), { port: String(port) }).toString()
  return { pooledUrl: through(url), requestsUrl: through(requests) }
}

type State = { timeout: string; zone: string; centers: string; prepared: number }
const state = `select current_setting('statement_timeout') as timeout, current_setting('TimeZone') as zone,
  coalesce(current_setting('app.centers', true), '') as centers, (select count(*)::int from pg_prepared_statements) as prepared`

test('through a pooler, each read or write has all its settings, and none of them outlive its transaction', async () => {
  const database = openDatabase(url, { requests, pooledUrl: url, pool: 1 })
  onTestFinished(() => database.close())
  const applied = { timeout: '4500ms', zone: 'UTC', prepared: 0 }
  expect(await database.reads(scope).unsafe<State[]>(state)).toEqual([{ ...applied, centers: '{here}' }])
  expect(await database.read.unsafe<State[]>(state)).toMatchObject([applied])
  expect(await database.single.unsafe<State[]>(state)).toMatchObject([{ ...applied, centers: '' }])
  expect(await database.write((db) => db.unsafe<State[]>(state))).toMatchObject([{ ...applied, centers: '' }])
  expect(await database.write((db) => db.unsafe<State[]>(state), scope)).toEqual([
    { ...applied, centers: '{here}' },
  ])
  await database.write((db) => db`select 1`)
  expect(await database.read.unsafe<State[]>(state)).toMatchObject([applied])
  expect(
    await database.read.begin((db) => db.unsafe<State[]>(state), 'isolation level repeatable read read only'),
  ).toMatchObject([applied])
  expect(await database.single`select current_setting('transaction_read_only') as mode`).toEqual([
    { mode: 'off' },
  ])
})

const isInstalled = spawnSync('pgbouncer', ['--version']).status === 0
test.skipIf(!isInstalled)(
  'simultaneous calls through PgBouncer keep their own scopes and lose no rows (needs the package pgbouncer)',
  async () => {
    const { pooledUrl, requestsUrl } = await startPooler()
    const database = openDatabase(url, { requests: requestsUrl, pooledUrl })
    onTestFinished(() => database.close())
    await expect
      .poll(() => database.single`select 1 as one`.catch(() => null), { timeout: 5000 })
      .toEqual([{ one: 1 }])
    await refuseOtherRequests(url, { url: requestsUrl, isPooled: true })
    await database.single`create table counted (n int)`
    const calls = Array.from({ length: 200 }, async (_, n) => {
      const reader = {
        ...scope,
        id: `00000000-0000-7000-8000-${String(n).padStart(12, '0')}`,
        centers: [`c${n}`],
      }
      const [row] = await database.reads(reader)<{ centers: string; who: string }[]>`
      select current_setting('app.centers') as centers, current_user::text as who, ${n}::int as n`
      expect(row).toEqual({ centers: `{c${n}}`, who: 'blended_requests', n })
      await database.write(async (db) => {
        await db`insert into counted values (${n})`
        await db`insert into counted values (${n})`
      })
      await database.single`insert into counted values (${n})`
    })
    await Promise.all(calls)
    expect(await database.read`select count(*)::int as n from counted`).toEqual([{ n: 600 }])
  },
)
