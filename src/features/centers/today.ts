import { today } from '#server/clock.ts'
import { type Db, one } from '#server/db.ts'
import type { CenterId } from '#server/gate.ts'
import { notFound } from '#shared/problem.ts'
import { zoneOf } from './queries.ts'

/** Returns the current date at a center. */
export const todayAt = async (db: Db, center: CenterId) =>
  today(one(await zoneOf(db, center), notFound).timeZone)
