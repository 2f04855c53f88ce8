import type { AnswerKey, Given } from '#features/questions/rules.ts'
import { mistaken, rewritten } from './changes.ts'
import {
  call,
  differ,
  exponential,
  type Formula,
  letter,
  lettersOf,
  number,
  one,
  type Point,
  pointsFor,
  power,
  type Roll,
  two,
  valueOf,
  write,
} from './formula.ts'
import { followThrough, followThroughUnits } from './follow-family.ts'
import { kindFamilies } from './kind-families.ts'
import { antiderivatives, roundedCoefficients } from './option-families.ts'

/**
 * Right and given answers to the earlier parts, and the formula by which the last answer follows from them.
 * `units` are the units of all parts. An answer may be given in another unit.
 */
export type Following = { follows: string; right: string[]; earlier: string[]; units?: string[] }

/** Key and answer of a formula, with the letters that the answer may contain and options of the key. */
export type FormulaPair = {
  key: string
  given: string
  letters: string[]
  options?: { plusConstant: true } | { tolerance: { abs: string } } | Following
}
/** A question's key and a given answer, as data (`asked` and `answered`) and as text. */
export type QuestionPair = { key: string; given: string; asked: AnswerKey; answered: Given }
export type Pair = FormulaPair | QuestionPair
/**
 * Generators of pairs that are wrong for certain, or right by construction. They return null if an attempt
 * fails.
 */
export type Family = { wrong: (roll: Roll) => Pair | null; right: (roll: Roll) => Pair | null }

const [x, y] = [letter('x'), letter('y')]
const { abs } = Math

const some = (roll: Roll) => number(1 + roll(roll(3) === 0 ? 300 : 12))
const variable = (roll: Roll) => (roll(4) === 0 ? y : x)

/** Returns a formula like ax + b or x/a − b, for use in absolute values, roots and functions. */
function linear(roll: Roll): Formula {
  const v = variable(roll)
  const first = one<() => Formula>(roll, [
    () => v,
    () => v,
    () => two('*', some(roll), v),
    () => two('/', v, number(2 + roll(40))),
  ])()
  return two(one(roll, ['+', '-']), first, roll(8) === 0 ? (v === y ? x : y) : some(roll))
}

const polynomial = (roll: Roll): Formula =>
  one<() => Formula>(roll, [
    () => linear(roll),
    () => two('*', linear(roll), linear(roll)),
    () => two('+', power(variable(roll), 2), linear(roll)),
    () => two('*', number(2 + roll(5)), power(linear(roll), 2)),
    () => two('/', linear(roll), linear(roll)),
    () => two('-', power(variable(roll), 3), two('*', some(roll), variable(roll))),
  ])()

const bars = (roll: Roll): Formula =>
  call(
    'abs',
    roll(3) === 0
      ? two('-', call('abs', linear(roll)), some(roll))
      : roll(4) === 0
        ? polynomial(roll)
        : linear(roll),
  )

/**
 * Returns the formula, sometimes multiplied by a number, and sometimes with another term added or subtracted.
 */
function dressed(inner: Formula, roll: Roll): Formula {
  const scaled = roll(3) === 0 ? two('*', number(2 + roll(9)), inner) : inner
  return roll(3) === 0
    ? two(one(roll, ['+', '-']), scaled, roll(3) === 0 ? variable(roll) : some(roll))
    : scaled
}

const root = (roll: Roll): Formula =>
  one<() => Formula>(roll, [
    () => call('sqrt', power(linear(roll), 2)),
    () => call('sqrt', linear(roll)),
    () => call('sqrt', two('*', number(1 + roll(9)), two('*', x, y))),
    () => call('sqrt', two('+', power(x, 2), some(roll))),
    () => call('cbrt', linear(roll)),
    () => call('sqrt', two('*', power(linear(roll), 2), y)),
    () => call('sqrt', number(2 + roll(98))),
    () => two('/', some(roll), call('sqrt', linear(roll))),
  ])()

