import { z } from 'zod'
import { Given, Verdict } from '#features/questions/rules.ts'
import { del, get, Nothing, patch, post } from '#shared/contract.ts'
import { record } from '#shared/record.ts'
import { Day, Instant } from '#shared/days.ts'
import { RequiredText } from '#shared/fields.ts'
import { Id, Num } from '#shared/ids.ts'
import { Work, WorkLine, WorkQuestion } from '../api.ts'
import { maxTurns, type WorkKind, workPaths, WorkState } from '../rules.ts'

const some = (noun: string, most: number) =>
  z
    .array(Id)
    .min(1)
    .max(most)
    .refine((ids) => new Set(ids).size === ids.length, `must name each ${noun} once`)

const Minutes = z.int().min(1).max(600)

/** Optional name and due date of new work. */
const plan = { name: RequiredText(100).optional(), dueOn: Day.nullable().optional() }
const timed = { ...plan, minutes: Minutes.nullable().optional() }

const item = z.object({ id: Id, itemId: Id })

/**
 * An answer as staff see it: its automatic verdict (if it was regraded, the new one), and a person's grade (0
 * to 1 in quarters) and comment.
 */
const Answer = record('Answer', {
  _id: Id,
  seq: z.int(),
  given: Given,
  verdict: Verdict,
  grade: z.number().nullable(),
  gradedBy: z.string().nullable(),
  comment: z.string().nullable(),
  commentedBy: z.string().nullable(),
  typedAt: Instant.nullable(),
  arrivedAt: Instant,
  /** The printed page on which the student wrote the answer. */
  pageId: Id.nullable(),
  version: z.int(),
})

/**
 * An answer that arrived after its work had ended, or was `overtaken` by one from another device. `seq` is its
 * number among the answers that count, or null until it is accepted.
 */
export const LateAnswer = record('LateAnswer', {
  _id: Id,
  seq: z.int().nullable(),
  given: Given,
  typedAt: Instant.nullable(),
  arrivedAt: Instant,
  overtaken: z.boolean(),
  version: z.int(),
})
export type LateAnswer = z.infer<typeof LateAnswer>

/**
 * A question of a student's work as staff see it: with its solution and every stored answer, latest first,
 * 100 per page (`after` is the last `seq` of a page, null on the last page). `late` lists the answers that
 * arrived late or were overtaken.
 */
export const StaffQuestion = WorkQuestion.extend({
  solution: Given,
  history: z.array(Answer),
  after: z.int().nullable(),
  late: z.array(LateAnswer),
})
export type StaffQuestion = z.infer<typeof StaffQuestion>

const questionQuery = item.extend({ n: Num, after: z.int().min(1).max(maxTurns).optional() })

/**
 * Defines the endpoints for staff to read and change a student's work of one kind (spec §7, Staff on
 * students).
 */
const given = (kind: WorkKind) => ({
  item: get(`/students/:id/${workPaths[kind]}/:itemId`, { who: 'work.read', input: item, output: Work }),
  /**
   * Changes the due date or time limit, returns graded work (`returned`), or voids work (`void`); no other
   * state can be set. Only managers and admins may void work. Voided work is kept but doesn't count.
   */
  change: patch(`/students/:id/${workPaths[kind]}/:itemId`, {
    who: 'work.assign',
    input: item.extend({
      dueOn: Day.nullable().optional(),
      minutes: Minutes.nullable().optional(),
      state: WorkState.optional(),
    }),
    output: Work,
  }),
  /** Withdraws work that hasn't started. */
  withdraw: del(`/students/:id/${workPaths[kind]}/:itemId`, {
    who: 'work.assign',
    input: item,
    output: Nothing,
  }),
  question: get(`/students/:id/${workPaths[kind]}/:itemId/:n`, {
    who: 'work.read',
    input: questionQuery,
    output: StaffQuestion,
  }),
})
export type GivenWork = ReturnType<typeof given>

export const givenWork = {
  assessment: given('assessment'),
  homework: given('homework'),
  test: given('test'),
} satisfies Record<WorkKind, GivenWork>

/**
 * Assigns work to a student (spec §7), and reads a question of a homework section. Responds with 409 if the
 * student already has the same work open.
 */
export const assigning = {
  /**
   * Assigns all ready questions of these sections. Of the sections that are also in `halfSections`, assigns
   * only half of the questions, rounded up. They are chosen when the homework starts: questions that the
   * student has never had come first, then the least recent ones.
   */
  homework: post('/students/:id/homework', {
    who: 'work.assign',
    input: z.object({
      id: Id,
      sections: some('section', 20),
      halfSections: some('section', 20).optional(),
      ...plan,
    }),
    output: WorkLine,
  }),
  /**
   * Assigns a warm-up: a few questions for the start of class, grouped by section, otherwise in the given
   * order. It replaces a warm-up that the student hasn't started. Responds with 409 `open_already` if the
   * student already has an unstarted warm-up with the same questions, or an open one that was started today.
   */
  warmUp: post('/students/:id/warm-ups', {
    who: 'work.assign',
    input: z.object({ id: Id, questions: some('question', 5) }),
    output: WorkLine,
  }),
  /** Assigns a chapter's test, with all of its sections that have ready questions. */
  test: post('/students/:id/tests', {
    who: 'work.assign',
    input: z.object({ id: Id, levelId: Id, chapterNum: Num, ...timed }),
    output: WorkLine,
  }),
  /**
   * Assigns a level's assessment: the first `assessmentQuestions` questions of every section of its chapter
   * tests. An `adaptive` one chooses each question based on the answers so far, from the reviewed questions
   * of this level and of up to two levels on either side. Responds with 422 `too_few_reviewed` if this level
   * has too few of them.
   */
  assessment: post('/students/:id/assessments', {
    who: 'work.assign',
    input: z.object({ id: Id, levelId: Id, ...timed, adaptive: z.boolean().optional() }),
    output: WorkLine,
  }),
  sectionQuestion: get('/students/:id/homework/:itemId/sections/:s/:n', {
    who: 'work.read',
    input: questionQuery.extend({ s: Num }),
    output: StaffQuestion,
  }),
}
