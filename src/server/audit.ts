import { deviceOf, personOf, type Actor } from './gate.ts'
import type { Db } from './db.ts'
import type { AuditAction } from '#shared/audit-actions.ts'
import type { Day } from '#shared/days.ts'

/** A change as recorded in the audit trail. */
export type Change = {
  action: AuditAction
  /** The id of the changed record, or the one that `entityOf` gives it. */
  entity: string
  center?: string | null
  before?: unknown
  after?: unknown
}

type ChapterKey = { levelId: string; chapterNum: number }

/** Names records in the audit log that have no id of their own. */
export const entityOf = {
  /** A day of a class or a center. */
  day: (id: string, on: Day) => `${id} ${on}`,
  chapter: ({ levelId, chapterNum }: ChapterKey) => `${levelId}/${chapterNum}`,
  chapterTest: ({ levelId, chapterNum }: ChapterKey) => `${levelId}/${chapterNum}/test`,
}

/**
 * Writes the audit row of a change, in the change's own transaction (product §1, History). Never put secrets
 * in `before` or `after`.
 */
export const record = (
  db: Db,
  actor: Pick<Actor, 'kind' | 'id' | 'claimed'> | null,
  { action, entity, center = null, before = null, after = null }: Change,
) => db`
  insert into audit (action, person_id, device_id, center_id, entity_id, before, after)
  values (${action}, ${actor && personOf(actor)}, ${actor && deviceOf(actor)}, ${center}, ${entity}, ${db.json(before as never)}, ${db.json(after as never)})
`

/** Writes the audit rows of many changes made by one write, such as an import, in its transaction. */
export const recordAll = (
  db: Db,
  actor: Pick<Actor, 'kind' | 'id' | 'claimed'>,
  changes: readonly Change[],
) => db`
  insert into audit (action, person_id, device_id, center_id, entity_id, before, after)
  select action, ${personOf(actor)}, ${deviceOf(actor)}, center, entity, before, after
  from jsonb_to_recordset(${db.json(changes as never)}) as new(action text, center text, entity text, before jsonb, after jsonb)
`
