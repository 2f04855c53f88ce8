import type { Db } from '#server/db.ts'

/**
 * Connection settings for backups, restores and comparisons, under which the same row always produces the
 * same text.
 */
export const speaking = {
  settings: {
    application_name: 'backup',
    IntervalStyle: 'postgres',
    bytea_output: 'hex',
    extra_float_digits: 1,
    search_path: 'public',
    statement_timeout: 0,
    idle_in_transaction_session_timeout: 0,
  },
}

/**
 * Tables that are never backed up: those for signing in (sessions, links, failed attempts), which a restore
 * must not bring back, and those that describe only this database.
 */
const leftOut = [
  'migrations',
  'backups',
  'sessions',
  'sign_in_links',
  'email_changes',
  'sign_in_steps',
  'failed_tries',
]

export type Table = { name: string; columns: string[]; types: string[]; size: number }

/** The tables that {@link tablesOf} returns: those of `schemas`, except `without`. */
type Wanted = { schemas: readonly string[]; without: readonly string[] }
const backedUp: Wanted = { schemas: ['public'], without: leftOut }

/**
 * Returns the wanted tables (by default, those to back up), sorted by name, with the names and types of their
 * stored columns. `size` is in bytes. Names are quoted where SQL requires it, and are prefixed with their
 * schema unless it is `public`.
 */
export const tablesOf = (db: Db, { schemas, without }: Wanted = backedUp) => db<Table[]>`
  select c.oid::regclass::text as name, pg_table_size(c.oid)::float8 as size,
    array_agg(quote_ident(a.attname) order by a.attnum) as columns,
    array_agg(format_type(a.atttypid, a.atttypmod) order by a.attnum) as types
  from pg_class c join pg_attribute a on a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped and a.attgenerated = ''
  where c.relnamespace::regnamespace::text = any(${[...schemas]}) and c.relkind = 'r' and c.relname <> all(${[...without]})
  group by c.oid, c.relname, c.relnamespace order by c.relnamespace::regnamespace::text = 'public' desc, c.relname collate "C"
`

/** Returns the sequences of these schemas that have been used, with their last values. */
export const sequencesOf = (db: Db, schemas = backedUp.schemas) => db<{ name: string; last: string }[]>`
  select format('%I.%I', schemaname, sequencename)::regclass::text as name, last_value::text as last from pg_sequences
  where schemaname = any(${[...schemas]}) and last_value is not null order by schemaname = 'public' desc, sequencename collate "C"
`

/** Returns a table's number of rows and a checksum that doesn't depend on their order. */
export async function fingerprintOf(db: Db, { name, columns }: Pick<Table, 'name' | 'columns'>) {
  const [row] = await db.unsafe<{ rows: number; fingerprint: string }[]>(`
    select count(*)::float8 as rows, coalesce(sum(('x' || left(md5(row(${columns.join(', ')})::text), 15))::bit(60)::bigint), 0)::text as fingerprint
    from ${name}`)
  return row as { rows: number; fingerprint: string }
}

/** Jobs that still have to run, except backups. A backup stores them like a table that is called `name`. */
export const queue = {
  name: 'jobs that wait',
  columns: ['task', 'payload', 'queue', 'key', 'run_at', 'priority', 'max_attempts'],
  types: ['text', 'text', 'text', 'text', 'timestamptz', 'int', 'int'],
  select: `
    select t.identifier as task, j.payload::text as payload, q.queue_name as queue, j.key, j.run_at, j.priority, j.max_attempts
    from graphile_worker._private_jobs j join graphile_worker._private_tasks t on t.id = j.task_id
    left join graphile_worker._private_job_queues q on q.id = j.job_queue_id
    where j.attempts < j.max_attempts and t.identifier <> 'backup'`,
}

/** Returns the migrations applied to a database, sorted by name. */
export const migrationsOf = (db: Db) =>
  db<{ name: string; hash: string }[]>`select name, hash from migrations order by name`
