import type { Db } from '#server/db.ts'
import type { Import } from './api.ts'

export type ImportRow = Omit<Import, '_id'> & { id: string }

/** Selects the latest imports into a section, newest first, or the one with `id`. */
export const importsOf = (db: Db, { sectionId = null, id = null }: { sectionId?: string | null; id?: string | null }) => db<ImportRow[]>`
  select i.id, s.level_id, s.chapter_num, s.num as section_num, i.state, i.done, i.total, i.error, i.created_at
  from question_imports i join sections s on s.id = i.section_id
  where (${sectionId}::uuid is null or i.section_id = ${sectionId}) and (${id}::uuid is null or i.id = ${id})
  order by i.created_at desc, i.id desc limit 10
`

export type NewImport = { id: string; sectionId: string; by: string; lines: string; total: number }

/** Inserts an import. Fails with `one_import_at_a_time`. */
export const putImport = (db: Db, { id, sectionId, by, lines, total }: NewImport) => db`
  insert into question_imports (id, section_id, by, lines, total) values (${id}, ${sectionId}, ${by}, ${lines}, ${total})
`

export type RunningImport = { id: string; sectionId: string; by: string; lines: string; total: number }

/** Starts a waiting import, or restarts one that was interrupted. Returns no row if it has ended. */
export const beginImport = (db: Db, id: string) => db<RunningImport[]>`
  update question_imports set state = 'running', done = 0 where id = ${id} and state in ('waiting', 'running')
  returning id, section_id, by, lines, total
`

/** True if this transaction is the only one working on a running import. The advisory lock leaves the row free for progress updates. */
export const holdImport = async (db: Db, id: string) => {
  const [lock] = await db<{ held: boolean }[]>`select pg_try_advisory_xact_lock(hashtextextended(${id}, 0)) as held`
  if (!lock?.held) return false
  const [running] = await db`select 1 from question_imports where id = ${id} and state = 'running'`
  return running !== undefined
}

/** Keeps others from adding numbers to the section. Returns its highest number, or 0. */
export const lockNumbers = async (db: Db, sectionId: string) => {
  await db`select 1 from sections where id = ${sectionId} for no key update`
  const [row] = await db<{ last: number }[]>`select coalesce(max(num), 0) as last from questions where section_id = ${sectionId}`
  return row?.last ?? 0
}

export const progressImport = (db: Db, { id, done }: { id: string; done: number }) => db`
  update question_imports set done = ${done} where id = ${id} and state = 'running'
`

/** Ends a running import: done, or failed with a sentence. */
export const endImport = (db: Db, { id, error }: { id: string; error: string | null }) => db`
  update question_imports set state = ${error === null ? 'done' : 'failed'}, error = ${error}, lines = null,
    done = case when ${error === null} then total else 0 end
  where id = ${id} and state = 'running'
  returning id
`
