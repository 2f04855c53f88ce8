import { z } from 'zod'
import { QuestionToGrade } from '#features/grading/api.ts'
import { WorkKind, WorkState } from '#features/practice/rules.ts'
import { Given } from '#features/questions/rules.ts'
import { get, post } from '#shared/contract.ts'
import { Instant } from '#shared/days.ts'
import { CenterName, Id, Num } from '#shared/ids.ts'
import { record } from '#shared/record.ts'

/** A coordinate on a page, in millimeters from the origin of its frame. */
const Millimeters = z.number().min(-20).max(300)

/** Returns true if no question appears twice. */
const isDistinct = (places: readonly { num: number }[]) =>
  new Set(places.map(({ num }) => num)).size === places.length

/** A bubble's name and center. */
const Bubble = z.object({ name: z.string().min(1).max(20), x: Millimeters, y: Millimeters })

/**
 * Position of a question on a printed page. `bubbles` is empty for a question that is answered in
 * handwriting.
 */
export const PrintedPlace = z.object({
  num: Num,
  revision: z.int().min(1),
  top: Millimeters,
  bottom: Millimeters,
  bubbles: z.array(Bubble).max(200),
})
export type PrintedPlace = z.infer<typeof PrintedPlace>

/**
 * A question's mark on a page, as staff read it: the answer read from its bubbles, or whether the handwriting
 * is `right`. A question without a mark has no answer.
 */
export const PageMark = z
  .object({ num: Num, given: Given.optional(), right: z.boolean().optional() })
  .refine(
    ({ given, right }) => (given === undefined) !== (right === undefined),
    'must have one of given and right',
  )
export type PageMark = z.infer<typeof PageMark>

const ofWork = {
  workId: Id,
  studentId: Id,
  firstName: z.string(),
  lastName: z.string(),
  kind: WorkKind,
  name: z.string(),
  state: WorkState,
}

/** A question of a worksheet. `digits` lists the indexes of the parts that are answered digit by digit. */
const Question = QuestionToGrade.extend({ num: Num, revision: z.int(), digits: z.array(z.int()) })

/** A student's work, to print as a worksheet. There are no questions until the work has started. */
export const Worksheet = record('Worksheet', {
  ...ofWork,
  minutes: z.int().nullable(),
  adaptive: z.boolean(),
  questions: z.array(Question),
})
export type Worksheet = z.infer<typeof Worksheet>

/**
 * A printed page, and what staff have already read on it. `num` is its number among the `of` pages that were
 * printed together; `missing` lists the numbers of those whose pictures aren't stored yet.
 */
const PrintedPage = record('PrintedPage', {
  _id: Id,
  ...ofWork,
  num: z.int(),
  of: z.int(),
  missing: z.array(z.int()),
  questions: z.array(Question.extend(PrintedPlace.shape)),
  marks: z.array(PageMark).nullable(),
  scannedAt: Instant.nullable(),
})
export type PrintedPage = z.infer<typeof PrintedPage>

const inCenter = z.object({ centerId: CenterName })
const aWork = inCenter.extend({ workId: Id })
const aPage = inCenter.extend({ pageId: Id })

/**
 * Maximum size of the straightened picture of a page, in bytes. Pictures from the browser are much smaller.
 */
export const maxPictureBytes = 2 * 1024 * 1024

/** Worksheets: a student's work on paper, and its photographed pages. */
export const worksheets = {
  open: get('/centers/:centerId/worksheets/:workId', { who: 'work.assign', input: aWork, output: Worksheet }),
  /**
   * Starts the work, which chooses its questions and values. Responds with 409 `not_printable` if the work
   * can't be printed.
   */
  start: post('/centers/:centerId/worksheets/:workId', {
    who: 'work.assign',
    input: aWork,
    output: Worksheet,
  }),
  /**
   * Stores the pages that are about to be printed, and returns their ids, which their codes contain. Responds
   * with 409 `not_printable` if the work can't be printed, and with 422 `question_unknown` if the work
   * doesn't contain one of the questions in the given revision.
   */
  print: post('/centers/:centerId/worksheets/:workId/pages', {
    who: 'work.assign',
    once: true,
    limit: 512 * 1024,
    input: aWork.extend({
      pages: z
        .array(z.array(PrintedPlace).min(1).max(100))
        .min(1)
        .max(50)
        .refine((pages) => isDistinct(pages.flat()), 'must contain each question once'),
    }),
    output: z.object({ pages: z.array(Id) }),
  }),
  page: get('/centers/:centerId/worksheet-pages/:pageId', {
    who: 'work.assign',
    input: aPage,
    output: PrintedPage,
  }),
  /** Returns the straightened photograph of a page. */
  picture: get('/centers/:centerId/worksheet-pages/:pageId/picture', {
    who: 'work.assign',
    media: 'image/webp',
    input: aPage,
    output: z.custom<Uint8Array>(),
  }),
  /**
   * Stores the picture of a filled-in page, a JPEG as base64, and what staff read on it, as answers to the
   * work. Once the pictures of all pages printed together are stored, or with `finish`, the work is handed in
   * and the handwriting is graded. Saving a page again replaces its picture and corrects its marks. `missing`
   * lists the numbers of the pages whose pictures aren't stored yet. Responds with 409 `not_answerable` if
   * the work is complete and the page is new or has new answers, and with 422 `question_unknown` if a marked
   * question isn't in the work, or isn't on the page.
   */
  save: post('/centers/:centerId/worksheet-pages/:pageId', {
    who: 'work.assign',
    effect: 'own',
    limit: 3 * 1024 * 1024,
    rate: { perSecond: 1, burst: 30 },
    input: aPage.extend({
      data: z.base64(),
      marks: z.array(PageMark).max(100),
      finish: z.boolean().optional(),
    }),
    output: z.object({ state: WorkState, missing: z.array(z.int()) }),
  }),
}
