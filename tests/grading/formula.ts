/**
 * A formula from which `npm run prove` makes keys and answers to grade. This file builds, prints and
 * evaluates formulas independently of the grading engine, so that the two don't share a mistake.
 */
export type Formula =
  | { is: 'number'; value: number }
  | { is: 'fraction'; top: number; bottom: number }
  | { is: 'letter'; name: string }
  | { is: 'pi' }
  | { is: '+' | '-' | '*' | '/'; of: [Formula, Formula] }
  | { is: 'negative' | FunctionName; of: [Formula] }
  | { is: 'power'; of: [Formula]; top: number; bottom: number }
  | { is: 'exponential'; base: number | 'e'; of: [Formula] }

export type FunctionName = 'abs' | 'sqrt' | 'cbrt' | 'sin' | 'cos' | 'tan' | 'arctan' | 'ln' | 'log'

export const number = (value: number): Formula =>
  value < 0 ? { is: 'negative', of: [number(-value)] } : { is: 'number', value }
export const letter = (name: string): Formula => ({ is: 'letter', name })
export const call = (is: 'negative' | FunctionName, of: Formula): Formula => ({ is, of: [of] })
export const two = (is: '+' | '-' | '*' | '/', a: Formula, b: Formula): Formula => ({ is, of: [a, b] })
export const power = (of: Formula, top: number, bottom = 1): Formula => ({
  is: 'power',
  of: [of],
  top,
  bottom,
})
export const exponential = (base: number | 'e', of: Formula): Formula => ({
  is: 'exponential',
  base,
  of: [of],
})

export const partsOf = (formula: Formula): Formula[] => ('of' in formula ? formula.of : [])
export const withParts = (formula: Formula, of: Formula[]): Formula => ({ ...formula, of }) as Formula

/** Prints a formula as a student would type it, with extra parentheses. */
export function write(formula: Formula): string {
  switch (formula.is) {
    case 'number':
      return String(formula.value)
    case 'fraction':
      return `(${formula.top}/${formula.bottom})`
    case 'letter':
      return formula.name
    case 'pi':
      return 'π'
    case '+':
    case '-':
    case '*':
    case '/': {
      const [a, b] = formula.of.map((each, at) =>
        needsBrackets(each, formula.is, at) ? `(${write(each)})` : write(each),
      )
      return `${a}${formula.is}${b}`
    }
    case 'negative':
      return `(-${isSum(formula.of[0]) ? `(${write(formula.of[0])})` : write(formula.of[0])})`
    case 'power':
      return `(${write(formula.of[0])})^${formula.bottom === 1 && formula.top >= 0 ? formula.top : `(${formula.top}${formula.bottom === 1 ? '' : `/${formula.bottom}`})`}`
    case 'exponential':
      return `${formula.base}^(${write(formula.of[0])})`
    case 'abs':
      return `abs(${write(formula.of[0])})`
    default:
      return `${formula.is}(${write(formula.of[0])})`
  }
}

const isSum = ({ is }: Formula) => is === '+' || is === '-'

function needsBrackets(part: Formula, within: '+' | '-' | '*' | '/', at: number) {
  if (within === '+') return false
  if (within === '-') return at === 1 && isSum(part)
  return (
    isSum(part) || (at === 1 && (part.is === '*' || part.is === '/')) || (within === '/' && part.is === '*')
  )
}

export type Point = ReadonlyMap<string, number>
/** Largest intermediate value of a calculation. Calculations with large values are inaccurate. */
type Peak = { most: number }

const isOdd = (value: number) => Math.abs(value) % 2 === 1

function raised(base: number, top: number, bottom: number) {
  if (bottom === 1) return base ** top
  if (base >= 0) return base ** (top / bottom)
  if (!isOdd(bottom)) return NaN
  return (isOdd(top) ? -1 : 1) * (-base) ** (top / bottom)
}

const functions: Record<'negative' | FunctionName, (x: number) => number> = {
  negative: (x) => -x,
  abs: Math.abs,
  sqrt: Math.sqrt,
  cbrt: Math.cbrt,
  sin: Math.sin,
  cos: Math.cos,
  tan: Math.tan,
  arctan: Math.atan,
  ln: (x) => (x > 0 ? Math.log(x) : NaN),
  log: (x) => (x > 0 ? Math.log10(x) : NaN),
}

