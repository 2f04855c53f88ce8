import { type Place, places } from '../places/api.ts'
import type { CallInput, Endpoint } from '#shared/contract.ts'
import type { Offer } from './api.ts'

/**
 * Returns the rows to show. Rows already on screen keep their position, so that nothing moves under the
 * pointer: given seats remain in the list, and new offers come last.
 */
export function rowsOf(
  found: readonly Offer[],
  onScreen: readonly Offer[],
  given: ReadonlySet<string>,
): Offer[] {
  const now = new Map(found.map((offer) => [offer.placeId, offer]))
  const kept = onScreen.flatMap((offer) => {
    const row = given.has(offer.placeId) ? offer : now.get(offer.placeId)
    return row ?? []
  })
  return [...kept, ...found.filter(({ placeId }) => !onScreen.some((offer) => offer.placeId === placeId))]
}

type Send = <E extends Endpoint>(
  endpoint: E,
  input: CallInput<E>,
  options?: { version?: number },
) => Promise<unknown>

/**
 * Removes a seat that was given and puts the student back on the waitlist: in the old position if the student
 * was waiting before the first day of the seat, otherwise at the end.
 */
export async function returnSeat(
  send: Send,
  centerId: string,
  { offer, seat }: { offer: Offer; seat: Place },
) {
  const { placeId, classId, studentId, since, from } = offer
  await send(places.remove, { centerId, placeId: seat._id }, { version: seat.version })
  if (since < from) await send(places.change, { centerId, placeId, endDate: null })
  else await send(places.enroll, { centerId, classId, studentId, type: 'waitlist', startDate: since })
}
