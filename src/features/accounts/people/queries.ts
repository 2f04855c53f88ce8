import type { Db } from '#server/db.ts'
import type { CenterId } from '#server/gate.ts'
import { pageOf } from '#server/page.ts'
import type { Group, Role } from '../rules.ts'

export type PersonRow = {
  id: string
  role: Role | null
  group: Exclude<Group, 'devices'> | null
  firstName: string
  lastName: string
  email: string | null
  userName: string | null
  centers: string[]
  invited: boolean
  disabled: boolean
}

const page = 50

type LastRow = Pick<PersonRow, 'lastName' | 'id'>

/**
 * Selects a page of accounts by last name, and the account after which the next page continues. The search
 * matches any part of a name, email or user name literally.
 */
export async function accountsPage(db: Db, { search, after }: { search: string; after: LastRow | null }) {
  const found = await db<PersonRow[]>`
    select p.id, p.role, p."group", p.first_name, p.last_name, p.email, p.user_name,
      array(select center_id from staff where person_id = p.id and duty = 'office' and active
        union select center_id from students where id = p.id order by 1) as centers,
      not p.in_use as invited, p.disabled_at is not null as disabled
    from people p
    where (p.role is not null or p."group" is not null)
      and (${search} = '' or position(lower(${search}) in lower(p.first_name || ' ' || p.last_name || ' ' || coalesce(p.email, '') || ' ' || coalesce(p.user_name, ''))) > 0)
      and (${after === null} or (p.last_name, p.id) > (${after?.lastName ?? ''}, ${after?.id ?? null}::uuid))
    order by p.last_name, p.id limit ${page + 1}
  `
  const { rows, last } = pageOf(found, page)
  return { rows, after: last }
}

export type StaffRow = Omit<PersonRow, 'group' | 'centers'> & {
  waiting: boolean
  duties: ('office' | 'teacher' | 'assistant')[]
  type: 'permanent' | 'substitute'
  version: number
}

/** Selects the staff of a center with their duties. With `id`, selects only that person. */
export const staffOf = (db: Db, center: CenterId, { id = null }: { id?: string | null } = {}) => db<
  StaffRow[]
>`
  select p.id, p.role, p.first_name, p.last_name, p.email, p.user_name, not p.in_use and p.role is not null as invited,
    p.disabled_at is not null as disabled, array_agg(s.duty order by s.duty) as duties, max(s.type) as type,
    false as waiting, (p.version + sum(s.version))::int as version
  from staff s join people p on p.id = s.person_id
  where s.center_id = ${center} and s.active and (${id}::uuid is null or p.id = ${id})
  group by p.id order by p.last_name, p.first_name
`

const known = (db: Db) => db`
  p.id, p.role, p."group", p.first_name, p.email, p.user_name, p.disabled_at is not null as disabled,
  not p.in_use as invited`

type AccountKeys = {
  id: string
  role: Role | null
  group: string | null
  firstName: string
  email: string | null
  userName: string | null
  disabled: boolean
  /** True until the account has a password or is bound to a Google or provider account. */
  invited: boolean
}

/** Selects the owner of an email address, and locks them for a change. */
export const lockByEmail = (db: Db, email: string) => db<AccountKeys[]>`
  select ${known(db)} from people p where lower(p.email) = lower(${email}) for no key update
`

/** Gives the operator role to a person who has neither a role nor a group. */
export const makeOperator = (db: Db, id: string) => db`
  update people set role = 'operator', version = version + 1 where id = ${id} and role is null and "group" is null
`

/** Selects a person with a duty at the center, and locks them for a change. */
export const lockMember = (
  db: Db,
  center: CenterId,
  { personId, duty }: { personId: string; duty: string },
) => db<AccountKeys[]>`
  select ${known(db)} from people p join staff s on s.person_id = p.id
  where s.center_id = ${center} and p.id = ${personId} and s.duty = ${duty} and s.active for no key update
`

/**
 * Selects a teacher or assistant of the center. Locks the person and their teaching and assistant duties for
 * a change.
 */
export const lockTeacher = (db: Db, center: CenterId, personId: string) => db<
  { id: string; hasAccount: boolean }[]
