import type { Db } from '#server/db.ts'
import type { Statement } from '#server/sql.ts'
import { setStatementTimeout } from '#server/transaction.ts'
import { publishEnd } from '#server/live.ts'
import type { Inventory } from '#shared/inventory.ts'
import type { RetainedRecords } from '../erasure-words.ts'
import { byCenter, centersOf, type NamedPerson, patternOf, wordsOf } from './names.ts'
import {
  emptyRecords,
  emptyWork,
  endSeats,
  type ErasedStudents,
  erasedText,
  ofStudents,
} from './student-queries.ts'
import { forgetWords, mayMention, ofCenter } from './text-queries.ts'

/** Placeholder for the name of an erased person. */
const erasedName = 'Erased'

export type ErasureKind = 'asked' | 'retention'

/** Record of an erasure: person, reason and time. */
export type Tombstone = { personId: string; kind: ErasureKind; at: string }

/** Selects everyone who was ever erased. Restoring a backup must preserve this list. */
export const tombstones = (db: Db) =>
  db<Tombstone[]>`select person_id, kind, at from erasures order by at, person_id`

type PersonToErase = NamedPerson & { id: string; group: 'students' | 'parents'; firstName: string }

/**
 * Selects the centers of a person `p`: those where they or their family are or were, where they have paid or
 * received email, and where something was recorded about them. Links of parents to children aren't enough,
 * because a parent's links to erased children no longer exist.
 */
const centersOfPerson = (db: Db) => db`
  select center_id from students where id = p.id
  union select family.center_id from parent_links own join parent_links family on family.parent_id = own.parent_id
    where own.student_id = p.id or own.parent_id = p.id
  union select center_id from family_accounts where payer_id = p.id
  union select from_center from mail where person_id = p.id
  union select center_id from audit where person_id = p.id or entity_id = p.id::text or audit_about(before, after) @> array[p.id::text]
`

/**
 * Selects and locks those of the given students and parents who still have a name, with the words that
 * identify them and with their centers. Leaves out user names without a digit, which are first names or words
 * such as `student`, and phones with only a few digits, because text about other people may contain them.
 */
const known = (db: Db, ids: readonly string[]) => db<PersonToErase[]>`
  select p.id, p."group", p.first_name,
    array_remove(array[case when p.last_name <> '' then trim(p.first_name || ' ' || p.last_name) end, p.email,
      case when p.user_name ~ '\\d' then p.user_name end], null) as words,
    array(select distinct phone from parent_links where length(phone) >= 7 and parent_id = p.id) as phones,
    array_remove(array(${centersOfPerson(db)}), null) as centers
  from people p where p.id = any(${[...ids]}::uuid[]) and p."group" in ('students', 'parents') and p.first_name <> ${erasedName}
  order by p.id for update of p
`

/** Returns the SQL condition that the account of a person `p` at some center isn't settled. */
const isOwing = (db: Db) => db`exists (select from family_accounts where payer_id = p.id and balance <> 0)`

/**
 * Selects the parents of these children who have no link to another child, not even an ended one. Links to
 * erased children no longer exist.
 */
export const parentsOnlyOf = (db: Db, ids: readonly string[]) => db<
  { id: string; name: string; owing: boolean }[]
>`
  select p.id, trim(p.first_name || ' ' || p.last_name) as name, ${isOwing(db)} as owing from people p
  where p."group" = 'parents' and exists (select from parent_links l where l.parent_id = p.id and l.student_id = any(${[...ids]}::uuid[]))
    and not exists (select from parent_links l where l.parent_id = p.id and l.student_id <> all(${[...ids]}::uuid[]))
  order by p.id
`

/** Selects the ids of everything that belongs to these students and that audit rows can refer to. */
const thingsOf = async (db: Db, erased: ErasedStudents) => {
  const condition = ofStudents(db, erased)
  const ofWork = db`(center_id, work_id) in (select center_id, id from work where ${condition})`
  const rows = await db<{ id: string }[]>`
    select id from work where ${condition} union all select id from attendances where ${condition} union all select id from places where ${condition}
    union all select id from credits where ${condition} union all select id from student_notes where ${condition}
    union all select id from student_tests where ${condition} union all select id from student_awards where ${condition}
    union all select id from breaks where (center_id, place_id) in (select center_id, id from places where ${condition})
    union all select id from answers where ${ofWork} union all select id from late_answers where ${ofWork}
  `
  return rows.map(({ id }) => id)
}

/** Selects the audit rows whose entity is, or contains, one of these ids. */
const auditRowsOf = (db: Db, things: readonly string[], where: Statement<unknown>) => db<{ id: string }[]>`
  select distinct id from audit, unnest(string_to_array(entity_id, ' ')) part where ${where} and part in (select unnest(${[...things]}::text[]))
`

/**
 * Reduces the audit rows about these people and the students' `things` to ids, days and states, and removes
 * the people from rows that only mention them.
 */
