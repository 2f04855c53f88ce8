import type { FileHandle } from 'node:fs/promises'
import type { Writable } from 'node:stream'
import { finished } from 'node:stream/promises'
import { DatabaseError } from 'pg'
import { connect, copyIn } from '#server/connect.ts'
import type { Db } from '#server/db.ts'
import { migrate, misfitOf } from '../migrate.ts'
import { fingerprintOf, queue, speaking, tablesOf } from './catalog.ts'
import { BadBackup } from './frames.ts'
import { goThrough } from './read.ts'
import type { Keys } from './keys.ts'
import type { Foot, Head } from './records.ts'
import type { Progress } from './write.ts'

/** A backup that was read from start to end, including its head and foot. */
export type Examined = { file: FileHandle; keys: Keys; head: Head; foot: Foot }

/**
 * Reads all of a backup before anything is changed. Checks every seal and checksum, and that this version
 * supports the backup's schema. Throws a {@link BadBackup} that states the problem.
 */
export async function examine(file: FileHandle, keys: Keys, say: Progress): Promise<Examined> {
  const { size } = await file.stat()
  let read = 0
  const rows = async (bytes: Buffer) => {
    read += bytes.length
    // Assumes a compression ratio of three, which is typical, because the actual one isn't known before the
    // end.
    say('Reading the backup', Math.min(99, Math.floor((100 * read) / (3 * size))))
  }
  const { head, foot } = await goThrough(file, keys, { rows })
  const problem = misfitOf(head.migrations)
  if (problem) throw new BadBackup(problem.replace('This database', 'This backup').replace(/\. .*$/s, '.'))
  return { file, keys, head, foot }
}

type Constraint = { table: string; name: string; definition: string }

/** Drops the foreign keys before the rows are loaded. Adding them again afterward checks every row. */
async function unbind(db: Db) {
  const keys = await db<Constraint[]>`
    select conrelid::regclass::text as "table", quote_ident(conname) as name, pg_get_constraintdef(oid) as definition
    from pg_constraint where contype = 'f' and connamespace = 'public'::regnamespace order by 1, 2`
  await db.unsafe(keys.map(({ table, name }) => `alter table ${table} drop constraint ${name}`).join(';'))
  return keys
}

async function rebind(db: Db, keys: readonly Constraint[]) {
  const statements = keys.map(
    ({ table, name, definition }) => `alter table ${table} add constraint ${name} ${definition}`,
  )
  await db.unsafe(statements.join(';')).catch((error: Error) => {
    if (!(error instanceof DatabaseError)) throw error
    throw new BadBackup(
      `Rows of ${error.table} in this backup refer to rows that are missing from it (${error.message}).`,
    )
  })
}

/** Enables or disables the triggers of tables. */
export const triggers = async (db: Db, names: readonly string[], action: 'enable' | 'disable') =>
  await db.unsafe(names.map((name) => `alter table ${name} ${action} trigger user`).join(';'))

/** Returns functions that load rows, piece by piece, with one COPY statement for each table. */
function copying(db: Db) {
  let into: Writable | null = null
  let done: Promise<unknown> = Promise.resolve()
  let target = ''
  const fail = (error: unknown) => {
    throw error instanceof DatabaseError
      ? new BadBackup(`The rows of ${target} in this backup can't be loaded.`)
      : error
  }
  const end = async () => {
    into?.end()
    await done.catch(fail)
  }
  return {
    end,
    begin: async (next: string) => {
      await end()
      target = next
      into = copyIn(db, target)
      done = finished(into)
      // PostgreSQL may refuse the data at any time. Its error is reported at the next piece or at the end.
      done.catch(() => {})
    },
    put: async (bytes: Buffer) => {
      const sent = Promise.withResolvers<void>()
      into?.write(bytes, () => sent.resolve())
      await Promise.race([sent.promise, done.catch(fail)])
    },
  }
}

async function fitting(db: Db, head: Head) {
  const tables = await tablesOf(db)
  const listed = ({ name, columns }: { name: string; columns: readonly string[] }) =>
    `${name} (${columns.join(', ')})`
  const differs =
    tables.length !== head.tables.length ||
    tables.some((table, at) => listed(table) !== listed(head.tables[at] as never))
  if (differs) throw new BadBackup("This backup's tables don't match its version.")
  return tables
}

/** Loads all rows in one transaction. By the time it commits, every constraint has been checked. */
async function fill(db: Db, { file, keys, head, foot }: Examined, say: Progress) {
  const tables = await fitting(db, head)
  const names = tables.map(({ name }) => name)
  await triggers(db, names, 'disable')
  const references = await unbind(db)
  await db.unsafe(`truncate ${names.join(', ')}`)
  await db`create temp table brought (task text, payload text, queue text, key text, run_at timestamptz, priority int, max_attempts int) on commit drop`
  const copy = copying(db)
  const all = foot.tables.reduce((sum, { bytes }) => sum + bytes, 1)
  let done = 0
  const columns = new Map(tables.map((table) => [table.name, table.columns]))
  await goThrough(file, keys, {
    table: (name) =>
      copy.begin(name === queue.name ? 'brought' : `${name} (${(columns.get(name) as string[]).join(', ')})`),
    rows: async (bytes) => {
      done += bytes.length
      say('Loading', Math.floor((100 * done) / all))
      await copy.put(bytes)
    },
    foot: copy.end,
  })
  say('Checking references', 0)
  await rebind(db, references)
  await triggers(db, names, 'enable')
  for (const { name, last } of foot.sequences) await db`select setval(${name}::regclass, ${last}::bigint)`
  await db`
    select graphile_worker.add_job(task, payload::json, queue_name => queue, run_at => run_at, max_attempts => max_attempts, job_key => key, priority => priority)
    from brought`
}

/** Checks that every table has the same rows as at the time of the backup. */
async function compare(db: Db, { head, foot }: Examined) {
  for (const [at, table] of head.tables.entries()) {
    const { rows, fingerprint } = await fingerprintOf(db, table)
    const sum = foot.tables[at]
    if (sum?.rows !== rows || sum.fingerprint !== fingerprint)
      throw new BadBackup(`The restored rows of '${table.name}' are not the ones that were backed up.`)
  }
}

/**
 * Migrates an empty database to the schema of an examined backup, loads all rows, compares every table, and
 * then migrates to the newest schema. Returns the number of rows. Throws {@link BadBackup} if anything
 * doesn't match, and the database is then unusable.
 */
export async function load(url: string, backup: Examined, say: Progress) {
  say('Creating the tables', 0)
  await migrate(url, { only: backup.head.migrations.map(({ name }) => name) })
  const sql = connect(url, speaking)
  try {
    await sql
      .begin((db) => fill(db, backup, say))
      .catch((error: Error) => {
        if (error instanceof BadBackup) throw error
        throw error instanceof DatabaseError
          ? new BadBackup(`This backup can't be loaded: ${error.message}.`)
          : error
      })
    say('Comparing', 0)
    await compare(sql, backup)
    await sql`analyze`
  } finally {
    await sql.end()
  }
  await migrate(url)
  return backup.foot.tables.reduce((sum, { rows }) => sum + rows, 0)
}