const raised = (roll: Roll): Formula =>
  one<() => Formula>(roll, [
    () => power(linear(roll), one(roll, [1, 2, 4, 5]), 3),
    () => power(linear(roll), one(roll, [1, 3]), 2),
    () => power(two('*', x, y), 1 + roll(4)),
    () => exponential(one(roll, [2, 3, 4, 5, 'e']), two(one(roll, ['+', '-']), x, number(1 + roll(5)))),
    () =>
      two('*', number(1 + roll(9)), exponential(one(roll, [2, 3, 'e']), two('*', number(2 + roll(3)), x))),
    () => two('/', power(x, 1 + roll(5)), power(y, 1 + roll(5))),
    () => power(power(linear(roll), one(roll, [2, 4])), 1, one(roll, [2, 4])),
  ])()

const angle = (roll: Roll): Formula =>
  one<() => Formula>(roll, [
    () => x,
    () => two('*', number(2), x),
    () => two('+', x, y),
    () => two('/', x, number(2 + roll(5))),
  ])()
const wave = (roll: Roll): Formula =>
  call(one(roll, ['sin', 'cos', 'tan', 'sin', 'cos', 'arctan']), angle(roll))
const trigonometric = (roll: Roll): Formula =>
  one<() => Formula>(roll, [
    () => wave(roll),
    () => two('*', wave(roll), wave(roll)),
    () => power(wave(roll), 2),
    () => two('/', wave(roll), wave(roll)),
    () => two('+', wave(roll), two('*', some(roll), wave(roll))),
    () => call('abs', call('sin', x)),
  ])()

const logarithmic = (roll: Roll): Formula => {
  const name = one<'ln' | 'log'>(roll, ['ln', 'log'])
  return one<() => Formula>(roll, [
    () => call(name, linear(roll)),
    () => call(name, two('*', x, linear(roll))),
    () => call(name, two('/', x, y)),
    () => call(name, power(x, 2 + roll(4))),
    () => two('+', call(name, x), call(name, some(roll))),
    () => call(name, call('abs', linear(roll))),
    () => call('abs', two('-', call('ln', x), number(1 + roll(9)))),
  ])()
}

const piecewise = (roll: Roll): Formula => {
  const [u, v] = [linear(roll), linear(roll)]
  return one<() => Formula>(roll, [
    () => two('/', call('abs', u), u),
    () => two('/', two('+', two('+', u, v), call('abs', two('-', u, v))), number(2)),
    () => two('+', u, call('abs', u)),
    () => two('*', u, call('abs', u)),
    () => two('+', call('abs', u), call('abs', v)),
    () => call('abs', two('-', call('abs', u), some(roll))),
    () => two('*', two('+', number(1), two('/', call('abs', u), u)), v),
  ])()
}

const plain = (roll: Roll): Formula =>
  roll(3) === 0 ? two(one(roll, ['+', '-', '*']), some(roll), some(roll)) : polynomial(roll)

const anyOf = (roll: Roll) => one(roll, [bars, root, raised, trigonometric, logarithmic, polynomial])(roll)

const pair = (key: string, given: string, ...formulas: Formula[]): Pair => ({
  key,
  given,
  letters: [...new Set(['x', 'y', ...lettersOf(...formulas)])],
})

/** Returns the formula with a mistake, in some cases also rewritten before or after the mistake. */
const wrongOf = (key: Formula, roll: Roll) =>
  roll(3) === 0
    ? rewritten(mistaken(key, roll), roll)
    : mistaken(roll(3) === 0 ? rewritten(key, roll) : key, roll)

/**
 * Returns a family of expressions. A wrong answer clearly differs from the key at a point where both have a
 * value.
 */
function values(make: (roll: Roll) => Formula): Family {
  return {
    wrong(roll) {
      const key = dressed(make(roll), roll)
      const given = wrongOf(key, roll)
      const isWrong = pointsFor([key, given], roll).some((point) => differ(key, given, point))
      return isWrong ? pair(write(key), write(given), key, given) : null
    },
    right(roll) {
      const key = dressed(make(roll), roll)
      const given = rewritten(key, roll)
      return pair(write(key), write(given), key, given)
    },
  }
}

type Sign = '=' | '<' | '≤' | '>' | '≥'
type Sides = { left: Formula; right: Formula; sign: Sign }
const mirrored = { '=': '=', '<': '>', '≤': '≥', '>': '<', '≥': '≤' } as const

