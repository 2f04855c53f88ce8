import type { Db } from '#server/db.ts'
import type { CenterId } from '#server/gate.ts'
import { jobState } from '#server/jobs.ts'
import type { Day } from '#shared/days.ts'
import { type Contents, type DeletionJob, maxCounted } from './rules.ts'

type Lock = { lock?: boolean }

/**
 * SQL that, with `lock`, locks a center for a change and prevents new rows that refer to it, such as those of
 * an import.
 */
const locked = (db: Db, { lock = false }: Lock) => (lock ? db`for update of centers` : db``)

/** Selects when a center was archived and when its deletion was requested, each null if it wasn't. */
export const archived = (db: Db, center: CenterId, lock: Lock = {}) => db<
  { archivedAt: string | null; deletingAt: string | null }[]
>`
  select archived_at, deleting_at from centers where id = ${center} ${locked(db, lock)}
`

/** Returns the key of the job that deletes a center. */
export const deletionKey = (center: CenterId) => `delete ${center}`

type Deletable = {
  archivedAt: string | null
  exportedAt: string | null
  /** True if the center was archived at least 30 days ago. */
  isOld: boolean
  /** Earliest day on which the center can be deleted; null if it isn't archived. */
  from: Day | null
  job: DeletionJob
}

/**
 * Selects what determines whether a center can be deleted. If the deletion was requested but its job is
 * missing, the job counts as failed.
 */
export const deletable = (db: Db, center: CenterId, lock: Lock = {}) => db<Deletable[]>`
  select archived_at, exported_at, (archived_at at time zone time_zone)::date + 30 as "from",
    coalesce((now() at time zone time_zone)::date >= (archived_at at time zone time_zone)::date + 30, false) as is_old,
    case when deleting_at is not null then coalesce(${jobState(db, deletionKey(center))}, 'failed') end as job
  from centers where id = ${center} ${locked(db, lock)}
`

/** Archives or restores a center. Afterward, it counts as not exported. */
export const setArchived = (db: Db, center: CenterId, isArchived: boolean) => db`
  update centers set archived_at = case when ${isArchived} then now() end, exported_at = null, version = version + 1 where id = ${center}
`

export const setExported = (db: Db, center: CenterId) => db`
  update centers set exported_at = now() where id = ${center} and archived_at is not null
`

export const setDeleting = (db: Db, center: CenterId) => db`
  update centers set deleting_at = now() where id = ${center} and archived_at is not null
`

/** True while an import into the center is in progress. Its job would keep writing after archiving. */
export const isImporting = async (db: Db, center: CenterId) => {
  const rows =
    await db`select 1 from runs where center_id = ${center} and state in ('waiting', 'running', 'undoing') limit 1`
  return rows.length > 0
}

/** Cancels the center's unsent emails to families. */
export const stopMail = (db: Db, center: CenterId) => db`
  update mail set state = 'failed', error = 'The center was archived.'
  where (mailing_center = ${center} or from_center = ${center} and purpose in ('family', 'automatic')) and state = 'queued'
`

/**
 * Selects the people of a center who never belonged to another one, have no open request from another one,
 * and aren't admins or editors.
 */
export const onlyHere = (db: Db, center: string) => db`
  select p.id from people p join (
    select person_id as id from staff where center_id = ${center} union select id from students where center_id = ${center}
    union select parent_id from parent_links where center_id = ${center}) m on m.id = p.id
  where coalesce(p.role, '') not in ('admin', 'editor')
    and not exists (select from staff where person_id = p.id and center_id <> ${center})
    and not exists (select from students where id = p.id and center_id <> ${center})
    and not exists (select from parent_links where parent_id = p.id and center_id <> ${center})
    and not exists (select from account_requests where person_id = p.id and center_id <> ${center} and declined_at is null)
`

/** SQL that counts a center's rows in a large table, up to `maxCounted` + 1. */
const count = (db: Db, table: string) => db`
  (select count(*)::int from (select from ${db(table)} where center_id = c.id limit ${maxCounted + 1}) counted)
`

/** Counts a center's contents, the people deleted with it, and the people who are kept. */
export const contents = (db: Db, center: CenterId) => db<Contents[]>`
  with c as (select ${center}::text as id), members as (
    select person_id as id from staff, c where center_id = c.id union select s.id from students s, c where center_id = c.id
    union select parent_id from parent_links, c where center_id = c.id),
  leaving as (${onlyHere(db, center)})
  select (select count(*)::int from students where center_id = c.id) as students,
    (select count(distinct parent_id)::int from parent_links where center_id = c.id) as parents,
    (select count(distinct person_id)::int from staff where center_id = c.id) as staff,
    (select count(*)::int from classes where center_id = c.id) as classes,
    ${count(db, 'attendances')} as marks,
    ${count(db, 'work')} as works,
    ${count(db, 'answers')} as answers,
    (select count(*)::int from mailings where center_id = c.id) as mailings,
    (select count(*)::int from devices where center_id = c.id) as devices,
    (select count(*)::int from leaving) as leaving,
    (select count(*)::int from members where id not in (select id from leaving)) as staying
  from c
`

