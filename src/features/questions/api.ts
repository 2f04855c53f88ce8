import { z } from 'zod'
import { TrashRef } from '#features/material/trash/api.ts'
import { Visual, VisualName } from '#features/material/visuals/picture-limits.ts'
import { Content } from '#shared/content.ts'
import { del, get, patch, post, put } from '#shared/contract.ts'
import { record } from '#shared/record.ts'
import { Id, Num } from '#shared/ids.ts'
import { RawText } from '#shared/fields.ts'
import { longest } from '#shared/text.ts'
import { Variables } from './variants/variants.ts'
import { AnswerKey, Given, QuestionTest, Verdict } from './rules.ts'
import { QuestionStatus } from '#features/material/rules.ts'

/** Number of a question within its section. */
const QuestionNum = z.int().min(1).max(9999)

/** Rendered texts by their source; see `Texts` in rules.ts. */
const Texts = z.record(z.string(), Content)

/** Picture of a question; `alt` is its text alternative. */
const Shown = Visual.extend({ alt: z.string() })

/**
 * A question as staff see it, with its key (spec §3). `content` and `instructions` are Markdown with TeX;
 * `rendered` holds them and the texts of the key as displayed. Several questions can share a `hint`;
 * `hintSteps` is the hint's number of steps. `faults` are the reasons for the status `error`.
 */
export const QuestionLine = record('QuestionLine', {
  _id: Id,
  levelId: Id,
  chapterNum: Num,
  /** True if the question belongs to the chapter's test. */
  test: z.boolean(),
  section: z.object({ _id: Id, name: z.string(), num: Num }),
  num: QuestionNum,
  instructions: z.string(),
  content: z.string(),
  rendered: z.object({ content: Content, texts: Texts }),
  answers: AnswerKey,
  hint: Id.nullable(),
  hintSteps: z.int(),
  visual: Shown.nullable(),
  variables: Variables.nullable(),
  status: QuestionStatus,
  faults: z.array(z.string()),
  /** Changes that a reviewer asked the author for; '' if none. */
  note: z.string(),
  version: z.int(),
})
export type QuestionLine = z.infer<typeof QuestionLine>

/** A question with its tests, which are answers graded whenever the question is saved. */
export const Question = QuestionLine.extend({ tests: z.array(QuestionTest) })
export type Question = z.infer<typeof Question>

/** Fields of a question that its author can fill in. */
export const Draft = record('QuestionDraft', {
  instructions: RawText(longest.instructions),
  content: RawText(longest.instructions),
  answers: AnswerKey,
  hint: Id.nullable(),
  visual: z.object({ image: VisualName, alt: RawText(500) }).nullable(),
  /** Variables of a random question, whose texts and key have placeholders such as `{{a + 1}}`. */
  variables: Variables.nullable(),
  tests: z.array(QuestionTest).max(50),
})
export type Draft = z.infer<typeof Draft>

/** Draft of a new question. Fields not named in the specification are optional and empty by default. */
const NewDraft = Draft.extend({
  instructions: Draft.shape.instructions.default(''),
  hint: Draft.shape.hint.default(null),
  visual: Draft.shape.visual.default(null),
  variables: Draft.shape.variables.default(null),
  tests: Draft.shape.tests.default([]),
})

/** Identifies a section of the chapter numbered `chapter`, or of the test of the chapter numbered `test`. */
const where = { level: Id, chapter: Num.optional(), test: Num.optional(), section: Num }
/** Returns true if exactly one of `chapter` and `test` is present. */
export const isOnePlace = ({ chapter, test }: { chapter?: number | undefined; test?: number | undefined }) =>
  (chapter === undefined) !== (test === undefined)

/** A variant of a random question. `values` is text such as `a = 3, b = 1/2`. */
const Variant = record('Variant', {
  num: z.int(),
  values: z.string(),
  instructions: z.string(),
  content: Content,
  key: AnswerKey,
  texts: Texts,
})

const TestedAnswer = record('Tried', { given: Given, words: z.string(), verdict: Verdict })

