import { keysFound } from '#features/students/list-queries.ts'
import { phonePart, wordsOf } from '#features/students/rules.ts'
import type { OutputOf } from '#shared/contract.ts'
import type { Day } from '#shared/days.ts'
import type { Db } from '#server/db.ts'
import type { CenterId } from '#server/gate.ts'
import type { search } from './api.ts'

type SearchResults = OutputOf<typeof search.all>
type Row<K extends keyof SearchResults> = SearchResults[K][number]

const most = 8

/**
 * Returns the SQL condition that a normalized text contains each word of the search, either as typed or as
 * the digits of a phone number.
 */
const holds = (db: Db, text: ReturnType<Db>, find: string) =>
  db.join(
    wordsOf(find).map(
      (word) => db` and (strpos(${text}, ${word}) > 0 or strpos(${text}, ${phonePart(word) ?? word}) > 0)`,
    ),
  )

/** Selects the center's students who match a search, sorted by name, with inactive students last. */
export const studentsFound = (db: Db, center: CenterId, find: string) => db<
  (Omit<Row<'students'>, '_id'> & { id: string })[]
>`
  select s.id, trim(p.first_name || ' ' || p.last_name) as name, s.student_num, s.grade, s.status, (
    select trim(parent.first_name || ' ' || parent.last_name) from parent_links l join people parent on parent.id = l.parent_id
    where l.center_id = s.center_id and l.student_id = s.id and l.ended_at is null
    order by l.contact desc, l.updated_at, parent.id limit 1) as parent_name
  from (
    select k.student_id, k.last_name, k.first_name from student_keys k where ${keysFound(db, center, { filter: 2, search: find })}
    order by k.status = 'inactive', k.last_name, k.first_name, k.student_id limit ${most}
  ) k
  join students s on s.center_id = ${center} and s.id = k.student_id join people p on p.id = s.id
  order by s.status = 'inactive', k.last_name, k.first_name, s.id
`

/** Maximum number of students whose parents are searched. Only short, unfinished searches match more. */
const maxFamilies = 200

/**
 * Selects parents who match a search and have children at the center, sorted by name. A child's search keys
 * include those of the parents, so the children are searched first.
 */
export const parentsFound = (db: Db, center: CenterId, find: string) => db<
  (Omit<Row<'parents'>, '_id'> & { id: string })[]
>`
  with family as materialized (
    select k.student_id from student_keys k where ${keysFound(db, center, { filter: 2, search: find })} limit ${maxFamilies})
  select parent.id, trim(parent.first_name || ' ' || parent.last_name) as name, coalesce(parent.email, '') as email,
    max(l.phone) as phone, array_agg(child.first_name order by child.first_name, child.id) as children
  from family join parent_links l on l.center_id = ${center} and l.student_id = family.student_id and l.ended_at is null
  join people parent on parent.id = l.parent_id join people child on child.id = l.student_id
  where true${holds(db, db`concat_ws(e'\n', parent.name_key, lower(parent.email), l.phone)`, find)}
  group by parent.id order by parent.last_name, parent.first_name, parent.id limit ${most}
`

/**
 * Selects the center's classes that match a search and haven't ended, with their teacher and time on a given
 * day or, for classes that start later, on their first day.
 */
export const classesFound = (db: Db, center: CenterId, { find, on }: { find: string; on: Day }) => db<
  Row<'classes'>[]
>`
  select c.id, c.name, c.subject, now.day, to_char(now.time, 'HH24:MI') as time, nullif(trim(concat(p.first_name, ' ', p.last_name)), '') as teacher_name
  from classes c
  cross join lateral (
    select t.day, t.time, t.teacher_id from class_terms t
    where t.center_id = c.center_id and t.class_id = c.id and (upper_inf(t.during) or upper(t.during) > ${on}::date)
    order by lower(t.during) limit 1
  ) now
  left join people p on p.id = now.teacher_id
  where c.center_id = ${center}${holds(db, db`concat_ws(' ', fold(c.name), fold(c.subject), p.name_key)`, find)}
  order by now.day, now.time, c.name, c.id limit ${most}
`
