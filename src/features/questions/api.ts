import { z } from 'zod'
import { Dropped } from '#features/material/trash/api.ts'
import { Visual, VisualName } from '#features/material/visuals/picture-limits.ts'
import { Content } from '#shared/content.ts'
import { del, get, patch, post, put } from '#shared/contract.ts'
import { Id, Num } from '#shared/ids.ts'
import { RawText } from '#shared/fields.ts'
import { longest } from '#shared/text.ts'
import { Variables } from './variants/variants.ts'
import { AnswerKey, Given, QuestionTest, Verdict } from './rules.ts'
import { QuestionStatus } from '#features/material/rules.ts'

/** A question's number in its section. */
const QuestionNum = z.int().min(1).max(9999)

/** Rendered texts by their source, see `Texts` of the rules. */
const Texts = z.record(z.string(), Content)

/** A question's picture; `alt` says it in words. */
const Shown = Visual.extend({ alt: z.string() })

/**
 * A question as staff see it, with its key (spec §3). `content` and `instructions` are Markdown with TeX, `rendered` how they and the texts of the
 * key look. `hint` is shared by questions; `hintSteps` is how many steps it has. `faults` say why the status is `error`.
 */
export const QuestionLine = z.object({
  _id: Id,
  levelId: Id,
  chapterNum: Num,
  /** It stands in the chapter's test. */
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
  version: z.int(),
})
export type QuestionLine = z.infer<typeof QuestionLine>

/** A question with the answers that it is tested with at every save. */
const Question = QuestionLine.extend({ tests: z.array(QuestionTest) })
export type Question = z.infer<typeof Question>

/** Fields of a question that its author writes. */
export const Draft = z.object({
  instructions: RawText(longest.instructions),
  content: RawText(longest.instructions),
  answers: AnswerKey,
  hint: Id.nullable(),
  visual: z.object({ image: VisualName, alt: RawText(500) }).nullable(),
  /** Makes it a random question: its texts and its key have holes such as `{{a + 1}}`. */
  variables: Variables.nullable(),
  tests: z.array(QuestionTest).max(50),
})
export type Draft = z.infer<typeof Draft>

/** A section by its place: of a chapter, or of the test of the chapter that `test` numbers. */
const where = { level: Id, chapter: Num.optional(), test: Num.optional(), section: Num }
/** True if the input names exactly one section. */
export const isOnePlace = ({ chapter, test }: { chapter?: number | undefined; test?: number | undefined }) =>
  (chapter === undefined) !== (test === undefined)

/** A form of a random question; `values` is `a = 3, b = 1/2`. */
const Variant = z.object({ num: z.int(), values: z.string(), instructions: z.string(), content: Content, key: AnswerKey, texts: Texts })

/** An answer with its verdict. */
const Tried = z.object({ given: Given, words: z.string(), verdict: Verdict })

/** Spec §7, Material: questions. They carry keys, so staff alone may read them. A draft may be as large as its pictures' words and tests. */
const draftLimit = 256 * 1024
/** More than anybody types; a file of questions is imported instead. Long drafts have a lower limit of their own. */
const draftRate = { perSecond: 2, burst: 60 }
export const questions = {
  /** A section's questions by their numbers, at most 100 at once; `next` is the `after` of what follows, or null at the end. `of` counts all. */
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
  /** Behind the question numbered `behind`, or the last one. */
  add: post('/bl/questions', {
    who: 'material.change',
    once: true,
    input: Draft.extend({ ...where, behind: QuestionNum.optional() }),
    output: Question,
    limit: draftLimit,
    rate: draftRate,
  }),
  one: get('/bl/questions/:id', { who: 'material.read', input: z.object({ id: Id }), output: Question }),
  /** A change of content makes a new revision, which needs a review. Work that was started keeps its revision. */
  change: put('/bl/questions/:id', {
    who: 'material.change',
    input: Draft.extend({ id: Id }),
    output: Question,
    limit: draftLimit,
    rate: draftRate,
  }),
  /** A copy, right behind it, with the same hint and visual. */
  clone: post('/bl/questions/:id', {
    rate: { perSecond: 0.5, burst: 60 },
    who: 'material.change',
    once: true,
    input: z.object({ id: Id }),
    output: Question,
  }),
  /** 409 when it stands in work that has begun: that work keeps showing what it began with. Answers what puts it back. */
  drop: del('/bl/questions/:id', { who: 'material.change', input: z.object({ id: Id }), output: Dropped }),
  /**
   * `status`: reviewed or to be looked at again; 409 `has_faults` with their numbers in `nums` when some are not finished. `behind`: puts them, in
   * this order, behind the question of their section that has this number; 0 is the start. All or none. One alone may go by If-Match, so that nobody
   * calls reviewed what they haven't seen.
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
  /** Tries an answer on the stored question, or on one of its variants (the first unless said), and stores nothing. */
  try: post('/bl/questions/:id/answers', {
    who: 'material.read',
    effect: 'reads',
    input: z.object({ id: Id, given: Given, variant: z.int().min(1).max(24).optional() }),
    output: Verdict,
    rate: { perSecond: 10, burst: 40 },
  }),
  /**
   * A draft as it would be stored: how it looks, what is wrong with it, and answers that students may write with their verdicts. `warnings` say what
   * its author may have overlooked; it can be used all the same.
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
      samples: z.array(Tried),
      variants: z.array(Variant),
    }),
    limit: draftLimit,
    rate: { perSecond: 2, burst: 4 },
  }),
}
