import type { Avatar } from '#features/accounts/rules.ts'
import { found } from '../list-queries.ts'
import { accountState, mailState } from '../queries.ts'
import { columnList, paired, rowOf } from '#server/columns.ts'
import type { Db } from '#server/db.ts'
import type { CenterId } from '#server/gate.ts'
import type { LinkedChild, ParentRecord } from './api.ts'
import { linkColumns, type LinkValues } from './fields.ts'
import type { ParentLine } from './parent-rights.ts'

export type ParentRow = Omit<ParentRecord, '_id'> & { id: string; avatar: Avatar }

/**
 * Returns a parent with an active link to a child at the center. With `lock`, locks the person for a change.
 */
export const parentRow = (
  db: Db,
  center: CenterId,
  { id, lock = false }: { id: string; lock?: boolean },
) => db<ParentRow[]>`
  select p.id, p.first_name, p.last_name, coalesce(p.email, '') as email, p.language, p.avatar, ${accountState(db)} as account, ${mailState(db, center)},
    p.version + (select sum(l.version)::int from parent_links l where l.center_id = ${center} and l.parent_id = p.id) as version,
    (select json_agg(json_build_object('studentId', s.id, 'studentNum', s.student_num, 'firstName', child.first_name,
        'lastName', child.last_name, 'avatar', child.avatar, 'status', s.status, ${paired(db, 'l', linkColumns)},
        'mails', l.mails, 'updated', l.updated_at)
        order by child.last_name, child.first_name, s.id)
      from parent_links l join students s on s.center_id = l.center_id and s.id = l.student_id join people child on child.id = s.id
      where l.center_id = ${center} and l.parent_id = p.id and l.ended_at is null) as children
  from people p where p.id = ${id} and exists (
    select from parent_links l where l.center_id = ${center} and l.parent_id = p.id and l.ended_at is null)
  ${lock ? db`for no key update of p` : db``}
`

/** Returns the children at these centers to whom a parent has an active link, sorted by name. */
export const childrenOf = (db: Db, { id, centers }: { id: string; centers: readonly CenterId[] }) => db<
  (LinkedChild & { centerId: CenterId })[]
>`
  select l.center_id, s.id as student_id, s.student_num, child.first_name, child.last_name, child.avatar, s.status,
    ${columnList(db, 'l', linkColumns)}, l.mails, l.updated_at as updated
  from parent_links l join students s on s.center_id = l.center_id and s.id = l.student_id join people child on child.id = s.id
  where l.parent_id = ${id} and l.ended_at is null and l.center_id = any(${[...centers]})
  order by child.last_name, child.first_name, s.id, l.center_id
`

export type LinkRow = LinkValues & { studentId: string; parentId: string }

/** Returns an active link between a student of the center and a parent, locked for a change. */
export const lockLink = (
  db: Db,
  center: CenterId,
  { studentId, parentId }: { studentId: string; parentId: string },
) => db<LinkRow[]>`
  select student_id, parent_id, ${columnList(db, 'parent_links', linkColumns)} from parent_links
  where center_id = ${center} and student_id = ${studentId} and parent_id = ${parentId} and ended_at is null for no key update
`

export const changeLink = (db: Db, center: CenterId, link: LinkRow) => db`
  update parent_links set ${db(rowOf(linkColumns, link))}, updated_at = now(), version = version + 1
  where center_id = ${center} and student_id = ${link.studentId} and parent_id = ${link.parentId}
`

export const endLink = (
  db: Db,
  center: CenterId,
  { studentId, parentId }: Pick<LinkRow, 'studentId' | 'parentId'>,
) => db`
  update parent_links set ended_at = now(), updated_at = now(), version = version + 1
  where center_id = ${center} and student_id = ${studentId} and parent_id = ${parentId}
`

type ParentQuery = { filter: number; search: string }

const page = 500

/**
 * Returns a page of active links to the students who match a filter and a search, sorted by the parent's
 * name. Continues after the last row of the previous page.
 */
export const parentLines = (
  db: Db,
  center: CenterId,
  { last, ...query }: ParentQuery & { last: ParentLine | null },
) => db<ParentLine[]>`
  select p.id as parent_id, p.first_name, p.last_name, coalesce(p.email, '') as email, ${accountState(db)} as account, s.id as student_id,
    s.student_num, child.first_name as child_first_name, child.last_name as child_last_name, s.status, ${columnList(db, 'l', linkColumns)}
  from parent_links l
  join students s on s.center_id = l.center_id and s.id = l.student_id
  join people child on child.id = s.id
  join people p on p.id = l.parent_id
  where l.center_id = ${center} and l.ended_at is null and ${found(db, center, query)}
    ${last ? db`and (p.last_name, p.first_name, p.id, s.id) > (${last.lastName}, ${last.firstName}, ${last.parentId}, ${last.studentId})` : db``}
  order by p.last_name, p.first_name, p.id, s.id limit ${page}
`

/** Returns the number of links on all pages of `parentLines`, and the ids of their students. */
export const parentLineCount = (db: Db, center: CenterId, query: ParentQuery) => db<
  { count: number; children: string[] }[]
>`
  select count(*)::int as count, coalesce(array_agg(distinct s.id), '{}') as children from parent_links l join students s on s.center_id = l.center_id and s.id = l.student_id
  where l.center_id = ${center} and l.ended_at is null and ${found(db, center, query)}
`
