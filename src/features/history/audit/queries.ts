import { classWords, tokenName } from '../queries.ts'
import type { Db } from '#server/db.ts'
import { pageOf } from '#server/page.ts'
import type { Day } from '#shared/days.ts'
import type { Action } from '../rules.ts'

type AuditQuery = {
  by: string
  of: string
  area?: string | undefined
  on?: Day | undefined
  center?: string | undefined
}

export type AuditRow = Action & { id: string; at: string; by: string; device: string; center: string }

/** SQL for people whose names contain all of these words. */
const called = (db: Db, words: string) => db`
  select p.id from people p where (select bool_and(strpos(p.name_key, word) > 0) from regexp_split_to_table(fold(${words}), ' ') word)`

const page = 50

/**
 * Returns a page of the audit log, newest first. For rows from a device, the author is the person who was
 * using the device, if known.
 */
export async function auditPage(db: Db, { by, of, area, on, center }: AuditQuery, after: string | null) {
  const whom = db`a.person_id in (${called(db, by)}) or a.device_id in (select id from devices where strpos(fold(name), fold(${by})) > 0)
    or a.token_id in (select id from access_tokens where strpos(fold(name), fold(${by})) > 0)`
  const named = db`array(select id::text from (${called(db, of)} limit 200) found)`
  const which = db`a.entity_id = ${of} or a.entity_id = any(${named}) or audit_about(a.before, a.after) && (${named} || ${of}::text)`
  const zone = db`coalesce((select time_zone from centers where id = ${center ?? null}), 'UTC')`
  const found = await db<AuditRow[]>`
    select a.id::text, a.at, a.action, a.entity_id as entity, a.before, a.after, coalesce(a.center_id, '') as center,
      coalesce(${tokenName(db)}, trim(p.first_name || ' ' || p.last_name), '') as by, coalesce(d.name, '') as device
    from audit a
    left join devices d on d.id = a.device_id
    left join access_tokens t on t.center_id = a.center_id and t.id = a.token_id
    left join people p on p.id = coalesce(a.person_id, (
      select b.entity_id::uuid from audit b where b.device_id = a.device_id and b.action = 'classroom.begin' and b.id <= a.id order by b.id desc limit 1))
    where (${after}::bigint is null or a.id < ${after}::bigint) and (${center ?? null}::text is null or a.center_id = ${center ?? null})
      and (${area ?? null}::text is null or a.action like ${`${area ?? ''}.%`})
      ${by === '' ? db`` : db`and (${whom})`} ${of === '' ? db`` : db`and (${which})`}
      ${on === undefined ? db`` : db`and a.at >= ${on}::date::timestamp at time zone ${zone} and a.at < (${on}::date + 1)::timestamp at time zone ${zone}`}
    order by a.id desc limit ${page + 1}
  `
  const { rows, last } = pageOf(found, page)
  return { rows, after: last?.id ?? null }
}

/** Selects the names of the people, classes and work with these ids, whichever center they belong to. */
export const allNamesOf = (db: Db, ids: readonly string[]) => db<{ id: string; name: string }[]>`
  with asked as (select id::uuid from unnest(${[...ids]}::text[]) id)
  select c.id, ${classWords(db)} as name from asked join classes c on c.id = asked.id
  union all select w.id, w.kind || ' “' || w.name || '”' from asked join work w on w.id = asked.id
  union all select p.id, trim(p.first_name || ' ' || p.last_name) from asked join people p on p.id = asked.id
`
