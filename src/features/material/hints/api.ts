import { z } from 'zod'
import { Content } from '#shared/content.ts'
import { del, get, post, put } from '#shared/contract.ts'
import { record } from '#shared/record.ts'
import { RawText, Text } from '#shared/fields.ts'
import { Id, Num } from '#shared/ids.ts'
import { longest } from '#shared/text.ts'
import { TrashRef } from '../trash/api.ts'
import { maxSteps } from './hint-steps.ts'

const Step = RawText(longest.instructions)

/**
 * A hint in a list. `first` is its first step, both as Markdown and rendered; `questions` is the number of
 * questions that use it now.
 */
const HintLine = record('HintLine', {
  _id: Id,
  name: z.string(),
  first: z.object({ source: z.string(), content: Content }),
  steps: z.int(),
  questions: z.int(),
  version: z.int(),
})
export type HintLine = z.infer<typeof HintLine>

/**
 * A question that uses a hint, with its place in the material. `test` is true if its section belongs to the
 * chapter's test.
 */
const User = record('HintUse', {
  _id: Id,
  num: z.int(),
  levelId: Id,
  level: z.string(),
  chapterNum: Num,
  test: z.boolean(),
  section: z.object({ num: Num, name: z.string() }),
})
export type HintUser = z.infer<typeof User>

/** A hint with its steps, both as Markdown with TeX and rendered, and the first 100 questions that use it. */
const Hint = record('Hint', {
  _id: Id,
  name: z.string(),
  steps: z.array(z.object({ source: z.string(), content: Content })),
  questions: z.int(),
  users: z.array(User),
  version: z.int(),
})
export type Hint = z.infer<typeof Hint>

/** A step in the format returned by GET. Only its source is used. */
const ShownStep = z.object({ source: Step }).transform(({ source }) => source)

const Draft = record('HintDraft', { name: Text(longest.name), steps: z.array(Step).min(1).max(maxSteps) })

/** Rate limit for saving hints, per person. */
const saves = { perSecond: 1, burst: 200 }

/**
 * Hints (product §6): ordered lists of steps, shared by questions. A hint without a name belongs to a single
 * question. Students see changes to steps immediately, even if they have already opened them.
 */
export const hints = {
  /**
   * Lists shared hints, or hints that belong to one question, by name, at most 50 at once. `search` matches
   * names and steps.
   */
  list: get('/bl/hints', {
    who: 'hints.manage',
    input: z.object({
      of: z.enum(['shared', 'own']).default('shared'),
      search: z.string().max(100).optional(),
      after: Id.optional(),
    }),
    output: z.object({ hints: z.array(HintLine), next: Id.nullable(), count: z.int() }),
  }),
  one: get('/bl/hints/:id', { who: 'hints.manage', input: z.object({ id: Id }), output: Hint }),
  /** Adds a hint. Responds with 422 if a step is empty or its math can't be displayed. */
  add: post('/bl/hints', {
    rate: saves,
    who: 'hints.manage',
    once: true,
    input: Draft,
    output: Hint,
    limit: 256 * 1024,
  }),
  change: put('/bl/hints/:id', {
    rate: saves,
    who: 'hints.manage',
    input: Draft.extend({
      id: Id,
      steps: z
        .array(z.union([Step, ShownStep]))
        .min(1)
        .max(maxSteps),
    }),
    output: Hint,
    limit: 256 * 1024,
  }),
  /** Deletes a hint. Responds with 409 `in_use` while it is used by any revision of an existing question. */
  drop: del('/bl/hints/:id', { who: 'hints.manage', input: z.object({ id: Id }), output: TrashRef }),
  /** Renders steps and lists their faults. */
  preview: post('/bl/hints/preview', {
    who: 'hints.manage',
    effect: 'reads',
    input: z.object({ steps: z.array(Step).max(maxSteps) }),
    output: z.array(z.object({ content: Content, faults: z.array(z.string()) })),
    limit: 256 * 1024,
    rate: { perSecond: 2, burst: 4 },
  }),
}
