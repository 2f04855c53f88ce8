import { z } from 'zod'
import { WorkKind, WorkState } from '#features/practice/rules.ts'
import { Visual } from '#features/material/visuals/picture-limits.ts'
import { Given, Shown, Verdict } from '#features/questions/rules.ts'
import { Subject } from '#features/centers/rules.ts'
import { Content } from '#shared/content.ts'
import { get, post } from '#shared/contract.ts'
import { record } from '#shared/record.ts'
import { Instant } from '#shared/days.ts'
import { Text } from '#shared/fields.ts'
import { CenterName, Id } from '#shared/ids.ts'
import { Quarter } from './rules.ts'

/** Text of a comment on an answer; empty text removes the comment. */
export const Comment = Text(1000)

/**
 * Teacher or assistant selected on a tablet (reliability T31). Ignored unless the caller is a device. The
 * endpoints respond with 404 for anyone who doesn't teach or assist at the center.
 */
export const GraderId = Id.optional()

const inCenter = z.object({ centerId: CenterName })

/**
 * Filter for answers: only those of students with a place in this class today, those in this subject, or
 * both.
 */
const filter = { classId: Id.optional(), subject: Subject.optional() }

const Student = { studentId: Id, firstName: z.string(), lastName: z.string() }

/**
 * A question with answers to grade. `text` is the question in one line; `oldest` is the earliest submission
 * time among its answers.
 */
const WaitingQuestion = record('QuestionToGrade', {
  questionId: Id,
  revision: z.int(),
  variant: z.int().nullable(),
  subject: Subject,
  level: z.string(),
  section: z.string(),
  text: z.string(),
  kinds: z.array(WorkKind),
  answers: z.int(),
  oldest: Instant,
})
export type WaitingQuestion = z.infer<typeof WaitingQuestion>

/** Fully graded work that hasn't been returned yet. */
const GradedWork = record('GradedWork', {
  _id: Id,
  ...Student,
  kind: WorkKind,
  name: z.string(),
  version: z.int(),
})
export type GradedWork = z.infer<typeof GradedWork>

/**
 * Questions with answers to grade, oldest first, and graded work to return. `answers` counts the answers to
 * all such questions. `more` is true if not all questions are listed, `moreToReturn` if not all graded work
 * is.
 */
const Queue = record('Queue', {
  answers: z.int(),
  questions: z.array(WaitingQuestion),
  more: z.boolean(),
  toReturn: z.array(GradedWork),
  moreToReturn: z.boolean(),
})
export type Queue = z.infer<typeof Queue>

/** A question as the student saw it, with its solution. */
export const QuestionToGrade = record('Asked', {
  instructions: Content,
  content: Content,
  visual: Visual.pick({ image: true, width: true, height: true }).extend({ alt: z.string() }).nullable(),
  shown: Shown,
  solution: Given,
})
export type QuestionToGrade = z.infer<typeof QuestionToGrade>

/** An answer to grade, with its student, its work and the automatic verdict. */
const AnswerToGrade = record('ToGrade', {
  _id: Id,
  ...Student,
  workId: Id,
  kind: WorkKind,
  workName: z.string(),
  num: z.int(),
  given: Given,
  verdict: Verdict,
  comment: z.string().nullable(),
  typedAt: Instant.nullable(),
  arrivedAt: Instant,
  /** Instant at which the work's time ran out, if it has a time limit. */
  endsAt: Instant.nullable(),
  version: z.int(),
})
export type AnswerToGrade = z.infer<typeof AnswerToGrade>

const EqualAnswers = record('Alike', { answers: z.array(AnswerToGrade).min(1) })

/**
 * Current state of an answer: a person's grade (0 to 1 in quarters) and comment with their authors' names,
 * and the resulting verdict.
 */
export const GradedAnswer = record('Graded', {
  _id: Id,
  ...Student,
  workId: Id,
  num: z.int(),
  state: WorkState,
  verdict: Verdict,
  grade: z.number().nullable(),
  gradedBy: z.string().nullable(),
  comment: z.string().nullable(),
  commentedBy: z.string().nullable(),
  seenAt: Instant.nullable(),
  version: z.int(),
})
export type GradedAnswer = z.infer<typeof GradedAnswer>

/** A changed answer with its previous grade and comment, for undo. */
const ChangedAnswer = GradedAnswer.extend({
  before: z.object({ grade: Quarter.nullable(), comment: z.string().nullable() }),
})
export type ChangedAnswer = z.infer<typeof ChangedAnswer>

const many = 200
const versionRef = { id: Id, version: z.int().min(1) }
const differing = <A extends { id: string }>(list: readonly A[]) =>
  new Set(list.map(({ id }) => id)).size === list.length
const onceEach = 'must name each answer once'

/** Grading screen (spec §2; product §9). */
export const grading = {
  queue: get('/centers/:centerId/grading', {
    who: 'work.grade',
    shared: true,
    input: inCenter.extend(filter),
    output: Queue,
  }),
  /**
   * Returns the answers to grade for one question, with equal ones grouped. `asked`, the question, is null
   * if no answers are left. `more` is true if not all are listed.
   */
  question: get('/centers/:centerId/grading/:questionId', {
    who: 'work.grade',
    input: inCenter.extend({
      questionId: Id,
      revision: z.int().min(1),
      variant: z.int().min(1).optional(),
      ...filter,
    }),
    output: z.object({ asked: QuestionToGrade.nullable(), alike: z.array(EqualAnswers), more: z.boolean() }),
  }),
  /**
   * Gives the same grade, and optionally a comment, to either all or none of these answers. Responds with 412
   * if one of them was changed in the meantime, and with 409 if one can't be graded.
   */
  grade: post('/centers/:centerId/grading', {
    who: 'work.grade',
    input: inCenter.extend({
      answers: z.array(z.object(versionRef)).min(1).max(many).refine(differing, onceEach),
      grade: Quarter,
      comment: Comment.optional(),
      by: GraderId,
    }),
    output: z.object({ answers: z.array(ChangedAnswer) }),
  }),
  /**
   * Restores the previous grades and comments of answers. A null grade restores the automatic verdict, or
   * puts the answer back in the queue. Responds with 409 if a grade can no longer be undone.
   */
  undo: post('/centers/:centerId/grading/undo', {
    who: 'work.grade',
    // Large enough for the existing comments, which are sent back in full.
    limit: 1024 * 1024,
    input: inCenter.extend({
      answers: z
        .array(z.object({ ...versionRef, grade: Quarter.nullable(), comment: Text(4000).nullable() }))
        .min(1)
        .max(many)
        .refine(differing, onceEach),
      by: GraderId,
    }),
    output: z.object({ answers: z.array(ChangedAnswer) }),
  }),
  /**
   * Hands graded work back to the students, so that they and their parents see the results. Repeating this
   * has no further effect. Responds with 409 if some of the work isn't fully graded.
   */
  giveBack: post('/centers/:centerId/grading/return', {
    who: 'work.assign',
    input: inCenter.extend({ works: z.array(Id).min(1).max(many) }),
    output: z.object({ returned: z.array(Id) }),
  }),
}