async function forgetActions(db: Db, people: readonly PersonToErase[], things: readonly string[]) {
  const ids = people.map(({ id }) => id)
  await db`select set_config('privacy.erasing', 'on', true)`
  for (const [center, here] of byCenter(people)) {
    const pattern = patternOf(wordsOf(here))
    const mentioned = [pattern, ...here.map(({ id }) => id)].join('|')
    const side = (name: 'before' | 'after', isOwn: boolean) =>
      db`${db(name)} = reworded(without_people(${db(name)}, ${ids}, ${isOwn}), ${pattern})`
    const forget = (isOwn: boolean, rows: Statement<unknown>) =>
      db`update audit set ${side('before', isOwn)}, ${side('after', isOwn)} where ${rows}`
    const where = ofCenter(db, center)
    const own = await auditRowsOf(db, [...ids, ...things], where)
    if (own.length > 0) await forget(true, db`id = any(${own.map(({ id }) => id)})`)
    if (await mayMention(db, mentioned, { table: 'audit', columns: ['before', 'after'], where }))
      await forget(false, db`${where} and concat_ws(' ', before, after) ~* ${mentioned}`)
  }
  await db`select set_config('privacy.erasing', 'off', true)`
}

/** Deletes stored responses, failed attempts and queued jobs that may be about these people. */
async function forgetCalls(db: Db, people: readonly PersonToErase[]) {
  const mentioned = [patternOf(wordsOf(people)), ...people.map(({ id }) => id)].join('|')
  await db`delete from failed_tries where subject ~* ${mentioned}`
  await db`delete from graphile_worker._private_jobs where payload::text ~* ${mentioned}`
  // Stored responses don't show which person they are about, and are only used for repeats within a day, so
  // all of them are deleted.
  await db`update answered_calls set body = null where body is not null`
}

/**
 * Deletes all dry runs of student imports at these people's centers. A file has no ids by which these people
 * could be found, and can easily be chosen again.
 */
const forgetDryRuns = (db: Db, centers: readonly string[]) => db`
  delete from runs where kind = 'students-check' and center_id = any(${[...centers]})
`

/** Deletes these people from the undo data of imports, which contains names. */
const forgetImports = (db: Db, ids: readonly string[], centers: readonly string[]) => db`
  update runs set made = made || jsonb_build_object(
    'changed', (select coalesce(jsonb_agg(each), '[]') from jsonb_array_elements(made -> 'changed') each where each ->> 'id' <> all(${[...ids]})),
    'changedLinks', (select coalesce(jsonb_agg(each), '[]') from jsonb_array_elements(made -> 'changedLinks') each
      where each ->> 'studentId' <> all(${[...ids]}) and each ->> 'parentId' <> all(${[...ids]})))
  where center_id = any(${[...centers]}) and made ? 'changed' and made::text ~ ${ids.join('|')}
`

/** Removes text from parents' payments, ledger and invoices; amounts are kept, as bookkeeping requires. */
async function forgetPayments(db: Db, ids: readonly string[], centers: readonly string[]) {
  const condition = db`center_id = any(${[...centers]}) and payer_id = any(${[...ids]}::uuid[])`
  await db`update payments set note = '', reference = case when is_from_bank_file(reference) then reference end where ${condition}`
  await db`update ledger_entries set note = '' where ${condition} and note <> ''`
  await db`update invoices set void_reason = '' where ${condition} and void_reason <> ''`
}

type ErasedPeople = { ids: readonly string[]; students: readonly string[]; names: string }

/**
 * Clears the accounts and emails of these people, deletes their sessions, and removes their names from the
 * family's other emails.
 */
async function emptyPeople(db: Db, { ids, students, names }: ErasedPeople) {
  const condition = db`person_id = any(${[...ids]}::uuid[])`
  await db`delete from passkeys where ${condition}`
  await db`delete from push_devices where ${condition}`
  await db`delete from text_numbers where ${condition}`
  await db`delete from sessions where ${condition}`
  await db`delete from sign_in_links where ${condition}`
  await db`delete from email_changes where ${condition}`
  await db`delete from unsubscriptions where ${condition}`
  await db`delete from sent_reminders where ${condition}`
  await db`delete from account_requests where ${condition} or student_id = any(${[...ids]}::uuid[])`
  await db`
    delete from trial_requests where lower(asked #>> '{parent,email}') in (select lower(email) from people where id = any(${[...ids]}::uuid[]))
  `
  await db`
    update mail set to_address = '', subject = ${erasedText}, body = ${erasedText}, error = null, state = case state when 'sent' then state else 'kept' end where ${condition}
  `
  await db`
    update mail set subject = reworded(subject, ${names}), body = reworded(body, ${names})
    where person_id in (select parent_id from parent_links where student_id = any(${[...students]}::uuid[]))
  `
  await db`delete from parent_links where student_id = any(${[...ids]}::uuid[]) or parent_id = any(${[...ids]}::uuid[])`
  await db`
    update people set first_name = ${erasedName}, last_name = '', avatar = 'dog', language = null, email = null, user_name = null, password_hash = null,
      google_subject = null, disabled_at = coalesce(disabled_at, now()), calendar_version = calendar_version + 1, version = version + 1
    where id = any(${[...ids]}::uuid[])
  `
  for (const id of ids) publishEnd(db, { person: id })
}

