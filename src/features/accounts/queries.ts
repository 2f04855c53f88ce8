import type { Db } from '#server/db.ts'
import type { Group, Role } from './rules.ts'

/** Someone with a name. Who signs in has a role or a group and an e-mail or user name; a teacher may have neither. */
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
}

export const putPerson = (db: Db, person: NewPerson) => db`
  insert into people (id, role, "group", first_name, last_name, avatar, email, user_name, password_hash)
  values (${person.id}, ${person.role}, ${person.group}, ${person.firstName}, ${person.lastName}, ${person.avatar}, ${person.email},
    ${person.userName}, ${person.passwordHash})
`
