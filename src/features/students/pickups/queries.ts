import type { Db } from '#server/db.ts'
import type { CenterId } from '#server/gate.ts'
import type { PickupPerson } from './api.ts'

type PickupRow = Omit<PickupPerson, '_id'> & { id: string; adder: string }

type Which = { studentId: string; id?: string | null }

/**
 * People who may pick up a student at a center, or one of them. `adder` is the id of the person who added
 * them.
 */
export const pickupRows = (db: Db, center: CenterId, { studentId, id = null }: Which) => db<PickupRow[]>`
  select x.id, x.name, x.relationship, x.phone, trim(p.first_name || ' ' || p.last_name) as added_by, x.added_by as adder
  from pickup_people x join people p on p.id = x.added_by
  where x.center_id = ${center} and x.student_id = ${studentId} and (${id}::uuid is null or x.id = ${id})
  order by x.created_at, x.id
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
