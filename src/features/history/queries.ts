import { entityOf } from '#server/audit.ts'
import type { Db } from '#server/db.ts'
import { type Actor, type CenterId, personOf } from '#server/gate.ts'
import { pageOf } from '#server/page.ts'
import type { Day } from '#shared/days.ts'
import type { Language } from '#shared/language.ts'
import type { Action } from './rules.ts'

/** Selects a row if the center has or had a student, class, staff member or parent with this id. */
export const isOfCenter = (db: Db, center: CenterId, id: string) => db`
  select 1 where exists (select from students where center_id = ${center} and id = ${id})
    or exists (select from classes where center_id = ${center} and id = ${id})
    or exists (select from staff where center_id = ${center} and person_id = ${id})
    or exists (select from parent_links where center_id = ${center} and parent_id = ${id})
`

/** Returns the language that the caller has chosen, or English. */
export async function languageOf(db: Db, actor: Actor): Promise<Language> {
  const [person] = await db<{ language: Language | null }[]>`
    select language from people where id = ${personOf(actor)}
  `
  return person?.language ?? 'en'
}

export type ActionRow = Action & { id: string; at: string; by: string | null }

/** Subject of a history: the center's settings, a record, or a day of a class. */
export type HistorySubject = { of: null } | { of: string; on: Day | null }

/** Actions on a person's own account that are visible to the office although they belong to no center. */
const own = ['accounts.change', 'accounts.confirmEmail', 'accounts.close', 'family.change']

/**
 * Returns SQL conditions for the audit rows of a subject. `by` finds candidates with an index, and `only`
 * narrows them down.
 */
function ways(db: Db, center: CenterId, subject: HistorySubject) {
  // The ids of closed days start with the center's id, so the prefix range finds them too.
  if (subject.of === null)
    return {
      by: db`a.entity_id = ${center} or (a.entity_id > ${`${center} 1`} and a.entity_id < ${`${center} 3`})`,
      only: db`a.action like 'centers.%'`,
    }
  const { of, on } = subject
  const about = db`audit_about(a.before, a.after) @> array[${of}::text]`
  if (on === null) return { by: db`a.entity_id = ${of} or ${about}`, only: db`true` }
  const day = entityOf.day(center, on)
  const ofDay = entityOf.day(of, on)
  const ofClass = db.json([{ classId: of }])
  return {
    by: db`a.entity_id = any(${[ofDay, day]}) or ${about}`,
    only: db`(a.entity_id = ${ofDay}
      or (a.entity_id = ${day} and (a.action in ('centers.close', 'centers.reopen') or a.before -> 'classes' @> ${ofClass} or a.after -> 'classes' @> ${ofClass}))
      or (a.action like 'attendance.%' and coalesce(a.after ->> 'on', a.before ->> 'on') = ${on}))`,
  }
}

/** SQL for the author of an action that was done with an access token `t`. */
export const tokenName = (db: Db) => db`'Access token “' || t.name || '”'`

const page = 30

/**
 * Returns a page of actions on a record, newest first, with the people who did them, and the id after which
 * the next page continues. Finds all of the record's rows first: for a record with little history, scanning
 * backward from the newest row would read the center's whole log.
 */
export async function actionsOf(
  db: Db,
  center: CenterId,
  { subject, after }: { subject: HistorySubject; after: string | null },
) {
  const { by, only } = ways(db, center, subject)
  const found = await db<ActionRow[]>`
    with found as materialized (select * from audit a where ${by})
    select a.id::text, a.at, a.action, a.entity_id as entity, a.before, a.after,
      coalesce(${tokenName(db)}, nullif(concat_ws(' on ', nullif(trim(p.first_name || ' ' || p.last_name), ''), d.name), '')) as by
    from found a
    left join people p on p.id = a.person_id
    left join devices d on d.center_id = a.center_id and d.id = a.device_id
    left join access_tokens t on t.center_id = a.center_id and t.id = a.token_id
    where (a.center_id = ${center} or (a.center_id is null and a.entity_id = ${subject.of} and a.action = any(${own}))) and ${only}
      and (${after}::bigint is null or a.id < ${after}::bigint)
    order by a.id desc limit ${page + 1}
  `
  const { rows, last } = pageOf(found, page)
  return { rows, after: last?.id ?? null }
}

/** Selects the names of these people, classes and work of the center. */
export const namesOf = (db: Db, center: CenterId, ids: readonly string[]) => db<
  { id: string; name: string }[]
>`
  with asked as (select id::uuid from unnest(${[...ids]}::text[]) id)
  select c.id, ${classWords(db)} as name from asked join classes c on c.center_id = ${center} and c.id = asked.id
  union all select w.id, w.kind || ' “' || w.name || '”' from asked join work w on w.center_id = ${center} and w.id = asked.id
  union all select p.id, trim(p.first_name || ' ' || p.last_name) from asked join people p on p.id = asked.id
  where exists (select from students s where s.center_id = ${center} and s.id = p.id)
    or exists (select from staff s where s.center_id = ${center} and s.person_id = p.id)
    or exists (select from parent_links l where l.center_id = ${center} and l.parent_id = p.id)
`

/**
 * SQL for the name of a class `c`. If another class of the center has the same name, adds the weekday and
 * time of class `c` on a given day: `Math Club (Thu 4:30 PM)`. With `dated`, the name appears next to a date,
 * so the weekday and time are added only if the other class meets on the same weekday.
 */
export function classWords(db: Db, { on = db`current_date`, dated = false } = {}) {
  const meets = db`and exists (
    select from class_terms its where its.center_id = twin.center_id and its.class_id = twin.id and its.during @> ${on} and its.day = term.day)`
  return db`c.name || coalesce((
    select ' (' || (array['Sun', 'Mon', 'Tue', 'Wed', 'Thu', 'Fri', 'Sat'])[term.day + 1] || to_char(term.time, ' FMHH12:MI AM)') from class_terms term
    where term.center_id = c.center_id and term.class_id = c.id and exists (
      select from classes twin where twin.center_id = c.center_id and twin.name = c.name and twin.id <> c.id ${dated ? meets : db``})
    order by term.during @> ${on} desc, lower(term.during) desc limit 1), '')`
}
