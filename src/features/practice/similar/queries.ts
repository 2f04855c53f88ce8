import type { AnswerKey, Texts } from '#features/questions/rules.ts'
import type { Db } from '#server/db.ts'
import type { ContentNode } from '#shared/content.ts'
import type { StudentScope } from '../queries.ts'
import { maxTries, type WorkKind, type WorkState } from '../rules.ts'

export type SimilarRow = {
  kind: WorkKind
  state: WorkState
  score2: number | null
  tries: number
  solved: boolean
  instructions: string
  content: ContentNode[]
  visual: { image: string; width: number; height: number; alt: string } | null
  key: AnswerKey
  texts: Texts
  isSame: boolean
}

export type Round = { kind: WorkKind; id: string; n: number; round: number }

/** Returns the SQL condition that `taken`, a question in somebody's work, uses the variant `each`. */
const ofVariant = (db: Db) =>
  db`taken.question_id = each.question_id and taken.revision = each.revision and taken.variant = each.num`

/**
 * Returns the SQL condition that nobody is taking a test or assessment with a question `taken` that meets
 * `condition`.
 */
const isNotTaken = (db: Db, condition: ReturnType<Db>) => db`not exists (
  select from work_questions taken join work test on test.center_id = taken.center_id and test.id = taken.work_id
  where ${condition} and test.kind <> 'homework' and test.state = 'started')`

/**
 * Returns the SQL condition that the student may see the solution of `other`, a question of section `s`. The
 * question must not be in work that the student still has to do, in a test or assessment of the student that
 * hasn't been returned, or in a test or assessment that anybody is taking. If it is from a chapter's test,
 * the student must also have answered it in the same work and be allowed to see its solution there.
 */
const maySeeSolution = (db: Db) => db`not exists (
    select from work_questions due join work w2 on w2.center_id = due.center_id and w2.id = due.work_id
    where due.question_id = other.id and w2.student_id = w.student_id and (w2.state = 'assigned'
      or w2.kind <> 'homework' and w2.state in ('started', 'submitted', 'graded')
      or w2.kind = 'homework' and w2.state = 'started' and not due.solved and due.tries < ${maxTries}))
  and not exists (
    select from work_sections due join work w2 on w2.center_id = due.center_id and w2.id = due.work_id
    where due.section_id = other.section_id and w2.student_id = w.student_id and w2.state = 'assigned' and not w2.warm_up)
  and (s.kind = 'chapter' or exists (
    select from work_questions mine where mine.center_id = w.center_id and mine.work_id = w.id and mine.question_id = other.id
      and mine.filled and (w.kind = 'assessment' or mine.solved or w.score2 is not null)))
  and ${isNotTaken(db, db`taken.question_id = other.id`)}`

/**
 * Selects a question for practice that is similar to a question of a student's work: the same question with
 * the values of another variant or, if there is none, another question of its section, nearest first. The
 * variant or question changes from round to round, but is never one from a test or assessment that somebody
 * is taking, nor a question that the student still has to answer. If there is nothing else, selects the
 * original question with its own values.
 */
export const similarQuestion = (
  db: Db,
  { studentId, centers }: StudentScope,
  { kind, id, n, round }: Round,
) => db<SimilarRow[]>`
  select w.kind, w.state, w.score2::float8 as score2, q.tries, q.solved, coalesce(v.instructions, r.instructions) as instructions,
    coalesce(v.content, r.content) as content, coalesce(v.key, r.key) as key, coalesce(v.texts, r.texts) as texts,
    near.id is null and v.num is not distinct from q.variant as is_same,
    (select jsonb_build_object('image', p.id, 'width', p.width, 'height', p.height, 'alt', r.visual_alt) from visuals p where p.id = r.visual) as visual
  from work w
  join work_questions q on q.center_id = w.center_id and q.work_id = w.id and q.num = ${n}
  left join lateral (
    select * from (
      select other.id, other.revision, row_number() over (order by abs(other.num - own.num), other.num) - 1 as place, count(*) over () as total
      from questions own join sections s on s.id = own.section_id
      join questions other on other.section_id = s.id and other.id <> own.id and other.status <> 'error'
      where own.id = q.question_id and ${maySeeSolution(db)} and not exists (
        select from question_variants each where each.question_id = q.question_id and each.revision = q.revision
          and each.num <> q.variant and ${isNotTaken(db, ofVariant(db))})
    ) each where place = (${round}::int - 1) % total
  ) near on true
  join question_revisions r on r.question_id = coalesce(near.id, q.question_id) and r.revision = coalesce(near.revision, q.revision)
  left join lateral (
    select * from question_variants each where each.question_id = r.question_id and each.revision = r.revision
      and (each.num = q.variant or ${isNotTaken(db, ofVariant(db))})
    order by near.id is null and each.num = q.variant, hashtextextended(w.id::text || each.num, ${round}) limit 1
  ) v on true
  where w.center_id = any(${[...centers]}) and w.student_id = ${studentId} and w.id = ${id} and w.kind = ${kind} and w.state <> 'void'
`
