import type { Day } from '#shared/days.ts'
import { notFound } from '#shared/problem.ts'
import { one, type Db } from '#server/db.ts'
import type { CenterId } from '#server/gate.ts'
import { levelsNear } from '../placement/queries.ts'

/** Selects the date of an instant in the center's time zone. */
export const dayThere = (db: Db, centerId: CenterId, at: string) => db<{ on: Day }[]>`
  select (${at}::timestamptz at time zone time_zone)::date as on from centers where id = ${centerId}
`

/**
 * Returns a level, the levels before and after it in the course (null if there is none), and the course's
 * subject. Throws 404 if the level doesn't exist.
 */
export async function levelsAround(db: Db, id: string) {
  const rows = await levelsNear(db, id)
  const at = (step: number) => rows.filter((row) => row.step === step)
  const level = one(at(0), notFound)
  return { level, before: at(-1)[0] ?? null, after: at(1)[0] ?? null, subject: level.subject }
}
