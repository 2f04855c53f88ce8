import type { Rational } from './number.ts'
import {
  exact,
  gcd,
  plus,
  powerOf,
  prime,
  rational,
  reduced,
  times,
  wholeExponent,
  wholeRoot,
} from './exact.ts'
import { spend, type Tree, type Work } from './tree.ts'

/** Powers of the factors of a term, by the factor's name. */
type Powers = ReadonlyMap<string, number>
/** A multiplied-out term. `name` identifies its powers, so like terms have the same name. */
type Term = { name: string; powers: Powers; factor: Rational }
/**
 * A multiplied-out sum, as terms by name. Anything that isn't a number, sum, product, quotient or integer
 * power (√2, sin x, π) counts as a letter.
 */
export type Polynomial = ReadonlyMap<string, Term>

const maxTerms = 200
const maxPower = 64
const one: Rational = { top: 1n, bottom: 1n }

const nameOf = (powers: Powers) =>
  [...powers]
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .map(([name, power]) => `${name}^${power}`)
    .join('·')

function term(powers: Powers, factor: Rational): Term {
  const used = new Map([...powers].filter(([, power]) => power !== 0))
  return { name: nameOf(used), powers: used, factor }
}

const alone = (powers: Powers, factor: Rational): Polynomial => {
  const only = term(powers, factor)
  return new Map(factor.top === 0n ? [] : [[only.name, only]])
}

function collect(terms: Iterable<Term>): Polynomial {
  const found = new Map<string, Term>()
  for (const each of terms) {
    const like = found.get(each.name)
    const factor = like ? plus(like.factor, each.factor) : each.factor
    if (factor.top === 0n) found.delete(each.name)
    else found.set(each.name, { ...each, factor })
  }
  return found
}

function product(a: Polynomial, b: Polynomial, work: Work): Polynomial | null {
  if (a.size * b.size > maxTerms * 4) return null
  spend(work, a.size * b.size * 4)
  const terms: Term[] = []
  for (const left of a.values()) {
    for (const right of b.values()) {
      const powers = new Map(left.powers)
      for (const [name, power] of right.powers) powers.set(name, (powers.get(name) ?? 0) + power)
      if ([...powers.values()].some((power) => Math.abs(power) > maxPower)) return null
      terms.push(term(powers, times(left.factor, right.factor)))
    }
  }
  const all = collect(terms)
  return all.size > maxTerms ? null : all
}

function raised(base: Polynomial, exponent: number, work: Work): Polynomial | null {
  let result: Polynomial | null = alone(new Map(), one)
  for (let turn = 0; turn < exponent && result; turn += 1) result = product(result, base, work)
  return result
}

/** Returns the reciprocal of a polynomial with one term, otherwise null. */
function inverse(of: Polynomial): Polynomial | null {
  const [only] = of.values()
  if (!only || of.size > 1) return null
  const powers = new Map([...only.powers].map(([name, power]) => [name, -power]))
  return alone(powers, rational(only.factor.bottom, only.factor.top))
}

/**
 * Multiplies out a tree exactly. Returns null if the result gets too long, if a power gets too high, or if
 * something is divided by a sum or by 0. `nameOfTree` names anything that isn't a number, sum, product,
 * quotient or integer power.
 */
export function expand(tree: Tree, nameOfTree: (tree: Tree) => string, work: Work): Polynomial | null {
  spend(work, 4)
  const value = tree.of.length === 0 || tree.is === 'power' ? exact(tree) : null
  if (value) return alone(new Map(), value)
  const inner = (each: Tree) => expand(each, nameOfTree, work)
  const named = () => alone(new Map([[nameOfTree(tree), 1]]), one)
  switch (tree.is) {
    case 'sum': {
      const parts = tree.of.map(inner)
      return parts.includes(null)
        ? null
        : collect(parts.flatMap((part) => [...(part ?? new Map<string, Term>()).values()]))
    }
    case 'product':
      return tree.of.map(inner).reduce((all, next) => all && next && product(all, next, work))
    case 'minus': {
      const part = inner(tree.of[0])
      return part && product(part, alone(new Map(), { top: -1n, bottom: 1n }), work)
    }
    case 'quotient': {
      const [top, bottom] = [inner(tree.of[0]), inner(tree.of[1])]
      const over = bottom && inverse(bottom)
      return top && over && product(top, over, work)
    }
    case 'power': {
      const exponent = wholeExponent(tree.of[1])
      if (exponent === null) return named()
      const base = inner(tree.of[0])
      const under = base && exponent < 0 ? inverse(base) : base
      return under && raised(under, Math.abs(exponent), work)
    }
    default:
      return named()
  }
}

/**
 * Returns the greatest rational number that divides all coefficients with integer quotients: 1/2 for x + 1/2.
 */
export function content(of: Polynomial): Rational {
  let [top, bottom] = [0n, 1n]
  for (const { factor } of of.values()) {
    top = gcd(top, factor.top)
    bottom = (bottom * factor.bottom) / gcd(bottom, factor.bottom)
  }
  return { top: top === 0n ? 1n : top, bottom }
}

/** Returns true if all terms share a letter. */
export function hasCommonLetter(of: Polynomial): boolean {
  const [first, ...rest] = of.values()
  return (
    first !== undefined &&
    [...first.powers.keys()].some((name) => rest.every(({ powers }) => powers.has(name)))
  )
}

