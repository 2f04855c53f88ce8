import { z } from 'zod'
import { del, get, None, Nothing, post, put } from '#shared/contract.ts'
import { record } from '#shared/record.ts'
import { Instant } from '#shared/days.ts'
import { Id, Num } from '#shared/ids.ts'

/** A hand raised at a question. `seenBy` is the first name of the person who is coming. */
const Hand = record('Hand', {
  workId: Id,
  num: z.int(),
  at: Instant,
  seenAt: Instant.nullable(),
  seenBy: z.string().nullable(),
})
export type Hand = z.infer<typeof Hand>

/** The question with the number `num` in work that the student has started. */
const question = z.object({ workId: Id, num: Num })

/**
 * A student's current question and raised hand (product §9). Shown only in the live classroom, so none of it
 * is audited.
 */
export const presence = {
  /** `inClass` is false while the student isn't expected in any class. Nobody would then see the hand. */
  hand: get('/student/hand', {
    who: 'self.read',
    input: None,
    output: z.object({ hand: Hand.nullable(), inClass: z.boolean() }),
  }),
  /** Sets the student's current question. Moving to another question lowers the hand. */
  place: put('/student/place', { who: 'self.work', effect: 'own', input: question, output: Nothing }),
  raise: post('/student/hand', {
    who: 'self.work',
    effect: 'own',
    input: question,
    output: z.object({ hand: Hand.nullable() }),
  }),
  lower: del('/student/hand', { who: 'self.work', effect: 'own', input: None, output: Nothing }),
}
