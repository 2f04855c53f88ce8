import type { Family, Pair } from './families.ts'
import { one, type Roll } from './formula.ts'

/** A fraction, whose bottom is always positive. */
type Fraction = readonly [top: number, bottom: number]

const fraction = (top: number, bottom: number): Fraction => (bottom < 0 ? [-top, -bottom] : [top, bottom])
const isSame = ([a, b]: Fraction, [c, d]: Fraction) => a * d === c * b
const textOf = ([top, bottom]: Fraction) => (top % bottom === 0 ? String(top / bottom) : `${top}/${bottom}`)

/**
 * A formula with the numbers t and m, its value, and the values of its pieces. An answer equal to a piece
 * counts as copied. All integers are small enough to be exact as doubles.
 */
type Template = {
  text: (t: number, m: number) => string
  value: (a: number, b: number, t: number, m: number) => Fraction
  pieces: (a: number, b: number, t: number, m: number) => Fraction[]
}
const whole = (...values: number[]) => values.map((value): Fraction => [value, 1])

const templates: Template[] = [
  {
    text: (t, m) => `${t}a + ${m}b`,
    value: (a, b, t, m) => [t * a + m * b, 1],
    pieces: (a, b, t, m) => whole(a, b, t, m, t * a, m * b),
  },
  {
    text: (t, m) => `${t}(a + b) - ${m}`,
    value: (a, b, t, m) => [t * (a + b) - m, 1],
    pieces: (a, b, t, m) => whole(a, b, t, m, a + b, t * (a + b), -m),
  },
  {
    text: (t, m) => `${t}*a*b + ${m}`,
    value: (a, b, t, m) => [t * a * b + m, 1],
    pieces: (a, b, t, m) => whole(a, b, t, m, t * a, t * b, a * b, t * a * b),
  },
  {
    text: (t, m) => `(a - b)/${t} + ${m}`,
    value: (a, b, t, m) => fraction(a - b + t * m, t),
    pieces: (a, b, t, m) => [...whole(a, b, -b, t, m, a - b), fraction(a - b, t)],
  },
  {
    text: (t, m) => `a^2 + ${t}b - ${m}`,
    value: (a, b, t, m) => [a * a + t * b - m, 1],
    pieces: (a, b, t, m) => whole(a, b, t, m, -m, 2, a * a, t * b, a * a + t * b, a * a - m, t * b - m),
  },
]

const some = (roll: Roll) => roll(41) - 20
/** Returns an answer that usually differs from the right one. */
const wrongOf = (roll: Roll, right: number) =>
  one(roll, [right + 1 + roll(9), right - 1 - roll(9), 0, 1, -right])

function situation(roll: Roll) {
  const { text, value, pieces } = one(roll, templates)
  const [t, m, a, b] = [2 + roll(8), 2 + roll(20), some(roll), some(roll)]
  const [wrongA, wrongB] = [wrongOf(roll, a), roll(2) === 0 ? b : wrongOf(roll, b)]
  const result = value(wrongA, wrongB, t, m)
  const right = value(a, b, t, m)
  const copied = [...whole(0, 1), ...pieces(wrongA, wrongB, t, m)]
  const pair = (given: string, first = String(wrongA)): Pair => ({
    key: textOf(right),
    given,
    letters: [],
    options: { follows: text(t, m), right: [a, b].map(String), earlier: [first, String(wrongB)] },
  })
  const isWrong = a !== wrongA || b !== wrongB
  return { result, right, copied, pair, isWrong, names: [wrongA, wrongB] }
}

/** Units of length, with their lengths in millimeters. */
const sizes = { mm: 1, cm: 10, dm: 100, m: 1000 }
type Unit = keyof typeof sizes
const units: Unit[] = ['mm', 'cm', 'dm', 'm']

/** Converts a number from one unit to another. */
const inUnit = ([top, bottom]: Fraction, from: Unit, to: Unit): Fraction => [
  top * sizes[from],
  bottom * sizes[to],
]

