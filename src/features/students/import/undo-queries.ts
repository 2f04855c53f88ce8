import type { Db } from '#server/db.ts'
import type { CenterId } from '#server/gate.ts'
import type { ImportResult } from './queries.ts'

export type UndoRow<M = ImportResult> = {
  id: string
  centerId: CenterId
  state: string
  made: M
  undone: boolean
  isRecent: boolean
}

type UndoQuery = { kind: string; id: string; hours: number }

/** Locks an import of the center, so that it is undone only once. */
export const lockImport = <M = ImportResult>(db: Db, center: CenterId, { kind, id, hours }: UndoQuery) => db<
  UndoRow<M>[]
>`
  select id, center_id, state, made, undone_at is not null as undone, created_at > now() - make_interval(hours => ${hours}) as is_recent
  from runs where center_id = ${center} and id = ${id} and kind = ${kind} for no key update
`

/**
 * Marks an import as being undone. Fails with `one_run_at_a_time` while another import of the same kind is
 * running at the center.
 */
export const beginUndo = (db: Db, center: CenterId, id: string) => db`
  update runs set state = 'undoing', done = 0, error = null where center_id = ${center} and id = ${id}
`

export const markUndone = (db: Db, center: CenterId, id: string) => db`
  update runs set state = 'done', error = null, undone_at = now() where center_id = ${center} and id = ${id}
`

/** Locks students who are about to be removed, so that nothing is added to them in the meantime. */
export const holdStudents = (db: Db, center: CenterId, ids: readonly string[]) => db`
  select id from students where center_id = ${center} and id = any(${[...ids]}::uuid[]) order by id for update
`

/**
 * Returns the students who have received data since the import that must not be lost, such as attendance,
 * work, a place, notes, a program, a goal or an email. A new or changed link to a parent, another center, an
 * account and an invitation count too. Links that the import itself created are recognized by having the same
 * timestamp as the student.
 */
export const busyStudents = (db: Db, center: CenterId, ids: readonly string[]) => db<{ name: string }[]>`
  select trim(p.first_name || ' ' || p.last_name) as name from students s join people p on p.id = s.id
  where s.center_id = ${center} and s.id = any(${[...ids]}::uuid[]) and (
    p.in_use or s.note <> ''
    or exists (select from programs x where x.center_id = s.center_id and x.student_id = s.id)
    or exists (select from parent_links x where x.center_id = s.center_id and x.student_id = s.id and x.updated_at > s.created_at)
    or exists (select from students other where other.id = s.id and other.center_id <> s.center_id)
    or exists (select from sign_in_links l where l.person_id = s.id)
    or exists (select from mail m where m.person_id = s.id)
    or exists (select from places x where x.center_id = s.center_id and x.student_id = s.id)
    or exists (select from attendances x where x.center_id = s.center_id and x.student_id = s.id)
    or exists (select from work x where x.center_id = s.center_id and x.student_id = s.id)
    or exists (select from credits x where x.center_id = s.center_id and x.student_id = s.id)
    or exists (select from student_notes x where x.center_id = s.center_id and x.student_id = s.id)
    or exists (select from pickup_people x where x.center_id = s.center_id and x.student_id = s.id)
    or exists (select from student_tests x where x.center_id = s.center_id and x.student_id = s.id)
    or exists (select from student_levels x where x.center_id = s.center_id and x.student_id = s.id)
    or exists (select from weekly_goals x where x.center_id = s.center_id and x.student_id = s.id)
    or exists (select from prospects x where x.center_id = s.center_id and x.student_id = s.id)
    or exists (select from student_awards x where x.center_id = s.center_id and x.student_id = s.id))
  order by p.last_name, p.first_name, s.id
`

/** Removes the parent links of students who are about to be removed. */
export const dropLinksOf = (db: Db, center: CenterId, ids: readonly string[]) => db`
  delete from parent_links where center_id = ${center} and student_id = any(${[...ids]}::uuid[])
`

/** Removes students to whom nothing refers anymore. */
export const dropStudents = (db: Db, center: CenterId, ids: readonly string[]) => db`
  delete from students where center_id = ${center} and id = any(${[...ids]}::uuid[])
`

/** Removes people referred to only by the access log, along with their entries in that log. */
export const dropPeople = (db: Db, ids: readonly string[]) => db`
  with seen as (delete from access_log where student_id = any(${[...ids]}::uuid[]))
  delete from people where id = any(${[...ids]}::uuid[])
`

/**
 * Removes links between parents and students, except links changed since the import. Returns the removed
 * links.
 */
export const dropLinks = (db: Db, center: CenterId, links: ImportResult['links']) => db<
  ImportResult['links']
>`
  delete from parent_links l using jsonb_to_recordset(${db.json(links)}) as old("studentId" uuid, "parentId" uuid)
  where l.center_id = ${center} and l.student_id = old."studentId" and l.parent_id = old."parentId" and l.version = 1
  returning l.student_id, l.parent_id
`

/**
 * Returns the parents, among these, who have no links to children, not even ended ones, and who never signed
 * in and were never emailed, invited or asked for consent.
 */
export const idleParents = (db: Db, ids: readonly string[]) => db<{ id: string }[]>`
  select p.id from people p
  where p.id = any(${[...ids]}::uuid[]) and not p.in_use
    and not exists (select from parent_links l where l.parent_id = p.id)
    and not exists (select from sign_in_links l where l.person_id = p.id)
    and not exists (select from account_requests r where r.person_id = p.id)
    and not exists (select from mail m where m.person_id = p.id)
    and not exists (select from sessions s where s.person_id = p.id)
`
