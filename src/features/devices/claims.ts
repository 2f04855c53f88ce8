import { one, type Db } from '#server/db.ts'
import type { Actor, CenterId } from '#server/gate.ts'
import { notFound, Problem } from '#shared/problem.ts'
import { type Claim, colleagues, claimHolds } from './queries.ts'

const unclaimed = () =>
  new Problem(403, 'pin_needed', 'Tap “Leave” and choose your name again, then enter the PIN.')

/**
 * Returns the actor for a call. A device acts for `by`, the person chosen on it, or for nobody if `by` is
 * missing. Throws 404 if that person doesn't teach or assist at the device's center (reliability T31). If the
 * center has a PIN, throws 403 unless that person was the last to enter it on the device, as of now or of the
 * earlier instant `at`. Callers other than devices act as themselves.
 */
export async function withClaimedPerson(
  db: Db,
  actor: Actor,
  [center]: readonly CenterId[],
  { by, at }: Claim,
): Promise<Actor> {
  if (actor.kind !== 'devices' || center === undefined) return actor
  if (by !== undefined) one(await colleagues(db, center, by), notFound)
  one(await claimHolds(db, center, actor, { by, at }), unclaimed)
  return by === undefined ? actor : { ...actor, claimed: by }
}