/**
 * Returns a length and another one that is calculated from it. Each is given in the unit of its part or in a
 * random unit. With a factor of 1 and no summand, the length is only converted.
 */
function lengths(roll: Roll) {
  const [first, last, firstTyped, lastTyped] = [
    one(roll, units),
    one(roll, units),
    one(roll, units),
    one(roll, units),
  ]
  const [t, m, a] = [1 + roll(5), roll(3), some(roll)]
  const wrong = wrongOf(roll, a)
  const [over, under] = [sizes[first], sizes[last]]
  const calculated = (value: number): Fraction => [t * value * over + m * under, under]
  const typed = inUnit([wrong, 1], first, firstTyped)
  const pieces = [t, over, under, m, t * wrong, t * over, wrong * over, t * wrong * over]
  const pair = (given: string): Pair => ({
    key: textOf(calculated(a)),
    given,
    letters: [],
    options: {
      follows: `(${t}*a*${over})/${under} + ${m}`,
      right: [String(a)],
      earlier: [`${textOf(typed)} ${firstTyped}`],
      units: [first, last],
    },
  })
  return {
    result: calculated(wrong),
    right: calculated(a),
    isWrong: wrong !== a,
    copied: [...whole(0, 1, wrong, ...pieces), [t * wrong * over, under] as const, typed],
    amount: inUnit([wrong, 1], first, last),
    typed,
    units: { last, lastTyped },
    pair,
  }
}

/**
 * Follow-through with units. Right: lengths calculated exactly from wrong ones, in any unit. Wrong: lengths
 * that are miscalculated, or copied in another unit or with the wrong unit.
 */
export const followThroughUnits: Family = {
  right(roll) {
    const { result, right, isWrong, copied, amount, typed, units: unit, pair } = lengths(roll)
    const given = inUnit(result, unit.last, unit.lastTyped)
    const isCopied = isSame(given, typed) || [...copied, amount].some((each) => isSame(each, result))
    return !isWrong || isCopied || isSame(result, right) ? null : pair(`${textOf(given)} ${unit.lastTyped}`)
  },
  wrong(roll) {
    const { result, right, isWrong, amount, typed, units: unit, pair } = lengths(roll)
    const [top, bottom] = result
    // A copied amount, a copied number, or a miscalculated length.
    const given = one(roll, [
      inUnit(amount, unit.last, unit.lastTyped),
      typed,
      inUnit([top + one(roll, [1, -1, bottom, -bottom]), bottom], unit.last, unit.lastTyped),
    ])
    const isRight = isSame(inUnit(given, unit.lastTyped, unit.last), right)
    return !isWrong || isRight ? null : pair(`${textOf(given)} ${unit.lastTyped}`)
  },
}

/**
 * Follow-through. Right: answers calculated exactly from wrong earlier ones. Wrong: answers that are
 * miscalculated, copied from an earlier part or from the formula, or that follow from an empty part.
 */
export const followThrough: Family = {
  right(roll) {
    const { result, right, copied, pair, isWrong } = situation(roll)
    return !isWrong || isSame(result, right) || copied.some((each) => isSame(each, result))
      ? null
      : pair(textOf(result))
  },
  wrong(roll) {
    const { result, right, copied, pair, isWrong, names } = situation(roll)
    if (isSame(result, right)) return null
    const isWrongly = (given: Fraction) => !isSame(given, right)
    const way = roll(4)
    // An empty or unreadable earlier part.
    if (way === 0) return pair(textOf(result), one(roll, ['', 'x', '?', '1/0', '2 + 3']))
    // A copied value, or 0 or 1, whether or not it is the result.
    const copy = one(roll, [...copied, ...whole(...names)])
    if (way === 1) return isWrongly(copy) ? pair(textOf(copy)) : null
    // The answer is the result, but no earlier answer is wrong.
    if (way === 2 && !isWrong) return pair(textOf(result))
    const [top, bottom] = result
    const off = fraction(top + one(roll, [1, -1, 2, bottom, -bottom, 10 * bottom]), bottom)
    return isWrongly(off) ? pair(textOf(off)) : null
  },
}
