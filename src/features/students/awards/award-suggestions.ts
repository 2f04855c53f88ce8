import { z } from 'zod'
import { Subject } from '#features/centers/rules.ts'
import { AwardType } from '../records/activities.ts'

/** What rules suggest and staff confirm (product §10): a medal for three good tests at the first try, trophies for levels that are done. */

/** What an award is for: the how-manieth medal of a subject, or so many levels of it. */
export const AwardRule = z.string().regex(/^(medal|levels) [1-9]\d{0,2}$/, 'must be what an award is for')

export const Suggestion = z.object({ type: AwardType, subject: Subject, rule: AwardRule, reason: z.string() })
export type Suggestion = z.infer<typeof Suggestion>

/** From this share of the whole on, a test counts for a medal. */
export const goodTest = 0.9
const testsForMedal = 3
const trophies = [
  [1, 'Small Trophy'],
  [2, 'Medium Trophy'],
  [4, 'Large Trophy'],
  [6, 'Extra Large Trophy'],
] as const satisfies (readonly [number, AwardType])[]

/** What a student has done in a subject: `goodTests` at the first try, `levels` that are behind them, and the awards that they have in it. */
export type Earned = { subject: Subject; goodTests: number; levels: number; given: readonly AwardType[] }

/** The awards that are due and not given yet: medals one after the other, each trophy once. */
export function suggestionsFor({ subject, goodTests, levels, given }: Earned): Suggestion[] {
  const medals = given.filter((type) => type === 'Medal').length
  const medal =
    Math.floor(goodTests / testsForMedal) > medals
      ? [
          {
            type: 'Medal' as const,
            subject,
            rule: `medal ${medals + 1}`,
            reason: `${(medals + 1) * testsForMedal} tests of 90% and more at the first try`,
          },
        ]
      : []
  const cups = trophies
    .filter(([needed, type]) => levels >= needed && !given.includes(type))
    .map(([needed, type]) => ({
      type,
      subject,
      rule: `levels ${needed}`,
      reason: needed === 1 ? 'The first level is done' : `${needed} levels are done`,
    }))
  return [...medal, ...cups]
}