/** Changes to both sides that preserve the solutions. */
const rearrangements: ((sides: Sides, roll: Roll) => Sides | null)[] = [
  ({ left, right, sign }) => ({ left: right, right: left, sign: mirrored[sign] }),
  ({ left, right, sign }, roll) => {
    const step = number(1 + roll(9))
    return { left: two('+', left, step), right: two('+', right, step), sign }
  },
  ({ left, right, sign }, roll) => {
    const factor = number(2 + roll(5))
    return { left: two('*', factor, left), right: two('*', factor, right), sign }
  },
  ({ left, right, sign }) => ({
    left: call('negative', left),
    right: call('negative', right),
    sign: mirrored[sign],
  }),
  ({ left, right, sign }) =>
    right.is === '+' ? { left: two('-', left, right.of[0]), right: right.of[1], sign } : null,
  ({ left, right, sign }) =>
    right.is === '-' ? { left: two('+', left, right.of[1]), right: right.of[0], sign } : null,
  ({ left, right, sign }) => ({ left: two('-', left, right), right: number(0), sign }),
]
/** Changes that are only valid for equations, such as multiplying or dividing by a term of unknown sign. */
const equationsOnly: typeof rearrangements = [
  ({ left, right, sign }) =>
    right.is === '*' ? { left: two('/', left, right.of[0]), right: right.of[1], sign } : null,
  ({ left, right, sign }) =>
    right.is === '*' ? { left: two('/', left, right.of[1]), right: right.of[0], sign } : null,
  ({ left, right, sign }) =>
    right.is === '/' ? { left: two('*', left, right.of[1]), right: right.of[0], sign } : null,
  ({ left, right, sign }) =>
    right.is === 'exponential'
      ? { left: two('/', call('ln', left), call('ln', ofBase(right.base))), right: right.of[0], sign }
      : null,
  ({ left, right, sign }) =>
    right.is === 'ln' ? { left: exponential('e', left), right: right.of[0], sign } : null,
  ({ left, right, sign }) =>
    right.is === 'log' ? { left: exponential(10, left), right: right.of[0], sign } : null,
]

const ofBase = (base: number | 'e'): Formula => (base === 'e' ? exponential('e', number(1)) : number(base))

function rearranged(sides: Sides, roll: Roll): Sides {
  const all = sides.sign === '=' ? [...equationsOnly, ...equationsOnly, ...rearrangements] : rearrangements
  let result = sides
  for (let turn = 1 + roll(3); turn > 0; turn -= 1) result = all[roll(all.length)]?.(result, roll) ?? result
  return result
}

const writeSides = ({ left, right, sign }: Sides) => `${write(left)}${sign}${write(right)}`
const fromSides = (key: Sides, given: Sides) =>
  pair(writeSides(key), writeSides(given), key.left, key.right, given.left, given.right)

/**
 * Returns left minus right, or NaN if a side isn't computed accurately enough or the difference is too small.
 */
function lead({ left, right }: Sides, point: Point) {
  const peak = { most: 0 }
  const [a, b] = [valueOf(left, point, peak), valueOf(right, point, peak)]
  return peak.most < 1e5 && abs(a - b) > 1e-3 * Math.max(1, abs(a), abs(b)) ? a - b : NaN
}

const holds = ({ sign }: Sides, by: number) => (sign === '<' || sign === '≤' ? by < 0 : by > 0)

/** Returns a family of equations z = f. A wrong answer is false when z has the value of f. */
function equations(make: (roll: Roll) => Formula): Family {
  const keyOf = (roll: Roll): Sides => ({ left: letter('z'), right: make(roll), sign: '=' })
  return {
    wrong(roll) {
      const key = keyOf(roll)
      const given = rearranged({ ...key, right: wrongOf(key.right, roll) }, roll)
      const isWrong = pointsFor([key.right, given.left, given.right], roll).some((point) => {
        const z = valueOf(key.right, point)
        return abs(z) < 1e4 && !Number.isNaN(lead(given, new Map([...point, ['z', z]])))
      })
      return isWrong ? fromSides(key, given) : null
    },
    right(roll) {
      const key = keyOf(roll)
      return fromSides(
        key,
        rearranged(roll(2) === 0 ? key : { ...key, right: rewritten(key.right, roll) }, roll),
      )
    },
  }
}

