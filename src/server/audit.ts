import { deviceOf, personOf, tokenIdOf, type Actor } from './gate.ts'
import type { Db } from './db.ts'
import { type CommitInsert, insertAtCommit } from './transaction.ts'
import type { AuditAction } from '#shared/audit-actions.ts'
import type { Day } from '#shared/days.ts'
import { webhookChangesOf } from '#shared/webhook-events.ts'

/** A change as recorded in the audit trail. */
export type Change = {
  action: AuditAction
  /** The changed record's id or, if it has none, its name from `entityOf`. */
  entity: string
  center?: string | null
  before?: unknown
  after?: unknown
}

type ChapterKey = { levelId: string; chapterNum: number }

/** Names that the audit log uses for records without an id. */
export const entityOf = {
  /** A day of a class or a center. */
  day: (id: string, on: Day) => `${id} ${on}`,
  chapter: ({ levelId, chapterNum }: ChapterKey) => `${levelId}/${chapterNum}`,
  chapterTest: ({ levelId, chapterNum }: ChapterKey) => `${levelId}/${chapterNum}/test`,
}

type Author = Pick<Actor, 'kind' | 'id' | 'claimed'> | null

type Row = Required<Change> & { person: string | null; device: string | null; token: string | null }

const putRows = (db: Db, all: readonly Row[]) => db`
  insert into audit (action, person_id, device_id, token_id, center_id, entity_id, before, after)
  select action, person, device, token, center, entity, before, after
  from jsonb_to_recordset(${db.json(all as never)}) as new(action text, person uuid, device uuid, token uuid, center text, entity text, before jsonb, after jsonb)
`

/** Returns the webhook events for the changes, with their centers. Changes without a center have none. */
const eventsOf = (all: readonly Row[]) =>
  all.flatMap((row) =>
    row.center === null ? [] : webhookChangesOf(row).map((event) => ({ ...event, center: row.center })),
  )

const rows: CommitInsert<Row> = {
  insert: (db, all) => {
    const events = eventsOf(all)
    if (events.length === 0) return putRows(db, all)
    return db`
      with put as (${putRows(db, all)})
      insert into webhook_deliveries (center_id, webhook_id, event, data)
      select w.center_id, w.id, told.event, told.data
      from jsonb_to_recordset(${db.json(events)}) as told(center text, event text, data jsonb)
      join webhooks w on w.center_id = told.center and w.enabled and told.event = any(w.events)
    `
  },
}

/**
 * Queues the audit row of a change, and its webhook deliveries, to be written when the change's own
 * transaction commits (product §1, History). Never put secrets in `before` or `after`.
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

/** Calls `record` for each change of a write that makes many changes, such as an import. */
export const recordAll = (db: Db, actor: Author, changes: readonly Change[]) =>
  changes.forEach((change) => record(db, actor, change))
