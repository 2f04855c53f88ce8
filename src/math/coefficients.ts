import type { Sameness } from './equal-values.ts'
import { approximate, type Approximation } from './evaluate.ts'
import { plus, rational, times } from './exact.ts'
import type { Rational } from './number.ts'
import { expandFraction, type Fraction, hasCommonFactor, type Polynomial } from './polynomial.ts'
import { nameOf } from './shapes.ts'
import {
  type Answer,
  isInequality,
  lettersOf,
  type Relation,
  type Single,
  type Tree,
  upright,
  whole,
  type Work,
} from './tree.ts'

/** Tolerance of a coefficient: an amount, or a percentage of the key's coefficient. */
export type Rounding = { abs: Rational } | { percent: Rational }

/** A coefficient. `near` has an error bound. `exact` is null unless the coefficient is a fraction. */
type Coefficient = { exact: Rational | null; near: Approximation }
/** Coefficients of terms, by the terms' letters and powers. Terms that cancel out are left out. */
type Form = ReadonlyMap<string, Coefficient>

/**
 * Thrown if a tree has no normal form here, for example because of letters in roots, exponents or functions,
 * or a coefficient that may be 0.
 */
class NoForm extends Error {}

const letterMark = 'letter '
const numberOf = (value: Rational): Tree => ({ is: 'number', value, written: 'decimal', digits: 1, of: [] })
const rounded = ({ top, bottom }: Rational): Approximation => {
  const value = Number(top) / Number(bottom)
  return Number.isFinite(value) ? { value, off: Math.abs(value) * 3e-16 } : { value: 0, off: Infinity }
}
const minus = (value: Rational): Rational => ({ top: -value.top, bottom: value.bottom })
const over = (a: Rational, b: Rational) => rational(a.top * b.bottom, a.bottom * b.top)
const { abs } = Math

/** Parts of a tree that are treated as letters, by name. */
type Atoms = Map<string, Tree>

function fractionOf(tree: Tree, atoms: Atoms, work: Work): Fraction {
  const named = (each: Tree) => {
    if (each.is !== 'letter' && lettersOf([each]).length > 0) throw new NoForm()
    const name = nameOf(each)
    atoms.set(name, each)
    return name
  }
  const found = expandFraction(tree, named, work)
  if (!found || found.bottom.size === 0) throw new NoForm()
  return found
}

/**
 * Collects the terms with the same letters and powers. Numbers such as π and √2 belong to the coefficients.
 */
function formOf(polynomial: Polynomial, atoms: Atoms, work: Work): Form {
  const groups = new Map<string, { exact: Rational | null; of: Tree[] }>()
  for (const { powers, factor } of polynomial.values()) {
    const all = [...powers].sort(([a], [b]) => (a < b ? -1 : 1))
    const name = all
      .filter(([each]) => each.startsWith(letterMark))
      .map(([each, power]) => `${each}^${power}`)
      .join('·')
    const numbers = all
      .filter(([each]) => !each.startsWith(letterMark))
      .map(([each, power]): Tree => ({ is: 'power', of: [atoms.get(each) ?? whole(0), whole(power)] }))
    const group = groups.get(name)
    const isExact = numbers.length === 0 && (!group || group.exact !== null)
    groups.set(name, {
      exact: isExact ? (group?.exact ? plus(group.exact, factor) : factor) : null,
      of: [...(group?.of ?? []), { is: 'product', of: [numberOf(factor), ...numbers, whole(1)] }],
    })
  }
  return new Map([...groups].map(([name, { exact: value, of }]) => [name, coefficientOf(value, of, work)]))
}

function coefficientOf(value: Rational | null, of: Tree[], work: Work): Coefficient {
  if (value) return { exact: value, near: rounded(value) }
  const near = approximate({ is: 'sum', of: [...of, whole(0)] }, new Map(), work)
  if (!near || !(abs(near.value) > 16 * near.off)) throw new NoForm()
  return { exact: null, near }
}

/** Compares two coefficients. Returns `unknown` if the error bounds don't settle it. */
function compareCoefficients(key: Coefficient, given: Coefficient, most: Rounding): Sameness {
  if (key.exact && given.exact) {
    const gap = plus(given.exact, minus(key.exact))
    const size = (each: Rational): Rational => (each.top < 0n ? minus(each) : each)
    const allowed =
      'abs' in most
        ? most.abs
        : times(size(key.exact), { top: most.percent.top, bottom: most.percent.bottom * 100n })
    return size(gap).top * allowed.bottom <= allowed.top * gap.bottom ? 'same' : 'different'
  }
  const gap = abs(given.near.value - key.near.value)
  const room = spaceFor(key, most)
  const off = 8 * (key.near.off + given.near.off) + room * 1e-15
  if (gap + off <= room) return 'same'
  return gap - off > room ? 'different' : 'unknown'
}

