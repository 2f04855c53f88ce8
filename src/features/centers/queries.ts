import type { Db } from '#server/db.ts'
import type { CenterId } from '#server/gate.ts'
import type { Subject, MakeupRule } from './rules.ts'

export type NewCenter = { id: string; address: string; city: string; state: string; zip: string; timeZone: string }

export const putCenter = (db: Db, center: NewCenter) => db`
  insert into centers (id, address, city, state, zip, time_zone)
  values (${center.id}, ${center.address}, ${center.city}, ${center.state}, ${center.zip}, ${center.timeZone})
`

/** Lock held until the end of a transaction that adds a center, so that two look-alike names can't be added at once. */
export const lockCenterNames = (db: Db) => db`select pg_advisory_xact_lock(7203117)`

export const centerNames = (db: Db) => db<{ id: string }[]>`select id from centers order by id`

export type Duty = { centerId: string; personId: string; duty: 'office' | 'teacher' | 'assistant'; type: 'permanent' | 'substitute' }

/** Gives a person a duty at a center. Repeating it has no further effect. */
export const putDuty = (db: Db, { centerId, personId, duty, type }: Duty) => db`
  insert into staff (center_id, person_id, duty, type) values (${centerId}, ${personId}, ${duty}, ${type})
  on conflict (center_id, person_id, duty) do update set type = excluded.type, active = true
`

export type CenterRow = {
  id: string
  address: string
  city: string
  state: string
  zip: string
  timeZone: string
  subjects: Subject[]
  makeupRule: MakeupRule
  noticeHours: number
  creditDays: number
  creditLimit: number
  /** True if there is a PIN. The PIN itself can't be read. */
  classroomPin: boolean
  /** True until a PIN has been chosen or turned off. */
  classroomPinDue: boolean
  version: number
}

const columns = (db: Db) => db`
  id, address, city, state, zip, time_zone, subjects, makeup_rule, notice_hours, credit_days, credit_limit, classroom_pin is not null as classroom_pin,
  classroom_pin is null and not classroom_pin_waived as classroom_pin_due, version
`

/** Those of these centers that exist, by name. */
export const centerRows = (db: Db, ids: readonly CenterId[]) => db<CenterRow[]>`
  select ${columns(db)} from centers where id = any(${[...ids]}) order by id
`

/** One center, locked for a change of its settings. */
export const lockCenter = (db: Db, center: CenterId) => db<CenterRow[]>`
  select ${columns(db)} from centers where id = ${center} for no key update
`

/** Changes the settings of a center. */
export const changeCenter = (db: Db, center: Omit<CenterRow, 'version'>) => db<CenterRow[]>`
  update centers set address = ${center.address}, city = ${center.city}, state = ${center.state}, zip = ${center.zip},
    time_zone = ${center.timeZone}, subjects = ${center.subjects}, makeup_rule = ${center.makeupRule},
    notice_hours = ${center.noticeHours}, credit_days = ${center.creditDays}, credit_limit = ${center.creditLimit}, version = version + 1
  where id = ${center.id} returning ${columns(db)}
`

export const zoneOf = (db: Db, center: CenterId) => db<{ timeZone: string }[]>`select time_zone from centers where id = ${center}`

/** Stores the hash of the center's classroom PIN, or null if no PIN is required. */
export const putPin = (db: Db, center: CenterId, hash: string | null) => db`
  update centers set classroom_pin = ${hash}, classroom_pin_waived = ${hash === null} where id = ${center}
`
