import {
  call,
  exponential,
  type Formula,
  letter,
  number,
  one,
  partsOf,
  power,
  type Roll,
  two,
  withParts,
} from './formula.ts'

/** Changes a formula in one place. Returns it unchanged if there is nothing to change. */
type Change = (formula: Formula, roll: Roll) => Formula

const squared = (of: Formula) => power(of, 2)
const isNumber = (formula: Formula): formula is Formula & { is: 'number' } => formula.is === 'number'

/** Changes that preserve the value wherever it is defined, as taught in school. */
const same: Record<string, Change> = {
  'the order': (f) => (f.is === '+' || f.is === '*' ? two(f.is, f.of[1], f.of[0]) : f),
  'a difference turned': (f) => (f.is === '-' ? call('negative', two('-', f.of[1], f.of[0])) : f),
  'a difference as a sum': (f) => (f.is === '-' ? two('+', f.of[0], call('negative', f.of[1])) : f),
  'multiplied out': (f) => {
    if (f.is !== '*') return f
    const [a, b] = f.of
    return b.is === '+' || b.is === '-' ? two(b.is, two('*', a, b.of[0]), two('*', a, b.of[1])) : f
  },
  'taken out': (f) =>
    f.is === '+' || f.is === '-' ? two('*', number(2), two(f.is, half(f.of[0]), half(f.of[1]))) : f,
  'a half of twice': (f) => half(two('*', number(2), f)),
  'added and taken away': (f, roll) => {
    const step = number(1 + roll(9))
    return two('-', two('+', f, step), step)
  },
  'a number as a sum': (f) => (isNumber(f) && f.value > 1 ? two('+', number(f.value - 1), number(1)) : f),
  'a square as a product': (f) =>
    f.is === 'power' && f.top === 2 && f.bottom === 1 ? two('*', f.of[0], f.of[0]) : f,
  'a power of a product': (f) =>
    f.is === 'power' && f.bottom === 1 && f.of[0].is === '*'
      ? two('*', power(f.of[0].of[0], f.top), power(f.of[0].of[1], f.top))
      : f,
  'a quotient as a product': (f) => (f.is === '/' ? two('*', f.of[0], power(f.of[1], -1)) : f),
  'bars around the opposite': (f) => (f.is === 'abs' ? call('abs', call('negative', f.of[0])) : f),
  'bars as the root of the square': (f) => (f.is === 'abs' ? call('sqrt', squared(f.of[0])) : f),
  'the root of the square as bars': (f) =>
    f.is === 'sqrt' && f.of[0].is === 'power' && f.of[0].top === 2 && f.of[0].bottom === 1
      ? call('abs', f.of[0].of[0])
      : f,
  'a number moved inside the absolute value bars': (f, roll) => {
    if (f.is !== 'abs') return f
    const factor = number(2 + roll(4))
    return two('/', call('abs', two('*', factor, f.of[0])), factor)
  },
  'bars of a product': (f) =>
    f.is === 'abs' && (f.of[0].is === '*' || f.of[0].is === '/')
      ? two(f.of[0].is, call('abs', f.of[0].of[0]), call('abs', f.of[0].of[1]))
      : f,
  'a root as a power': (f) =>
    f.is === 'sqrt' ? power(f.of[0], 1, 2) : f.is === 'cbrt' ? power(f.of[0], 1, 3) : f,
  'a number out of the root': (f) => (f.is === 'sqrt' ? half(call('sqrt', two('*', number(4), f.of[0]))) : f),
  'a root of a product': (f) =>
    f.is === 'sqrt' && f.of[0].is === '*'
      ? two('*', call('sqrt', f.of[0].of[0]), call('sqrt', f.of[0].of[1]))
      : f,
  'a power of a root': (f) =>
    f.is === 'power' && f.bottom === 3 && f.top > 0 ? power(call('cbrt', f.of[0]), f.top) : f,
  'a tangent as a fraction': (f) =>
    f.is === 'tan' ? two('/', call('sin', f.of[0]), call('cos', f.of[0])) : f,
  'a sine as a cosine': (f) => (f.is === 'sin' ? call('cos', two('-', half({ is: 'pi' }), f.of[0])) : f),
  'the sine of the opposite': (f) =>
    f.is === 'sin' ? call('negative', call('sin', call('negative', f.of[0]))) : f,
  'the cosine of the opposite': (f) => (f.is === 'cos' ? call('cos', call('negative', f.of[0])) : f),
  'a double angle': (f) =>
    f.is === 'sin' && f.of[0].is === '*' && isNumber(f.of[0].of[0]) && f.of[0].of[0].value === 2
      ? two('*', number(2), two('*', call('sin', f.of[0].of[1]), call('cos', f.of[0].of[1])))
      : f,
  'a square of a cosine': (f) =>
    f.is === 'power' && f.top === 2 && f.bottom === 1 && f.of[0].is === 'cos'
      ? two('-', number(1), squared(call('sin', f.of[0].of[0])))
      : f,
  'once around': (f) =>
    f.is === 'sin' || f.is === 'cos' ? call(f.is, two('+', f.of[0], two('*', number(2), { is: 'pi' }))) : f,
  'a logarithm of a product': (f) =>
    isLog(f) && f.of[0].is === '*' ? two('+', call(f.is, f.of[0].of[0]), call(f.is, f.of[0].of[1])) : f,
  'a logarithm of a quotient': (f) =>
    isLog(f) && f.of[0].is === '/' ? two('-', call(f.is, f.of[0].of[0]), call(f.is, f.of[0].of[1])) : f,
  'a logarithm of a power': (f) =>
    isLog(f) && f.of[0].is === 'power' && f.of[0].bottom === 1
      ? two('*', number(f.of[0].top), call(f.is, f.of[0].of[0]))
      : f,
  'another base': (f) => (f.is === 'log' ? two('/', call('ln', f.of[0]), call('ln', number(10))) : f),
  'a power with a sum': (f) =>
    f.is === 'exponential' && (f.of[0].is === '+' || f.of[0].is === '-')
      ? two(
          f.of[0].is === '+' ? '*' : '/',
          exponential(f.base, f.of[0].of[0]),
          exponential(f.base, f.of[0].of[1]),
        )
      : f,
  'another base of a power': (f) =>
    f.is === 'exponential' && f.base === 4 ? exponential(2, two('*', number(2), f.of[0])) : f,
}

