import { rostered } from '#features/centers/roster-queries.ts'
import type { Avatar } from '#features/accounts/rules.ts'
import { assigned, rowOf } from '#server/columns.ts'
import type { Db } from '#server/db.ts'
import type { CenterId } from '#server/gate.ts'
import type { Day } from '#shared/days.ts'
import { namesOf } from '#shared/field-table.ts'
import type { Parent, StudentProfile, Wording } from './api.ts'
import { personColumns, studentColumns, studentFields, type StudentValues } from './fields.ts'
import type { LinkValues } from './parents/fields.ts'
import type { AccountState } from './rules.ts'
import { newsTemplates } from '#features/accounts/defaults/defaults.ts'

export type NewStudent = { id: string } & Partial<StudentValues>

/**
 * Makes one or more people students of a center. Fails with `student_num_taken` if the center already has one
 * of the numbers.
 */
export const putStudents = (db: Db, center: string, students: readonly NewStudent[]) => db`
  insert into students ${db(students.map((student) => ({ center_id: center, id: student.id, ...rowOf(studentColumns, student) })))}
`

export type Program = {
  centerId: string
  studentId: string
  name: string
  level: string
  chapter: number | null
  test: number | null
}

/** Stores a student's level, chapter and test in a subject. */
export const putProgram = (db: Db, program: Program) => db`
  insert into programs (center_id, student_id, name, level, chapter, test)
  values (${program.centerId}, ${program.studentId}, ${program.name}, ${program.level}, ${program.chapter}, ${program.test})
  on conflict (center_id, student_id, name) do update set level = excluded.level, chapter = excluded.chapter, test = excluded.test
`

/** Deletes a student's programs in all subjects except `names`. */
export const dropProgramsBut = (
  db: Db,
  center: CenterId,
  { studentId, names }: { studentId: string; names: readonly string[] },
) => db`
  delete from programs where center_id = ${center} and student_id = ${studentId} and name <> all(${[...names]})
`

export type ParentLink = { centerId: string; studentId: string; parentId: string } & Pick<
  LinkValues,
  'relationship' | 'phone' | 'phoneType'
>

/** Links a parent to a student, or changes or reactivates the link. Returns no row if nothing changed. */
export const putParentLink = (db: Db, link: ParentLink) => db<{ isNew: boolean }[]>`
  insert into parent_links (center_id, student_id, parent_id, relationship, phone, phone_type)
  values (${link.centerId}, ${link.studentId}, ${link.parentId}, ${link.relationship}, ${link.phone}, ${link.phoneType})
  on conflict (center_id, student_id, parent_id) do update set relationship = excluded.relationship, phone = excluded.phone,
    phone_type = excluded.phone_type, ended_at = null, updated_at = now(), version = parent_links.version + 1
  where parent_links.ended_at is not null
    or (parent_links.relationship, parent_links.phone, parent_links.phone_type) <> (excluded.relationship, excluded.phone, excluded.phone_type)
  returning xmax = 0 as is_new
`

/** Locks an email address until the transaction ends, so that two calls don't both create its account. */
export const lockEmail = (db: Db, email: string) =>
  db`select pg_advisory_xact_lock(hashtextextended(lower(${email}), 0))`

/** Returns the owner of an email address, locked for a change. */
export const personByEmail = (db: Db, email: string) => db<{ id: string; group: string | null }[]>`
  select id, "group" from people where lower(email) = lower(${email}) for no key update
`

/**
 * True if a person is staff or a student of the center. The center's office may then learn the kind of
 * account.
 */
export const isKnownAt = async (db: Db, center: CenterId, id: string) => {
  const rows = await db`
    select 1 from staff where center_id = ${center} and person_id = ${id} and active
    union all select 1 from students where center_id = ${center} and id = ${id} limit 1
  `
  return rows.length > 0
}

/** True if a person is already a parent of the student. */
export const isParentOf = async (
  db: Db,
  center: CenterId,
  { studentId, parentId }: { studentId: string; parentId: string },
) => {
  const rows = await db`
    select 1 from parent_links where center_id = ${center} and student_id = ${studentId} and parent_id = ${parentId} and ended_at is null
  `
  return rows.length > 0
}

/** Returns SQL for the account state of a person `p`. */
export const accountState = (db: Db) => db`
  case when p.disabled_at is not null then 'closed'
    when p.in_use then 'active'
    when exists (select 1 from sign_in_links where person_id = p.id and purpose = 'setup') then 'invited'
    else 'none' end`

/** Returns SQL for the programs of a student `s`, with level, chapter and test. */
export const programsOf = (db: Db) => db`
  coalesce((select json_agg(json_build_object('name', name, 'level', level, 'chapter', chapter, 'test', test) order by name)
    from programs where center_id = s.center_id and student_id = s.id), '[]')`

/**
 * Returns SQL for the programs of a student `s` whose level isn't in the material, or whose chapter isn't in
 * that level.
 */
