import { checkGiven, grade, renderedBy, show, solutionOf } from '#features/questions/rules.ts'
import { conflict, notFound, refused } from '#shared/problem.ts'
import { type Db, one } from '#server/db.ts'
import type { ActionCall, HandlerInput } from '#server/call.ts'
import type { StudentScope } from '../queries.ts'
import { showsSolution } from '../rules.ts'
import { own } from '../work-list.ts'
import type { similar } from './api.ts'
import { type Round, similarQuestion } from './queries.ts'

/**
 * Returns a question similar to one that is over. Throws 409 while the student may not see the solution of
 * the original.
 */
async function unlocked(db: Db, studentScope: StudentScope, round: Round) {
  const row = one(await similarQuestion(db, studentScope, round), notFound)
  if (!showsSolution(row, row))
    throw conflict('not_over', 'You can try one like it once you’ve finished this question.')
  return row
}

export async function questionLike(
  { actor, db }: ActionCall,
  input: HandlerInput<(typeof similar)['question']>,
) {
  const { instructions, content, visual, key, texts, isSame } = await unlocked(db, own(actor), input)
  const rendered = renderedBy(texts)
  const told = instructions === '' ? [] : rendered(instructions)
  return { instructions: told, content, visual, shown: show(key, rendered), isSame }
}

/** Grades an answer to a similar question without storing it. */
export async function checkLike({ actor, db }: ActionCall, input: HandlerInput<(typeof similar)['check']>) {
  const { key } = await unlocked(db, own(actor), input)
  const misfit = checkGiven(key, input.given)
  if (misfit) throw refused('answer_shape', misfit, '/given')
  return { verdict: grade(key, input.given), solution: solutionOf(key) }
}
