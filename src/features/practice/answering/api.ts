import { z } from 'zod'
import { Given, Verdict } from '#features/questions/rules.ts'
import { get, patch, post } from '#shared/contract.ts'
import { record } from '#shared/record.ts'
import { Id, Num } from '#shared/ids.ts'
import { HintStep, Work, WorkQuestion } from '../api.ts'
import { maxTurns, type WorkKind, workPaths } from '../rules.ts'

/**
 * Time at which the answer was typed, by the device's clock. If the clock is off by decades, the time is null
 * and the answer is still accepted.
 */
const TypedAt = z.iso
  .datetime()
  .transform((text) => (text >= '2000' && text < '2100' ? new Date(text).toISOString() : null))

/**
 * Identifies a question: either by its sequence number across all sections (`sequenceQuesNum`), or by its
 * section and its number within the section. `id` is the work.
 */
const inWork = z.object({ id: Id, n: Num })
const inSection = inWork.extend({ s: Num })

/**
 * One answer. `seq` counts the question's answers from 1, and `answerId` identifies this one, so that a
 * repeat from the outbox has no further effect and gets the same verdict. The endpoints respond with 409 if
 * earlier answers are missing (with `answers`, the number that have arrived), or if this homework question's
 * solution has already been revealed. They respond with 412 if another answer already has this `seq`; this
 * one is then stored separately. Answers are never refused because there are too many. Once a question has
 * 100, an older one that no longer counts is deleted.
 */
const entry = { seq: z.int().min(1).max(maxTurns), answerId: Id, given: Given, typedAt: TypedAt.optional() }

/**
 * Outcome of an answer. A `late` answer arrived after the end of its work: it is stored but doesn't count
 * unless staff accept it. `verdict` is null for late answers, and for all answers in tests and assessments.
 */
export const Outcome = record('AnswerOutcome', {
  seq: z.int(),
  late: z.boolean(),
  verdict: Verdict.nullable(),
  triesLeft: z.int().nullable(),
  solved: z.boolean(),
  solution: Given.nullable(),
})

/** Maximum size of an answer in bytes. A full sheet of strokes takes 100 KiB, so this leaves a margin. */
export const answerLimit = 160 * 1024

/** Defines the endpoints for a student's own work of one kind (spec §7, Student self). */
const own = (kind: WorkKind) => ({
  item: get(`/student/${workPaths[kind]}/:id`, {
    who: 'self.read',
    input: z.object({ id: Id }),
    output: Work,
  }),
  /**
   * Starts or completes the work. If `submitted` is sent in the seconds after time runs out, the work stays
   * `started`, and a job completes it when the grace period is over.
   */
  change: patch(`/student/${workPaths[kind]}/:id`, {
    who: 'self.work',
    input: z.object({ id: Id, state: z.enum(['started', 'submitted']) }),
    output: Work,
  }),
  question: get(`/student/${workPaths[kind]}/:id/:n`, {
    who: 'self.read',
    input: inWork,
    output: WorkQuestion,
  }),
  answer: post(`/student/${workPaths[kind]}/:id/:n`, {
    who: 'self.work',
    effect: 'own',
    limit: answerLimit,
    input: inWork.extend(entry),
    output: Outcome,
  }),
})
export type OwnWork = ReturnType<typeof own>

export const ownWork = {
  assessment: own('assessment'),
  homework: own('homework'),
  test: own('test'),
} satisfies Record<WorkKind, OwnWork>

/** Endpoints that address a homework question by its section (spec §7). */
export const ownSections = {
  question: get('/student/homework/:id/sections/:s/:n', {
    who: 'self.read',
    input: inSection,
    output: WorkQuestion,
  }),
  answer: post('/student/homework/:id/sections/:s/:n', {
    who: 'self.work',
    effect: 'own',
    limit: answerLimit,
    input: inSection.extend(entry),
    output: Outcome,
  }),
  /**
   * Opens step `num` of the hint unless it is already open, and returns all open steps. An opened step is
   * counted before it is sent. Responds with 404 for a step that doesn't exist. Responds with 409 for a
   * closed step if the one before it is still closed, or if the question or the work is over.
   */
  hint: post('/student/homework/:id/sections/:s/:n/hints', {
    who: 'self.work',
    input: inSection.extend({ num: z.int().min(1).max(40) }),
    output: z.object({ hintSteps: z.int(), hints: z.array(HintStep) }),
  }),
}

const ofChild = z.object({ studentId: Id, id: Id })

/** Defines the endpoints for a child's work of one kind (spec §7, Parent). */
const childs = (kind: WorkKind) => ({
  item: get(`/parent/students/:studentId/${workPaths[kind]}/:id`, {
    who: 'children.read',
    input: ofChild,
    output: Work,
  }),
  question: get(`/parent/students/:studentId/${workPaths[kind]}/:id/:n`, {
    who: 'children.read',
    input: ofChild.extend({ n: Num }),
    output: WorkQuestion,
  }),
})
export type ChildsWork = ReturnType<typeof childs>

export const childsWork = {
  assessment: childs('assessment'),
  homework: childs('homework'),
  test: childs('test'),
} satisfies Record<WorkKind, ChildsWork>

/**
 * Endpoints for parents: a homework question addressed by its section, and an assessment that a parent does
 * together with a child (spec §7, Parent).
 */
export const childsMore = {
  sectionQuestion: get('/parent/students/:studentId/homework/:id/sections/:s/:n', {
    who: 'children.read',
    input: ofChild.extend({ s: Num, n: Num }),
    output: WorkQuestion,
  }),
  answerAssessment: post('/parent/students/:studentId/assessments/:id/:n', {
    who: 'children.work',
    effect: 'own',
    limit: answerLimit,
    input: ofChild.extend({ n: Num, ...entry }),
    output: Outcome,
  }),
  changeAssessment: patch('/parent/students/:studentId/assessments/:id', {
    who: 'children.work',
    input: ofChild.extend({ state: z.enum(['started', 'submitted']) }),
    output: Work,
  }),
}
