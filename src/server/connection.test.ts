import { chownSync, mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Client } from 'pg'
import { expect, onTestFinished, test } from 'vitest'
import { addressOf, superuser } from './cluster-roles.ts'
import { openDatabase } from './db.ts'
import { startPostgres } from './embedded-postgres.ts'

test('a standby gets neither reads nor writes, until it is promoted', async () => {
  const dataDir = mkdtempSync(join(tmpdir(), 'blended-learning-standby-'))
  onTestFinished(() => rmSync(dataDir, { recursive: true, force: true }))
  await (await startPostgres({ dataDir })).stop()
  const cluster = join(dataDir, 'postgresql')
  const signal = join(cluster, 'standby.signal')
  writeFileSync(signal, '')
  const { uid, gid } = statSync(join(cluster, 'PG_VERSION'))
  chownSync(signal, uid, gid)
  const starting = startPostgres({ dataDir, quiet: true })
  onTestFinished(async () => (await starting).stop())

  const secret = readFileSync(join(dataDir, 'postgresql-password'), 'utf8')
  const port = () => readFileSync(join(cluster, 'postmaster.pid'), 'utf8').split('\n')[3] ?? ''
  await expect.poll(port).toMatch(/^\d+$/)
  const url = addressOf(superuser, { secret, port: port() })
  const database = openDatabase(url, { pool: 1 })
  onTestFinished(() => database.close())
  const read = () => database.read`select 1 as one`.catch(({ code }: { code: string }) => code)
  const write = () =>
    database.write((db) => db`create table written ()`).catch(({ code }: { code: string }) => code)
  await expect.poll(read).toBe('CONNECTION_READ_ONLY')
  // The read may have used another connection, and a lost connection isn't reopened for up to a second.
  await expect.poll(write).toBe('CONNECTION_READ_ONLY')

  const client = new Client({ connectionString: url })
  await client.connect()
  await client.query('select pg_promote()')
  await client.end()
  await expect.poll(read).toEqual([{ one: 1 }])
  await expect.poll(write).toEqual([])
})
