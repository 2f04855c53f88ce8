import type { CenterId } from '#server/gate.ts'
import type { Day } from '#shared/days.ts'
import { rostered } from '#features/centers/roster-queries.ts'
import type { Db } from '#server/db.ts'
import type { Language } from '#shared/language.ts'
import { isDemoAccount } from '#server/demo.ts'
import { manageable } from './management-queries.ts'
import type { Avatar, Group, Role } from './rules.ts'

/**
 * A person to create. Anyone who signs in has a role or a group, and an email or user name. A teacher may
 * have none of these.
 */
export type NewPerson = {
  id: string
  role: Role | null
  group: Exclude<Group, 'devices'> | null
  firstName: string
  lastName: string
  avatar: string
  email: string | null
  userName: string | null
  passwordHash: string | null
  language?: Language | undefined
}

/** Creates a person. Omits a missing role, password or language, so that the column's default applies. */
export const putPerson = (db: Db, person: NewPerson) => db`
  insert into people ${db({
    id: person.id,
    group: person.group,
    first_name: person.firstName,
    last_name: person.lastName,
    avatar: person.avatar,
    email: person.email,
    user_name: person.userName,
    ...(person.role && { role: person.role }),
    ...(person.language && { language: person.language }),
    ...(person.passwordHash && { password_hash: person.passwordHash }),
  })}
`

export type Account = {
  id: string
  role: Role | null
  group: Exclude<Group, 'devices'> | null
  passwordHash: string | null
  /** True for an account of the demo, which can't sign in elsewhere. */
  demo: boolean
}

/** Selects the open account with this email or user name. */
export const accountByName = (db: Db, name: string) => db<Account[]>`
  select id, role, "group", password_hash, ${isDemoAccount(db)} as demo from people p
  where (lower(email) = lower(${name}) or lower(user_name) = lower(${name})) and disabled_at is null and (role is not null or "group" is not null)
`

/**
 * Locks an account while its session starts. Returns no row if it was closed, or its password changed, since
 * its owner was verified.
 */
export const holdAccount = (db: Db, { id, passwordHash }: Pick<Account, 'id' | 'passwordHash'>) => db`
  select 1 from people where id = ${id} and disabled_at is null and password_hash is not distinct from ${passwordHash} for share
`

export type UserRow = {
  id: string
  role: Role | null
  group: Exclude<Group, 'devices'> | null
  firstName: string
  lastName: string
  avatar: Avatar
  language: Language | null
  email: string | null
  userName: string | null
  centers: string[]
  version: number
}

const centersOf = (db: Db) => db`
  case when p."group" = 'students' then array(select center_id from students where id = p.id and not is_archived(center_id) order by center_id)
    when p.role is not null then array(select center_id from staff where person_id = p.id and duty = 'office' and active and not is_archived(center_id) order by center_id)
    else '{}' end`

/** Selects a person as shown on their own profile. `lock` locks the row for a change. */
export const userRow = (db: Db, id: string, { lock = false } = {}) => db<UserRow[]>`
  select p.id, p.role, p."group", p.first_name, p.last_name, p.avatar, p.language, p.email, p.user_name, p.version, ${centersOf(db)} as centers
  from people p where p.id = ${id} and (p.role is not null or p."group" is not null)
  ${lock ? db`for no key update of p` : db``}
`

/**
 * Selects the person with this id, if the caller may read the account according to the table in
 * shared/account-permissions.ts. Of the person's centers, returns only those that the caller can access. Run
 * it with `withAllCenters`.
 */
export const userRowFor = (db: Db, caller: Parameters<typeof manageable>[2], id: string) => db<UserRow[]>`
  select p.id, p.role, p."group", p.first_name, p.last_name, p.avatar, p.language, p.email, p.user_name, p.version,
    array(select each from unnest(${centersOf(db)}) each where each = any(${[...caller.centers]})) as centers
  from people p where p.id = ${id} and (p.role is not null or p."group" is not null) and ${manageable(db, 'read', caller)}
`

export const deviceRow = (db: Db, { centerId, id }: { centerId: string; id: string }) => db<
  { name: string; version: number }[]
>`
  select name, version from devices where center_id = ${centerId} and id = ${id}
`

type ChangedProfile = {
  id: string
  firstName: string
  lastName: string
  avatar: Avatar
  email: string | null
}

/** Changes a profile. Returns no row if it was changed in the meantime. */
export const changeUser = (
  db: Db,
  { id, firstName, lastName, avatar, email }: ChangedProfile,
  ifMatch: number | null,
) => db`
  update people set first_name = ${firstName}, last_name = ${lastName}, avatar = ${avatar}, email = ${email}, version = version + 1
  where id = ${id} and version = coalesce(${ifMatch}::int, version) returning id
`

/** Sets the language of a person's pages and messages. */
export const changeLanguage = (db: Db, id: string, language: Language | null) => db`
  update people set language = ${language}, version = version + 1 where id = ${id}
`

/** Selects the first name and picture of a student on a center's rosters for a day. */
export const faceOnRoster = (db: Db, center: CenterId, { id, on }: { id: string; on: Day }) => db<
  Pick<UserRow, 'firstName' | 'avatar'>[]
>`
  select p.first_name, p.avatar from people p
  where p.id = ${id} and exists (select from ${rostered(db, on)} where pl.center_id = ${center} and pl.student_id = p.id)
`
