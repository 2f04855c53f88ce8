import { createHash } from 'node:crypto'
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { Logger, runMigrations } from 'graphile-worker'
import { type CommandConnection, connect } from '#server/connect.ts'
import type { Db } from '#server/db.ts'
import { applyMigration, lockTimeout, type Step, type Waiting, withLocks } from './apply-migration.ts'
import { letIn, seeToRole } from './role.ts'

const ours = join(import.meta.dirname, 'migrations')
/** Arbitrary unique key of the advisory lock that is held during a migration. Other processes wait for it. */
const lock = 7_203_114

/** Oldest PostgreSQL version with which the schema and the queries were tested. */
const oldest = 15

/** Oldest version that can set a column's storage in CREATE TABLE. */
const storageInTable = 16

/** Returns the server's major version. Throws if it is too old. */
export async function serverVersion(sql: CommandConnection) {
  const [row] = await sql<{ number: number }[]>`select current_setting('server_version_num')::int as number`
  const version = Math.floor((row?.number ?? 0) / 10_000)
  if (version < oldest)
    throw new Error(
      `PostgreSQL ${version} is too old: ${oldest} or newer is needed. Set another DATABASE_URL.`,
    )
  return version
}

/**
 * Returns a migration's text in a form that this version of the server accepts. An older server may
 * needlessly compress a column, which takes a little time but has no other effect.
 */
const understoodBy = (version: number, text: string) =>
  version < storageInTable ? text.replaceAll(' storage external', '') : text

/**
 * Creates the list of applied migrations, the first table of every database. `expands` is true for migrations
 * after which the product's previous version still works, and null if the version that applied the migration
 * didn't record this.
 */
export const makeList = (db: Db) =>
  db`create table if not exists migrations (
    name text primary key, hash text not null, at timestamptz not null default now(), expands boolean)`

/**
 * Adds the column `expands` to the list of migrations if an earlier version created it without this column.
 * Checks first, because even an `alter table` that changes nothing waits for a lock.
 */
async function completeList(sql: CommandConnection, waiting: Waiting) {
  const [there] =
    await sql`select from pg_attribute where attrelid = 'public.migrations'::regclass and attname = 'expands'`
  if (there) return
  const add = () =>
    sql.begin((db) =>
      db.unsafe(`set local lock_timeout = ${lockTimeout}; alter table migrations add column expands boolean`),
    )
  await withLocks(sql, { ...waiting, name: 'The list of migrations' }, add)
}

/**
 * Takes a session-level advisory lock once it is free. Polls, because a waiting statement holds a snapshot,
 * and `create index concurrently` in the process that holds the lock would wait for that snapshot to end.
 */
export async function takeLock(sql: Db, key: number) {
  for (;;) {
    const [row] = await sql<{ mine: boolean }[]>`select pg_try_advisory_lock(${key}) as mine`
    if (row?.mine) return
    await pause(200)
  }
}

const stepsIn = (folder: string): Step[] =>
  readdirSync(folder)
    .filter((name) => name.endsWith('.sql'))
    .sort()
    .map((name) => {
      const text = readFileSync(join(folder, name), 'utf8')
      const hash = createHash('sha256').update(text).digest('hex')
      return { name, text, hash, expands: !text.startsWith('-- Contracts:') }
    })

/**
 * First migration file from before the files were combined by subject. Databases to which it was applied
 * can't be upgraded.
 */
const combined = '0001_people.sql'

type Applied = { name: string; hash: string; expands?: boolean | null }

/**
 * Returns the reason why this version can't work with a database, or null. A database that newer versions
 * have only expanded is accepted.
 */
function misfit(steps: readonly Step[], applied: readonly Applied[]) {
  if (applied.some(({ name }) => name === combined))
    return (
      "This database was made by an older version and can't be upgraded. Start that version, export students and material, and import them here. " +
      'If it holds only the demo, delete its folder.'
    )
  for (const { name, hash, expands } of applied) {
    const step = steps.find((each) => each.name === name)
    if (!step && expands) continue
    if (!step)
      return `This database was made by a newer version (it knows ${name}). Start that version, or restore a backup of this one.`
    if (step.hash !== hash)
      return `${name} was changed after this database was made. Start the version that made it, or restore a backup of this one.`
  }
  return null
}

