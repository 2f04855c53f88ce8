import type { AnswerKey, Texts } from '#features/questions/rules.ts'
import type { Db } from '#server/db.ts'
import type { ContentNode } from '#shared/content.ts'
import type { Whose } from '../queries.ts'
import type { WorkKind, WorkState } from '../rules.ts'

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
}

export type Round = { kind: WorkKind; id: string; n: number; round: number }

/**
 * Selects a question of a student's work with the values of another variant. The variant changes from round
 * to round, but is never one from a test that somebody is taking. If there is no other variant, the question
 * keeps its own values.
 */
export const similarQuestion = (db: Db, { studentId, centers }: Whose, { kind, id, n, round }: Round) => db<
  SimilarRow[]
>`
  select w.kind, w.state, w.score2::float8 as score2, q.tries, q.solved, coalesce(v.instructions, r.instructions) as instructions,
    coalesce(v.content, r.content) as content, coalesce(v.key, r.key) as key, coalesce(v.texts, r.texts) as texts,
    (select jsonb_build_object('image', p.id, 'width', p.width, 'height', p.height, 'alt', r.visual_alt) from visuals p where p.id = r.visual) as visual
  from work w
  join work_questions q on q.center_id = w.center_id and q.work_id = w.id and q.num = ${n}
  join question_revisions r on r.question_id = q.question_id and r.revision = q.revision
  left join lateral (
    select * from question_variants each where each.question_id = q.question_id and each.revision = q.revision
      and (each.num = q.variant or not exists (
        select from work_questions o join work test on test.center_id = o.center_id and test.id = o.work_id
        where o.question_id = each.question_id and o.revision = each.revision and o.variant = each.num
          and test.kind <> 'homework' and test.state = 'started'))
    order by each.num = q.variant, hashtextextended(w.id::text || each.num, ${round}) limit 1
  ) v on true
  where w.center_id = any(${[...centers]}) and w.student_id = ${studentId} and w.id = ${id} and w.kind = ${kind} and w.state <> 'void'
`
