import { z } from 'zod'
import { get, post } from '#shared/contract.ts'
import { RequiredText } from '#shared/fields.ts'
import { Id } from '#shared/ids.ts'
import { record } from '#shared/record.ts'
import { Question, QuestionLine } from '../api.ts'
import { AnswerKind } from '../rules.ts'
import { reviewReasons, ReviewReason } from './reasons.ts'

/** Maximum length of a note to the author, in characters. */
export const maxNoteLength = 500

/** A question that waits for review, with its place, the reasons, and the author of its current revision. */
const QuestionToReview = QuestionLine.extend({
  course: z.string(),
  level: z.string(),
  chapter: z.string(),
  reasons: z.array(ReviewReason),
  since: z.string(),
  author: z.string().nullable(),
})
export type QuestionToReview = z.infer<typeof QuestionToReview>

/**
 * Numbers of questions that wait for a review, in total and by reason. A question can have several reasons.
 * `all` leaves out questions that were sent back.
 */
const ReviewCounts = record('QuestionsWaiting', {
  all: z.int(),
  ...(Object.fromEntries(reviewReasons.map((reason) => [reason, z.int()])) as Record<ReviewReason, z.ZodInt>),
})
export type ReviewCounts = z.infer<typeof ReviewCounts>

/** An author, with the number of their questions that wait for a review. */
const Author = record('QuestionAuthor', { _id: Id, name: z.string(), questions: z.int() })

/** Reviews of questions in all levels. */
export const reviews = {
  /**
   * Lists questions that wait for a review, longest wait first, 30 at a time. Pass `next` as `after` to get
   * more. Questions that were sent back wait for their author, so they are listed only for the
   * reason `returned`. `waiting` counts the questions by reason, filtered only by course, level, kind and
   * author.
   */
  queue: get('/bl/reviews', {
    who: 'questions.review',
    input: z.object({
      reason: ReviewReason.optional(),
      course: Id.optional(),
      level: Id.optional(),
      kind: AnswerKind.optional(),
      author: Id.optional(),
      after: z
        .string()
        .max(100)
        .regex(/^\S+ [\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/)
        .refine((text) => !Number.isNaN(Date.parse(text.split(' ')[0] ?? '')))
        .optional(),
    }),
    output: z.object({
      questions: z.array(QuestionToReview),
      next: z.string().nullable(),
      waiting: ReviewCounts,
      authors: z.array(Author),
    }),
  }),
  /**
   * Sends a question back to its author with a note. The question needs a review again once it is changed;
   * the note stays until the question is approved.
   */
  sendBack: post('/bl/questions/:id/review', {
    who: 'questions.review',
    input: z.object({ id: Id, note: RequiredText(maxNoteLength) }),
    output: Question,
  }),
}
