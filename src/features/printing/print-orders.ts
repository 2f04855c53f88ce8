import { conflict, notFound, Problem } from '#shared/problem.ts'
import { record } from '#server/audit.ts'
import { one, type Db } from '#server/db.ts'
import type { LevelOrder, printing } from './api.ts'
import { levelOrder, orderVersion, putOrder } from './queries.ts'
import { unlikeOrder } from './rules.ts'
import type { ActionCall, HandlerInput } from '#server/call.ts'

export async function current(db: Db, { lock = false } = {}): Promise<LevelOrder> {
  const { version } = one(await orderVersion(db, { lock }), notFound)
  return { version, levels: await levelOrder(db) }
}

/** Saves the print order of levels for everyone. */
export async function putPrintOrder(
  { actor, db }: ActionCall,
  input: HandlerInput<(typeof printing)['putOrder']>,
) {
  const before = await current(db, { lock: true })
  if (before.version !== input.version)
    throw conflict('order_changed', 'Someone else changed the order. Please review it and try again.', {
      current: before,
    })
  const ids = before.levels.map(({ levelId }) => levelId)
  const unlike = unlikeOrder(ids, input.levels)
  if (unlike)
    throw new Problem(422, 'not_all_levels', 'The order must list every level exactly once.', unlike)
  if (ids.join() === input.levels.join()) return before
  await putOrder(db, input.levels)
  record(db, actor, {
    action: 'printing.order',
    entity: 'level-order',
    before: ids,
    after: input.levels,
  })
  return await current(db)
}
