import { compareAnswers } from './equal.ts'
import { difference, within } from './equation.ts'
import type { Sameness, Comparison } from './equal-values.ts'
import { compareEquations } from './solutions.ts'
import { compareSolutionSets, mayGain } from './solution-set.ts'
import { type Answer, itemsOf, joined, type Relation, whole } from './tree.ts'

/**
 * Returns a single equation with the solutions of all alternatives of an answer. Returns null if one of them
 * isn't an equation, or if several equations must hold together.
 */
function asOne(answer: Answer): Relation | null {
  const equations = itemsOf(answer).flatMap((item) =>
    item.is === 'relation' && item.sign === '=' ? [item] : [],
  )
  const [only] = equations
  const areAll = equations.length === itemsOf(answer).length
  if (!only || !areAll || answer.is === 'cases' || (answer.is === 'list' && answer.joined === 'and'))
    return null
  if (equations.length === 1) return only
  return { is: 'relation', sign: '=', sides: [joined('product', equations.map(difference)), whole(0)] }
}

/**
 * Judges a line by whether it loses or gains solutions. Losing one is wrong. Gaining one is `unknown` if the
 * student may still rule it out later, otherwise wrong.
 */
const judged = (before: Answer, lost: boolean, gained: boolean): Sameness => {
  if (lost) return 'different'
  if (!gained) return 'same'
  const areEquations = itemsOf(before).every((item) => item.is === 'relation' && item.sign === '=')
  return areEquations && mayGain(before) ? 'unknown' : 'different'
}

/**
 * Compares equations whose solutions can't be found exactly. Returns `different` only if some point proves
 * that a solution is lost or gained.
 */
function compareUnions(before: Answer, [one, other]: [Relation, Relation], way: Comparison): Sameness {
  if (compareEquations(one, other, way) === 'same') return 'same'
  const lost = within(one, other, way) === 'different'
  const gained = lost || within(other, one, way) === 'different'
  return lost || gained ? judged(before, lost, gained) : 'unknown'
}

/**
 * Decides whether a line of a solution follows from the previous one. Equations and inequalities must have
 * the same solutions, and expressions the same value. Returns `unknown` if a person has to decide. For
 * example, squaring or multiplying by an expression may add solutions that the student rules out later.
 */
export function compareLines(before: Answer, after: Answer, way: Comparison): Sameness {
  const areRelations = [before, after].every((line) => itemsOf(line).every(({ is }) => is === 'relation'))
  if (!areRelations) return compareAnswers(before, after, way)
  const exactly = compareSolutionSets(before, after, way)
  if (exactly) return judged(before, exactly.lost, exactly.gained)
  const [one, other] = [asOne(before), asOne(after)]
  if (one && other) return compareUnions(before, [one, other], way)
  const sameness = compareAnswers(before, after, way)
  const areRanges = [before, after].every((line) =>
    itemsOf(line).every((item) => item.is === 'relation' && item.sign !== '='),
  )
  return sameness === 'different' && !areRanges ? 'unknown' : sameness
}
