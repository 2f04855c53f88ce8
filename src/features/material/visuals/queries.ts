import { chargedCenter } from '#features/centers/storage-queries.ts'
import type { Db } from '#server/db.ts'

type NewVisual = { id: string; name: string; width: number; height: number; bytes: Buffer; by: string }

/** Stores a picture. Returns no row if the same picture is already stored. */
export const putVisual = (db: Db, { id, name, width, height, bytes, by }: NewVisual) => db<{ id: string }[]>`
  insert into visuals (id, name, width, height, bytes, by, charged_to)
  values (${id}, ${name}, ${width}, ${height}, ${bytes}, ${by}, ${chargedCenter(db, by)}) on conflict (id) do nothing returning id
`

export const visualBytes = (db: Db, id: string) =>
  db<{ bytes: Buffer }[]>`select bytes from visuals where id = ${id}`

/** Counts the pictures that a person uploaded within the last 24 hours, and adds up their size in bytes. */
export const visualsToday = (db: Db, by: string) => db<{ count: number; bytes: number }[]>`
  select count(*)::int as count, coalesce(sum(octet_length(bytes)), 0)::float8 as bytes from visuals
  where by = ${by} and created_at > now() - interval '24 hours'
`
