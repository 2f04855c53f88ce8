import { z } from 'zod'
import { get } from '#shared/contract.ts'
import { Id, Num } from '#shared/ids.ts'
import { record } from '#shared/record.ts'
import { isOnePlace } from '../api.ts'
import { Given } from '../rules.ts'
import { questionFlags } from './flags.ts'

/**
 * Statistics about a question from completed work in all centers. A student who had the question several
 * times counts several times in `answers`. `rightFirst` counts answers that were right on the first try
 * without a hint, `hinted` those for which a hint was opened.
 */
const Figures = record('QuestionFigures', {
  questionId: Id,
  answers: z.int(),
  rightFirst: z.int(),
  hinted: z.int(),
  flag: z.enum(questionFlags).nullable(),
})
export type Figures = z.infer<typeof Figures>

/**
 * A wrong answer that several students gave. `variant` is the number of the question's variant, or null if
 * the question isn't random.
 */
const WrongAnswer = record('WrongAnswer', {
  given: Given,
  variant: z.int().nullable(),
  children: z.int(),
})
export type WrongAnswer = z.infer<typeof WrongAnswer>

/**
 * Statistics about questions from students' answers. A job updates them when work is completed, but at most
 * once a day if a question has many answers.
 */
export const figures = {
  /**
   * Returns statistics about those questions of a section that somebody has answered. The input identifies
   * the section in the same way as for the list of questions.
   */
  ofSection: get('/bl/question-figures', {
    who: 'material.read',
    input: z
      .object({ level: Id, chapter: Num.optional(), test: Num.optional(), section: Num })
      .refine(isOnePlace, 'must have either a chapter or a test'),
    output: z.array(Figures),
  }),
  /**
   * Returns a question's statistics, and up to 20 frequent wrong answers to it. The statistics are null until
   * somebody has answered the question.
   */
  ofQuestion: get('/bl/questions/:id/figures', {
    who: 'material.read',
    input: z.object({ id: Id }),
    output: z.object({ figures: Figures.nullable(), wrongAnswers: z.array(WrongAnswer) }),
  }),
}
