import type { Db } from '#server/db.ts'
import { setStatementTimeout } from '#server/transaction.ts'
import { type CenterColumn, centerColumnsOf, onlyHere } from './queries.ts'

/**
 * Locks a center whose deletion has been requested. Returns no row if the center is already deleted or no
 * deletion was requested.
 */
export const lockDeleting = (db: Db, id: string) => db<{ id: string }[]>`
  select id from centers where id = ${id} and deleting_at is not null for update
`

const column = (db: Db, { table, column: name }: Pick<CenterColumn, 'table' | 'column'>) =>
  ({ table: db.unsafe(table), column: db.unsafe(`"${name}"`) }) as const

/**
 * Deletes a center with every row that belongs to it. Deletes all rows in a single statement, because foreign
 * keys are checked only at its end, so the order of tables doesn't matter. Pictures and other material are
 * kept, and count toward their authors' storage quotas instead of the center's.
 */
async function deleteRows(db: Db, id: string) {
  const all = await centerColumnsOf(db)
  for (const each of all.filter((it) => it.column === 'charged_to')) {
    const { table, column: charged } = column(db, each)
    await db`update ${table} set ${charged} = null where ${charged} = ${id}`
  }
  const parts = all
    .filter((it) => it.column !== 'charged_to')
    .map((each, at) => {
      const { table, column: center } = column(db, each)
      return db`${db.unsafe(`d${at}`)} as (delete from ${table} where ${center} = ${id})`
    })
  await db`with ${db.join(parts, ', ')} delete from centers where id = ${id}`
}

/** Tables whose rows belong to a single account, with the columns that identify it. */
const ownTables = [
  ['sessions', 'person_id'],
  ['sign_in_links', 'person_id'],
  ['sign_in_steps', 'person_id'],
  ['email_changes', 'person_id'],
  ['recovery_codes', 'person_id'],
  ['second_factors', 'person_id'],
  ['passkeys', 'person_id'],
  ['mail', 'person_id'],
  ['access_log', 'student_id'],
  ['access_log', 'person_id'],
] as const

/**
 * Deletes the rows that belong only to these accounts. Also deletes the center's audit rows, and those audit
 * rows about these accounts that belong to no center. The audit log permits this only while the center
 * exists.
 */
async function deleteAccounts(db: Db, id: string, ids: readonly string[]) {
  for (const [table, owner] of ownTables)
    await db`delete from ${db.unsafe(table)} where ${db.unsafe(owner)} = any(${[...ids]}::uuid[])`
  await db`delete from audit where center_id = ${id} or center_id is null and entity_id = any(${[...ids]})`
}

/** Deletes people. Those referenced by material or the audit log are kept as closed accounts. */
async function deletePeople(db: Db, ids: readonly string[]) {
  const whom = db`any(${[...ids]}::uuid[])`
  const references = await db<{ table: string; column: string }[]>`
    select f.conrelid::regclass::text as "table", a.attname::text as "column" from pg_constraint f
    join pg_attribute a on a.attrelid = f.conrelid and a.attnum = f.conkey[1]
    where f.contype = 'f' and f.confrelid = 'people'::regclass and array_length(f.conkey, 1) = 1`
  const named = references.map((each) => {
    const { table, column: by } = column(db, each)
    return db`and not exists (select from ${table} where ${by} = people.id)`
  })
  await db`delete from people where id = ${whom} ${db.join(named)}`
  await db`
    update people set disabled_at = coalesce(disabled_at, now()), password_hash = null, google_subject = null, email = null, user_name = null,
      version = version + 1
    where id = ${whom} and not exists (select from staff where person_id = people.id)
      and not exists (select from students where id = people.id) and not exists (select from parent_links where parent_id = people.id)`
}

/** Deletes a center, and the people who belonged only to it. Returns the number of these people. */
export async function deleteCenterRows(db: Db, id: string) {
  await setStatementTimeout(db, 900)
  // Locked, so that nobody is added to another center in the meantime.
  const people = await db<{ id: string }[]>`${onlyHere(db, id)} for update of p`
  const callers = await db<{ id: string }[]>`
    select person_id as id from staff where center_id = ${id} union select id from devices where center_id = ${id}
    union select id from students where center_id = ${id} union select parent_id from parent_links where center_id = ${id}
    union select id from people where role = 'admin'`
  await db`select set_config('privacy.deleting', 'on', true)`
  const ids = people.map((person) => person.id)
  await deleteAccounts(db, id, ids)
  await deleteRows(db, id)
  await deletePeople(db, ids)
  await db`update answered_calls set body = null where body is not null and caller = any(${callers.map((each) => each.id)})`
  return people.length
}
