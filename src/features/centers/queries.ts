import { columnList, rowOf } from '#server/columns.ts'
import type { Db } from '#server/db.ts'
import type { CenterId } from '#server/gate.ts'
import { centerColumns, type CenterValues } from './fields.ts'

export type NewCenter = { id: string } & Partial<CenterValues>

export const putCenter = (db: Db, center: NewCenter) =>
  db`insert into centers ${db({ id: center.id, ...rowOf(centerColumns, center) })}`

/**
 * Locks center names until the transaction ends, so that two similar names can't be added at the same time.
 */
export const lockCenterNames = (db: Db) => db`select pg_advisory_xact_lock(7203117)`

export const centerNames = (db: Db) => db<{ id: string }[]>`select id from centers order by id`

export type Duty = {
  centerId: string
  personId: string
  duty: 'office' | 'teacher' | 'assistant'
  type: 'permanent' | 'substitute'
}

/** Gives a person a duty at a center. If they had that duty already, sets its type and makes it active. */
export const putDuty = (db: Db, { centerId, personId, duty, type }: Duty) => db`
  insert into staff (center_id, person_id, duty, type) values (${centerId}, ${personId}, ${duty}, ${type})
  on conflict (center_id, person_id, duty) do update set type = excluded.type, active = true
`

export type CenterRow = CenterValues & {
  id: string
  /** True until the office has chosen a PIN or decided to have none. */
  classroomPinDue: boolean
  logo: string | null
  archivedAt: string | null
  version: number
}

const columns = (db: Db) => db`
  id, ${columnList(db, 'centers', centerColumns)}, classroom_pin is not null as classroom_pin,
  classroom_pin is null and not classroom_pin_waived as classroom_pin_due,
  (select l.image from center_logos l where l.center_id = centers.id) as logo, archived_at, version
`

/** Selects the centers with these ids, ordered by name. */
export const centerRows = (db: Db, ids: readonly CenterId[]) => db<CenterRow[]>`
  select ${columns(db)} from centers where id = any(${[...ids]}) order by id
`

/** Selects a center, and locks it so that its settings can be changed. */
export const lockCenter = (db: Db, center: CenterId) => db<CenterRow[]>`
  select ${columns(db)} from centers where id = ${center} for no key update
`

export const changeCenter = (db: Db, center: Omit<CenterRow, 'version'>) => db<CenterRow[]>`
  update centers set ${db(rowOf(centerColumns, center))}, version = version + 1 where id = ${center.id} returning ${columns(db)}
`

export const zoneOf = (db: Db, center: CenterId) =>
  db<{ timeZone: string }[]>`select time_zone from centers where id = ${center}`

export const countryOf = (db: Db, center: CenterId) =>
  db<{ country: string }[]>`select country from centers where id = ${center}`

/** Stores the hash of the center's classroom PIN, or null if no PIN is required. */
export const putPin = (db: Db, center: CenterId, hash: string | null) => db`
  update centers set classroom_pin = ${hash}, classroom_pin_waived = ${hash === null} where id = ${center}
`
