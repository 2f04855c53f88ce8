import type { Db } from '#server/db.ts'
import type { Import } from './api.ts'

type ImportRow = Omit<Import, '_id'> & { id: string }

/** Selects the 10 latest imports into a section, newest first, or the one with `id`. */
export const importsOf = (
  db: Db,
  { sectionId = null, id = null }: { sectionId?: string | null; id?: string | null },
) => db<ImportRow[]>`
  select i.id, s.level_id, s.chapter_num, s.num as section_num, i.state, i.done, i.total, i.error, i.created_at
  from runs i join sections s on s.id = i.section_id
  where (${sectionId}::uuid is null or i.section_id = ${sectionId}) and (${id}::uuid is null or i.id = ${id})
  order by i.created_at desc, i.id desc limit 10
`

/**
 * Prevents others from adding questions to the section. Returns its highest question number, or 0 if it has
 * none.
 */
export const lockNumbers = async (db: Db, sectionId: string) => {
  await db`select 1 from sections where id = ${sectionId} for no key update`
  const [row] = await db<
    { last: number }[]
  >`select coalesce(max(num), 0) as last from questions where section_id = ${sectionId}`
  return row?.last ?? 0
}