const missingOf = (db: Db) => db`
  coalesce((select json_agg(json_build_object('name', pr.name, 'what', case when l.id is null then 'level' else 'chapter' end) order by pr.name)
    from programs pr left join lateral (select id from levels where name = pr.level order by id limit 1) l on true
    where pr.center_id = s.center_id and pr.student_id = s.id and pr.level <> '' and (l.id is null or pr.chapter is not null
      and not exists (select from levels x join chapters c on c.level_id = x.id where x.name = pr.level and c.num = pr.chapter))), '[]')`

export type StudentRow = StudentValues & {
  id: string
  avatar: Avatar
  programs: StudentProfile['center']['programs']
  missing: StudentProfile['center']['missing']
  email: string | null
  userName: string | null
  account: AccountState
  isNew: boolean
  version: number
}

/** Returns SQL for fields of a student `s`, who is the person `p`. */
export const fieldsOf = (db: Db, names = namesOf(studentFields)) =>
  db.unsafe(
    names.map((name) => `${name in personColumns ? 'p' : 's'}.${studentFields[name].column}`).join(', '),
  )

// Returns SQL for the columns of a student. Name and avatar belong to the person and the rest to the center,
// so the version is the sum of both versions.
const columns = (db: Db) => db`
  s.id, ${fieldsOf(db)}, p.avatar, ${programsOf(db)} as programs, ${missingOf(db)} as missing,
  p.email, p.user_name, ${accountState(db)} as account,
  not exists (select from places pl where pl.center_id = s.center_id and pl.student_id = s.id and pl.type = 'regular') as is_new, s.version + p.version as version`

export const studentRow = (db: Db, center: CenterId, id: string) => db<StudentRow[]>`
  select ${columns(db)} from students s join people p on p.id = s.id where s.center_id = ${center} and s.id = ${id}
`

/**
 * Returns the centers, among these, where a student is enrolled, starting with those where the student is
 * active.
 */
export const centersOfStudent = (db: Db, { id, centers }: { id: string; centers: readonly CenterId[] }) => db<
  { centerId: CenterId }[]
>`
  select center_id from students where id = ${id} and center_id = any(${[...centers]}) order by status = 'active' desc, center_id
`

/**
 * Returns a student of the center, locked for a change. If the lock had to wait, `programs` may be outdated.
 */
export const lockStudent = (db: Db, center: CenterId, id: string) => db<StudentRow[]>`
  select ${columns(db)} from students s join people p on p.id = s.id where s.center_id = ${center} and s.id = ${id}
  for no key update of s, p
`

/**
 * Stores the given fields of students of the center, except names. Fails with `student_num_taken` if another
 * student has one of the numbers.
 */
export const changeStudents = (db: Db, center: CenterId, students: readonly NewStudent[]) => {
  const rows = students.map((student) => ({ id: student.id, ...rowOf(studentColumns, student) }))
  return db`
    update students s set ${assigned(db, studentColumns, students[0])} version = s.version + 1,
      status_at = case when coalesce(new.status, s.status) = s.status then s.status_at else now() end
    from jsonb_populate_recordset(null::students, ${db.json(rows)}) as new where s.center_id = ${center} and s.id = new.id
  `
}

/** Locks the student numbers of a center, so that two calls don't assign the same one. */
export const lockNumbers = (db: Db, center: CenterId) =>
  db`select id from centers where id = ${center} for no key update`

/**
 * Returns the highest student number in the center's usual pattern, such as M1105. A number has some letters,
 * then digits; the usual letters are the most frequent ones. Returns no row if the center has no such number.
 */
export const lastNumber = (db: Db, center: CenterId) => db<{ studentNum: string }[]>`
  select letters || lpad(max(digits::bigint)::text, max(length(digits)), '0') as student_num
  from students, lateral (select regexp_match(student_num, '^(.{0,8}?)([0-9]{1,11})$')) as part (found),
    lateral (select found[1] as letters, found[2] as digits) as parts
  where center_id = ${center} and found is not null
  group by letters order by count(*) desc, letters limit 1
`

/**
 * Returns SQL for the state of email to a parent `p`: whether the parent has unsubscribed, and whether the
 * mail server refused the address.
 */
export const mailState = (db: Db, center: CenterId) => db`
  exists (select from unsubscriptions u where u.center_id = ${center} and u.person_id = p.id and u.kind = 'all') as unsubscribed,
  case when p.mail_refused_at is not null then json_build_object('at', p.mail_refused_at, 'reason', p.mail_refusal) end as refusal
`

