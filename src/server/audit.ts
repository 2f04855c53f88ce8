import { deviceOf, personOf, tokenIdOf, type Actor } from './gate.ts'
import type { Db } from './db.ts'
import { type CommitInsert, insertAtCommit } from './transaction.ts'
import type { AuditAction } from '#shared/audit-actions.ts'
import type { Day } from '#shared/days.ts'

/** A change as recorded in the audit trail. */
export type Change = {
  action: AuditAction
  /** The changed record's id, or its name from `entityOf`. */
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

type Author = Pick<Actor, 'kind' | 'id' | 'claimed'> | null

const rows: CommitInsert<
  Required<Change> & { person: string | null; device: string | null; token: string | null }
> = {
  insert: (db, all) => db`
    insert into audit (action, person_id, device_id, token_id, center_id, entity_id, before, after)
    select action, person, device, token, center, entity, before, after
    from jsonb_to_recordset(${db.json(all as never)}) as new(action text, person uuid, device uuid, token uuid, center text, entity text, before jsonb, after jsonb)
  `,
}

/**
 * Writes the audit row of a change. Call it at the end of the change's own transaction (product §1, History).
 * Never put secrets in `before` or `after`.
 */
export const record = (
  db: Db,
  actor: Author,
  { action, entity, center = null, before = null, after = null }: Change,
) =>
  insertAtCommit(db, rows, {
    action,
    entity,
    center,
    before,
    after,
    person: actor && personOf(actor),
    device: actor && deviceOf(actor),
    token: actor && tokenIdOf(actor),
  })

/** Writes the audit rows of a write that makes many changes, such as an import. */
export const recordAll = (db: Db, actor: Author, changes: readonly Change[]) =>
  changes.forEach((change) => record(db, actor, change))