/** Maximum number of people to erase together, because all their names become one pattern. */
export const maxTogether = 50

/**
 * Erases these students and parents, and the students' parents who have no link to another child, not even an
 * ended one. Keeps only anonymous records. Doesn't search the text of centers where these people never were
 * (see `forgetWords`). Safe to repeat. Returns the ids of the people erased now, without those erased before.
 */
export async function erase(
  db: Db,
  { ids, kind }: { ids: readonly string[]; kind: ErasureKind },
  inventory: Inventory,
) {
  await setStatementTimeout(db, 120)
  const parents = await parentsOnlyOf(db, ids)
  const people = await known(db, [...ids, ...parents.map(({ id }) => id)])
  if (people.length === 0) return []
  const all = people.map(({ id }) => id)
  const students = people.filter(({ group }) => group === 'students').map(({ id }) => id)
  const centers = centersOf(people)
  const erased = { students, centers }
  const names = patternOf([...wordsOf(people), ...people.map(({ firstName }) => firstName)])
  const things = await thingsOf(db, erased)
  await db`
    insert into erasures (person_id, kind) select id, ${kind} from unnest(${all}::uuid[]) id on conflict do nothing
  `
  await endSeats(db, students)
  await emptyWork(db, erased, names)
  await emptyRecords(db, erased, inventory)
  await forgetDryRuns(db, centers)
  await emptyPeople(db, { ids: all, students, names })
  await forgetPayments(db, all, centers)
  await forgetImports(db, all, centers)
  await forgetActions(db, people, things)
  await forgetWords(db, people, inventory)
  await forgetCalls(db, people)
  return all
}

/**
 * Repeats all recorded erasures in a restored backup: its own, and the given ones, which may be newer. Call
 * this in the transaction that restores the backup. Returns the ids of the people erased now.
 */
export async function eraseAgain(db: Db, elsewhere: readonly Tombstone[], inventory: Inventory) {
  await db`
    insert into erasures (person_id, kind, at) select "personId", kind, at
    from jsonb_to_recordset(${db.json([...elsewhere])}) as t("personId" uuid, kind text, at timestamptz) on conflict do nothing
  `
  const ids = (await tombstones(db)).map(({ personId }) => personId)
  const erased: string[] = []
  for (let from = 0; from < ids.length; from += maxTogether)
    erased.push(...(await erase(db, { ids: ids.slice(from, from + maxTogether), kind: 'asked' }, inventory)))
  return erased
}

export type ErasablePerson = {
  id: string
  group: 'students' | 'parents'
  name: string
  owing: boolean
  children: string[]
}

/**
 * Selects a student or a parent who can be erased, with the names of a parent's children; `lock` locks the
 * person.
 */
export const erasable = (db: Db, id: string, { lock = false } = {}) => db<ErasablePerson[]>`
  select p.id, p."group", trim(p.first_name || ' ' || p.last_name) as name, ${isOwing(db)} as owing, array(
    select distinct trim(c.first_name || ' ' || c.last_name) from parent_links l join people c on c.id = l.student_id
    where l.parent_id = p.id and l.ended_at is null) as children
  from people p where p.id = ${id} and p."group" in ('students', 'parents') and p.first_name <> ${erasedName} ${lock ? db`for update of p` : db``}
`

/** Counts the records about a person that an erasure deletes, and those that it keeps without the name. */
export const countsOf = (db: Db, id: string) => {
  const of = db`center_id in (select center_id from students where id = ${id}) and student_id = ${id}`
  return db<RetainedRecords[]>`
  select (select count(*)::int from student_notes where ${of}) as notes,
    (select count(*)::int from student_tests where ${of}) as tests,
    (select count(*)::int from student_awards where ${of}) as awards,
    (select count(*)::int from answers where (center_id, work_id) in (select center_id, id from work where ${of})) as answers,
    (select count(*)::int from mail where person_id = ${id}) as mails,
    (select count(*)::int from sessions where person_id = ${id}) as sessions,
    (select count(*)::int from audit where entity_id = ${id} or audit_about(before, after) @> array[${id}::text]) as actions,
    (select count(*)::int from attendances where ${of}) as marks,
    (select count(*)::int from work where ${of}) as work,
    (select count(*)::int from places where ${of}) as places,
    (select count(*)::int from credits where ${of}) as credits,
    (select count(*)::int from places p join centers c on c.id = p.center_id
      where ${of} and p.during && daterange((now() at time zone c.time_zone)::date + 1, null)) as coming
`
}
