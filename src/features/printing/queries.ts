import type { Subject } from '#features/centers/rules.ts'
import type { Db } from '#server/db.ts'

/** Selects all levels in print order. Levels without a saved position come last, in material order. */
export const levelOrder = (db: Db) => db<
  { levelId: string; name: string; course: string; subject: Subject; position: number }[]
>`
  select l.id as level_id, l.name, c.name as course, c.subject,
    row_number() over (order by o.position nulls last, lower(c.name), c.id, l.position, lower(l.name), l.id)::int as position
  from levels l join courses c on c.id = l.course_id left join level_order o on o.level_id = l.id
  order by position
`

/** Selects the version of the order; `lock` locks it for a change. */
export const orderVersion = (db: Db, { lock = false } = {}) => db<{ version: number }[]>`
  select version from level_order_version ${lock ? db`for update` : db``}
`

export const putOrder = (db: Db, levels: readonly string[]) => db`
  with gone as (delete from level_order where level_id <> all(${[...levels]}::uuid[])), next as (update level_order_version set version = version + 1)
  insert into level_order (level_id, position) select id, place from unnest(${[...levels]}::uuid[]) with ordinality as said(id, place)
  on conflict (level_id) do update set position = excluded.position
`