/** Returns the active parents of a student, first contact first; with `id`, only that parent. */
export const parentsOf = (
  db: Db,
  center: CenterId,
  { studentId, id = null }: { studentId: string; id?: string | null },
) => db<(Omit<Parent, '_id'> & { id: string })[]>`
  select p.id, trim(p.first_name || ' ' || p.last_name) as name, coalesce(p.email, '') as email, l.phone, l.phone_type, l.relationship,
    l.pickup, ${accountState(db)} as account, ${mailState(db, center)}, l.updated_at as updated
  from parent_links l join people p on p.id = l.parent_id
  where l.center_id = ${center} and l.student_id = ${studentId} and l.ended_at is null and (${id}::uuid is null or p.id = ${id})
  order by l.contact desc, l.updated_at, p.id
`

type NoteText = { studentId: string; by: string; msg: string }

/** Stores a new version of the note about a student. */
export const putWording = (db: Db, center: CenterId, { studentId, by, msg }: NoteText) => db`
  insert into profile_notes (center_id, student_id, record_by, msg) values (${center}, ${studentId}, ${by}, ${msg})
`

/** Returns the latest 50 versions of the note about a student, newest first, including the current one. */
export const wordingsOf = (db: Db, center: CenterId, studentId: string) => db<Wording[]>`
  select n.id::text, trim(p.first_name || ' ' || p.last_name) as record_by, n.msg, n.created_at as date
  from profile_notes n join people p on p.id = n.record_by
  where n.center_id = ${center} and n.student_id = ${studentId}
  order by n.id desc limit 50
`

type Scheduled = Omit<
  StudentProfile['schedules'][number],
  'endTime' | 'address' | 'city' | 'state' | 'zip'
> & { minutes: number }

/**
 * Returns a student's current and future places as of a day. A place that spans several terms of its class
 * has one row for each of them.
 */
export const classesOf = (db: Db, center: CenterId, { studentId, on }: { studentId: string; on: Day }) => db<
  Scheduled[]
>`
  select pl.id, c.id as class_id, c.name, c.subject, pl.type, t.day, t.time, t.minutes, lower(both_true) as start_date,
    upper(both_true) - 1 as end_date
  from places pl
  join classes c on c.center_id = pl.center_id and c.id = pl.class_id
  join class_terms t on t.center_id = c.center_id and t.class_id = c.id
  cross join lateral (select pl.during * t.during as both_true) held
  where pl.center_id = ${center} and pl.student_id = ${studentId} and both_true && daterange(${on}::date, null)
  order by lower(both_true) > ${on}::date, t.day, t.time, pl.id
`

type StudentAtWorkRow = Pick<StudentRow, 'id' | 'firstName' | 'lastName' | 'avatar' | 'programs'>

/**
 * Returns a student at one of these centers; with `on`, only if the student is on the roster of a class on
 * that day.
 */
export const studentAtWork = (
  db: Db,
  { id, centers, on }: { id: string; centers: readonly CenterId[]; on: Day | null },
) => db<StudentAtWorkRow[]>`
  select s.id, p.first_name, p.last_name, p.avatar, ${programsOf(db)} as programs
  from students s join people p on p.id = s.id
  where s.id = ${id} and s.center_id = any(${[...centers]}) and (${on}::date is null or exists (
    select from ${rostered(db, on)} where pl.center_id = s.center_id and pl.student_id = s.id))
  order by s.status = 'active' desc, s.center_id limit 1
`

/** Returns the ids of all students at these centers who are on the roster of a class on a day. */
export const idsAtWork = (db: Db, { centers, on }: { centers: readonly CenterId[]; on: Day }) => db<
  { id: string }[]
>`
  select distinct pl.student_id as id from ${rostered(db, on)} where pl.center_id = any(${[...centers]})
`

export const studentOfCenter = (db: Db, center: CenterId, id: string) => db<StudentRow[]>`
  select p.id, p.first_name, p.last_name, p.avatar from students s join people p on p.id = s.id where s.center_id = ${center} and s.id = ${id}
`

export type LockedStudent = { id: string; firstName: string; status: 'active' | 'prospect' | 'inactive' }

/** Locks students of the center in order of id. Lock their classes first. */
export const lockStudents = (db: Db, center: CenterId, ids: readonly string[]) => db<LockedStudent[]>`
  select s.id, p.first_name, s.status from students s join people p on p.id = s.id
  where s.center_id = ${center} and s.id = any(${[...ids]}::uuid[]) order by s.id for no key update of s
`

/**
 * Returns whether the last message about a class on a day announced a cancellation (`isOff`). Without
 * `classId`, reads the messages about the whole day. Returns no row if there was no message.
 */
export const newsOf = (
  db: Db,
  center: CenterId,
  { classId, date }: { classId?: string | undefined; date: Day },
) => {
  const { isOff, isOn } = newsTemplates[classId ? 'class' : 'day']
  return db<{ isOff: boolean }[]>`
    select audience ->> 'template' = ${isOff} as is_off from mailings
    where center_id = ${center} and audience ->> 'template' in (${isOff}, ${isOn}) and audience ->> 'classId' is not distinct from ${classId ?? null}
      and ${date} between audience ->> 'date' and coalesce(audience ->> 'until', audience ->> 'date')
    order by id desc limit 1
  `
}
