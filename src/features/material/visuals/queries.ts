import type { Db } from '#server/db.ts'

type NewVisual = { id: string; name: string; width: number; height: number; bytes: Buffer; by: string }

/** Stores a picture; the same one is stored once. */
export const putVisual = (db: Db, { id, name, width, height, bytes, by }: NewVisual) => db`
  insert into visuals (id, name, width, height, bytes, by) values (${id}, ${name}, ${width}, ${height}, ${bytes}, ${by}) on conflict (id) do nothing
`

/** What is in a picture. */
export const visualBytes = (db: Db, id: string) => db<{ bytes: Buffer }[]>`select bytes from visuals where id = ${id}`

/** How many pictures somebody has brought within 24 hours, and their bytes together. */
export const visualsToday = (db: Db, by: string) => db<{ count: number; bytes: number }[]>`
  select count(*)::int as count, coalesce(sum(octet_length(bytes)), 0)::float8 as bytes from visuals
  where by = ${by} and created_at > now() - interval '24 hours'
`