function spaceFor(key: Coefficient, most: Rounding) {
  const { value } = rounded('abs' in most ? most.abs : most.percent)
  return 'abs' in most ? value : (abs(key.near.value) * value) / 100
}

const hasSameTerms = (key: Form, given: Form) =>
  key.size === given.size && [...key.keys()].every((name) => given.has(name))

const worst = (all: readonly Sameness[]): Sameness =>
  all.includes('different') ? 'different' : all.includes('unknown') ? 'unknown' : 'same'

/** Compares forms term by term. Forms with different terms are different, whatever their coefficients. */
function compareForms(key: Form, given: Form, most: Rounding): Sameness {
  if (!hasSameTerms(key, given)) return 'different'
  return worst([...key].map(([name, each]) => compareCoefficients(each, given.get(name) ?? each, most)))
}

function divided(form: Form, by: Coefficient): Form {
  const { exact: divisor } = by
  if (!divisor) throw new NoForm()
  return new Map(
    [...form].map(([name, { exact: value }]) => {
      if (!value) throw new NoForm()
      const next = over(value, divisor)
      return [name, { exact: next, near: rounded(next) }]
    }),
  )
}

/** Returns true if a quotient is certainly in lowest terms. */
const isReduced = ({ top, bottom }: Fraction, work: Work) =>
  [...top.values(), ...bottom.values()].every(({ powers }) =>
    [...powers.values()].every((power) => power > 0),
  ) && !hasCommonFactor(top, bottom, work)

/** Returns true for a polynomial that is a number other than 0. */
const isNumber = (form: Form) => form.size === 1 && form.has('')

const byName = (form: Form) => [...form.keys()].sort().at(-1) ?? ''

/**
 * Compares two values: polynomials by their coefficients, and quotients by the coefficients of the numerator
 * and the denominator, scaled so that the last one in the denominator is 1.
 */
function compareTrees(key: Tree, given: Tree, most: Rounding, work: Work): Sameness {
  const atoms: Atoms = new Map()
  const [one, other] = [fractionOf(key, atoms, work), fractionOf(given, atoms, work)]
  const lines = (of: Fraction) => ({
    top: formOf(of.top, atoms, work),
    bottom: formOf(of.bottom, atoms, work),
  })
  const [wanted, found] = [lines(one), lines(other)]
  const scaled = ({ top, bottom }: { top: Form; bottom: Form }, name: string) => {
    const by = bottom.get(name)
    if (!by) throw new NoForm()
    const isUnit = by.exact?.top === 1n && by.exact.bottom === 1n
    return isUnit ? { top, bottom } : { top: divided(top, by), bottom: divided(bottom, by) }
  }
  if (!hasSameTerms(wanted.bottom, found.bottom) || !hasSameTerms(wanted.top, found.top)) {
    const isPlain = isNumber(wanted.bottom) && isNumber(found.bottom)
    const areQuotients = !isNumber(wanted.bottom) && !isNumber(found.bottom)
    return isPlain || (areQuotients && [one, other].every((each) => isReduced(each, work)))
      ? 'different'
      : 'unknown'
  }
  const name = byName(wanted.bottom)
  const [a, b] = [scaled(wanted, name), scaled(found, name)]
  return worst([compareForms(a.top, b.top, most), compareForms(a.bottom, b.bottom, most)])
}

const gapOf = ({ sides: [left, right] }: Relation): Tree => ({
  is: 'sum',
  of: [left, { is: 'minus', of: [right] }],
})

/**
 * Returns the index of the side that is just the letter, if the other side doesn't contain it; otherwise −1.
 */
const aloneAt = ({ sides }: Relation, letter: string) =>
  sides.findIndex(
    (side, at) =>
      side.is === 'letter' && side.name === letter && !lettersOf([sides[1 - at] ?? side]).includes(letter),
  )

/** Returns the letter that a key is solved for, or null. */
const solvedFor = (relation: Relation) =>
  relation.sides.flatMap((side) =>
    side.is === 'letter' && aloneAt(relation, side.name) >= 0 ? [side.name] : [],
  )[0] ?? null

/**
 * Solves a relation for a letter that is alone on one side or occurs in only one term, multiplied by a
 * number. Returns the side without the letter. The relation's sign is unchanged; `isLeft` is true if the
 * letter is on the left of that sign. Throws `NoForm` if the letter occurs in any other way.
 */
