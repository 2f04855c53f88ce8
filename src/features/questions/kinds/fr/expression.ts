import { z } from 'zod'
import { t } from '#shared/language.ts'
import { partLook, verdict, type PartVerdict, unusedFlags } from '../verdict.ts'
import { withoutPercent } from '#math/number-forms.ts'
import { fold, longest } from '#math/number.ts'
import { approximate } from '#math/evaluate.ts'
import { compareAnswers } from '#math/equal.ts'
import type { Sameness, Comparison } from '#math/equal-values.ts'
import { Form, formFault } from '#math/forms.ts'
import { type Other, read, type Read } from '#math/parse.ts'
import type { Doubt } from '#math/parser.ts'
import { samplesOf } from '#math/samples.ts'
import {
  type Answer,
  changed,
  itemsOf,
  lettersOf,
  PastBounds,
  some,
  type Tree,
  treesOf,
  type Work,
} from '#math/tree.ts'
import {
  type Compare,
  compareBy,
  expressionOptions,
  letterFault,
  optionFaults,
  optionSamples,
} from './expression-options.ts'
import { hasConstantE, isStrayE } from './stray-letters.ts'

const Written = z.string().min(1).max(longest.text)

/**
 * Key for an expression, an equation, an inequality, a pair, or several of these, typed or in TeX.
 * `variables` are letters that answers may use in addition to those of the value. If e is listed there, it is
 * a variable and not the constant.
 */
const ExpressionKey = z.strictObject({
  kind: z.literal('expression'),
  value: Written,
  hasAlias: z.array(Written).max(20).optional(),
  form: Form.optional(),
  /** True if a percentage is accepted even though the key has none: 50%x for x/2. */
  allowPercent: z.boolean().optional(),
  variables: z
    .array(z.string().regex(/^[A-Za-zͰ-Ͽ](_[A-Za-z0-9]{1,4})?$/, 'must be one letter, such as x or x_1'))
    .max(10)
    .optional(),
  ...expressionOptions,
  weight: z.number().positive().max(100).optional(),
  caseSensitive: unusedFlags.caseSensitive,
  ...partLook,
})
type ExpressionKey = z.infer<typeof ExpressionKey>

/** Maximum number of computation steps for grading an answer, equivalent to about 15 ms. */
const maxWork = 40_000

const right = verdict('correct', 'Right.')
const wrong = verdict('incorrect', 'Take another look.')
const unsure = verdict('ungraded', 'This can’t be checked automatically, so a teacher will look at it.')
const noAnswer = verdict(
  'ungraded',
  'This question has no right answer to compare with yet, so a teacher will look at it.',
)

export const otherwise = {
  line: 'This can be read in two ways. Put parentheses around everything below the fraction bar.',
  reach: 'This can be read in two ways. Put parentheses around what the root or function applies to.',
  power: 'This can be read in two ways. Put parentheses around the power.',
  divided: 'This can be read in two ways. Put parentheses around the power.',
  digits: 'This can be read in two ways. Put a sign after the power, or parentheses around it.',
  signs:
    'This can be read in two ways. Write ± as one sign, or parentheses around the number with the minus sign.',
} as const satisfies Record<Doubt, string>

/**
 * Returns advice if an answer is of the wrong type, such as a number instead of a pair, or a sum instead of
 * an equation.
 */
function misshapen(given: Answer, wanted: Answer): string | null {
  const [make, wantedKind] = [itemsOf(given)[0]?.is, itemsOf(wanted)[0]?.is]
  if (wantedKind === 'tuple' && make !== 'tuple')
    return t('Write it in parentheses with a comma between the numbers, as in (2, 5).')
  if (
    wantedKind === 'value' &&
    wanted.is !== 'list' &&
    (given.is === 'list' || given.is === 'cases' || make === 'tuple')
  )
    return t('There is more than one answer here. Write just one. Use a decimal point, as in 2.5.')
  if (make === wantedKind) return null
  return wantedKind === 'relation'
    ? t('Write it with both sides and a sign between them, such as =, < or >.')
    : t('Write only the answer, without signs such as =, < or >.')
}

type JudgedExpression = { sameness: Sameness; fault: string | null }

const hasPercent = (answer: Answer) =>
  treesOf(answer).some((tree) => some(tree, (each) => each.is === 'call' && each.name === 'percent'))

/**
 * Checks the form of an answer that has the right value. Returns advice on how to write it instead, or null
 * if it is fine.
 */
type Fault = (given: Answer, wanted: Answer) => string | null

