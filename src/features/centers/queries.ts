import type { Db } from '#server/db.ts'
import type { CenterId } from '#server/gate.ts'

export type NewCenter = { id: string; address: string; city: string; state: string; zip: string; timeZone: string }

export const putCenter = (db: Db, center: NewCenter) => db`
  insert into centers (id, address, city, state, zip, time_zone)
  values (${center.id}, ${center.address}, ${center.city}, ${center.state}, ${center.zip}, ${center.timeZone})
`

export type Duty = { centerId: string; personId: string; duty: 'office' | 'teacher' | 'assistant'; type: 'permanent' | 'substitute' }

/** Gives a person a duty at a centre; said twice it is still one. */
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
  subjects: string[]
  version: number
}

/** Centres among these, by name. */
export const centerRows = (db: Db, ids: readonly CenterId[]) => db<CenterRow[]>`
  select id, address, city, state, zip, time_zone, subjects, version from centers where id = any(${[...ids]}) order by id
`
