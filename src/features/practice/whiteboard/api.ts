import { z } from 'zod'
import { get, Nothing, post } from '#shared/contract.ts'
import { Id, Num } from '#shared/ids.ts'
import { record } from '#shared/record.ts'
import { inks, maxDown, maxNumbers, maxSent, maxStrokes } from './strokes.ts'

const Ink = z.enum(inks)

const Points = z
  .array(z.int().min(0).max(maxDown))
  .min(2)
  .max(maxNumbers)
  .refine(({ length }) => length % 2 === 0, 'must alternate x and y')

/**
 * Strokes drawn after the one numbered `after`, and the numbers of all strokes that are on the whiteboard.
 * Strokes whose numbers are missing were erased.
 */
const Whiteboard = record('Whiteboard', {
  strokes: z.array(record('WhiteboardStroke', { _id: Id, seq: z.int(), ink: Ink, points: Points })),
  seqs: z.array(z.int()),
})

/** A question in work that was started, identified by its sequence number. */
const at = z.object({ workId: Id, n: Num })
const from = at.extend({ after: z.coerce.number().int().min(0).default(0) })
const erased = z.array(Id).max(maxStrokes)

/**
 * Whiteboard over a question of a student's work. A change erases strokes and adds others; repeating it has
 * no further effect. Responds with 409 `whiteboard_full` if there would be more than 300 strokes.
 */
export const whiteboards = {
  own: get('/student/whiteboards/:workId/:n', { who: 'self.read', input: from, output: Whiteboard }),
  /** Draws in green, and erases only strokes in green. Responds with 409 once the work is complete. */
  changeOwn: post('/student/whiteboards/:workId/:n', {
    who: 'self.work',
    input: at.extend({
      drawn: z.array(z.strictObject({ _id: Id, ink: z.literal('green'), points: Points })).max(maxSent),
      erased,
    }),
    output: Nothing,
  }),
  given: get('/students/:studentId/whiteboards/:workId/:n', {
    who: 'work.read',
    input: from.extend({ studentId: Id }),
    output: Whiteboard,
  }),
  /**
   * Draws and erases as staff. On a classroom device, `by` is the person chosen there. `drawnAt` is the time
   * of drawing, which is earlier than the call if the strokes couldn't be sent immediately. Green strokes are
   * a student's own, which staff erased and then restored.
   */
  changeGiven: post('/students/:studentId/whiteboards/:workId/:n', {
    who: 'work.grade',
    input: at.extend({
      studentId: Id,
      drawn: z.array(z.strictObject({ _id: Id, ink: Ink, points: Points })).max(maxSent),
      erased,
      by: Id.optional(),
      drawnAt: z.iso.datetime().optional(),
    }),
    output: Nothing,
  }),
  childs: get('/parent/students/:studentId/whiteboards/:workId/:n', {
    who: 'children.read',
    input: from.extend({ studentId: Id }),
    output: Whiteboard,
  }),
}