/**
 * Creates a check for the required form and for percentages. Percentages are accepted only if the key has one
 * or the author allows them (product §12).
 */
const faultBy =
  ({ form, allowPercent }: ExpressionKey, all: readonly Answer[], work: Work): Fault =>
  (given, wanted) =>
    (form ? formFault(form, given, wanted, work) : null) ??
    (!allowPercent && hasPercent(given) && !all.some(hasPercent) ? withoutPercent : null)

/** Compares an answer with all right answers and returns the best result. */
function judge(
  given: Answer,
  wanted: readonly Answer[],
  faultOf: Fault,
  compareOne: Compare,
): JudgedExpression {
  let best: JudgedExpression = { sameness: 'different', fault: null }
  for (const each of wanted) {
    const sameness = misshapen(given, each) ? 'different' : compareOne(each, given)
    if (sameness === 'unknown' && best.sameness === 'different') best = { sameness, fault: null }
    if (sameness !== 'same') continue
    const fault = faultOf(given, each)
    if (!fault) return { sameness, fault }
    if (best.sameness !== 'same') best = { sameness, fault }
  }
  return best
}

const withoutDegrees = (tree: Tree): Tree => {
  if (tree.is === 'call' && tree.name === 'degrees') return withoutDegrees(tree.of[0])
  return { ...tree, of: tree.of.map(withoutDegrees) } as Tree
}

function isRightButForDegrees(given: Answer, wanted: readonly Answer[], compareOne: Compare) {
  const plain = (answer: Answer) => changed(answer, withoutDegrees)
  const hasDegrees = (answer: Answer) =>
    treesOf(answer).some((tree) => some(tree, (each) => each.is === 'call' && each.name === 'degrees'))
  return (
    wanted.some((each) => hasDegrees(each) !== hasDegrees(given)) &&
    judge(plain(given), wanted.map(plain), () => null, compareOne).sameness === 'same'
  )
}

const verdictOf = ({ sameness, fault }: JudgedExpression) =>
  sameness === 'same'
    ? fault
      ? verdict('incorrect', t('Right value, but {but}.', { but: fault }))
      : right
    : null

/**
 * Returns the names that an answer may use: the letters of the right answers, `variables`, and the constant e
 * if any right answer contains e or a natural logarithm.
 */
const namesOf = (wanted: readonly Answer[], variables: readonly string[]) => [
  ...lettersOf(wanted.flatMap(treesOf)),
  ...variables,
  ...(wanted.some((each) => treesOf(each).some(hasConstantE)) ? ['e'] : []),
]

/**
 * Compares a parsed answer with the right answers. If its default interpretation isn't right, tries the other
 * interpretations of the text.
 */
function compare(
  key: ExpressionKey,
  text: string,
  given: Read & { ok: true },
  wanted: Answer[],
  way: Comparison,
): PartVerdict {
  const variables = key.variables ?? []
  const stray = letterFault(key, text, given.answer, wanted)
  if (stray) return verdict('invalid', stray)
  const faultOf = faultBy(key, wanted, way.work)
  const compareOne = compareBy(key, wanted, way)
  const plain = judge(given.answer, wanted, faultOf, compareOne)
  const done = verdictOf(plain)
  if (done) return done
  for (const other of given.others) {
    const again = read(text, variables, other, namesOf(wanted, variables))
    if (!again.ok || judge(again.answer, wanted, faultOf, compareOne).sameness !== 'same') continue
    if (other !== 'comma') return verdict('invalid', otherwise[other])
    return verdictOf(judge(again.answer, wanted, faultOf, compareOne)) ?? wrong
  }
  const misfit = wanted.map((each) => misshapen(given.answer, each))
  if (misfit[0] && misfit.every(Boolean)) return verdict('invalid', misfit[0])
  const withPoint = text.replace(/(?<=\d),(?=\d)/g, '.')
  if (withPoint !== text) {
    const again = read(withPoint, variables, null, namesOf(wanted, variables))
    if (again.ok && judge(again.answer, wanted, faultOf, compareOne).sameness === 'same')
      return verdict('invalid', t('Write decimals with a decimal point, as in 2.5.'))
  }
  if (isStrayE(given.answer, wanted))
    return verdict('invalid', t('The constant e = 2.718… doesn’t belong in this answer.'))
  if (plain.sameness === 'unknown') return unsure
  return isRightButForDegrees(given.answer, wanted, compareOne)
    ? verdict('incorrect', t('Check the degree sign.'))
    : wrong
}

/**
 * Grades an answer to an expression part, as text or TeX (product §7). An alias accepts its exact text and
 * anything equal to it. The right value in the wrong form is `incorrect`, with a reason. Never throws.
 */
