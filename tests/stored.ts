import type { World } from './world.ts'

/** Tables that a job may fill with derived data at any time. */
export const derived = ['section_estimates', 'question_difficulties', 'wrong_answers', 'estimates_due']

/**
 * Tables left out of comparisons, because any call may write to them regardless of its outcome, because
 * events may be sent at any time, or because a job fills them.
 */
const apart = ['sessions', 'answered_calls', 'failed_tries', 'live_events', ...derived]

/**
 * Returns checksums of all stored data by table, except the tables in `apart`. A refused call must not change
 * any of them.
 */
export async function storedIn({ database }: World) {
  const tables = await database.read<{ name: string }[]>`
    select tablename as name from pg_tables where schemaname = 'public' and not tablename = any(${apart})
  `
  const sums = tables.map(
    ({ name }) =>
      `select '${name}' as name, md5(string_agg(t::text, '|' order by t::text)) as sum from ${name} t`,
  )
  const rows = await database.read.unsafe<{ name: string; sum: string }[]>(sums.join(' union all '))
  return Object.fromEntries(rows.map(({ name, sum }) => [name, sum]))
}
