import type { WorkKind } from '#features/practice/rules.ts'
import type { AnswerKey, Given, Texts, Verdict } from '#features/questions/rules.ts'
import type { Db } from '#server/db.ts'
import type { CenterId } from '#server/gate.ts'
import type { Day } from '#shared/days.ts'
import { answered, skillSection, tells } from './queries.ts'

type MistakeRow = {
  content: unknown
  key: AnswerKey
  texts: Texts
  given: Given
  children: string[]
}

/** Number of days for which a class's mistakes are shown. */
const recent = 90

/**
 * Selects recent wrong answers that several of these children gave in a section: at most ten, most frequent
 * first.
 */
export const mistakeRows = (
  db: Db,
  { center, studentIds, sectionId }: { center: CenterId; studentIds: readonly string[]; sectionId: string },
) => db<MistakeRow[]>`
  select coalesce(v.content, r.content) as content, coalesce(v.key, r.key) as key, coalesce(v.texts, r.texts) as texts, m.given, m.children
  from (
    select wq.question_id, wq.revision, wq.variant, a.given, array_agg(distinct w.student_id) as children
    from ${answered(db)}
    join answers a on a.center_id = wq.center_id and a.work_id = wq.work_id and a.num = wq.num
    where w.center_id = ${center} and w.student_id = any(${[...studentIds]}::uuid[]) and w.submitted_at > now() - make_interval(days => ${recent})
      and ${tells(db)} and ${skillSection(db)} = ${sectionId}
      and coalesce(a.regraded, a.verdict) ->> 'status' in ('incorrect', 'partial') and a.grade is distinct from 1
    group by wq.question_id, wq.revision, wq.variant, a.given
    having count(distinct w.student_id) > 1
    order by count(distinct w.student_id) desc, wq.question_id, a.given limit 10
  ) m
  join question_revisions r on r.question_id = m.question_id and r.revision = m.revision
  left join question_variants v on v.question_id = m.question_id and v.revision = m.revision and v.num = m.variant
  order by cardinality(m.children) desc, m.question_id, m.given
`

type WrongRow = Omit<MistakeRow, 'children'> & {
  kind: WorkKind
  workId: string
  work: string
  sectionNum: number
  num: number
  sequenceQuesNum: number
  on: Day
  verdict: Verdict
  steps: unknown[]
}

/**
 * Selects questions that a child got wrong in work handed in within the last two weeks, newest work first and
 * at most six, with the last answer and the steps of the hint. Covers completed homework, and returned tests
 * whose corrections have been returned.
 */
export const wrongRows = (
  db: Db,
  { centers, studentId }: { centers: readonly CenterId[]; studentId: string },
) => db<WrongRow[]>`
  select w.kind, w.id as work_id, w.name as work, wq.section_num, case when w.kind = 'homework' then wq.section_ques_num else wq.num end as num,
    wq.num as sequence_ques_num, (w.submitted_at at time zone c.time_zone)::date as "on", coalesce(v.content, r.content) as content, coalesce(v.key, r.key) as key,
    coalesce(v.texts, r.texts) as texts, wq.given, wq.verdict,
    coalesce((select jsonb_agg(h.content order by h.num) from hint_steps h where h.hint_id = r.hint_id), '[]') as steps
  from work w
  join centers c on c.id = w.center_id
  join work_questions wq on wq.center_id = w.center_id and wq.work_id = w.id
  join question_revisions r on r.question_id = wq.question_id and r.revision = wq.revision
  left join question_variants v on v.question_id = wq.question_id and v.revision = wq.revision and v.num = wq.variant
  where w.center_id = any(${[...centers]}) and w.student_id = ${studentId} and w.submitted_at > now() - interval '14 days'
    and (w.kind = 'homework' and w.state in ('submitted', 'graded', 'returned')
      or w.kind = 'test' and w.state = 'returned' and w.score2 is not null)
    and wq.filled and not wq.solved and not wq.waits and wq.verdict ->> 'status' in ('incorrect', 'partial')
  order by w.submitted_at desc, w.id, wq.num limit 6
`
