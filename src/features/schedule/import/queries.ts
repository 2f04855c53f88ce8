import type { Db } from '#server/db.ts'
import type { CenterId } from '#server/gate.ts'
import type { ImportKind } from './columns.ts'

type Student = { id: string; studentNum: string; firstName: string; lastName: string }

/** Returns the active students and prospects of a center, who can be named in a file. */
export const namedStudents = (db: Db, center: CenterId) => db<Student[]>`
  select s.id, s.student_num, p.first_name, p.last_name from students s join people p on p.id = s.id
  where s.center_id = ${center} and s.status <> 'inactive'
`

type Enrolled = { id: string; classId: string; studentId: string }

/**
 * Returns a center's regular and waitlist places that are open-ended or whose last day is `on` or later.
 * One-day guests don't count.
 */
export const enrolled = (db: Db, center: CenterId, on: string) => db<Enrolled[]>`
  select id, class_id, student_id from places
  where center_id = ${center} and type in ('regular', 'waitlist') and (upper_inf(during) or upper(during) > ${on}::date)
`

/** Returns the places among these that still exist, in the order in which they were added. */
export const placesLeft = (db: Db, center: CenterId, ids: readonly string[]) => db<Enrolled[]>`
  select id, class_id, student_id from places where center_id = ${center} and id = any(${[...ids]}::uuid[])
  order by array_position(${[...ids]}::uuid[], id)
`

/** Returns a row if a person is or was the teacher of a class of the center, or an assistant on any day. */
export const isBusy = (db: Db, center: CenterId, personId: string) => db`
  select 1 from class_terms where center_id = ${center} and teacher_id = ${personId}
  union all select 1 from day_assistants where center_id = ${center} and person_id = ${personId}
  limit 1
`

/** Locks a center's imports, so that importing the same file twice at once doesn't add anything twice. */
export const lockImports = (db: Db, center: CenterId) =>
  db`select pg_advisory_xact_lock(hashtextextended(${`import ${center}`}, 0))`

/** Ids that an import added. For staff, `duties` has the duty of each. */
export type ImportResult = { added: string[]; duties?: string[] }

type NewImport = {
  id: string
  kind: ImportKind
  center: CenterId
  by: string
  total: number
  made: ImportResult
}

/** Stores what an import added, so that it can be undone. */
export const putTableImport = (db: Db, { id, kind, center, by, total, made }: NewImport) => db`
  insert into runs (id, kind, center_id, by, state, done, total, made)
  values (${id}, ${kind}, ${center}, ${by}, 'done', ${total}, ${total}, ${db.json(made)})
`

type ImportFilter = { kind: ImportKind; id?: string | null; hours: number }
type ImportRow = {
  id: string
  kind: ImportKind
  by: string
  added: number
  createdAt: string
  undoneAt: string | null
  undoable: boolean
}

/** Returns the latest imports of a kind at a center, newest first, or only the one with `id`. */
export const importsOf = (db: Db, center: CenterId, { kind, id = null, hours }: ImportFilter) => db<
  ImportRow[]
>`
  select i.id, i.kind, trim(p.first_name || ' ' || p.last_name) as by, i.total as added, i.created_at, i.undone_at,
    i.undone_at is null and i.created_at > now() - make_interval(hours => ${hours}) as undoable
  from runs i join people p on p.id = i.by
  where i.center_id = ${center} and i.kind = ${kind} and (${id}::uuid is null or i.id = ${id})
  order by i.created_at desc, i.id desc limit 10
`
