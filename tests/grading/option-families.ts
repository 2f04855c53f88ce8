import { shuffled } from './chance.ts'
import type { Family, Pair } from './families.ts'
import { one, type Roll } from './formula.ts'

/** Terms of antiderivatives without their factors. Any two differ by more than a constant. */
const bases = [
  'x',
  'x^2',
  'x^3',
  'x^4',
  'sin(x)',
  'cos(x)',
  'e^x',
  'ln|x|',
  '√x',
  'arctan(x)',
  '1/x',
] as const
type Term = { factor: number; under: number; base: string }

const termsOf = (roll: Roll): Term[] =>
  shuffled(roll, bases)
    .slice(0, 1 + roll(3))
    .map((base) => ({ factor: one(roll, [1, -1]) * (1 + roll(12)), under: 1 + roll(5), base }))

const texts = (roll: Roll, terms: readonly Term[]) =>
  terms.map(({ factor, under, base }) => {
    const times = 1 + roll(3)
    return one(roll, [
      `(${factor}/${under})*${base}`,
      `(${factor * times})*${base}/${under * times}`,
      `${factor}/${under}*(${base})`,
    ])
  })

const sumOf = (roll: Roll, parts: readonly string[]) => shuffled(roll, parts).join(' + ')

const antiderivative = (roll: Roll, terms: readonly Term[], given: string): Pair => ({
  key: `${sumOf(roll, texts(roll, terms))} + C`,
  given,
  letters: ['x'],
  options: { plusConstant: true },
})

const constants = ['C', 'K', 'c', '2C', '(-C)', 'C/3', 'C + 5', '(-2)*k - 1/3', '√2*C', 'π*C'] as const
/** Wrong constants of integration, which either can't take every value or depend on x. */
const traps = [
  'C*x',
  'C^2',
  'C/x',
  '0*C',
  'C - C',
  'C^4',
  'x*C + C',
  '(C*sin(x))',
  '(C + x)',
  'C*e^x',
] as const

/** Antiderivatives. Right: the same terms with any constant. Wrong: a changed term, or one of the `traps`. */
export const antiderivatives: Family = {
  right(roll) {
    const terms = termsOf(roll)
    return antiderivative(roll, terms, sumOf(roll, [...texts(roll, terms), one(roll, constants)]))
  },
  wrong(roll) {
    const terms = termsOf(roll)
    if (roll(2) === 0)
      return antiderivative(roll, terms, sumOf(roll, [...texts(roll, terms), one(roll, traps)]))
    const at = roll(terms.length)
    const changed = terms.with(at, {
      ...(terms[at] as Term),
      factor: (terms[at] as Term).factor + one(roll, [1, -1, 7, 100]),
    })
    return antiderivative(roll, terms, sumOf(roll, [...texts(roll, changed), one(roll, constants)]))
  },
}

const places = 100
const monomials = ['x', 'x^2', 'y', 'x*y', '1', 'x^3*y'] as const
type Coefficient = { top: number; bottom: number; name: string }

const coefficientsOf = (roll: Roll): Coefficient[] =>
  shuffled(roll, monomials)
    .slice(0, 2 + roll(3))
    .map((name) => ({ top: one(roll, [1, -1]) * (1 + roll(60)), bottom: 1 + roll(12), name }))
    // Leave out coefficients that would be rounded to 0, because their terms would be missing.
    .filter(({ top, bottom }) => Math.abs(top / bottom) > 0.02)

/** Writes coefficients in hundredths, each shifted by some hundredths. */
const inHundredths = (terms: readonly Coefficient[], offs: readonly number[]) =>
  terms.map(
    ({ top, bottom, name }, at) =>
      `(${((Math.round((top * places) / bottom) + (offs[at] ?? 0)) / places).toFixed(2)})*${name}`,
  )

function rounded(roll: Roll, terms: readonly Coefficient[], parts: readonly string[]): Pair {
  const key = sumOf(
    roll,
    terms.map(({ top, bottom, name }) => `(${top}/${bottom})*${name}`),
  )
  const given = sumOf(roll, parts)
  const isEquation = roll(3) === 0
  return {
    key: isEquation ? `z = ${key}` : key,
    given: isEquation
      ? one(roll, [`z = ${given}`, `${given} = z`, `0 = z - (${given})`, `2*z = 2*(${given})`])
      : given,
    letters: ['x', 'y', 'z'],
    options: { tolerance: { abs: '0.005' } },
  }
}

/**
 * Rounded coefficients. In right answers, all are rounded to two decimals. In wrong ones, one is further off
 * or missing, or there is an extra one.
 */
export const roundedCoefficients: Family = {
  right(roll) {
    const terms = coefficientsOf(roll)
    return terms.length === 0 ? null : rounded(roll, terms, inHundredths(terms, []))
  },
  wrong(roll) {
    const terms = coefficientsOf(roll)
    if (terms.length < 2) return null
    const parts = inHundredths(terms, [])
    const at = roll(terms.length)
    const change = roll(3)
    if (change === 0) return rounded(roll, terms, parts.toSpliced(at, 1))
    if (change === 1) return rounded(roll, terms, [...parts, '0.01*x^5'])
    // An error of two hundredths exceeds the tolerance, regardless of how the key was rounded.
    return rounded(
      roll,
      terms,
      inHundredths(
        terms,
        terms.map((_, term) => (term === at ? one(roll, [2, -2, 150]) : 0)),
      ),
    )
  },
}
