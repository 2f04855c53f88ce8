import { z } from 'zod'
import { type WorkKind, workPaths } from '#features/practice/rules.ts'
import { Given, Verdict } from '#features/questions/rules.ts'
import { get, patch, put } from '#shared/contract.ts'
import { Instant } from '#shared/days.ts'
import { Id, Num } from '#shared/ids.ts'
import { QuestionToGrade, GraderId, Comment, GradedAnswer } from '../api.ts'
import { Quarter } from '../rules.ts'

/**
 * An answer's grade and comment. A null grade restores the automatic verdict; if that is `ungraded`, the
 * answer is back in the queue.
 */
const reviewFields = {
  grade: Quarter.nullable().optional(),
  comment: Comment.nullable().optional(),
  by: GraderId,
}

/**
 * Grades or comments on the last answer to a question in one kind of work (spec §7, Staff on students).
 * Responds with 409 if there is none, or if `answerId`, the answer that was shown, is no longer the last.
 */
const given = (kind: WorkKind) => ({
  grade: patch(`/students/:id/${workPaths[kind]}/:itemId/:n`, {
    who: 'work.grade',
    input: z.object({ id: Id, itemId: Id, n: Num, answerId: Id.optional(), ...reviewFields }),
    output: GradedAnswer,
  }),
})
export type GivenAnswers = ReturnType<typeof given>

export const givenAnswers = {
  assessment: given('assessment'),
  homework: given('homework'),
  test: given('test'),
} satisfies Record<WorkKind, GivenAnswers>

const inClass = z.object({ classId: Id, answerId: Id })

/**
 * A complete answer, with its question as the student saw it. `verdict` is the current verdict, `machine` the
 * automatic one.
 */
const Opened = QuestionToGrade.extend(GradedAnswer.shape).extend({
  given: Given,
  machine: Verdict,
  typedAt: Instant.nullable(),
  arrivedAt: Instant,
})

/**
 * One answer, reached through a student's record or through the class that the student is in today (spec §7).
 */
export const oneAnswer = {
  comment: put('/students/:id/answers/:answerId/comment', {
    who: 'work.grade',
    input: z.object({ id: Id, answerId: Id, text: Comment, by: GraderId }),
    output: GradedAnswer,
  }),
  open: get('/classroom/:classId/answers/:answerId', { who: 'work.grade', input: inClass, output: Opened }),
  change: patch('/classroom/:classId/answers/:answerId', {
    who: 'work.grade',
    input: inClass.extend({ ...reviewFields, seen: z.boolean().optional() }),
    output: GradedAnswer,
  }),
}
