import { z } from 'zod'
import { Visual } from '#features/material/visuals/api.ts'
import { Given, Shown, Verdict } from '#features/questions/rules.ts'
import { Content } from '#shared/content.ts'
import { get, None, Nothing, patch, post, del } from '#shared/contract.ts'
import { Day, Instant } from '#shared/days.ts'
import { Id, Num } from '#shared/ids.ts'
import { RequiredText } from '#shared/fields.ts'
import { Avatar } from '#features/accounts/rules.ts'
import { HomeworkState } from './rules.ts'

/** When something was typed, by the device's clock. One that is wrong by decades says nothing, and costs nobody the answer. */
const TypedAt = z.iso.datetime().transform((text) => (text >= '2000' && text < '2100' ? text : null))

/** One line of a list of homework. `score` is 0 to 1; figures are null until it is complete. */
export const HomeworkLine = z.object({
  _id: Id,
  name: z.string(),
  state: HomeworkState,
  dueOn: Day.nullable(),
  assignedAt: Instant,
  startedAt: Instant.nullable(),
  submittedAt: Instant.nullable(),
  questions: z.int(),
  answered: z.int(),
  correct: z.int().nullable(),
  total: z.int().nullable(),
  hint: z.int().nullable(),
  score: z.number().nullable(),
  version: z.int(),
})
export type HomeworkLine = z.infer<typeof HomeworkLine>

/**
 * Homework in a student's record (spec §3, activity types). `date` is the centre's day on which it was handed in, or given while it is open;
 * figures are null until it is complete, `score` is 0 to 1. `recorder` gave it.
 */
export const Activity = z.object({
  _id: Id,
  type: z.literal('homework'),
  date: Day,
  recorder: z.string(),
  name: z.string(),
  level: z.string(),
  levelId: Id,
  chapter: z.int(),
  correct: z.int().nullable(),
  total: z.int().nullable(),
  hint: z.int().nullable(),
  score: z.number().nullable(),
})
export type Activity = z.infer<typeof Activity>

const Dot = z.object({
  quesNum: Num,
  sequenceQuesNum: z.int(),
  answered: z.boolean(),
  solved: z.boolean(),
  over: z.boolean(),
  hintSteps: z.int(),
})
const HomeworkSection = z.object({ num: Num, name: z.string(), questions: z.array(Dot) })

/** A homework with the state of every question: what the map of dots shows. */
export const Homework = HomeworkLine.extend({ sections: z.array(HomeworkSection) })
export type Homework = z.infer<typeof Homework>

const HintStep = z.object({ num: z.int(), content: Content })

/** A question as its student may see it: `shown` has no key, `solution` stays null until the question is over. */
export const WorkQuestion = z.object({
  sectionNum: Num,
  sectionName: z.string(),
  quesNum: Num,
  sequenceQuesNum: z.int(),
  of: z.int(),
  state: HomeworkState,
  instructions: Content,
  content: Content,
  /** Its picture, without the name of the file that it came from. */
  visual: Visual.pick({ image: true, width: true, height: true }).extend({ alt: z.string() }).nullable(),
  shown: Shown,
  /** How many answers have arrived; the next one has `seq` one higher. */
  answers: z.int(),
  given: Given.nullable(),
  verdict: Verdict.nullable(),
  triesLeft: z.int(),
  solved: z.boolean(),
  solution: Given.nullable(),
  hintSteps: z.int(),
  hints: z.array(HintStep),
})
export type WorkQuestion = z.infer<typeof WorkQuestion>

const Sections = z
  .array(Id)
  .min(1)
  .max(20)
  .refine((ids) => new Set(ids).size === ids.length, 'must name each section once')

const inHomework = z.object({ id: Id, s: Num, n: Num })

/** Spec §7, Student self, and Staff on students, for homework. */
export const practice = {
  assign: post('/students/:id/homework', {
    who: 'work.assign',
    input: z.object({ id: Id, sections: Sections, name: RequiredText(100).optional(), dueOn: Day.nullable().optional() }),
    output: HomeworkLine,
  }),
  withdraw: del('/students/:id/homework/:itemId', { who: 'work.assign', input: z.object({ id: Id, itemId: Id }), output: Nothing }),
  item: get('/students/:id/homework/:itemId', { who: 'work.read', input: z.object({ id: Id, itemId: Id }), output: Homework }),
  self: get('/student', {
    who: 'self.read',
    input: None,
    output: z.object({ _id: Id, firstName: z.string(), lastName: z.string(), avatar: Avatar, homework: z.array(HomeworkLine) }),
  }),
  homework: get('/student/homework/:id', { who: 'self.read', input: z.object({ id: Id }), output: Homework }),
  change: patch('/student/homework/:id', {
    who: 'self.work',
    input: z.object({ id: Id, state: z.enum(['started', 'submitted']) }),
    output: Homework,
  }),
  question: get('/student/homework/:id/sections/:s/:n', { who: 'self.read', input: inHomework, output: WorkQuestion }),
  /**
   * One answer. `seq` counts the question's answers from 1 and `answerId` names this one, so that a repeat from the outbox has one effect
   * and gets the same verdict. 409 when answers before it are missing, 412 when another answer has taken this turn.
   */
  answer: post('/student/homework/:id/sections/:s/:n', {
    who: 'self.work',
    effect: 'own',
    // A paper full of strokes is 100 KiB.
    limit: 160 * 1024,
    input: inHomework.extend({ seq: z.int().min(1).max(1000), answerId: Id, given: Given, typedAt: TypedAt.optional() }),
    output: z.object({
      seq: z.int(),
      verdict: Verdict,
      triesLeft: z.int(),
      solved: z.boolean(),
      solution: Given.nullable(),
    }),
  }),
  /** Hands out the hint steps up to `num`, one more than is open at the most, and counts it before the step leaves. */
  hint: post('/student/homework/:id/sections/:s/:n/hints', {
    who: 'self.work',
    input: inHomework.extend({ num: z.int().min(1).max(40) }),
    output: z.object({ hintSteps: z.int(), hints: z.array(HintStep) }),
  }),
}