/**
 * Returns a family of inequalities like z < f. A wrong answer and the key disagree at some point, or differ
 * in whether they include the bound.
 */
function inequalities(make: (roll: Roll) => Formula): Family {
  const keyOf = (roll: Roll): Sides => ({
    left: roll(3) === 0 ? x : letter('z'),
    right: make(roll),
    sign: one(roll, ['<', '≤', '>', '≥']),
  })
  return {
    wrong(roll) {
      const key = keyOf(roll)
      if (roll(6) === 0) return withBound(key, roll)
      const sign = roll(3) === 0 ? mirrored[key.sign] : key.sign
      const given = rearranged(
        { ...key, right: roll(3) === 0 ? key.right : wrongOf(key.right, roll), sign },
        roll,
      )
      const isWrong = pointsFor([key.left, key.right, given.left, given.right], roll).some((point) => {
        const [by, other] = [lead(key, point), lead(given, point)]
        return !Number.isNaN(by) && !Number.isNaN(other) && holds(key, by) !== holds(given, other)
      })
      return isWrong ? fromSides(key, given) : null
    },
    right(roll) {
      const key = keyOf(roll)
      return fromSides(
        key,
        rearranged(roll(2) === 0 ? key : { ...key, right: rewritten(key.right, roll) }, roll),
      )
    },
  }
}

/**
 * Returns a pair whose key and answer differ only in whether they include the bound, like z < f and z ≤ f.
 * Returns null if f contains the letter on the left or has no value at any point tried.
 */
function withBound(key: Sides, roll: Roll): Pair | null {
  const other = { '<': '≤', '≤': '<', '>': '≥', '≥': '>', '=': '=' } as const
  const isThere =
    key.left.is === 'letter' &&
    !lettersOf(key.right).includes(key.left.name) &&
    pointsFor([key.right], roll).some((point) => !Number.isNaN(valueOf(key.right, point)))
  return isThere ? fromSides(key, rearranged({ ...key, sign: other[key.sign] }, roll)) : null
}

const named = (name: string) => letter(name)
/** Returns a formula from physics, finance or trigonometry. */
const schoolbook = (roll: Roll): Formula => {
  const [a, b, t, r] = ['a', 'b', 't', 'r'].map(named) as [Formula, Formula, Formula, Formula]
  return one<() => Formula>(roll, [
    () => two('*', a, exponential('e', two('*', r, t))),
    () => two('*', a, exponential(2, two('/', t, b))),
    () => two('*', a, call('sin', b)),
    () => two('/', a, call('sin', b)),
    () => two('/', two('*', a, call('sin', b)), call('sin', t)),
    () => two('*', t, call('sqrt', two('*', number(2), a))),
    () => two('*', two('*', number(2), { is: 'pi' }), call('sqrt', two('/', a, b))),
    () => two('+', a, two('*', b, call('ln', t))),
    () => two('*', a, call('tan', b)),
    () => two('*', x, exponential('e', x)),
    () =>
      two(
        '-',
        two('+', power(a, 2), power(b, 2)),
        two('*', two('*', number(2), two('*', a, b)), call('cos', t)),
      ),
    () => two('/', a, call('sqrt', two('-', number(1), power(b, 2)))),
  ])()
}

/** All families of answers that `npm run prove` grades. To add a family, add one line. */
export const families: Record<string, Family> = {
  'plain answers': values(plain),
  'absolute values': values(bars),
  roots: values(root),
  signs: values(polynomial),
  powers: values(raised),
  trigonometry: values(trigonometric),
  logarithms: values(logarithmic),
  piecewise: values(piecewise),
  mixed: values((roll) => two(one(roll, ['+', '-', '*']), anyOf(roll), anyOf(roll))),
  equations: equations((roll) => (roll(2) === 0 ? schoolbook(roll) : dressed(anyOf(roll), roll))),
  inequalities: inequalities((roll) => one(roll, [polynomial, linear, bars, root, anyOf])(roll)),
  antiderivatives,
  'rounded coefficients': roundedCoefficients,
  ...kindFamilies,
  'follow-through': followThrough,
  'follow-through units': followThroughUnits,
}
