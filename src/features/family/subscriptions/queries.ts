import type { Db } from '#server/db.ts'
import type { AutomaticKind, MailKind } from './kinds.ts'

/** Selects the centers at which a parent is or was linked to a child. */
export const centersOfParent = (db: Db, personId: string) => db<{ id: string }[]>`
  select distinct center_id as id from parent_links where parent_id = ${personId}
`

/**
 * Selects the centers that a parent's children attend, by name, leaving out archived ones. Each has the kinds
 * of email that the parent doesn't want, and the kinds that the center sends automatically.
 */
export const refusedKinds = (db: Db, personId: string) => db<
  { center: string; kinds: MailKind[]; sends: AutomaticKind[] }[]
>`
  select l.center_id as center, array(
    select u.kind from unsubscriptions u where u.center_id = l.center_id and u.person_id = ${personId} order by u.kind) as kinds, array(
    select r.kind from reminders r where r.center_id = l.center_id and r.on_since is not null) as sends
  from parent_links l where l.parent_id = ${personId} and l.ended_at is null and not is_archived(l.center_id)
  group by l.center_id order by l.center_id
`

type Choice = { center: string; personId: string; kind: MailKind }

/** True unless a person has unsubscribed from this kind of email from a center. */
export const wanted = async (db: Db, { center, personId, kind }: Choice) => {
  const rows = await db`
    select 1 from unsubscriptions where center_id = ${center} and person_id = ${personId} and kind = ${kind}`
  return rows.length === 0
}

/** Unsubscribes from a kind of email. Returns no row if the person had already unsubscribed. */
export const putUnsubscription = (db: Db, { center, personId, kind }: Choice) => db`
  insert into unsubscriptions (center_id, person_id, kind) values (${center}, ${personId}, ${kind})
  on conflict do nothing returning kind
`

/** Subscribes to a kind of email again. Returns no row if the person hadn't unsubscribed. */
export const dropUnsubscription = (db: Db, { center, personId, kind }: Choice) => db`
  delete from unsubscriptions where center_id = ${center} and person_id = ${personId} and kind = ${kind} returning kind
`
