import type { Db } from '#server/db.ts'
import type { CenterId } from '#server/gate.ts'
import type { PickupPerson } from './api.ts'

type PickupRow = Omit<PickupPerson, '_id'> & { id: string; adder: string }

/**
 * Returns the SQL condition that a row `x` of pickup_people still applies: if a parent added the person, that
 * parent may still pick up the student.
 */
export const isAllowed = (db: Db) => db`(
  not exists (select from people a where a.id = x.added_by and a."group" = 'parents') or exists (
    select from parent_links l where l.center_id = x.center_id and l.student_id = x.student_id and l.parent_id = x.added_by and l.pickup and l.ended_at is null))`

type PickupFilter = { studentId: string; id?: string | null }

/**
 * Returns the people who may pick up a student at a center; with `id`, only that person. `adder` is the id of
 * the person who added them. Leaves out people added by a parent who may no longer pick up the student.
 */
export const pickupRows = (db: Db, center: CenterId, { studentId, id = null }: PickupFilter) => db<
  PickupRow[]
>`
  select x.id, x.name, x.relationship, x.phone, trim(p.first_name || ' ' || p.last_name) as added_by, x.added_by as adder
  from pickup_people x join people p on p.id = x.added_by
  where x.center_id = ${center} and x.student_id = ${studentId} and (${id}::uuid is null or x.id = ${id}) and ${isAllowed(db)}
  order by x.created_at, x.id
`

/** Returns a row if a parent may pick up a student at a center. */
export const pickupRight = (
  db: Db,
  center: CenterId,
  { studentId, parentId }: { studentId: string; parentId: string },
) => db`
  select from parent_links where center_id = ${center} and student_id = ${studentId} and parent_id = ${parentId} and pickup and ended_at is null
`

type NewPickup = {
  id: string
  studentId: string
  name: string
  relationship: string
  phone: string
  by: string
}

export const putPickup = (
  db: Db,
  center: CenterId,
  { id, studentId, name, relationship, phone, by }: NewPickup,
) => db`
  insert into pickup_people (center_id, id, student_id, name, relationship, phone, added_by)
  values (${center}, ${id}, ${studentId}, ${name}, ${relationship}, ${phone}, ${by})
`

export const dropPickup = (db: Db, center: CenterId, id: string) => db`
  delete from pickup_people where center_id = ${center} and id = ${id}
`
