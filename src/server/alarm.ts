import { v7 as newId } from 'uuid'
import type { Db } from './db.ts'

/**
 * Puts a trouble of the product itself before the admin, under Operation, until somebody has seen it. The same kind again only counts on and says its
 * newest text, a sentence.
 */
export const raiseAlarm = (db: Db, kind: string, text: string) => db`
  insert into alarms (id, kind, text) values (${newId()}, ${kind}, ${text})
  on conflict (kind) where seen_at is null do update set times = alarms.times + 1, last_at = now(), text = excluded.text
`