/** Returns true if a quadratic polynomial in one letter factors over the rational numbers. */
export function isSplitQuadratic(of: Polynomial): boolean {
  const names = new Set([...of.values()].flatMap(({ powers }) => [...powers.keys()]))
  const [name] = names
  if (name === undefined || names.size > 1) return false
  const factors = [0n, 0n, 0n]
  const { bottom } = content(of)
  for (const { powers, factor } of of.values()) {
    const power = powers.get(name) ?? 0
    if (power < 0 || power > 2) return false
    factors[power] = (factor.top * bottom) / factor.bottom
  }
  const [c = 0n, b = 0n, a = 0n] = factors
  return a !== 0n && wholeRoot(b * b - 4n * a * c, 2n) !== null
}

/**
 * Returns the coefficients of a polynomial by power of a letter, modulo the prime, with every other letter
 * replaced by a number derived from its name. Returns null if there are negative powers.
 */
function along(of: Polynomial, letter: string): bigint[] | null {
  const line: bigint[] = []
  for (const { powers, factor } of of.values()) {
    let value = (reduced(factor.top) * powerOf(reduced(factor.bottom), prime - 2n)) % prime
    for (const [name, power] of powers) {
      if (power < 0) return null
      if (name !== letter) value = (value * powerOf(place(name), BigInt(power))) % prime
    }
    const power = powers.get(letter) ?? 0
    line[power] = ((line[power] ?? 0n) + value) % prime
  }
  return Array.from({ length: line.length }, (_, at) => line[at] ?? 0n)
}

const place = (name: string) =>
  [...name].reduce((sum, sign) => (sum * 1_000_003n + BigInt(sign.codePointAt(0) ?? 0)) % prime, 987_654_321n)

function trimmed(line: bigint[]) {
  const last = line.findLastIndex((each) => each !== 0n)
  return line.slice(0, last + 1)
}

function remainder(a: bigint[], b: bigint[]): bigint[] {
  const rest = [...a]
  const over = powerOf(b.at(-1) ?? 1n, prime - 2n)
  for (let at = rest.length - b.length; at >= 0; at -= 1) {
    const factor = ((rest[at + b.length - 1] ?? 0n) * over) % prime
    for (const [step, each] of b.entries()) rest[at + step] = reduced((rest[at + step] ?? 0n) - factor * each)
  }
  return trimmed(rest.slice(0, b.length - 1))
}

/**
 * Returns true if two polynomials have a common factor that contains a letter. Calculates modulo a prime,
 * with numbers in place of the other letters, so a wrong result is possible but very unlikely. Returns false if
 * there are negative powers.
 */
export function hasCommonFactor(a: Polynomial, b: Polynomial, work: Work): boolean {
  const letters = new Set([...a.values()].flatMap(({ powers }) => [...powers.keys()]))
  return [...letters].some((letter) => {
    const [above, below] = [along(a, letter), along(b, letter)]
    if (!above || !below) return false
    let [left, right] = [trimmed(above), trimmed(below)]
    while (right.length > 0) {
      spend(work, left.length * right.length + 80)
      ;[left, right] = [right, left.length < right.length ? left : remainder(left, right)]
    }
    return left.length > 1
  })
}

/** A quotient of two polynomials. It isn't reduced. */
export type Fraction = { top: Polynomial; bottom: Polynomial }

const unit = alone(new Map(), one)

/**
 * Returns a tree as a quotient of polynomials, multiplied out. Returns null if the result gets too long, if a
 * power gets too high, or if something is divided by 0. `nameOfTree` names anything that isn't a number, sum,
 * product, quotient or integer power.
 */
export function expandFraction(tree: Tree, nameOfTree: (tree: Tree) => string, work: Work): Fraction | null {
  const plain = expand(tree, nameOfTree, work)
  if (plain) return { top: plain, bottom: unit }
  const multiplied = (a: Fraction | null, b: Fraction | null): Fraction | null => {
    const top = a && b && product(a.top, b.top, work)
    const bottom = a && b && product(a.bottom, b.bottom, work)
    return top && bottom && { top, bottom }
  }
  const added = (a: Fraction | null, b: Fraction | null): Fraction | null => {
    const left = a && b && product(a.top, b.bottom, work)
    const right = a && b && product(b.top, a.bottom, work)
    const bottom = a && b && product(a.bottom, b.bottom, work)
    return left && right && bottom && { top: collect([...left.values(), ...right.values()]), bottom }
  }
  const turned = (of: Fraction | null): Fraction | null =>
    of && of.top.size > 0 ? { top: of.bottom, bottom: of.top } : null
  const members = tree.of.map((each) => expandFraction(each, nameOfTree, work))
  const [first = null, second = null] = members
  switch (tree.is) {
    case 'sum':
      return members.reduce(added)
    case 'product':
      return members.reduce(multiplied)
    case 'minus':
      return multiplied(first, { top: alone(new Map(), { top: -1n, bottom: 1n }), bottom: unit })
    case 'quotient':
      return multiplied(first, turned(second))
    case 'power': {
      const exponent = wholeExponent(tree.of[1])
      if (exponent === null) return null
      const base = exponent < 0 ? turned(first) : first
      const top = base && raised(base.top, Math.abs(exponent), work)
      const bottom = base && raised(base.bottom, Math.abs(exponent), work)
      return top && bottom && { top, bottom }
    }
    default:
      return null
  }
}
