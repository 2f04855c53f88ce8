import { accountState, fieldsOf, found, programsOf } from '#features/students/queries.ts'
import { fileFields } from '#features/students/fields.ts'
import type { Db } from '#server/db.ts'
import type { CenterId } from '#server/gate.ts'
import type { ExportedStudent } from './export-columns.ts'

/** Ids of the students that a filter and a search find. */
export const exportedIds = (db: Db, center: CenterId, asked: { filter: number; search: string }) => db<
  { id: string }[]
>`
  select s.id from students s where ${found(db, center, asked)}
`

/** All students that a filter and a search find, by name, with their active parents. */
export const exportedStudents = (db: Db, center: CenterId, asked: { filter: number; search: string }) => db<
  ExportedStudent[]
>`
  select ${fieldsOf(db, fileFields)}, ${programsOf(db)} as programs, ${accountState(db)} as account, coalesce((
    select json_agg(json_build_object('firstName', parent.first_name, 'lastName', parent.last_name, 'email', coalesce(parent.email, ''),
      'phone', l.phone, 'relationship', l.relationship) order by l.contact desc, l.updated_at, parent.id)
    from parent_links l join people parent on parent.id = l.parent_id
    where l.center_id = s.center_id and l.student_id = s.id and l.ended_at is null), '[]') as parents
  from students s join people p on p.id = s.id
  where ${found(db, center, asked)} order by p.last_name, p.first_name, p.id
`
