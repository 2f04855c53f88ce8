import { z } from 'zod'
import { QuestionStatus } from '#features/material/rules.ts'
import { get } from '#shared/contract.ts'
import { Id, Num } from '#shared/ids.ts'
import { record } from '#shared/record.ts'
import { AnswerKind } from '../rules.ts'

/** Maximum number of questions that a search finds. Only very broad searches match more. */
export const maxFound = 1000

/** Part of a text, cut into pieces; `found` marks those that were searched for. */
const Excerpt = z.array(z.object({ text: z.string(), found: z.boolean() }))
export type Excerpt = z.infer<typeof Excerpt>

/**
 * A question found by a search, with its place in the material. `hint` and `answer` are null unless they
 * contain a word of the search.
 */
const FoundQuestion = record('FoundQuestion', {
  _id: Id,
  num: z.int(),
  status: QuestionStatus,
  kind: AnswerKind,
  course: z.string(),
  levelId: Id,
  level: z.string(),
  chapterNum: Num,
  chapter: z.string(),
  test: z.boolean(),
  section: z.object({ _id: Id, name: z.string(), num: Num }),
  text: Excerpt,
  hint: Excerpt.nullable(),
  answer: Excerpt.nullable(),
})
export type FoundQuestion = z.infer<typeof FoundQuestion>

/** Search for questions in all levels. */
export const questionSearch = {
  /**
   * Finds questions by the words of their text, answers and hint, ignoring accents and case. All search words
   * must match; one that isn't a number also matches longer words that begin with it. If there are no words,
   * lists what the filters select; if there are no filters either, lists nothing. Results are in the order of
   * the material, 50 at a time. Pass `next` as `after` to get more. `count` stops at 1000, and further
   * results can't be read.
   */
  find: get('/bl/question-search', {
    who: 'material.read',
    input: z.object({
      find: z.string().max(100).default(''),
      kind: AnswerKind.optional(),
      status: QuestionStatus.optional(),
      level: Id.optional(),
      section: Id.optional(),
      after: Id.optional(),
    }),
    output: z.object({ questions: z.array(FoundQuestion), count: z.int(), next: Id.nullable() }),
    rate: { perSecond: 5, burst: 20 },
  }),
}
