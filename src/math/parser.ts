import { gcd } from './exact.ts'
import { type Token, Unread } from './tokens.ts'
import { PastBounds, type Tree } from './tree.ts'

/**
 * Ambiguities. `line`: 1/2x is ½·x or 1/(2x). `reach`: how far √2x and sin x/2 extend. `power`: x^1/2.
 * `divided`: x^2/9, where the exponent is hardly ever meant to be 2/9. `digits`: x^23, which is x²·3 in TeX.
 * `signs`: +-2, typed for ±2. Each has a default reading, and another one that is tried if the answer isn't
 * right by default.
 */
export type Doubt = 'line' | 'reach' | 'power' | 'divided' | 'digits' | 'signs'

/**
 * Reading options. `letters` are variables even if they have another meaning, as e does. `other` is the
 * ambiguity to resolve the other way. `doubts` collects the ambiguities found in the text.
 */
export type ParseContext = { letters: readonly string[]; other: Doubt | null; doubts: Set<Doubt> }

/**
 * State of the parser. `at` is the position of the next token, and `depth` the nesting depth. `bars` is the
 * number of open bars within the innermost parentheses. `cut` is the position where a number was split, so
 * that its remaining digits may directly follow the first one; −1 if there is none.
 */
export type Parser = ParseContext & {
  tokens: readonly Token[]
  at: number
  depth: number
  bars: number
  cut: number
}

const deepest = 30

export const peek = (p: Parser) => p.tokens[p.at]

export function takeSign(p: Parser, ...signs: string[]) {
  const next = peek(p)
  if (next?.is !== 'sign' || !signs.includes(next.sign)) return null
  p.at += 1
  return next.sign
}

export function isOther(p: Parser, doubt: Doubt) {
  p.doubts.add(doubt)
  return p.other === doubt
}

export function numberTree(text: string): Tree {
  const [before = '', after = ''] = text.split('.')
  const value = { top: BigInt(before + after), bottom: 10n ** BigInt(after.length) }
  return {
    is: 'number',
    value,
    written: after === '' ? 'whole' : 'decimal',
    digits: (before + after).replace(/^0+|0+$/g, '').length,
    of: [],
  }
}

export const isWhole = (tree: Tree | undefined) => tree?.is === 'number' && tree.written === 'whole'

/**
 * Returns true if a fraction is a common exponent: in lowest terms, with 1 as its numerator or a denominator
 * of at most 4.
 */
export function isUsualPower(top: Tree, below: string) {
  const bottom = BigInt(/^\d+$/.test(below) ? below : 1)
  if (!isWhole(top) || top.is !== 'number' || bottom < 2n) return false
  return gcd(top.value.top, bottom) === 1n && (top.value.top === 1n || bottom <= 4n)
}

export function quotient(top: Tree, bottom: Tree): Tree {
  if (bottom.is === 'number' && bottom.value.top === 0n)
    throw new Unread('The number below the fraction bar can’t be 0.')
  return { is: 'quotient', of: [top, bottom] }
}

/**
 * Returns true if a space and a fraction such as `1/2` come next. After a whole number, they make a mixed
 * number: `3 1/2`.
 */
export function isFractionAhead(p: Parser) {
  const [top, line, bottom] = p.tokens.slice(p.at, p.at + 3)
  if (top?.is !== 'number' || !top.gap || line?.is !== 'sign' || line.sign !== '/' || bottom?.is !== 'number')
    return false
  return /^\d+$/.test(top.text + bottom.text)
}

/**
 * Combines a whole number and the fraction next to it into a mixed number. Returns null if either is
 * something else.
 */
export function mixed(before: Tree | undefined, part: Tree): Tree | null {
  const [top, bottom] = part.of
  if (before?.is !== 'number' || part.is !== 'quotient' || top?.is !== 'number' || bottom?.is !== 'number')
    return null
  if (!isWhole(top) || !isWhole(bottom)) return null
  const value = { top: before.value.top * bottom.value.top + top.value.top, bottom: bottom.value.top }
  return {
    is: 'number',
    value,
    written: 'mixed',
    digits: 1,
    part: { top: top.value.top, bottom: bottom.value.top },
    of: [],
  }
}

/**
 * Takes the first digit of a number and leaves the rest, as TeX does with `\frac12` and `\sqrt23`. Returns
 * null if the next token isn't a number with several characters, or if it begins with a decimal point, as in
 * `\sqrt.5`.
 */
export function digit(p: Parser): Tree | null {
  const next = peek(p)
  if (next?.is !== 'number' || next.text.length === 1 || next.text.startsWith('.')) return null
  const [first = '', rest] = [next.text[0], next.text.slice(1)]
  p.tokens = p.tokens.with(p.at, { ...next, text: rest, gap: false })
  return numberTree(first)
}

export function nested<Result>(p: Parser, read: () => Result): Result {
  p.depth += 1
  if (p.depth > deepest) throw new PastBounds()
  const result = read()
  p.depth -= 1
  return result
}

/** Explains why a parenthesis isn’t closed where it should be. `isClosed` is true if it is closed later. */
export function unclosed(bracket: string, end: Token | undefined, isClosed: boolean) {
  if (bracket === 'bar' || bracket === '|') return 'The bar | isn’t closed.'
  if (isClosed && end?.is === 'relation') return `The sign ${end.sign} can’t be inside these parentheses.`
  if (isClosed && end?.is === 'join') return `The word “${end.join}” can’t be inside these parentheses.`
  return end?.is === 'sign' && end.sign === ','
    ? 'There is a comma inside parentheses. Use a decimal point, as in 2.5, and a pair on its own, such as (2, 5).'
    : 'A parenthesis isn’t closed.'
}

export function misplaced(next: Token) {
  if (next.is === 'hole') return 'There is an empty box: fill it in.'
  if (next.is === 'close') return 'Something is missing before a closing parenthesis.'
  if (next.is !== 'sign') return 'Something is missing in this answer.'
  const said = {
    '*': 'times sign',
    '/': 'fraction bar',
    '^': 'power sign ^',
    ',': 'comma',
    '%': '% sign',
    '°': 'degree sign',
  }
  return next.sign in said
    ? `Something is missing before the ${said[next.sign as keyof typeof said]}.`
    : `The sign ${next.sign} isn’t used correctly here.`
}