/** A column that refers to a center. */
export type CenterColumn = { table: string; column: string }

/** Selects all columns of the database that refer to a center, directly or as part of another table's key. */
export const centerColumnsOf = (db: Db) => db<CenterColumn[]>`
  select distinct f.conrelid::regclass::text as "table", own.attname::text as "column"
  from pg_constraint f cross join unnest(f.conkey, f.confkey) as k(own, their)
  join pg_attribute own on own.attrelid = f.conrelid and own.attnum = k.own
  join pg_attribute their on their.attrelid = f.confrelid and their.attnum = k.their
  where f.contype = 'f' and f.connamespace = 'public'::regnamespace
    and (f.confrelid = 'centers'::regclass or their.attname = 'center_id')
  order by 1, 2
`

/** A table with rows of centers, and the columns by which its rows are ordered, with their types. */
export type ExportedTable = CenterColumn & { keys: { name: string; type: string }[] }

/**
 * Selects the tables with rows of centers. `keys` are the columns that follow the center in an index, so that
 * a page of rows can be read without the other rows. Keys need not be unique and are never null.
 */
export const exportedTables = (db: Db) => db<ExportedTable[]>`
  select c.oid::regclass::text as "table", a.attname::text as "column", coalesce((
    select jsonb_agg(jsonb_build_object('name', k.name, 'type', k.type) order by k.at) from (
      select k.at, col.attname as name, format_type(col.atttypid, col.atttypmod) as type,
        bool_and(col.attnotnull) over (order by k.at) as is_known
      from generate_series(1, x.indnkeyatts - 1) k(at) join pg_attribute col on col.attrelid = c.oid and col.attnum = x.indkey[k.at]) k
    where k.is_known), '[]') as keys
  from pg_class c join pg_attribute a on a.attrelid = c.oid and a.attname = case c.relname when 'centers' then 'id' else 'center_id' end
  left join lateral (
    select i.indkey, i.indnkeyatts from pg_index i join pg_class named on named.oid = i.indexrelid
    join pg_am am on am.oid = named.relam and am.amname = 'btree'
    join pg_attribute next on next.attrelid = c.oid and next.attnum = i.indkey[1] and next.attnotnull
    where i.indrelid = c.oid and i.indkey[0] = a.attnum and i.indpred is null and i.indexprs is null
    order by i.indisprimary desc, i.indisunique desc, named.relname limit 1
  ) x on true
  where c.relkind = 'r' and c.relnamespace = 'public'::regnamespace
  order by c.relname = 'centers' desc, 1
`

type Page = ExportedTable & {
  columns: readonly string[]
  /** Position of the previous page's last row; null for the first page. */
  after: readonly string[] | null
  most: number
}

const names = (db: Db, columns: readonly string[]) =>
  db.unsafe(columns.map((column) => `"${column}"`).join(', '))

/**
 * Selects a page of a center's rows in a table, in the order of an index. Rows can't move between pages,
 * because an archived center doesn't change.
 */
export const rowsOf = (db: Db, center: CenterId, { table, column, keys, columns, after, most }: Page) => {
  const order = [
    ...keys.map(({ name, type }) => ({ name: `"${name}"`, type })),
    { name: 'ctid', type: 'tid' },
  ]
  const at = db.unsafe(order.map(({ name }) => name).join(', '))
  const text = db.unsafe(order.map(({ name }) => `${name}::text`).join(', '))
  const values = order.map(({ type }, num) => db`${after?.[num] ?? ''}::text::${db.unsafe(type)}`)
  return db<{ row: Record<string, unknown>; at: string[] }[]>`
    select (select row_to_json(t) from (select ${names(db, columns)}) t) as row, array[${text}] as at from ${db.unsafe(table)}
    where ${names(db, [column])} = ${center} ${after ? db`and (${at}) > (${db.join(values, ', ')})` : db``}
    order by ${at} limit ${db.unsafe(String(most))}
  `
}

/** Selects the given columns of the given people. */
export const peopleRows = (db: Db, ids: readonly string[], columns: readonly string[]) => db<
  { row: object }[]
>`
  select row_to_json(t) as row from (
    select ${names(db, columns)} from people where id = any(${[...ids]}::uuid[]) order by id) t
`
