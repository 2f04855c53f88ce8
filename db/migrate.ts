import { createHash } from 'node:crypto'
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { Logger, runMigrations } from 'graphile-worker'
import { type Connected, connect } from '#server/connect.ts'
import type { Db } from '#server/db.ts'
import { letIn, seeToRole } from './role.ts'

const ours = join(import.meta.dirname, 'migrations')
/** Arbitrary unique key of the advisory lock that is held during a migration. Other processes wait for it. */
const lock = 7_203_114

/** Oldest PostgreSQL version with which the schema and the queries were tested. */
const oldest = 15

/** Oldest version that can set a column's storage in CREATE TABLE. */
const storageInTable = 16

/** Returns the server's major version. Throws if it is too old. */
export async function serverVersion(sql: Connected) {
  const [row] = await sql<{ number: number }[]>`select current_setting('server_version_num')::int as number`
  const version = Math.floor((row?.number ?? 0) / 10_000)
  if (version < oldest)
    throw new Error(
      `PostgreSQL ${version} is too old: ${oldest} or newer is needed. Set another DATABASE_URL.`,
    )
  return version
}

/**
 * Returns a migration as this version of the server understands it. An older one may compress a column that needn't be,
 * which takes a little time and changes nothing else.
 */
const understoodBy = (version: number, text: string) =>
  version < storageInTable ? text.replaceAll(' storage external', '') : text

/** Creates the list of applied migrations, the first table of every database. */
export const makeList = (db: Db) =>
  db`create table if not exists migrations (name text primary key, hash text not null, at timestamptz not null default now())`

type Step = { name: string; text: string; hash: string }

const stepsIn = (folder: string): Step[] =>
  readdirSync(folder)
    .filter((name) => name.endsWith('.sql'))
    .sort()
    .map((name) => {
      const text = readFileSync(join(folder, name), 'utf8')
      return { name, text, hash: createHash('sha256').update(text).digest('hex') }
    })

/**
 * First migration file from before the files were combined by subject. Databases to which it was applied
 * can't be upgraded.
 */
const combined = '0001_people.sql'

/** Returns the reason why a database can't be migrated to this schema, or null. */
function misfit(steps: readonly Step[], applied: readonly { name: string; hash: string }[]) {
  if (applied.some(({ name }) => name === combined))
    return (
      "This database was made by an older version and can't be upgraded. Start that version, export students and material, and import them here. " +
      'If it holds only the demo, delete its folder.'
    )
  for (const { name, hash } of applied) {
    const step = steps.find((each) => each.name === name)
    if (!step)
      return `This database was made by a newer version (it knows ${name}). Start that version, or restore a backup of this one.`
    if (step.hash !== hash)
      return `${name} was changed after this database was made. Start the version that made it, or restore a backup of this one.`
  }
  return null
}

/**
 * Returns the database's own list of applied migrations. The table exists only once a migration has been
 * applied.
 */
async function appliedTo(sql: Connected) {
  const [there] = await sql<
    { found: boolean }[]
  >`select to_regclass('public.migrations') is not null as found`
  return there?.found
    ? await sql<{ name: string; hash: string }[]>`select name, hash from migrations order by name`
    : []
}

/**
 * Returns the names of the migrations that a database with data would get at the next start. There are none
 * if it is empty or up to date. Throws an Error that says what to do if this version can't serve it.
 */
export async function pendingMigrations(url: string) {
  const sql = connect(url)
  try {
    const [steps, applied] = [stepsIn(ours), await appliedTo(sql)]
    const problem = misfit(steps, applied)
    if (problem) throw new Error(problem)
    return applied.length === 0
      ? []
      : steps.filter((step) => !applied.some((each) => each.name === step.name)).map(({ name }) => name)
  } finally {
    await sql.end()
  }
}

/**
 * Returns the reason why this version can't migrate a database with these migrations to its own schema, or
 * null.
 */
export const misfitOf = (applied: readonly { name: string; hash: string }[]) => misfit(stepsIn(ours), applied)

type Course = {
  folder?: string
  /** Applies only these files of the folder. */
  only?: readonly string[]
}

/**
 * Migrates a database to the schema in `folder`, one process at a time and with one transaction per file,
 * then creates the job queue's own tables. Throws an Error that says what to do if the server is too old, the
 * role for requests can't be created, or the database is newer than the files or differs from them. If a file
 * fails, the Error names it.
 */
export async function migrate(url: string, { folder = ours, only }: Course = {}) {
  const sql = connect(url)
  try {
    const version = await serverVersion(sql)
    await sql`select pg_advisory_lock(${lock})`
    await seeToRole(sql)
    await makeList(sql)
    const steps = stepsIn(folder)
    const applied = await appliedTo(sql)
    const problem = misfit(steps, applied)
    if (problem) throw new Error(problem)
    const pending = steps.filter(
      ({ name }) => (only?.includes(name) ?? true) && !applied.some((each) => each.name === name),
    )
    for (const { name, text, hash } of pending)
      await sql
        .begin(async (db) => {
          await db.unsafe(understoodBy(version, text))
          await db`insert into migrations (name, hash) values (${name}, ${hash})`
        })
        .catch((error: Error) => {
          throw new Error(`${name} failed, and nothing of it was applied: ${error.message}.`, {
            cause: error,
          })
        })
    await letIn(sql)
    await runMigrations({ connectionString: url, logger: new Logger(() => () => {}) })
  } finally {
    await sql.end()
  }
}
