import { z } from 'zod'
import { Given, Verdict } from '#features/questions/rules.ts'
import { get, patch, post } from '#shared/contract.ts'
import { Id, Num } from '#shared/ids.ts'
import { HintStep, Work, WorkQuestion } from '../api.ts'
import { mostTurns, type WorkKind, workPaths } from '../rules.ts'

/** When something was typed, by the device's clock. One that is wrong by decades says nothing, and costs nobody the answer. */
const TypedAt = z.iso.datetime().transform((text) => (text >= '2000' && text < '2100' ? text : null))

/** A question by its running number through all sections (`sequenceQuesNum`), or by its section and its number in there. */
const inWork = z.object({ id: Id, n: Num })
const inSection = inWork.extend({ s: Num })

/**
 * One answer. `seq` counts the question's answers from 1 and `answerId` names this one, so that a repeat from the outbox has one effect and gets
 * the same verdict. 409 when answers before it are missing, with how many have arrived (`answers`), or when homework has told this question's
 * solution; 412 when another answer has taken this turn: this one is kept beside it. No answer is refused for being one too many: past 100 to a
 * question an older one goes that counts for nothing any more.
 */
const entry = { seq: z.int().min(1).max(mostTurns), answerId: Id, given: Given, typedAt: TypedAt.optional() }

/**
 * What became of an answer: a verdict in homework, else null. `late` when it came after the end of its work: it is kept, and counts for nothing
 * unless staff say so.
 */
export const Outcome = z.object({
  seq: z.int(),
  late: z.boolean(),
  verdict: Verdict.nullable(),
  triesLeft: z.int().nullable(),
  solved: z.boolean(),
  solution: Given.nullable(),
})

// A paper full of strokes is 100 KiB.
const answerLimit = 160 * 1024

/** Spec §7, Student self, for one kind of work. */
const own = (kind: WorkKind) => ({
  item: get(`/student/${workPaths[kind]}/:id`, { who: 'self.read', input: z.object({ id: Id }), output: Work }),
  /** `submitted` in the seconds after time runs out leaves the work `started`; a job completes it when late answers are no longer accepted. */
  change: patch(`/student/${workPaths[kind]}/:id`, {
    who: 'self.work',
    input: z.object({ id: Id, state: z.enum(['started', 'submitted']) }),
    output: Work,
  }),
  question: get(`/student/${workPaths[kind]}/:id/:n`, { who: 'self.read', input: inWork, output: WorkQuestion }),
  answer: post(`/student/${workPaths[kind]}/:id/:n`, {
    who: 'self.work',
    effect: 'own',
    limit: answerLimit,
    input: inWork.extend(entry),
    output: Outcome,
  }),
})
export type OwnWork = ReturnType<typeof own>

export const ownWork = { assessment: own('assessment'), homework: own('homework'), test: own('test') } satisfies Record<WorkKind, OwnWork>

/** Spec §7: homework's questions are addressed by their sections too. */
export const ownSections = {
  question: get('/student/homework/:id/sections/:s/:n', { who: 'self.read', input: inSection, output: WorkQuestion }),
  answer: post('/student/homework/:id/sections/:s/:n', {
    who: 'self.work',
    effect: 'own',
    limit: answerLimit,
    input: inSection.extend(entry),
    output: Outcome,
  }),
  /** Hands out the hint steps up to `num`, one more than is open at the most, and counts it before the step leaves. */
  hint: post('/student/homework/:id/sections/:s/:n/hints', {
    who: 'self.work',
    input: inSection.extend({ num: z.int().min(1).max(40) }),
    output: z.object({ hintSteps: z.int(), hints: z.array(HintStep) }),
  }),
}

const ofChild = z.object({ studentId: Id, id: Id })

/** Spec §7, Parent: what their child does, for one kind of work. */
const childs = (kind: WorkKind) => ({
  item: get(`/parent/students/:studentId/${workPaths[kind]}/:id`, { who: 'children.read', input: ofChild, output: Work }),
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

/** Spec §7, Parent: homework by its sections, and the answers of an assessment that a parent enters with a child. */
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