>`
  select p.id, p.role is not null or p."group" is not null as has_account from people p join staff s on s.person_id = p.id
  where s.center_id = ${center} and p.id = ${personId} and s.duty <> 'office' and s.active for no key update
`

/** Changes the names of a person without an account. */
export const renamePerson = (
  db: Db,
  { id, firstName, lastName }: { id: string; firstName: string; lastName: string },
) => db`
  update people set first_name = ${firstName}, last_name = ${lastName}, version = version + 1
  where id = ${id} and role is null and "group" is null and (first_name, last_name) <> (${firstName}, ${lastName})
`

/** Changes the type of a teacher or assistant at the center: permanent or substitute. */
export const changeType = (
  db: Db,
  center: CenterId,
  { personId, type }: { personId: string; type: StaffRow['type'] },
) => db`
  update staff set type = ${type}, version = version + 1
  where center_id = ${center} and person_id = ${personId} and duty <> 'office' and active
`

export const endDuty = (
  db: Db,
  center: CenterId,
  { personId, duty }: { personId: string; duty: string },
) => db`
  update staff set active = false where center_id = ${center} and person_id = ${personId} and duty = ${duty}
`

/** Selects an account by its id, and locks it for a change. */
export const lockAccount = (db: Db, id: string) => db<AccountKeys[]>`
  select ${known(db)} from people p where p.id = ${id} and (p.role is not null or p."group" is not null) for no key update
`

/** Selects a student of the center as an account, and locks it for a change. */
export const studentAccount = (db: Db, center: CenterId, id: string) => db<AccountKeys[]>`
  select ${known(db)} from students s join people p on p.id = s.id where s.center_id = ${center} and s.id = ${id}
  for no key update of p
`

/**
 * Selects a parent who is currently linked to a student of the center, and locks the account for a change.
 */
export const parentAccount = (db: Db, center: CenterId, id: string) => db<AccountKeys[]>`
  select ${known(db)} from people p where p.id = ${id} and exists (
    select 1 from parent_links l where l.parent_id = p.id and l.center_id = ${center} and l.ended_at is null)
  for no key update
`

/**
 * True if a person is a student of the center or a parent of one. The center's office may then know that the
 * person has an account.
 */
export const isFamilyOf = async (db: Db, center: CenterId, id: string) => {
  const rows = await db`
    select 1 from students where center_id = ${center} and id = ${id}
    union all select 1 from parent_links where center_id = ${center} and parent_id = ${id} and ended_at is null limit 1
  `
  return rows.length > 0
}

/** Selects a student's current parents who have an email address and whose account isn't closed. */
export const parentsToNotify = (db: Db, studentId: string) => db<
  { id: string; firstName: string; email: string }[]
>`
  select distinct p.id, p.first_name, p.email from parent_links l join people p on p.id = l.parent_id
  where l.student_id = ${studentId} and l.ended_at is null and p.email is not null and p.disabled_at is null order by p.id
`

/** Locks user names until the transaction ends, so that two calls don't assign the same one. */
export const lockUserNames = (db: Db) => db`select pg_advisory_xact_lock(7203116)`

/** Gives a person a free user name: `wish`, followed by a number if it is taken. */
export const giveUserName = (db: Db, { id, wish }: { id: string; wish: string }) => db<
  { userName: string }[]
>`
  update people set user_name = (
    select candidate from (
      select ${wish} || case when n = 1 then '' else n::text end as candidate, n from generate_series(1, 10000) n) names
    where not exists (select 1 from people where lower(user_name) = lower(candidate)) order by n limit 1)
  where id = ${id} returning user_name
`

/**
 * Serializes calls that close accounts, so that two admins can't close each other's accounts at the same
 * time.
 */
export const lockAdmins = (db: Db) => db`
  select id from people where role = 'admin' and disabled_at is null order by id for no key update
`

/**
 * Closes or opens an account, but never closes the last open admin account. Returns true if it changed the
 * account.
 */
export const setDisabled = async (db: Db, { id, disabled }: { id: string; disabled: boolean }) => {
  const rows = await db`
    update people set disabled_at = case when ${disabled} then now() end, version = version + 1
    where id = ${id} and (not ${disabled} or role is distinct from 'admin'
      or exists (select 1 from people other where other.role = 'admin' and other.disabled_at is null and other.id <> ${id}))
    returning id
  `
  return rows.length > 0
}
