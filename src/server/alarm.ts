import { v7 as newId } from 'uuid'
import type { Db } from './db.ts'

/**
 * Shows the admins a problem with the product, under System, until someone marks it as seen. If the same kind
 * is raised again before that, its count goes up and the new text (a sentence) replaces the old one.
 */
export const raiseAlarm = (db: Db, kind: string, text: string) => db`
  insert into alarms (id, kind, text) values (${newId()}, ${kind}, ${text})
  on conflict (kind) where seen_at is null do update set times = alarms.times + 1, last_at = now(), text = excluded.text
`
