import { z } from 'zod'
import { t } from '#shared/language.ts'
import { compareAntiderivatives, constantOf, hasAddedConstant } from '#math/antiderivative.ts'
import { compareRounded, hasCoefficients, type Rounding } from '#math/coefficients.ts'
import { compareAnswers } from '#math/equal.ts'
import type { Sameness, Comparison } from '#math/equal-values.ts'
import { longest, readNumber } from '#math/number.ts'
import { typed, writeTree } from '#math/print.ts'
import { type Answer, lettersOf, replaced, type Tree, treesOf, whole } from '#math/tree.ts'
import { strayLetters } from './stray-letters.ts'

const Amount = z.string().min(1).max(longest.text)

/** Options of an expression's key that change which values are right. */
export const expressionOptions = {
  /** True if the key is an antiderivative, and answers may have any constant: x² + K for x² + C. */
  plusConstant: z.boolean().optional(),
  /** Tolerance of each coefficient. Amounts are stored as text so that they are exact. */
  tolerance: z.union([z.strictObject({ abs: Amount }), z.strictObject({ percent: Amount })]).optional(),
}
type Options = z.infer<z.ZodObject<typeof expressionOptions>> & { variables?: string[] | undefined }

/** Compares a right answer with a student's. */
export type Compare = (wanted: Answer, given: Answer) => Sameness

function roundingOf({ tolerance }: Options): Rounding | null {
  if (!tolerance) return null
  const amount = readNumber('abs' in tolerance ? tolerance.abs : tolerance.percent)
  if (!amount.ok || amount.number.top < 0n) return null
  const { top, bottom } = amount.number
  return 'abs' in tolerance ? { abs: { top, bottom } } : { percent: { top, bottom } }
}

/**
 * Returns the letters that an answer may use: `variables`, and the letters of the right answers except their
 * constants of integration.
 */
function ownLetters(wanted: readonly Answer[], { plusConstant, variables = [] }: Options) {
  const letters = wanted.flatMap((each) => {
    const constant = plusConstant ? constantOf(each, variables) : null
    return lettersOf(treesOf(each)).filter((letter) => letter !== constant)
  })
  return [...new Set([...letters, ...variables])]
}

const strays = (given: Answer, own: readonly string[]) =>
  lettersOf(treesOf(given)).filter((letter) => !own.includes(letter))

/**
 * Returns the comparison that a key requires. If the key is an antiderivative with a constant, the answer may
 * use any letter that isn't among `ownLetters` as its constant.
 */
export function compareBy(key: Options, wanted: readonly Answer[], way: Comparison): Compare {
  const rounding = roundingOf(key)
  const own = ownLetters(wanted, key)
  return (each, given) => {
    const constant = key.plusConstant ? constantOf(each, key.variables) : null
    if (constant !== null && each.is === 'value' && given.is === 'value') {
      const [letter] = strays(given, own)
      if (letter === undefined) return 'different'
      const one = { tree: each.tree, constant }
      return compareAntiderivatives(one, { tree: given.tree, constant: letter }, way)
    }
    const sameness = compareAnswers(each, given, way)
    return rounding && sameness !== 'same' ? compareRounded(each, given, rounding, way.work) : sameness
  }
}

/**
 * Returns a message about the letters of an answer, or null if they are fine. A missing constant is reported
 * even if the rest is wrong.
 */
export function letterFault(
  key: Options,
  text: string,
  given: Answer,
  wanted: readonly Answer[],
): string | null {
  const own = ownLetters(wanted, key)
  if (!key.plusConstant || given.is !== 'value') return strayLetters(text, given, own)
  const [first, ...more] = strays(given, own)
  if (first === undefined) return t('Don’t forget + C.')
  if (more.length > 0) return t('Use the letters in the question, plus one more for the constant.')
  return own.some((each) => each.toLowerCase() === first.toLowerCase())
    ? strayLetters(text, given, own)
    : null
}

/** Lists the faults of a key's options, one sentence each. */
export function optionFaults(
  key: Options & { value: string; form?: unknown },
  answer: Answer,
  way: Comparison,
): string[] {
  const faults: string[] = []
  if (key.plusConstant && !hasAddedConstant(answer, constantOf(answer, key.variables), way))
    faults.push(`The answer “${key.value}” needs its constant at the end, as in x^2 + C.`)
  if (!key.tolerance) return faults
  if (!roundingOf(key)) faults.push('The tolerance isn’t a number.')
  if (key.plusConstant) faults.push('An antiderivative can’t have a tolerance.')
  if (key.form) faults.push('An expression with a tolerance can’t require a form.')
  if (!hasCoefficients(answer, way.work))
    faults.push(
      `“${key.value}” can’t have a tolerance. Only sums of terms such as 2x, quotients of these, equations and points can.`,
    )
  return faults
}

/** Returns the antiderivative with a different constant, 2K, and without a constant. */
export function optionSamples({ plusConstant, variables }: Options, answer: Answer): string[] {
  const constant = plusConstant ? constantOf(answer, variables) : null
  if (constant === null || answer.is !== 'value') return []
  const other: Tree = { is: 'letter', name: constant === 'K' ? 'C' : 'K', of: [] }
  return [{ is: 'product' as const, of: [whole(2), other] }, whole(0)].map((each) =>
    writeTree(replaced(answer.tree, constant, each), typed),
  )
}