function solved(relation: Relation, letter: string, work: Work): { tree: Tree; isLeft: boolean } {
  const at = aloneAt(relation, letter)
  if (at >= 0) return { tree: relation.sides[1 - at] as Tree, isLeft: at === 0 }
  const { top, bottom } = fractionOf(gapOf(relation), new Map(), work)
  const name = nameOf({ is: 'letter', name: letter, of: [] })
  const own = [...top.values()].filter(({ powers }) => powers.has(name))
  const [only] = own
  const isPlain = [...bottom.values()].every(({ powers }) => powers.size === 0)
  if (!only || own.length > 1 || only.powers.size > 1 || only.powers.get(name) !== 1 || !isPlain)
    throw new NoForm()
  const scale = [...bottom.values()][0]?.factor
  if (!scale) throw new NoForm()
  const factor = over(only.factor, scale)
  const rest = {
    is: 'sum',
    of: [gapOf(relation), { is: 'product', of: [numberOf(minus(factor)), letterOf(letter)] }],
  } as Tree
  return { tree: { is: 'quotient', of: [rest, numberOf(minus(factor))] }, isLeft: factor.top > 0n }
}

const letterOf = (name: string): Tree => ({ is: 'letter', name, of: [] })

/**
 * Returns true if some multiple of the answer's form may be within the tolerance. With `hasSign`, only
 * positive multiples count.
 */
function mayBeScaled(key: Form, given: Form, most: Rounding, hasSign: boolean) {
  const reaches = (sign: 1 | -1) => {
    let [low, high] = [0, Infinity]
    for (const [name, wanted] of key) {
      const value = (given.get(name)?.near.value ?? 0) * sign
      const room = spaceFor(wanted, most) + abs(wanted.near.value) * 1e-9
      const ends = [(wanted.near.value - room) / value, (wanted.near.value + room) / value].sort(
        (a, b) => a - b,
      )
      low = Math.max(low, ends[0] ?? 0)
      high = Math.min(high, ends[1] ?? 0)
    }
    return low <= high
  }
  return reaches(1) || (!hasSign && reaches(-1))
}

/**
 * Compares two equations or inequalities. If the key is solved for a letter, the answer is solved for it too.
 * Otherwise, all terms are compared as they are or, in equations, with all signs reversed.
 */
function compareRelations(key: Relation, given: Relation, most: Rounding, work: Work): Sameness {
  const [one, other] = [upright(key), upright(given)]
  if (one.sign !== other.sign) return 'different'
  const letter = solvedFor(one)
  if (letter !== null) {
    if (!lettersOf(other.sides).includes(letter)) return 'different'
    const [wanted, found] = [solved(one, letter, work), solved(other, letter, work)]
    if (isInequality(one) && wanted.isLeft !== found.isLeft) return 'different'
    return compareTrees(wanted.tree, found.tree, most, work)
  }
  const atoms: Atoms = new Map()
  const [left, right] = [fractionOf(gapOf(one), atoms, work), fractionOf(gapOf(other), atoms, work)]
  const [below, under] = [formOf(left.bottom, atoms, work), formOf(right.bottom, atoms, work)]
  if (!isNumber(below) || !isNumber(under)) return 'unknown'
  const [wanted, found] = [
    divided(formOf(left.top, atoms, work), below.get('') as Coefficient),
    divided(formOf(right.top, atoms, work), under.get('') as Coefficient),
  ]
  if (!hasSameTerms(wanted, found)) return 'different'
  const hasSign = isInequality(one)
  const turned = divided(found, { exact: { top: -1n, bottom: 1n }, near: { value: -1, off: 0 } })
  const all = [found, ...(hasSign ? [] : [turned])].map((each) => compareForms(wanted, each, most))
  if (all.includes('same')) return 'same'
  return all.includes('unknown') || mayBeScaled(wanted, found, most, hasSign) ? 'unknown' : 'different'
}

function compareSingles(key: Single, given: Single, most: Rounding, work: Work): Sameness {
  if (key.is === 'value')
    return given.is === 'value' ? compareTrees(key.tree, given.tree, most, work) : 'different'
  if (key.is === 'relation')
    return given.is === 'relation' ? compareRelations(key, given, most, work) : 'different'
  if (given.is !== 'tuple' || given.items.length !== key.items.length) return 'different'
  return worst(key.items.map((each, at) => compareTrees(each, given.items[at] ?? each, most, work)))
}

/**
 * Compares two answers whose coefficients may differ by rounding (see the README). Their terms must be the
 * same. Returns `unknown` if the key is a list or an answer has no normal form here.
 */
export function compareRounded(key: Answer, given: Answer, most: Rounding, work: Work): Sameness {
  if (key.is === 'list' || key.is === 'cases') return 'unknown'
  if (given.is === 'list' || given.is === 'cases') return 'different'
  try {
    return compareSingles(key, given, most, work)
  } catch (error) {
    if (error instanceof NoForm) return 'unknown'
    throw error
  }
}

/**
 * Returns true if the coefficients of a key can be compared, which is tested by comparing the key with
 * itself.
 */
export const hasCoefficients = (key: Answer, work: Work) =>
  compareRounded(key, key, { abs: { top: 1n, bottom: 1n } }, work) === 'same'
