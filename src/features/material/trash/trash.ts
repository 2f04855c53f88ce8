import { t } from '#shared/language.ts'
import { conflict, notFound } from '#shared/problem.ts'
import { record } from '#server/audit.ts'
import { one, refuseOnConstraint } from '#server/db.ts'
import type { trash } from './api.ts'
import { lockThrown, putBack } from './queries.ts'
import type { ActionCall, HandlerInput } from '#server/call.ts'

const taken = (kind: string) =>
  conflict('place_taken', t('It can’t be restored because there is now another {what}.', { what: kind }))

const parentGone = (kind: string) =>
  conflict(
    'parent_gone',
    t('It can’t be restored because its {what} was deleted. Restore that first.', { what: kind }),
  )

const pictureGone = conflict('parent_gone', 'It can’t be restored because one of its pictures was deleted.')

const refusals: [constraint: string, problem: Error][] = [
  ['course_name_taken', taken('course with this name')],
  ['level_name_taken', taken('level with this name')],
  ['chapter_num_taken', taken('chapter with this number')],
  ['section_num_taken', taken('section with this number')],
  ['question_num_taken', taken('question with this number')],
  ['course_has_levels', parentGone('course')],
  ['level_has_chapters', parentGone('level')],
  ['chapter_has_sections', parentGone('chapter')],
  ['section_has_questions', parentGone('section')],
  ['question_revisions_hint_id_fkey', parentGone('hint')],
  ['visual_in_question', pictureGone],
  ['picture_in_question', pictureGone],
]

export async function restoreFromTrash(
  { actor, db }: ActionCall,
  input: HandlerInput<(typeof trash)['restore']>,
) {
  const thrown = one(await lockThrown(db, input.id), notFound)
  let back: Promise<unknown> = putBack(db, input.id)
  for (const [constraint, problem] of refusals) back = back.catch(refuseOnConstraint(constraint, problem))
  await back
  record(db, actor, { action: 'material.restore', entity: input.id, after: thrown })
  return thrown
}
