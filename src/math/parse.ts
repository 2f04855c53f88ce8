import { longest } from './number.ts'
import { readTerms } from './parse-terms.ts'
import { cut } from './tokenize.ts'
import { type Token, Unread } from './tokens.ts'
import type { Doubt, ParseContext } from './parser.ts'
import type { Answer, List, Relation } from './tree.ts'
import { isInequality, PastBounds } from './tree.ts'

type Single = List['items'][number]

/**
 * Another way to read the same text. `comma`: commas between digits separate numbers instead of grouping
 * thousands, or the reverse.
 */
export type Other = Doubt | 'comma'

/** The result of reading; `others` are other ways to read the same text. */
export type Read =
  | { ok: true; answer: Answer; others: Other[] }
  | { ok: false; status: 'invalid' | 'ungraded'; reason: string }

const maxTokens = 500
const maxItems = 20
const tooMuch = {
  ok: false as const,
  status: 'ungraded' as const,
  reason: 'This is too long to check automatically, so a teacher will look at it.',
}

type Cut = { token: Token; level: number }

const isComma = (token: Token) => token.is === 'sign' && token.sign === ','

/** Pairs each token with its nesting level. A parenthesis has the level of the text around it. */
function levelled(tokens: readonly Token[]): Cut[] {
  let level = 0
  return tokens.map((token) => {
    if (token.is === 'close') level -= 1
    const cutToken = { token, level }
    if (token.is === 'open') level += 1
    return cutToken
  })
}

/**
 * Splits tokens at those that match and aren't inside brackets. Returns the parts and the matching tokens.
 */
function split(tokens: readonly Token[], such: (token: Token) => boolean) {
  const parts: Token[][] = [[]]
  const between: Token[] = []
  for (const { token, level } of levelled(tokens)) {
    if (level === 0 && such(token)) {
      between.push(token)
      parts.push([])
    } else parts.at(-1)?.push(token)
  }
  return { parts, between }
}

/**
 * Returns the tokens between the brackets if a pair that begins with one of `brackets` encloses everything;
 * otherwise null.
 */
function within(tokens: readonly Token[], ...brackets: string[]): Token[] | null {
  const first = tokens[0]
  if (first?.is !== 'open' || !brackets.includes(first.bracket)) return null
  const end = levelled(tokens).findIndex(
    ({ token, level }, at) => at > 0 && level === 0 && token.is === 'close',
  )
  const last = tokens[end]
  const isPair = last?.is === 'close' && last.bracket === first.bracket
  return isPair && end === tokens.length - 1 ? tokens.slice(1, -1) : null
}

/** Splits an answer with ± or ∓ in two: one with the upper signs and one with the lower signs. */
function bothSigns(tokens: Token[]): Token[][] {
  const isDouble = (token: Token) => token.is === 'sign' && (token.sign === '±' || token.sign === '∓')
  if (!tokens.some(isDouble)) return [tokens]
  const withSigns = (upper: '+' | '-', lower: '+' | '-') =>
    tokens.map((token): Token =>
      token.is === 'sign' && isDouble(token) ? { ...token, sign: token.sign === '±' ? upper : lower } : token,
    )
  return [withSigns('+', '-'), withSigns('-', '+')]
}

function readRelations(tokens: Token[], way: ParseContext): Single[] {
  const { parts, between } = split(tokens, ({ is }) => is === 'relation')
  if (parts.some(({ length }) => length === 0))
    throw new Unread('Something is missing on one side of the sign in the middle.')
  const sides = parts.map((part) => readTerms(part, way))
  return between.flatMap((token, at): Relation[] => {
    const [left, right] = [sides[at], sides[at + 1]]
    return token.is === 'relation' && left && right
      ? [{ is: 'relation', sign: token.sign, sides: [left, right] }]
      : []
  })
}

/** Returns true for an interval such as [2, 5) or (2, 5]. */
function isHalfOpen(tokens: readonly Token[]) {
  const [first, last] = [tokens[0], tokens.at(-1)]
  const isMixed =
    first?.is === 'open' && last?.is === 'close' && ['([', '[('].includes(first.bracket + last.bracket)
  return isMixed && levelled(tokens).filter(({ token, level }) => level === 1 && isComma(token)).length === 1
}

