import { deviceOf, personOf, type Actor } from './gate.ts'
import type { Db } from './db.ts'

/** A change as recorded in the audit trail. */
export type Change = {
  /** The action as `feature.action`, e.g. `attendance.mark`. */
  action: string
  /** The id of the changed record. */
  entity: string
  center?: string | null
  before?: unknown
  after?: unknown
}

/** Writes the audit row of a change, in the change's own transaction (product §1, History). Never put secrets in `before` or `after`. */
export const record = (
  db: Db,
  actor: Pick<Actor, 'kind' | 'id' | 'claimed'> | null,
  { action, entity, center = null, before = null, after = null }: Change,
) => db`
  insert into audit (action, person_id, device_id, center_id, entity_id, before, after)
  values (${action}, ${actor && personOf(actor)}, ${actor && deviceOf(actor)}, ${center}, ${entity}, ${db.json(before as never)}, ${db.json(after as never)})
`

/** Writes the audit rows of many changes made by one write, such as an import, in its transaction. */
export const recordAll = (db: Db, actor: Pick<Actor, 'kind' | 'id' | 'claimed'>, changes: readonly Change[]) => db`
  insert into audit (action, person_id, device_id, center_id, entity_id, before, after)
  select action, ${personOf(actor)}, ${deviceOf(actor)}, center, entity, before, after
  from jsonb_to_recordset(${db.json(changes as never)}) as new(action text, center text, entity text, before jsonb, after jsonb)
`
