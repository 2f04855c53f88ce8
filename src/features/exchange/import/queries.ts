import { chargedCenter } from '#features/centers/storage-queries.ts'
import type { Db } from '#server/db.ts'
import type { MaterialImport } from './api.ts'
import type { Clash, FileSummary } from './material-file.ts'

type ImportRow = Omit<MaterialImport, '_id'> & { id: string }

type ImportFilter = { id?: string | null; by?: string | null; lock?: boolean }

/** Selects the ten most recent imports, newest first. `id` selects one; `by` limits them to one person's. */
export const importsOf = (db: Db, { id = null, by = null, lock = false }: ImportFilter = {}) => db<
  ImportRow[]
>`
  select id, name, size, state, checked as found, done, total, error, made ->> 'levelId' as level_id, created_at from runs
  where kind = 'material' and (${id}::uuid is null or id = ${id}) and (${by}::uuid is null or by = ${by}) order by created_at desc, id desc limit 10
  ${lock ? db`for update` : db``}
`

export const putImport = (
  db: Db,
  { id, by, name, size }: { id: string; by: string; name: string; size: number },
) => db`
  insert into runs (id, kind, state, by, name, size, charged_to) values (${id}, 'material', 'uploading', ${by}, ${name}, ${size}, ${chargedCenter(db, by)})
`

/** Deletes a person's uploads that were never imported. */
export const dropIdle = (db: Db, by: string) =>
  db`delete from runs where by = ${by} and state in ('uploading', 'checked')`

export const dropImport = (db: Db, id: string) =>
  db`delete from runs where id = ${id} and state = 'uploading'`

type NewPart = { id: string; by: string; num: number; bytes: Uint8Array; partSize: number }

/**
 * Stores a part of a file that its owner is uploading. Returns no row if this person isn't uploading such a
 * file, or if the part's length doesn't match the announced size.
 */
export const putPart = (db: Db, { id, by, num, bytes, partSize }: NewPart) => db<{ num: number }[]>`
  insert into run_parts (run_id, num, bytes)
  select id, ${num}, decode(${Buffer.from(bytes).toString('base64')}, 'base64') from runs
  where id = ${id} and by = ${by} and state = 'uploading'
    and ${bytes.length} = least(${partSize}::bigint, size - (${num}::bigint - 1) * ${partSize})
  on conflict (run_id, num) do update set bytes = excluded.bytes
  returning num
`

/**
 * Returns the number of bytes uploaded, or 0 if a part is missing or a part before the last one is shorter
 * than `partSize`.
 */
export const broughtBytes = (db: Db, { id, partSize }: { id: string; partSize: number }) => db<
  { bytes: number }[]
>`
  select coalesce(sum(length(bytes)), 0)::int as bytes from run_parts
  where run_id = ${id} and not exists (
    select 1 from run_parts p where p.run_id = ${id} and length(p.bytes) < ${partSize}
      and p.num < (select max(num) from run_parts where run_id = ${id}))
    and (select max(num) = count(*) from run_parts where run_id = ${id})
`

/** Selects one part of a file; parts count from 1. */
export const partOf = (db: Db, { id, num }: { id: string; num: number }) => db<{ bytes: Buffer }[]>`
  select bytes from run_parts where run_id = ${id} and num = ${num}
`

/** Stores the result of the check. */
export const markChecked = (
  db: Db,
  { id, found, total }: { id: string; found: FileSummary; total: number },
) => db`
  update runs set state = 'checked', checked = ${db.json(found)}, total = ${total} where id = ${id} and state = 'uploading'
`

/** Queues a checked import. Fails with `one_run_at_a_time` while another import is running. */
export const markWaiting = (db: Db, { id, clash }: { id: string; clash: Clash }) => db`
  update runs set state = 'waiting', input = ${db.json({ clash })} where id = ${id} and state = 'checked'
`

/**
 * Selects which of `names` are already taken: by levels of the course named `course`, or, if `course` is
 * null, by courses.
 */
export const takenNames = (
  db: Db,
  { course, names }: { course: string | null; names: readonly string[] },
) => db<{ name: string }[]>`
  select name from courses where ${course}::text is null and name = any(${[...names]})
  union all
  select l.name from levels l join courses c on c.id = l.course_id where c.name = ${course} and l.name = any(${[...names]})
  order by name
`