function readSingle(all: Token[], way: ParseContext): Single[] {
  // Some students repeat the equals sign that the question ends with: = 5.
  const tokens = all[0]?.is === 'relation' && all[0].sign === '=' ? all.slice(1) : all
  if (tokens.length === 0)
    throw new Unread(
      all.length > 0 ? 'Something is missing next to the = sign.' : 'Something is missing next to a comma.',
    )
  if (tokens.some(({ is }) => is === 'relation')) return readRelations(tokens, way)
  const inside = within(tokens, '(')
  const items = inside && split(inside, isComma).parts
  if (items && items.length > 1) {
    if (items.some(({ length }) => length === 0)) throw new Unread('Something is missing next to a comma.')
    return [{ is: 'tuple', items: items.map((item) => readTerms(item, way)) }]
  }
  if (isHalfOpen(tokens)) throw new Unread('Write the interval as an inequality, such as 2 ≤ x < 5.')
  if (within(tokens, '[')?.some(isComma))
    throw new Unread('Put a pair in parentheses. Write an interval as an inequality, such as 2 ≤ x ≤ 5.')
  return [{ is: 'value', tree: readTerms(tokens, way) }]
}

/** Reads `x = 1, 2` as `x = 1, x = 2`, and likewise `x ≠ 1, 2`. */
function continued(items: Single[]): Single[] {
  const [first] = items
  if (first?.is !== 'relation' || isInequality(first) || first.sides[0].is !== 'letter') return items
  const { sign } = first
  const [letter] = first.sides
  return items.map((item) =>
    item.is === 'value' ? { is: 'relation', sign, sides: [letter, item.tree] } : item,
  )
}

const isJoin = (token: Token) => token.is === 'join'

/**
 * Removes the brackets around a relation, or around answers joined by “and” or “or”: (x < 1), [1 < x < 5].
 */
function unwrapped(tokens: Token[]): Token[] {
  const inside = within(tokens, '(', '[', '{')
  return inside?.some((token) => token.is === 'relation' || isJoin(token)) ? unwrapped(inside) : tokens
}

/** Returns true for tokens with two or more relation signs: 1 < x < 5. */
const isChain = (tokens: Token[]) =>
  split(unwrapped(tokens), ({ is }) => is === 'relation').between.length > 1

/**
 * Reads the alternatives of an answer; within each, all relations must hold. “And” binds tighter than “or”.
 */
function waysOf(all: Token[], way: ParseContext): Single[][] {
  const tokens = unwrapped(all)
  const parts = (join: 'and' | 'or') =>
    split(tokens, (token) => token.is === 'join' && token.join === join).parts
  const either = parts('or')
  const both = parts('and')
  if ([...either, ...both].some(({ length }) => length === 0))
    throw new Unread(`Something is missing next to “${either.length > 1 ? 'or' : 'and'}”.`)
  if (either.length > 1) return either.flatMap((part) => waysOf(part, way))
  if (both.length === 1) return bothSigns(tokens).map((part) => readSingle(part, way))
  return both.reduce<Single[][]>(
    (rows, part) => {
      const next = waysOf(part, way)
      if (rows.length * next.length > maxItems) throw new PastBounds()
      return rows.flatMap((row) => next.map((each) => [...row, ...each]))
    },
    [[]],
  )
}

/**
 * Reads an answer with both “and” and “or”, with one of them inside brackets, or with “or” next to a chain.
 */
function readCases(tokens: Token[], way: ParseContext): Answer {
  const ways = waysOf(tokens, way).map((each) =>
    each.map((item): Relation => {
      if (item.is === 'relation') return item
      throw new Unread('Write a complete equation or inequality on both sides of “and” and “or”.')
    }),
  )
  if (ways.flat().length > maxItems) throw new PastBounds()
  const items = ways.flatMap((each): (Relation | List)[] => {
    const [only] = each
    return only && each.length === 1 ? [only] : [{ is: 'list', joined: 'and', items: each }]
  })
  const [first] = items
  if (first && items.length === 1) return first
  const relations = items.flatMap((item) => (item.is === 'relation' ? [item] : []))
  return relations.length === items.length
    ? { is: 'list', joined: 'or', items: relations }
    : { is: 'cases', items }
}

