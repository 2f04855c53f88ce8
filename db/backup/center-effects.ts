import type { Db } from '#server/db.ts'
import type { Part } from './center-tables.ts'

/**
 * Advances the sequences that generate row numbers past the highest restored number, so that no number is
 * used twice.
 */
export async function raiseCounters(db: Db, parts: readonly Part[]) {
  const numbered = await db<{ table: string; column: string; sequence: string }[]>`
    select c.relname as "table", quote_ident(a.attname) as "column", pg_get_serial_sequence(c.oid::regclass::text, a.attname) as sequence
    from pg_class c join pg_attribute a on a.attrelid = c.oid and a.attidentity <> ''
    where c.relnamespace = 'public'::regnamespace and c.relname = any(${parts.map(({ name }) => name)})`
  for (const { table, column, sequence } of numbered)
    await db.unsafe(`
      select setval('${sequence}', b.last) from ${sequence} s, (select max(${column}) as last from brought_${table}) b
      where b.last > s.last_value or b.last = s.last_value and not s.is_called`)
}

/**
 * Queues jobs that complete restored timed work that is still in progress. A job that runs before the time is
 * up is queued again for that time.
 */
export const queueCompletions = (db: Db) => db`
  select queue_job('complete-work', json_build_object('centerId', center_id, 'id', id), 'complete ' || id, null)
  from brought_work where state = 'started' and started_at is not null and minutes is not null`

/**
 * Recomputes the search keys of a center's students. They also depend on people's current names and
 * addresses, which a restore doesn't replace.
 */
export const writeKeys = (db: Db, center: string) => db`
  select write_student_keys(array(select id from students where center_id = ${center}))`
