import { z } from 'zod'
import { csvFile, get, patch } from '#shared/contract.ts'
import { record } from '#shared/record.ts'
import { Day } from '#shared/days.ts'
import { CenterName, Id } from '#shared/ids.ts'
import { Text } from '#shared/fields.ts'
import { longest } from '#shared/text.ts'
import { SetStage, Stage } from './stages.ts'

/**
 * Stage and other data of a prospect. `byHand` is true if a person set the stage; `lostReason` is empty
 * unless the prospect is lost. `trial` is the latest trial; its `came` is null until attendance is taken.
 */
export const Prospect = record('Prospect', {
  stage: Stage,
  since: Day,
  byHand: z.boolean(),
  source: z.string(),
  lostReason: z.string(),
  nextStep: z.string(),
  nextOn: Day.nullable(),
  trial: z.object({ on: Day, classId: Id, className: z.string(), came: z.boolean().nullable() }).nullable(),
  version: z.int(),
})
export type Prospect = z.infer<typeof Prospect>

/**
 * A prospect on the board; `programs` are the programs that the prospect wants, and `note` is the latest
 * note.
 */
const Card = Prospect.extend({
  _id: Id,
  firstName: z.string(),
  lastName: z.string(),
  grade: z.string(),
  programs: z.array(z.object({ name: z.string(), level: z.string() })),
  note: z.string().nullable(),
})
export type Card = z.infer<typeof Card>

/**
 * Figures for the last 90 days: trials with attendance taken, trials that were attended, enrollments, and the
 * median number of days from inquiry to enrollment.
 */
const Figures = record('ProspectFigures', {
  trials: z.int(),
  came: z.int(),
  enrolled: z.int(),
  days: z.number().nullable(),
})

/**
 * Inquiries in the last 90 days from one source ('' if unknown), and how many of them led to an enrollment.
 */
const SourceFigures = record('FromSource', { source: z.string(), asked: z.int(), enrolled: z.int() })
export type SourceFigures = z.infer<typeof SourceFigures>

/** Source from which someone heard about the center. */
export const Source = Text(longest.name)

/** Prospects (product §5). */
export const prospects = {
  /**
   * All stages in order, each with at most 50 of its `count` cards. Enrolled and lost prospects stay on the
   * board for 90 days.
   */
  board: get('/centers/:centerId/prospects', {
    who: 'students.read',
    input: z.object({ centerId: CenterName, search: Text(100).default('') }),
    output: z.object({
      today: Day,
      stages: z.array(z.object({ stage: Stage, count: z.int(), prospects: z.array(Card) })),
      figures: Figures,
      /** Sources of the inquiries, most frequent first. */
      sources: z.array(SourceFigures),
    }),
  }),
  /** CSV of all prospects on the board, without a limit per stage. */
  file: csvFile('/centers/:centerId/prospects/export', {
    who: 'students.read',
    input: z.object({ centerId: CenterName, search: Text(100).default('') }),
  }),
  /**
   * Changes the fields that are sent. `stage: null` makes the stage automatic again; an empty `nextStep` also
   * clears its day. 409 `not_prospect`; 422 `no_reason` if the prospect is set to lost without a reason,
   * `not_lost` if a reason is given for a prospect who isn't lost, `no_step` if a day is given without a
   * step.
   */
  change: patch('/centers/:centerId/students/:studentId/prospect', {
    who: 'students.change',
    input: z.object({
      centerId: CenterName,
      studentId: Id,
      stage: SetStage.nullable().optional(),
      lostReason: Text(200).optional(),
      source: Source.optional(),
      nextStep: Text(200).optional(),
      nextOn: Day.nullable().optional(),
    }),
    output: Prospect,
  }),
}
