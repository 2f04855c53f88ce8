import { countOpenOddities } from '#features/oddities/oddities.ts'
import type { ActionCall } from '#server/call.ts'
import { today } from '#server/clock.ts'
import { has, reachable } from '#server/gate.ts'
import { allParts } from './all-parts.ts'
import { activeCenters, makeUpRequestsAt, moneyAt } from './queries.ts'

/**
 * Number of centers counted at a time. Counting all centers of a large chain together would exceed the
 * statement timeout.
 */
export const atATime = 25

/** Returns the open tasks and the money due of the caller's next centers, sorted by name. */
export async function nextTasksAndMoney(
  { db, actor }: ActionCall,
  { after }: { after?: string | undefined },
) {
  const page = { after: after ?? null, most: atATime }
  const centers = await activeCenters(db, await reachable(db, actor), page)
  const days = centers.map(({ id, timeZone }) => ({ id, today: today(timeZone) }))
  const [requests, money, oddities] = await Promise.all([
    makeUpRequestsAt(db, days),
    has(actor, 'billing.read') ? moneyAt(db, days) : [],
    countOpenOddities(db, centers),
  ])
  const requestsOf = new Map(requests.map(({ id, makeUpRequests }) => [id, makeUpRequests]))
  const moneyOf = new Map(money.map(({ id, ...amounts }) => [id, amounts]))
  return {
    centers: centers.map(({ id }) => ({
      _id: id,
      oddities: oddities.get(id) ?? 0,
      makeUpRequests: requestsOf.get(id) ?? 0,
      money: moneyOf.get(id) ?? null,
    })),
    after: centers.length < atATime ? null : (centers.at(-1)?.id ?? null),
  }
}

/** Returns the open tasks and the money due of all of the caller's centers. */
export const allTasksAndMoney = (call: ActionCall) => allParts((after) => nextTasksAndMoney(call, { after }))
