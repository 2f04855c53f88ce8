import type { Db } from '#server/db.ts'
import type { CenterId } from '#server/gate.ts'
import type { ExistingStudent, SearchKeys } from './matching.ts'

type SearchScope = { center: CenterId; reached: readonly CenterId[] }

/**
 * Returns the students at the caller's centers who share one of these names, numbers (only at this center),
 * or parents' emails or phones. This center's students come first.
 */
export const knownLike = (
  db: Db,
  { center, reached }: SearchScope,
  { names, numbers, emails, phones }: SearchKeys,
) =>
  db<ExistingStudent[]>`
    select s.center_id, s.id, s.student_num, p.first_name, p.last_name, s.grade, coalesce((
      select json_agg(json_build_object('email', coalesce(parent.email, ''), 'phone', l.phone))
      from parent_links l join people parent on parent.id = l.parent_id
      where l.center_id = s.center_id and l.student_id = s.id and l.ended_at is null), '[]') as guardians
    from students s join people p on p.id = s.id
    where s.center_id = any(${[...reached]}) and s.id = any(array(
      select id from people where name_key = any(array(select fold(name) from unnest(${names}::text[]) name))
      union all select id from students where center_id = ${center} and student_num = any(${numbers}::text[])
      union all select l.student_id from people parent join parent_links l on l.parent_id = parent.id
        where lower(parent.email) = any(${emails}::text[]) and l.ended_at is null
      union all select student_id from parent_links where phone = any(${phones}::text[]) and phone <> '' and ended_at is null))
    order by s.center_id = ${center} desc, s.id
  `
