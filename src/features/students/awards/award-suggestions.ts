import { z } from 'zod'
import { Subject } from '#features/centers/rules.ts'
import { AwardType } from '../records/activities.ts'

/**
 * Awards that rules suggest and staff confirm (product §10): a medal for every three good first-try tests,
 * and trophies for completed levels.
 */

/** Reason for an award: the nth medal in a subject, or a number of completed levels. */
export const AwardRule = z.string().regex(/^(medal|levels) [1-9]\d{0,2}$/, 'must be an award rule')

export const Suggestion = z.object({ type: AwardType, subject: Subject, rule: AwardRule, reason: z.string() })
export type Suggestion = z.infer<typeof Suggestion>

/** Minimum share of the maximum score that makes a test count toward a medal. */
export const goodTest = 0.9
const testsForMedal = 3
const trophies = [
  [1, 'Small Trophy'],
  [2, 'Medium Trophy'],
  [4, 'Large Trophy'],
  [6, 'Extra Large Trophy'],
] as const satisfies (readonly [number, AwardType])[]

/**
 * A student's achievements in a subject: `goodTests` on the first try, completed `levels`, and the awards
 * already given.
 */
export type EarnedAwards = {
  subject: Subject
  goodTests: number
  levels: number
  given: readonly AwardType[]
}

/** Returns the progress toward the next medal in a subject: `good` of `of` tests. */
export const medalProgress = ({ goodTests, given }: Pick<EarnedAwards, 'goodTests' | 'given'>) => {
  const medals = given.filter((type) => type === 'Medal').length
  return { good: Math.min(testsForMedal, Math.max(0, goodTests - medals * testsForMedal)), of: testsForMedal }
}

/** Returns the awards that are due and not given yet: medals one at a time, each trophy once. */
export function suggestionsFor({ subject, goodTests, levels, given }: EarnedAwards): Suggestion[] {
  const medals = given.filter((type) => type === 'Medal').length
  const medal =
    Math.floor(goodTests / testsForMedal) > medals
      ? [
          {
            type: 'Medal' as const,
            subject,
            rule: `medal ${medals + 1}`,
            reason: `${(medals + 1) * testsForMedal} tests at 90% or more on the first try`,
          },
        ]
      : []
  const cups = trophies
    .filter(([needed, type]) => levels >= needed && !given.includes(type))
    .map(([needed, type]) => ({
      type,
      subject,
      rule: `levels ${needed}`,
      reason: needed === 1 ? 'First level completed' : `${needed} levels completed`,
    }))
  return [...medal, ...cups]
}