/** Drops a comma before “and” or “or”: 1, 2, or 3. */
const withoutDouble = (tokens: Token[]) =>
  tokens.filter((token, at) => {
    const next = tokens[at + 1]
    return !(isComma(token) && at > 0 && next && isJoin(next))
  })

function readAnswer(all: Token[], way: ParseContext): Answer {
  const tokens = withoutDouble(unwrapped(all))
  const braced = within(tokens, 'set') ?? within(tokens, '{')
  if (braced?.length === 0) throw new Unread('There is nothing between the braces.')
  if (braced?.[0]?.is === 'letter' && braced[1]?.is === 'bar')
    throw new Unread('Write only the equation or inequality, without the braces and the part before the bar.')
  const inner = braced ?? tokens
  const { parts, between } = split(inner, (token) => isComma(token) || isJoin(token))
  if (parts.length > maxItems) throw new PastBounds()
  const joins = new Set(between.flatMap((token) => (token.is === 'join' ? [token.join] : [])))
  const [join] = joins
  if (join && parts.some(({ length }) => length === 0))
    throw new Unread(`Something is missing next to “${join}”.`)
  const isNested = parts.some((part) => unwrapped(part).some(isJoin))
  if (joins.size > 1 || isNested || (joins.has('or') && parts.some(isChain))) {
    if (between.some(isComma)) throw new Unread('Write “and” or “or” instead of the comma.')
    return readCases(inner, way)
  }
  const signs = parts.map(unwrapped).flatMap(bothSigns)
  const items = signs.flatMap((part) => readSingle(part, way))
  const [only] = items
  if (only && items.length === 1) return only
  const isOne = parts.length === 1 && signs.length === 1
  return { is: 'list', joined: isOne ? 'and' : (join ?? ','), items: continued(items) }
}

/** Matches a plus sign followed by a minus sign. */
const twoSigns = /\+(\s*)[-−–]/g
const hasThousands = (text: string) => /\d(?:,|\{,\})\d{3}/.test(text)
/** Returns true for a pair or a set that consists only of numbers with commas between them: `(1,234)`. */
const isPairOfNumbers = (text: string) =>
  /^\s*(?:\\left|\\)?[({][\s\d.,-]*,[\s\d.,-]*(?:\\right|\\)?[)}]\s*$/.test(text)

/**
 * Reads an expression, a relation or a chain of them, a pair, or several of these, typed or in TeX. Text that
 * can't be read is `invalid` with advice; text beyond the limits is `ungraded`. `letters` are always
 * variables. `other` resolves one ambiguity the other way. `known` lists expected names: x1 is x_1 if that
 * name is known, and 1E3 and 2e-3 are powers of ten if E and e aren't.
 */
export function read(
  text: string,
  letters: readonly string[] = [],
  other: Other | null = null,
  known?: readonly string[],
): Read {
  return text.length > longest.text ? tooMuch : readPrinted(text, letters, other, known)
}

/**
 * Reads text like `read`, but without its limit on the number of characters. TeX from our own printer may be
 * longer than typed text.
 */
export function readPrinted(
  text: string,
  letters: readonly string[] = [],
  other: Other | null = null,
  known: readonly string[] = [...letters, 'e'],
): Read {
  const doubts = new Set<Doubt>()
  try {
    const tokens = cut(
      other === 'signs' ? text.replace(twoSigns, '±$1') : text,
      isPairOfNumbers(text) !== (other === 'comma'),
      known,
    )
    if (tokens.length === 0) return { ok: false, status: 'invalid', reason: 'Write an answer first.' }
    if (tokens.length > maxTokens) return tooMuch
    if (text.search(twoSigns) >= 0) doubts.add('signs')
    const answer = readAnswer(tokens, { letters, other: other === 'comma' ? null : other, doubts })
    return { ok: true, answer, others: [...doubts, ...(hasThousands(text) ? ['comma' as const] : [])] }
  } catch (error) {
    if (error instanceof PastBounds) return tooMuch
    if (error instanceof Unread) return { ok: false, status: 'invalid', reason: error.message }
    throw error
  }
}
