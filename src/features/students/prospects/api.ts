import { z } from 'zod'
import { csvFile, get, patch } from '#shared/contract.ts'
import { Day } from '#shared/days.ts'
import { CenterName, Id } from '#shared/ids.ts'
import { Text } from '#shared/fields.ts'
import { longest } from '#shared/text.ts'
import { SetStage, Stage } from './stages.ts'

/**
 * Where a prospect stands. `byHand`: somebody has set it so; `lostReason` is empty unless they are lost. `trial` is the last one, `came` null
 * until attendance is taken.
 */
export const Prospect = z.object({
  stage: Stage,
  since: Day,
  byHand: z.boolean(),
  source: z.string(),
  lostReason: z.string(),
  nextStep: z.string(),
  nextOn: Day.nullable(),
  trial: z.object({ on: Day, className: z.string(), came: z.boolean().nullable() }).nullable(),
  version: z.int(),
})
export type Prospect = z.infer<typeof Prospect>

/** A prospect on the board; `programs` is what they want, `note` the last one. */
const Card = Prospect.extend({
  _id: Id,
  firstName: z.string(),
  lastName: z.string(),
  grade: z.string(),
  programs: z.array(z.object({ name: z.string(), level: z.string() })),
  note: z.string().nullable(),
})
export type Card = z.infer<typeof Card>

/** Of the last 90 days: trials of which attendance was taken, who came to them, who was enrolled, and after how many days, half of them sooner. */
const Figures = z.object({ trials: z.int(), came: z.int(), enrolled: z.int(), days: z.number().nullable() })

/** Of who asked in the last 90 days: how many have heard of the center in that way, '' where it wasn't said, and how many of them are enrolled. */
const FromSource = z.object({ source: z.string(), asked: z.int(), enrolled: z.int() })
export type FromSource = z.infer<typeof FromSource>

/** How somebody has heard of the center. */
export const Source = Text(longest.name)

/** Prospects (product §5). */
export const prospects = {
  /** Every stage in the order of the way, with at most 50 cards of `count`. Enrolled and lost ones stay 90 days. */
  board: get('/centers/:centerId/prospects', {
    who: 'students.read',
    input: z.object({ centerId: CenterName, search: Text(100).default('') }),
    output: z.object({
      today: Day,
      stages: z.array(z.object({ stage: Stage, count: z.int(), prospects: z.array(Card) })),
      figures: Figures,
      /** Who brings most stands first. */
      sources: z.array(FromSource),
    }),
  }),
  /** All of the board. */
  file: csvFile('/centers/:centerId/prospects/export', {
    who: 'students.read',
    input: z.object({ centerId: CenterName, search: Text(100).default('') }),
  }),
  /**
   * Changes what is said. `stage` null leaves it to the facts again; an empty `nextStep` takes its day with it. 409 `not_prospect`; 422 `no_reason`
   * for lost without a reason, `not_lost` for a reason without lost, `no_step` for a day without a step.
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