/**
 * Returns a database's own list of applied migrations. The list is empty if the database was never migrated
 * and has no such table.
 */
async function appliedTo(sql: CommandConnection) {
  const [there] = await sql<
    { found: boolean }[]
  >`select to_regclass('public.migrations') is not null as found`
  return there?.found
    ? await sql<Applied[]>`
        select name, hash, (to_jsonb(m) ->> 'expands')::boolean as expands from migrations m order by name`
    : []
}

/**
 * Returns the names of the migrations that the next start would apply to a database. Returns none if the
 * database is empty or up to date. Throws an Error that says what to do if this version can't work with the
 * database or, unless `mayBeNewer`, if a newer version has changed its schema.
 */
export async function pendingMigrations(url: string, { mayBeNewer = false } = {}) {
  const sql = connect(url)
  try {
    const [steps, applied] = [stepsIn(ours), await appliedTo(sql)]
    const problem = misfit(steps, mayBeNewer ? applied : applied.map((each) => ({ ...each, expands: null })))
    if (problem) throw new Error(problem)
    return applied.length === 0
      ? []
      : steps.filter((step) => !applied.some((each) => each.name === step.name)).map(({ name }) => name)
  } finally {
    await sql.end()
  }
}

/**
 * Returns the reason why this version can't upgrade a database to which these migrations were applied, or
 * null.
 */
export const misfitOf = (applied: readonly { name: string; hash: string }[]) => misfit(stepsIn(ours), applied)

/** Creates the job queue's own tables, or migrates them to this version's schema. */
async function migrateJobs(sql: CommandConnection, url: string, waiting: Waiting) {
  const address = new URL(url)
  const options = address.searchParams.get('options') ?? ''
  address.searchParams.set('options', `${options} -c lock_timeout=${lockTimeout}`.trim())
  const quiet = { connectionString: address.toString(), logger: new Logger(() => () => {}) }
  await withLocks(sql, { ...waiting, name: 'The job queue' }, () => runMigrations(quiet))
}

type Course = Partial<Waiting> & {
  folder?: string
  /** If set, applies only these files of the folder. */
  only?: readonly string[]
}

/**
 * Default time in ms for which a migration tries to get its locks, longer than a backup of a large database
 * takes.
 */
const usualPatience = 15 * 60_000

/**
 * Migrates a database to the schema in `folder`, then creates the job queue's own tables. Only one process
 * does this at a time, but others can keep using the database. Each file runs in its own transaction, except
 * those that run outside one. A database that a newer version has only expanded stays as it is. Throws an
 * Error that says what to do if the server is too old, the request role can't be created, or the database
 * doesn't match the files. If a file fails, the Error names it.
 */
export async function migrate(
  url: string,
  { folder = ours, only, patience = usualPatience, report = () => {} }: Course = {},
) {
  // The lock belongs to the session, so if the session is lost, work must not continue in a new one.
  const sql = connect(url, { isOneSession: true })
  const waiting = { patience, report }
  try {
    const version = await serverVersion(sql)
    await takeLock(sql, lock)
    await seeToRole(sql)
    await makeList(sql)
    await completeList(sql, waiting)
    const steps = stepsIn(folder)
    const applied = await appliedTo(sql)
    const problem = misfit(steps, applied)
    if (problem) throw new Error(problem)
    const pending = steps.filter(
      ({ name }) => (only?.includes(name) ?? true) && !applied.some((each) => each.name === name),
    )
    for (const step of pending)
      await applyMigration(sql, { ...step, text: understoodBy(version, step.text) }, waiting)
    const isNewer = applied.some(({ name }) => !steps.some((step) => step.name === name))
    await letIn(sql, { keep: isNewer })
    await migrateJobs(sql, url, waiting)
  } finally {
    await sql.end()
  }
}
