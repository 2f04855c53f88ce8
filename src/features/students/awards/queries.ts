import type { Db } from '#server/db.ts'
import type { CenterId } from '#server/gate.ts'
import { type EarnedAwards, goodTest } from './award-suggestions.ts'

export type EarnedRow = EarnedAwards & { studentId: string; firstName: string; lastName: string }

/**
 * Returns the achievements per subject of one active student, or of a center's active students who may have
 * earned something: three good tests or one completed level. Scores are stored as `17/20` or `85%`.
 */
export const earnedAt = (db: Db, center: CenterId, { studentId }: { studentId: string | null }) => db<
  EarnedRow[]
>`
  with good as (
    select t.student_id, t.subject, count(*)::int as tests
    from student_tests t
    where t.center_id = ${center} and (${studentId}::uuid is null or t.student_id = ${studentId}) and t.score1 is not null
      and case when right(t.score1, 1) = '%' then rtrim(t.score1, '%')::numeric / 100
        else split_part(t.score1, '/', 1)::numeric / nullif(split_part(t.score1, '/', 2)::numeric, 0) end >= ${goodTest}
    group by t.student_id, t.subject
    union all
    select w.student_id, c.subject, count(*)::int
    from work w join levels l on l.id = w.level_id join courses c on c.id = l.course_id
    where w.center_id = ${center} and (${studentId}::uuid is null or w.student_id = ${studentId}) and w.kind = 'test' and w.state = 'returned'
      and w.score >= ${goodTest}
    group by w.student_id, c.subject
  ), done as (
    select student_id, subject, count(distinct level)::int - 1 as levels from student_levels
    where center_id = ${center} and (${studentId}::uuid is null or student_id = ${studentId}) group by student_id, subject
  ), earned as (
    select coalesce(g.student_id, d.student_id) as student_id, coalesce(g.subject, d.subject) as subject, coalesce(g.tests, 0) as good_tests,
      coalesce(d.levels, 0) as levels
    from (select student_id, subject, sum(tests)::int as tests from good group by student_id, subject) g
    full join done d on d.student_id = g.student_id and d.subject = g.subject
  )
  select e.student_id, p.first_name, p.last_name, e.subject, e.good_tests, e.levels,
    coalesce((select array_agg(a.type) from student_awards a
      where a.center_id = ${center} and a.student_id = e.student_id and a.subject = e.subject), '{}') as given
  from earned e
  join students s on s.center_id = ${center} and s.id = e.student_id and s.status = 'active'
  join people p on p.id = e.student_id
  where ${studentId}::uuid is not null or e.good_tests >= 3 or e.levels >= 1
  order by p.last_name, p.first_name, e.student_id, e.subject
`
