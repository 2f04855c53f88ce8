import { manageable } from '#features/accounts/management-queries.ts'
import { fieldsOf } from '../queries.ts'
import { rowOf } from '#server/columns.ts'
import type { Db } from '#server/db.ts'
import type { CenterId } from '#server/gate.ts'
import type { Run } from '#server/runs.ts'
import type { Import } from './api.ts'
import { type FileField, fileFields, personColumns } from '../fields.ts'
import type { LinkValues } from '../parents/fields.ts'
import { brokeOff, isLate } from './checking/queries.ts'
import type { Field } from './columns.ts'
import type { Account, Choice, CurrentValues } from './plan.ts'

/** Returns the scope of an import: its center only, regardless of who started it. */
const importer = (center: CenterId) => ({ kind: 'operator' as const, centers: [center] })

/**
 * Returns the owners of these email addresses. Run it with `withAllCenters`, because other centers affect who
 * must be asked for consent.
 */
export const accountsByEmail = (db: Db, center: CenterId, emails: readonly string[]) => db<Account[]>`
  select p.id, lower(p.email) as contact, p."group", ${manageable(db, 'link', importer(center))} as linkable,
    exists (select from staff s where s.center_id = ${center} and s.person_id = p.id and s.active)
      or exists (select from students s where s.center_id = ${center} and s.id = p.id)
      or exists (select from parent_links l where l.center_id = ${center} and l.parent_id = p.id and l.ended_at is null) as is_known
  from people p where lower(p.email) = any(${[...emails]}::text[])
`

/** Returns the parents of the center who have one of these phones and no email address. */
export const parentsByPhone = (db: Db, center: CenterId, phones: readonly string[]) => db<
  { id: string; firstName: string; lastName: string; phone: string }[]
>`
  select distinct p.id, p.first_name, p.last_name, l.phone from parent_links l join people p on p.id = l.parent_id
  where l.center_id = ${center} and l.phone = any(${[...phones]}::text[]) and l.ended_at is null and p.email is null
  order by p.id desc
`

/** Locks students of the center for a change, in order of id. Read them afterward in a separate statement. */
export const lockCurrent = (db: Db, center: CenterId, ids: readonly string[]) => db`
  select 1 from students s join people p on p.id = s.id
  where s.center_id = ${center} and s.id = any(${[...ids]}::uuid[]) order by s.id for no key update of s, p
`

/**
 * Returns students of the center with their parents. Run it with `withAllCenters`, because a student who is
 * also at another center keeps their name.
 */
export const currentStudents = (db: Db, center: CenterId, ids: readonly string[]) => db<CurrentValues[]>`
  select s.id, ${fieldsOf(db, fileFields)},
    ${manageable(db, 'rename', importer(center))} as renamable, coalesce((
    select json_agg(json_build_object('parentId', l.parent_id, 'firstName', parent.first_name, 'lastName', parent.last_name,
      'relationship', l.relationship, 'phone', l.phone, 'ended', l.ended_at is not null) order by l.ended_at is not null)
    from parent_links l join people parent on parent.id = l.parent_id
    where l.center_id = s.center_id and l.student_id = s.id), '[]') as links
  from students s join people p on p.id = s.id
  where s.center_id = ${center} and s.id = any(${[...ids]}::uuid[])
`

/** Results of an import, stored for undoing it: ids, and values before and after. */
export type ImportResult = {
  students: string[]
  parents: string[]
  links: { studentId: string; parentId: string }[]
  changed: { id: string; before: Partial<FileValues>; after: Partial<FileValues> }[]
  changedLinks: { studentId: string; parentId: string; before: LinkFileValues; after: LinkFileValues }[]
}
type FileValues = Pick<CurrentValues, FileField>
type LinkFileValues = Pick<LinkValues, 'relationship' | 'phone'>

export type Work = { csv: string; columns: (Field | null)[] | null; choices: Choice[] }

export type ImportRow = Omit<Import, '_id' | 'undoable'> & { id: string; isRecent: boolean }
type WhichImports = { id?: string | null; by: string; hours: number }

/**
 * Returns the ten latest imports of a center, newest first, including this person's dry run. With `id`,
 * returns only that import. `isRecent` is true if the import is at most `hours` old.
 */
export const importsOf = (db: Db, center: CenterId, { id = null, by, hours }: WhichImports) => db<
  ImportRow[]
>`
  select i.id, i.kind = 'students-check' as dry_run, case when ${isLate(db)} then 'failed' else i.state end as state, i.done, i.total,
    case when ${isLate(db)} then ${brokeOff} else i.error end as error, i.created_at, i.undone_at, trim(p.first_name || ' ' || p.last_name) as by,
    coalesce(jsonb_array_length(i.made -> 'students'), 0) as created, coalesce(jsonb_array_length(i.made -> 'changed'), 0) as changed,
    coalesce(jsonb_array_length(i.made -> 'parents'), 0) as parents, i.created_at > now() - make_interval(hours => ${hours}) as is_recent
  from runs i join people p on p.id = i.by
  where i.center_id = ${center} and (${id}::uuid is null or i.id = ${id}) and (i.kind = 'students' or i.by = ${by})
  order by i.created_at desc, i.id desc limit 10
`

export type RunningImport = Run & { centerId: CenterId; input: Work }

type NewPerson = {
  id: string
  group: 'students' | 'parents'
  firstName: string
  lastName: string
  email: string | null
}

/** Adds people and returns their ids. Skips people whose email address is taken. */
export const putPeople = (db: Db, people: readonly NewPerson[]) => db<{ id: string }[]>`
  insert into people (id, "group", first_name, last_name, email)
  select id, "group", "firstName", "lastName", email
  from jsonb_to_recordset(${db.json(people)}) as new(id uuid, "group" text, "firstName" text, "lastName" text, email text)
  on conflict ((lower(email))) do nothing returning id
`

export type LinkToPut = LinkFileValues & { studentId: string; parentId: string }

/** Links parents, or changes their links. */
export const putLinks = (db: Db, center: CenterId, links: readonly LinkToPut[]) => db`
  insert into parent_links (center_id, student_id, parent_id, relationship, phone)
  select ${center}, "studentId", "parentId", relationship, phone
  from jsonb_to_recordset(${db.json(links)}) as new("studentId" uuid, "parentId" uuid, relationship text, phone text)
  on conflict (center_id, student_id, parent_id) do update set relationship = excluded.relationship, phone = excluded.phone,
    updated_at = now(), version = parent_links.version + 1
`

/** Changes the names of students where they differ. */
export const renameStudents = (
  db: Db,
  students: readonly Pick<CurrentValues, 'id' | 'firstName' | 'lastName'>[],
) => db`
  update people p set first_name = new.first_name, last_name = new.last_name, version = p.version + 1
  from jsonb_populate_recordset(null::people, ${db.json(students.map((student) => ({ id: student.id, ...rowOf(personColumns, student) })))}) as new
  where p.id = new.id and (p.first_name, p.last_name) <> (new.first_name, new.last_name)
`
