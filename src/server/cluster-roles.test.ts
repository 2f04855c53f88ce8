import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { afterAll, expect, test } from 'vitest'
import { type CommandConnection, connect } from './connect.ts'
import { letIn } from '../../db/role.ts'
import { migrate } from '../../db/migrate.ts'
import { ownerRole } from './cluster-roles.ts'
import { startPostgres } from './embedded-postgres.ts'
import { role } from './scope.ts'

/**
 * Data folder in which the PostgreSQL superuser owns the database, as in earlier versions, plus a database
 * left by a restore.
 */
const dataDir = mkdtempSync(join(tmpdir(), 'blended-learning-roles-'))
afterAll(() => rmSync(dataDir, { recursive: true, force: true, maxRetries: 5 }))

async function as<T>(url: string, work: (sql: CommandConnection) => Promise<T>) {
  const sql = connect(url)
  try {
    return await work(sql)
  } finally {
    await sql.end()
  }
}

/** Creates a cluster in the folder as it was before the owner role existed, with some data. */
async function makeOld() {
  const { superuserUrl, stop } = await startPostgres({ dataDir })
  await as(superuserUrl, async (sql) => {
    await sql.unsafe(`alter role ${role} nologin`)
    await sql.unsafe(`alter database postgres owner to postgres`)
    await sql.unsafe(`drop owned by ${ownerRole}; drop role ${ownerRole}`)
  })
  await migrate(superuserUrl)
  await as(superuserUrl, async (sql) => {
    await sql`create database postgres_before_20260303t164500z`
    await sql`insert into centers (id, time_zone) values ('Main', 'UTC')`
    await sql`insert into people (id, first_name) values (gen_random_uuid(), 'Ana')`
    await sql`select graphile_worker.add_job('sweep', '{}')`
  })
  await stop()
}

const notTheirs = (sql: CommandConnection) => sql`
  select c.relname as name from pg_class c where c.relnamespace in ('public'::regnamespace, 'graphile_worker'::regnamespace) and relowner <> ${ownerRole}::regrole
  union all select p.proname from pg_proc p where pronamespace in ('public'::regnamespace, 'graphile_worker'::regnamespace) and proowner <> ${ownerRole}::regrole
    and not exists (select from pg_depend where objid = p.oid and deptype = 'e')
  union all select t.typname from pg_type t where typnamespace in ('public'::regnamespace, 'graphile_worker'::regnamespace) and typowner <> ${ownerRole}::regrole
    and not exists (select from pg_depend where objid = coalesce(nullif(t.typelem, 0), t.oid) and deptype = 'e')
  union all select nspname from pg_namespace where nspname = 'graphile_worker' and nspowner <> ${ownerRole}::regrole
  union all select datname from pg_database where not datistemplate and datdba <> ${ownerRole}::regrole`

const script = `
  import { startPostgres } from '${join(import.meta.dirname, 'embedded-postgres.ts')}'
  await startPostgres({ dataDir: '${dataDir}' })
  console.log('changed over')
`

test('a data folder from an earlier version is converted at start without data loss, even if the start is killed several times', async () => {
  await makeOld()
  for (const ms of [400, 700, 1000]) {
    const start = spawn(process.execPath, ['--input-type=module', '-e', script], { stdio: 'ignore' })
    const exited = once(start, 'exit')
    await pause(ms)
    start.kill('SIGKILL')
    await exited
  }
  const { url, requestsUrl, stop } = await startPostgres({ dataDir })
  try {
    expect([...(await as(url, notTheirs))]).toEqual([])
    await migrate(url)
    await as(url, async (sql) => {
      expect([
        ...(await sql`select session_user::text as name, (select rolsuper from pg_roles where rolname = session_user) as super`),
      ]).toEqual([{ name: ownerRole, super: false }])
      expect([
        ...(await sql`select (select count(*)::int from people) as people, (select count(*)::int from graphile_worker.jobs) as jobs`),
      ]).toEqual([{ people: 1, jobs: 1 }])
      await letIn(sql, { keep: false })
      await sql.unsafe('alter table people add column more int; alter table people drop column more')
      await sql.unsafe('drop database postgres_before_20260303t164500z')
    })
    await as(requestsUrl, async (sql) => {
      expect([
        ...(await sql`select session_user::text as name, first_name as "firstName" from people`),
      ]).toEqual([{ name: role, firstName: 'Ana' }])
      await expect(sql`select password_hash from people`).rejects.toMatchObject({ code: '42501' })
    })
  } finally {
    await stop()
  }
  // Another start has nothing left to convert.
  const again = await startPostgres({ dataDir })
  expect([...(await as(again.url, notTheirs))]).toEqual([])
  await again.stop()
})
