import type { Db } from '#server/db.ts'
import type { CenterId } from '#server/gate.ts'
import type { Day } from '#shared/days.ts'
import type { Closure } from './api.ts'

/** Returns the closed days of a center, past and future. */
export const closureRows = (db: Db, center: CenterId) => db<Closure[]>`
  select held_on as date, name from closures where center_id = ${center} order by held_on
`

/**
 * Returns the `on conflict` clause for inserts into `closure_turns`, which counts how often a day was closed
 * or reopened.
 */
const countTurn = (db: Db) =>
  db`on conflict (center_id, held_on) do update set turns = closure_turns.turns + 1`

/** Closes days. A day that is already closed gets the new name. */
export const putClosures = (
  db: Db,
  center: CenterId,
  { days, name }: { days: readonly Day[]; name: string },
) => db`
  with put as (
    insert into closures (center_id, held_on, name) select ${center}, day, ${name} from unnest(${[...days]}::date[]) day
    on conflict (center_id, held_on) do update set name = excluded.name returning held_on, xmax = 0 as is_new
  )
  insert into closure_turns (center_id, held_on) select ${center}, held_on from put where is_new
  ${countTurn(db)}
`

/** Reopens a closed day. Returns no row if it was already open. */
export const dropClosure = (db: Db, center: CenterId, on: Day) => db<Closure[]>`
  with gone as (delete from closures where center_id = ${center} and held_on = ${on} returning held_on as date, name),
  turned as (insert into closure_turns (center_id, held_on) select ${center}, date from gone ${countTurn(db)})
  select date, name from gone
`
