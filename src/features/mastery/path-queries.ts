import { goodTest } from '#features/students/awards/award-suggestions.ts'
import type { Db } from '#server/db.ts'
import type { CenterId } from '#server/gate.ts'
import type { PathChapter } from './api.ts'
import { levelsOf } from './proposal-queries.ts'

type PathRow = PathChapter & {
  levelId: string
  level: string
  subject: string
  /** Number of the chapter that the child's program has reached in this level. */
  program: number
}

/** Selects the chapters of a child's levels in order, except chapters without questions. */
export const pathRows = (
  db: Db,
  { centers, studentId }: { centers: readonly CenterId[]; studentId: string },
) => db<PathRow[]>`
  with mastered as (
    select distinct section_id from section_estimates
    where center_id = any(${[...centers]}) and student_id = ${studentId} and mastered_at is not null
  )
  select l.id as level_id, l.name as level, c.subject, o.chapter as program, ch.num, ch.name, count(s.id)::int as sections,
    count(m.section_id)::int as mastered, exists (
      select from work w where w.center_id = any(${[...centers]}) and w.student_id = ${studentId} and w.kind = 'test' and w.state = 'returned'
        and w.level_id = l.id and w.chapter_num = ch.num and w.score >= ${goodTest}) as star
  from (${levelsOf(db, { centers, studentIds: [studentId] })}) o
  join levels l on l.id = o.level_id
  join courses c on c.id = l.course_id
  join chapters ch on ch.level_id = l.id
  join sections s on s.level_id = ch.level_id and s.chapter_num = ch.num and s.kind = 'chapter'
    and exists (select from questions q where q.section_id = s.id and q.status <> 'error')
  left join mastered m on m.section_id = s.id
  group by l.id, c.subject, o.chapter, ch.num, ch.name
  order by c.subject, l.name, l.id, ch.num
`
