import type { ActionCall, HandlerInput } from '#server/call.ts'
import { one } from '#server/db.ts'
import { notFound } from '#shared/problem.ts'
import { sectionAt } from '../questions.ts'
import { questionById } from '../queries.ts'
import type { figures } from './api.ts'
import { flagOf } from './flags.ts'
import { figuresOfQuestion, figuresOfSection, type FiguresRow, wrongAnswers } from './queries.ts'

const shown = ({ discrimination, ...row }: FiguresRow) => ({
  ...row,
  flag: flagOf({ ...row, discrimination }),
})

/** Returns statistics about the questions of a section. */
export async function sectionFigures({ db }: ActionCall, place: HandlerInput<(typeof figures)['ofSection']>) {
  const { id } = await sectionAt(db, place)
  return (await figuresOfSection(db, id)).map(shown)
}

/** Returns statistics about a question and its frequent wrong answers. */
export async function questionFigures(
  { db }: ActionCall,
  { id }: HandlerInput<(typeof figures)['ofQuestion']>,
) {
  one(await questionById(db, id), notFound)
  const [[row], wrong] = await Promise.all([figuresOfQuestion(db, id), wrongAnswers(db, id)])
  return { figures: row ? shown(row) : null, wrongAnswers: wrong }
}