const half = (f: Formula) => two('/', f, number(2))
const isLog = (f: Formula): f is Formula & { is: 'ln' | 'log' } => f.is === 'ln' || f.is === 'log'

/** Mistakes that students make, and random ones. */
const mistakes: Record<string, Change> = {
  'bars left out': (f) => (f.is === 'abs' ? f.of[0] : f),
  'bars left out, turned': (f) => (f.is === 'abs' ? call('negative', f.of[0]) : f),
  'the root of a square': (f) =>
    f.is === 'sqrt' && f.of[0].is === 'power' && f.of[0].top % 2 === 0
      ? power(f.of[0].of[0], f.of[0].top / 2)
      : f,
  'bars around it': (f) => (f.is === 'letter' || f.is === '-' || f.is === '+' ? call('abs', f) : f),
  'another number': (f, roll) => (isNumber(f) ? number(f.value + one(roll, [1, -1, 2])) : f),
  'another sign': (f) => (f.is === '+' ? two('-', ...f.of) : f.is === '-' ? two('+', ...f.of) : f),
  'a minus sign': (f) => call('negative', f),
  'a term left out': (f, roll) => (f.is === '+' || f.is === '-' ? (f.of[roll(2)] ?? f) : f),
  'a factor left out': (f, roll) => (f.is === '*' || f.is === '/' ? (f.of[roll(2)] ?? f) : f),
  'turned about': (f) => (f.is === '-' || f.is === '/' ? two(f.is, f.of[1], f.of[0]) : f),
  'another power': (f) => (f.is === 'power' ? power(f.of[0], f.top + 1, f.bottom) : f),
  'times for power': (f) => (f.is === 'power' && f.bottom === 1 ? two('*', number(f.top), f.of[0]) : f),
  'a function of each term': (f) => {
    const [inner] = partsOf(f)
    const isOwn =
      f.is === 'power' || f.is === 'sqrt' || f.is === 'abs' || isLog(f) || f.is === 'sin' || f.is === 'cos'
    return isOwn && inner && (inner.is === '+' || inner.is === '-')
      ? two(inner.is, withParts(f, [inner.of[0]]), withParts(f, [inner.of[1]]))
      : f
  },
  'another function': (f) => {
    const other = {
      sin: 'cos',
      cos: 'sin',
      tan: 'sin',
      ln: 'log',
      log: 'ln',
      sqrt: 'cbrt',
      cbrt: 'sqrt',
    } as const
    return f.is in other && 'of' in f ? call(other[f.is as keyof typeof other], f.of[0]) : f
  },
  'the other letter': (f) =>
    f.is === 'letter' && (f.name === 'x' || f.name === 'y') ? letter(f.name === 'x' ? 'y' : 'x') : f,
  'another base': (f) => (f.is === 'exponential' ? exponential(f.base === 2 ? 3 : 2, f.of[0]) : f),
  'a factor outside': (f) => {
    const [inner] = partsOf(f)
    const isCall = f.is === 'sin' || f.is === 'cos' || f.is === 'sqrt' || isLog(f)
    return isCall && inner?.is === '*' ? two('*', inner.of[0], withParts(f, [inner.of[1]])) : f
  },
  'a little more': (f) => two('+', f, { is: 'fraction', top: 1, bottom: 100 }),
}

const placesOf = (formula: Formula): number =>
  1 + partsOf(formula).reduce((sum, each) => sum + placesOf(each), 0)

/** Returns the formula with a change applied at the node with this number. */
function changedAt(formula: Formula, place: number, change: (formula: Formula) => Formula): Formula {
  if (place === 0) return change(formula)
  let left = place - 1
  const parts = partsOf(formula).map((each) => {
    const size = placesOf(each)
    const own = left >= 0 && left < size ? changedAt(each, left, change) : each
    left -= size
    return own
  })
  return withParts(formula, parts)
}

/** Returns the formula with a random change at a random place, or null if a few tries change nothing. */
function changedBy(all: readonly Change[], formula: Formula, roll: Roll): Formula | null {
  for (let turn = 0; turn < 24; turn += 1) {
    const change = all[roll(all.length)]
    const place = roll(placesOf(formula))
    let isDone = false
    const next = changedAt(formula, place, (at) => {
      const own = change?.(at, roll) ?? at
      isDone = own !== at
      return own
    })
    if (isDone) return next
  }
  return null
}

const [rights, wrongs] = [Object.values(same), Object.values(mistakes)]

/** Returns an equivalent formula, rewritten at up to four places. */
export function rewritten(formula: Formula, roll: Roll): Formula {
  let result = formula
  for (let turn = 1 + roll(4); turn > 0; turn -= 1) result = changedBy(rights, result, roll) ?? result
  return result
}

/** Returns the formula with a mistake, which may turn out to be harmless. Unchanged if a few tries fail. */
export const mistaken = (formula: Formula, roll: Roll): Formula => changedBy(wrongs, formula, roll) ?? formula