function workedOut(formula: Formula, point: Point, peak: Peak): number {
  switch (formula.is) {
    case 'number':
      return formula.value
    case 'fraction':
      return formula.top / formula.bottom
    case 'letter':
      return point.get(formula.name) ?? NaN
    case 'pi':
      return Math.PI
    default:
  }
  const [a = NaN, b = NaN] = partsOf(formula).map((each) => valueOf(each, point, peak))
  switch (formula.is) {
    case '+':
      return a + b
    case '-':
      return a - b
    case '*':
      return a * b
    case '/':
      return Math.abs(b) < 1e-6 ? NaN : a / b
    case 'power':
      return Math.abs(a) < 1e-6 && formula.top <= 0 ? NaN : raised(a, formula.top, formula.bottom)
    case 'exponential':
      return (formula.base === 'e' ? Math.E : formula.base) ** a
    default:
      return functions[formula.is](a)
  }
}

/** Returns the value at a point, or NaN if it is undefined. */
export function valueOf(formula: Formula, point: Point, peak: Peak = { most: 0 }): number {
  const value = workedOut(formula, point, peak)
  peak.most = Math.max(peak.most, Math.abs(value))
  return Number.isFinite(value) ? value : NaN
}

/**
 * True if the values certainly differ: by more than one part in 1,000, with intermediate values below 10^5.
 */
export function differ(a: Formula, b: Formula, point: Point): boolean {
  const peak = { most: 0 }
  const [left, right] = [valueOf(a, point, peak), valueOf(b, point, peak)]
  return peak.most < 1e5 && Math.abs(left - right) > 1e-3 * Math.max(1, Math.abs(left), Math.abs(right))
}

export function lettersOf(...formulas: Formula[]): string[] {
  const found = new Set<string>()
  const look = (formula: Formula) => {
    if (formula.is === 'letter') found.add(formula.name)
    for (const each of partsOf(formula)) look(each)
  }
  for (const formula of formulas) look(formula)
  return [...found]
}

/** Generator of random whole numbers below a bound, the same for the same seed (SplitMix32). */
export type Roll = (below: number) => number

export function dice(seed: number): Roll {
  let state = seed | 0
  return (below) => {
    state = (state + 0x9e3779b9) | 0
    let mixed = Math.imul(state ^ (state >>> 16), 0x21f0aaad)
    mixed = Math.imul(mixed ^ (mixed >>> 15), 0x735a2d97)
    return Math.floor((((mixed ^ (mixed >>> 15)) >>> 0) / 2 ** 32) * below)
  }
}

export const one = <Item>(roll: Roll, items: readonly Item[]) => items[roll(items.length)] as Item

/**
 * Returns the arguments of absolute values, roots and logarithms. Where one of them is 0, a formula has a
 * corner or ends.
 */
function edgesOf(formula: Formula): Formula[] {
  const own =
    ['abs', 'sqrt', 'ln', 'log', 'cbrt'].includes(formula.is) ||
    (formula.is === 'power' && formula.bottom > 1)
  return [...(own ? partsOf(formula) : []), ...partsOf(formula).flatMap(edgesOf)]
}

/** Returns random points, and points near and far on both sides of up to four edges, along each letter. */
export function pointsFor(formulas: readonly Formula[], roll: Roll): Point[] {
  const letters = lettersOf(...formulas)
  const far = [3, 10, 40]
  const anywhere = () => {
    const reach = far[roll(3)] ?? 10
    return (roll(2) === 0 ? roll(20001) / 20000 : roll(40001) / 20000 - 1) * reach + 0.00137
  }
  const points: Map<string, number>[] = Array.from(
    { length: 14 },
    () => new Map(letters.map((name) => [name, anywhere()])),
  )
  for (const edge of formulas.flatMap(edgesOf).slice(0, 4)) {
    const start = points[0] ?? new Map<string, number>()
    for (const name of lettersOf(edge)) {
      const at = (value: number) => valueOf(edge, new Map([...start, [name, value]]))
      const slope = at(1) - at(0)
      const zero = -at(0) / slope
      if (!Number.isFinite(zero) || Math.abs(zero) > 1e5) continue
      for (const step of [-30.1, -1.7, -0.31, 0.29, 1.9, 33.3])
        points.push(new Map([...start, [name, zero + step]]))
    }
  }
  return points
}
