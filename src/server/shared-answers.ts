import type { Endpoint } from '#shared/contract.ts'
import type { Call } from './call.ts'
import { coalesced } from './coalesce.ts'

export type Handle = (call: Call<Endpoint>) => Promise<unknown>

/**
 * Returns a handler that shares one response among concurrent calls with the same input by people of the same
 * kind with the same centers. Each caller's access to the center has already been checked.
 */
export function shareAnswers(handle: Handle): Handle {
  const share = coalesced<unknown>()
  return (call) => {
    const { kind, centers, familyCenters } = call.actor
    const key = JSON.stringify([kind, centers, familyCenters ?? [], call.center, call.input])
    return share(key, () => handle(call))
  }
}