/** Maximum size of a request with a draft or with many ids, in bytes (reliability B18). */
const draftLimit = 256 * 1024
/**
 * Rate limit for adding and changing questions, which nobody exceeds by typing. Large numbers of questions
 * are imported from a file instead. Long drafts have a lower limit.
 */
const draftRate = { perSecond: 2, burst: 60 }
export const questions = {
  /**
   * Lists questions of a section in numeric order, at most 100 at a time. Pass `next` as `after` to get the
   * next page; `next` is null at the end. `of` counts all questions of the section by status.
   */
  list: get('/bl/questions', {
    who: 'material.read',
    input: z.object({
      ...where,
      status: QuestionStatus.optional(),
      search: z.string().max(100).optional(),
      after: z.int().min(0).max(9999).default(0),
    }),
    output: z.object({
      questions: z.array(QuestionLine),
      next: z.int().nullable(),
      of: z.object({ error: z.int(), warn: z.int(), success: z.int() }),
    }),
  }),
  /** Inserts a question after the one numbered `behind`, or at the end. */
  add: post('/bl/questions', {
    who: 'material.change',
    once: true,
    input: NewDraft.extend({ ...where, behind: QuestionNum.optional() }),
    output: Question,
    limit: draftLimit,
    rate: draftRate,
  }),
  one: get('/bl/questions/:id', { who: 'material.read', input: z.object({ id: Id }), output: Question }),
  /**
   * Changes a question, which then needs a review. A change to only the tests or the messages about mistakes
   * makes no new revision, so new messages apply to work in progress too. Any other change makes a new
   * revision, and work in progress keeps the revision that it started with.
   */
  change: put('/bl/questions/:id', {
    who: 'material.change',
    input: Draft.extend({ id: Id }),
    output: Question,
    limit: draftLimit,
    rate: draftRate,
  }),
  /** Inserts a copy with the same hint and picture right after the original. */
  clone: post('/bl/questions/:id', {
    rate: { perSecond: 0.5, burst: 60 },
    who: 'material.change',
    once: true,
    input: z.object({ id: Id }),
    output: Question,
  }),
  /**
   * Moves a question to the trash and returns the entry from which it can be restored. Responds with 409 if
   * students have started work that includes the question.
   */
  drop: del('/bl/questions/:id', { who: 'material.change', input: z.object({ id: Id }), output: TrashRef }),
  /**
   * Changes all or none of the questions. `status` marks them as reviewed or as needing a review; if some are
   * unfinished, the endpoint responds with 409 `has_faults` and their numbers in `nums`. `behind` moves them,
   * in the order of `ids`, to right after the question of their section with this number; 0 moves them to the
   * start. A request for a single question may have If-Match, so that a version that the caller hasn't seen
   * isn't marked as reviewed.
   */
  arrange: patch('/bl/questions', {
    who: 'material.change',
    input: z.object({
      ids: z.array(Id).min(1).max(2000),
      status: z.enum(['warn', 'success']).optional(),
      behind: z.int().min(0).max(9999).optional(),
    }),
    output: z.object({ changed: z.int() }),
    limit: draftLimit,
  }),
  /**
   * Grades an answer to the stored question or to one of its variants (by default, the first one). Stores
   * nothing.
   */
  try: post('/bl/questions/:id/answers', {
    who: 'material.read',
    effect: 'reads',
    input: z.object({ id: Id, given: Given, variant: z.int().min(1).max(24).optional() }),
    output: Verdict,
    rate: { perSecond: 10, burst: 40 },
  }),
  /**
   * Returns a draft as it would be stored: the rendered texts, its faults, and sample student answers with
   * their verdicts. `warnings` list possible oversights; the question can be used despite them.
   */
  preview: post('/bl/questions/preview', {
    who: 'material.read',
    effect: 'reads',
    input: Draft.pick({ instructions: true, content: true, answers: true, variables: true, tests: true }),
    output: z.object({
      content: Content,
      texts: Texts,
      faults: z.array(z.string()),
      warnings: z.array(z.string()),
      samples: z.array(TestedAnswer),
      variants: z.array(Variant),
    }),
    limit: draftLimit,
    rate: { perSecond: 2, burst: 4 },
  }),
}
