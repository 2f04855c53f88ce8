import { found } from '../list-queries.ts'
import { accountState, fieldsOf, programsOf } from '../queries.ts'
import { fileFields } from '../fields.ts'
import { figures, figuresValue } from '../figure-queries.ts'
import type { StudentConditions } from '../figures.ts'
import type { Db } from '#server/db.ts'
import type { CenterId } from '#server/gate.ts'
import type { Day } from '#shared/days.ts'
import type { ExportedStudent } from './export-columns.ts'

type ExportQuery = { filter: number; search: string; narrow: StudentConditions & { on: Day } }

/** Returns the ids of the requested students. */
export const exportedIds = (db: Db, center: CenterId, query: ExportQuery) => db<{ id: string }[]>`
  select s.id from students s where ${found(db, center, query)}
`

/** Returns all requested students, sorted by name, with their figures and active parents. */
export const exportedStudents = (db: Db, center: CenterId, query: ExportQuery) => db<ExportedStudent[]>`
  select ${fieldsOf(db, fileFields)}, ${programsOf(db)} as programs, ${accountState(db)} as account,
    ${figuresValue(db)} as figures, coalesce((
    select json_agg(json_build_object('firstName', parent.first_name, 'lastName', parent.last_name, 'email', coalesce(parent.email, ''),
      'phone', l.phone, 'relationship', l.relationship) order by l.contact desc, l.updated_at, parent.id)
    from parent_links l join people parent on parent.id = l.parent_id
    where l.center_id = s.center_id and l.student_id = s.id and l.ended_at is null), '[]') as parents
  from students s join people p on p.id = s.id
  join student_keys k on k.center_id = s.center_id and k.student_id = s.id ${figures(db, query.narrow.on)}
  where ${found(db, center, query)} order by p.last_name, p.first_name, p.id
`