function grade(key: ExpressionKey, text: string): PartVerdict {
  const variables = key.variables ?? []
  const wanted = [key.value, ...(key.hasAlias ?? [])]
    .map((each) => read(each, variables))
    .flatMap((each) => (each.ok ? [each.answer] : []))
  const given = read(text, variables, null, namesOf(wanted, variables))
  if (!given.ok && given.status === 'ungraded') return verdict(given.status, given.reason)
  const folded = fold(text)
  if (folded !== '' && key.hasAlias?.some((alias) => fold(alias) === folded)) return right
  if (!given.ok) return verdict(given.status, given.reason)
  if (wanted.length === 0) return noAnswer
  return bounded((work) => compare(key, text, given, wanted, { seed: key.value, work })) ?? unsure
}

/** Runs a computation within the work budget of one answer. Returns null if it exceeds the budget. */
function bounded<Result>(find: (work: Work) => Result): Result | null {
  try {
    return find({ left: maxWork })
  } catch (error) {
    if (error instanceof PastBounds) return null
    throw error
  }
}

/** Ambiguities that never apply to an author's text, which is interpreted as typed. */
const asTyped = new Set<Other>(['comma', 'divided', 'digits', 'signs'])

/** Returns true if the model answer has, or may have, a different value in another interpretation. */
function isUnclear(key: ExpressionKey, plain: Answer, other: Other): other is Doubt {
  const again = asTyped.has(other) ? null : read(key.value, key.variables, other)
  return (
    again?.ok === true &&
    bounded((work) => compareAnswers(plain, again.answer, { seed: key.value, work })) !== 'same'
  )
}

/** Returns true if the tree has a part without variables that isn't a real number, such as √(−4). */
const isUnreal = (tree: Tree) =>
  bounded((work) =>
    some(tree, (each) => lettersOf([each]).length === 0 && approximate(each, new Map(), work) === null),
  ) === true

/** Lists complex numbers in a key as faults, because answers with them can't be graded. */
function complexFaults({ value, variables = [] }: ExpressionKey, answer: Answer): string[] {
  const trees = treesOf(answer)
  const isLetter = lettersOf(trees).includes('i') && !variables.includes('i')
  return [
    ...(isLetter
      ? [
          `In “${value}”, i is read as a variable, like x, because complex numbers aren’t graded. If i is meant as a variable, add it to “Additional letters”.`,
        ]
      : []),
    ...(trees.some(isUnreal)
      ? [
          `Part of “${value}” has no real value, such as the square root of a negative number. Complex numbers are not graded.`,
        ]
      : []),
  ]
}

/** Lists the faults of a key, one sentence each. */
function check(key: ExpressionKey): string[] {
  const value = read(key.value, key.variables)
  if (!value.ok) return [`The answer “${key.value}” can’t be read. ${value.reason}`]
  const aliases = (key.hasAlias ?? []).flatMap((alias) => {
    const found = read(alias, key.variables)
    return found.ok ? [] : [`The accepted answer “${alias}” can’t be read. ${found.reason}`]
  })
  const { status, reason } = grade({ ...key, hasAlias: [] }, key.value)
  const own =
    status === 'correct' ? [] : [`The answer “${key.value}” wouldn’t be accepted as right. ${reason}`]
  const doubts = value.others.flatMap((other) =>
    isUnclear(key, value.answer, other)
      ? [`The answer “${key.value}” is not clear. ${otherwise[other]}`]
      : [],
  )
  const options = bounded((work) => optionFaults(key, value.answer, { seed: key.value, work })) ?? []
  return [...own, ...options, ...doubts, ...complexFaults(key, value.answer), ...aliases]
}

/** Returns the right answer in other notations, along with near misses. */
function samples(key: ExpressionKey): string[] {
  const found = read(key.value, key.variables)
  if (!found.ok) return [key.value]
  const [own = key.value, ...others] = samplesOf(key.value, found.answer)
  return [own, ...optionSamples(key, found.answer), ...others]
}

/** Part for an expression, which is compared by value (product §7). */
export const expression = {
  key: ExpressionKey,
  shown: z.object({ kind: z.literal('expression'), symbols: z.array(z.string()).optional(), ...partLook }),
  show: ({ kind, variables, tooltip, rightAlign, isSuper }: ExpressionKey) => ({
    kind,
    symbols: variables,
    tooltip,
    rightAlign,
    isSuper,
  }),
  solution: ({ value }: ExpressionKey) => value,
  grade,
  check,
  samples,
}
