import { z } from 'zod'
import { WorkKind, WorkState } from '#features/practice/rules.ts'
import { Visual } from '#features/material/visuals/picture-limits.ts'
import { Given, Shown, Verdict } from '#features/questions/rules.ts'
import { Subject } from '#features/centers/rules.ts'
import { Content } from '#shared/content.ts'
import { get, post } from '#shared/contract.ts'
import { Instant } from '#shared/days.ts'
import { Text } from '#shared/fields.ts'
import { CenterName, Id } from '#shared/ids.ts'
import { Quarter } from './rules.ts'

/** What is written about an answer; empty takes it away. */
export const Comment = Text(1000)

/** On a device the teacher or assistant who was chosen there (reliability T31); 404 for one who isn't at the center. */
export const By = Id.optional()

const inCenter = z.object({ centerId: CenterName })

/** Whose answers: of everybody, or of those who are in a class today, or of a subject. */
const filter = { classId: Id.optional(), subject: Subject.optional() }

const Student = { studentId: Id, firstName: z.string(), lastName: z.string() }

/** A question whose answers wait for a person. `text` is what it asks, in a line; `oldest` is when the first was handed in. */
const Waiting = z.object({
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
export type Waiting = z.infer<typeof Waiting>

/** Work of which everything is graded, and that is not returned yet. */
const GradedWork = z.object({ _id: Id, ...Student, kind: WorkKind, name: z.string(), version: z.int() })
export type GradedWork = z.infer<typeof GradedWork>

/**
 * What waits for a person, the oldest first. `answers` counts all of it, also of the questions that are not listed while there are `more`; `moreToReturn`
 * while not all graded work is.
 */
const Queue = z.object({
  answers: z.int(),
  questions: z.array(Waiting),
  more: z.boolean(),
  toReturn: z.array(GradedWork),
  moreToReturn: z.boolean(),
})
export type Queue = z.infer<typeof Queue>

/** A question as it was asked, with its solution. */
export const Asked = z.object({
  instructions: Content,
  content: Content,
  visual: Visual.pick({ image: true, width: true, height: true }).extend({ alt: z.string() }).nullable(),
  shown: Shown,
  solution: Given,
})
export type Asked = z.infer<typeof Asked>

/** An answer that waits: whose, in which work, and what the machine said of it. */
const ToGrade = z.object({
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
  /** Time at which the work's time limit ended, if it has one. */
  endsAt: Instant.nullable(),
  version: z.int(),
})
export type ToGrade = z.infer<typeof ToGrade>

/** Equal answers of many. */
const Alike = z.object({ answers: z.array(ToGrade).min(1) })

/** An answer as it stands: the person's grade, 0 to 1 in quarters, and comment, with who gave them, and the verdict that is in force by it. */
export const Graded = z.object({
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
export type Graded = z.infer<typeof Graded>

/** With what stood there before, to undo it. */
const Changed = Graded.extend({ before: z.object({ grade: Quarter.nullable(), comment: z.string().nullable() }) })
export type Changed = z.infer<typeof Changed>

const many = 200
const seen = { id: Id, version: z.int().min(1) }
const differing = <A extends { id: string }>(list: readonly A[]) => new Set(list.map(({ id }) => id)).size === list.length
const onceEach = 'must name each answer once'

/** Spec §2, the grading screen; product §9. */
export const grading = {
  queue: get('/centers/:centerId/grading', { who: 'work.grade', input: inCenter.extend(filter), output: Queue }),
  /** The answers to one question that wait, equal ones together; while none does, nothing of it is told. `more` when not all are listed. */
  question: get('/centers/:centerId/grading/:questionId', {
    who: 'work.grade',
    input: inCenter.extend({ questionId: Id, revision: z.int().min(1), variant: z.int().min(1).optional(), ...filter }),
    output: z.object({ asked: Asked.nullable(), alike: z.array(Alike), more: z.boolean() }),
  }),
  /** One grade, and a comment when one is said, for many answers: all or none. 412 when one was changed meanwhile, 409 when one can't be graded. */
  grade: post('/centers/:centerId/grading', {
    who: 'work.grade',
    input: inCenter.extend({
      answers: z.array(z.object(seen)).min(1).max(many).refine(differing, onceEach),
      grade: Quarter,
      comment: Comment.optional(),
      by: By,
    }),
    output: z.object({ answers: z.array(Changed) }),
  }),
  /** Puts answers back as they were before they were graded: with null they wait again. 409 when it is too late for that. */
  undo: post('/centers/:centerId/grading/undo', {
    who: 'work.grade',
    // Comments come back as they were stored.
    limit: 1024 * 1024,
    input: inCenter.extend({
      answers: z
        .array(z.object({ ...seen, grade: Quarter.nullable(), comment: Text(4000).nullable() }))
        .min(1)
        .max(many)
        .refine(differing, onceEach),
      by: By,
    }),
    output: z.object({ answers: z.array(Changed) }),
  }),
  /** Returns work that is graded: its family sees the results. What is returned already stays so. */
  giveBack: post('/centers/:centerId/grading/return', {
    who: 'work.assign',
    input: inCenter.extend({ works: z.array(Id).min(1).max(many) }),
    output: z.object({ returned: z.array(Id) }),
  }),
}
