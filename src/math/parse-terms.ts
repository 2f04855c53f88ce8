import { type CallableName, type Token, Unread } from './tokens.ts'
import {
  digit,
  isFractionAhead,
  isOther,
  isUsualPower,
  isWhole,
  misplaced,
  mixed,
  nested,
  numberTree,
  type Parser,
  peek,
  quotient,
  takeSign,
  unclosed,
  type ParseContext,
} from './parser.ts'
import { joined, type Tree, whole } from './tree.ts'

function sum(p: Parser): Tree {
  const terms = [signed(p, product)]
  for (let sign = takeSign(p, '+', '-'); sign; sign = takeSign(p, '+', '-')) {
    const term = signed(p, product)
    terms.push(sign === '-' ? { is: 'minus', of: [term] } : term)
  }
  return joined('sum', terms)
}

/** Reads a term or factor after up to two signs: 2--3 is 2 - (-3). Throws `Unread` for a third sign. */
function signed(p: Parser, read: (p: Parser) => Tree): Tree {
  const before = p.tokens[p.at - 1]
  const first = takeSign(p, '+', '-')
  if (!first) return read(p)
  const isThird = before?.is === 'sign' && (before.sign === '+' || before.sign === '-')
  const second = takeSign(p, '+', '-')
  if (second && (isThird || takeSign(p, '+', '-')))
    throw new Unread('There are too many plus or minus signs in a row.')
  const tree = read(p)
  const once: Tree = second === '-' ? { is: 'minus', of: [tree] } : tree
  return first === '-' ? { is: 'minus', of: [once] } : once
}

const bare: Token['is'][] = ['letter', 'constant', 'root', 'fraction', 'glyph', 'hole']

/**
 * Returns true if the next token starts a factor without a sign in front of it. Throws `Unread` for a number,
 * which needs a sign, unless it was split off the number before it.
 */
function isBeside(p: Parser) {
  const next = peek(p)
  if (next?.is === 'number' && p.cut === p.at) return true
  if (next?.is === 'number') {
    const before = p.tokens[p.at - 1]
    if (before?.is === 'number' && !next.gap && next.text.startsWith('.'))
      throw new Unread('There are two decimal points. One is enough.')
    const sign = 'Write the sign between them, or ^ for a power.'
    throw new Unread(`A number comes right after another number, a letter or a parenthesis. ${sign}`)
  }
  return (
    next !== undefined &&
    (bare.includes(next.is) ||
      next.is === 'function' ||
      next.is === 'open' ||
      (next.is === 'bar' && p.bars === 0))
  )
}

/** Reads factors with no sign between them. `2\frac{1}{3}`, `2⅓` and `2 1/3` are one mixed number. */
function besides(p: Parser, first: Tree, stands: (p: Parser) => boolean = isBeside): Tree[] {
  const factors = [first]
  for (;;) {
    const last = p.tokens[p.at - 1]?.is === 'number' && isWhole(factors.at(-1)) ? factors.at(-1) : undefined
    const isTyped = last !== undefined && isFractionAhead(p)
    if (!isTyped && !stands(p)) return factors
    const next = peek(p)
    const top = isTyped ? atom(p) : power(p)
    const factor = isTyped && takeSign(p, '/') ? quotient(top, atom(p)) : top
    const together = isTyped || next?.is === 'fraction' || next?.is === 'glyph' ? mixed(last, factor) : null
    if (together) factors[factors.length - 1] = together
    else factors.push(factor)
  }
}

function product(p: Parser): Tree {
  let factors = besides(p, power(p))
  for (let sign = takeSign(p, '*', '/'); sign; sign = takeSign(p, '*', '/')) {
    const before = p.tokens[p.at - 1]
    const first = signed(p, power)
    if (sign === '*') factors.push(...besides(p, first))
    else {
      const below = besides(p, first)
      const isMixed = below[0] !== first && below[0]?.is === 'number'
      if (isMixed && before?.is === 'sign' && !before.wide)
        throw new Unread(
          'Two fractions are side by side. Write a sign between them, or put a mixed number in parentheses.',
        )
      const isTight = below.length > 1 && isOther(p, 'line')
      const bottom = isTight ? joined('product', below) : first
      factors = [
        quotient(joined('product', factors), below.length === 1 ? (below[0] ?? first) : bottom),
        ...(isTight ? [] : below.slice(1)),
      ]
    }
  }
  return joined('product', factors)
}

function power(p: Parser): Tree {
  let base = atom(p)
  for (let sign = takeSign(p, '^', '%', '°'); sign; sign = takeSign(p, '^', '%', '°')) {
    if (sign === '^') base = { is: 'power', of: [base, exponent(p)] }
    else base = { is: 'call', name: sign === '%' ? 'percent' : 'degrees', of: [base] }
  }
  return base
}

function exponent(p: Parser): Tree {
  const next = peek(p)
  if (!next) throw new Unread('The power isn’t finished: write the number after ^.')
  return next.is === 'open' ? raised(p) : nested(p, () => signed(p, raised))
}

function raised(p: Parser): Tree {
  const next = peek(p)
  if (next?.is === 'number' && next.text.length > 1 && isOther(p, 'digits')) {
    p.cut = p.at
    return digit(p) ?? atom(p)
  }
  const base = atom(p)
  const [line, bottom] = p.tokens.slice(p.at, p.at + 2)
  const isFraction =
    next?.is === 'number' && line?.is === 'sign' && line.sign === '/' && bottom?.is === 'number'
  if (isFraction && isOther(p, isUsualPower(base, bottom.text) ? 'power' : 'divided')) {
    p.at += 1
    return quotient(base, atom(p))
  }
  return takeSign(p, '^') ? { is: 'power', of: [base, exponent(p)] } : base
}

/**
 * Reads an expression and the closing bracket or bar after it; the opening one has already been read. Throws
 * `Unread` if the expression is empty or isn't closed.
 */
function closed(p: Parser, bracket: string): Tree {
  const { bars } = p
  p.bars = bracket === 'bar' ? bars + 1 : 0
  const next = peek(p)
  if (next?.is === 'close') throw new Unread('There is nothing between the parentheses.')
  const tree = nested(p, () => sum(p))
  p.bars = bars
  const end = peek(p)
  if (bracket === 'bar' ? end?.is !== 'bar' : end?.is !== 'close' || end.bracket !== bracket) {
    const isClosed = p.tokens.slice(p.at).some((token) => token.is === 'close' && token.bracket === bracket)
    throw new Unread(unclosed(bracket, end, isClosed))
  }
  p.at += 1
  return tree
}

function atom(p: Parser): Tree {
  const next = peek(p)
  if (!next) throw new Unread('Something is missing at the end.')
  p.at += 1
  switch (next.is) {
    case 'number':
      return next.ten === undefined ? numberTree(next.text) : timesTen(numberTree(next.text), next.ten)
    case 'glyph':
      return quotient(numberTree(next.top), numberTree(next.bottom))
    case 'letter':
      return { is: 'letter', name: next.name, of: [] }
    case 'constant':
      return p.letters.includes(next.name)
        ? { is: 'letter', name: next.name, of: [] }
        : { is: 'constant', name: next.name, of: [] }
    case 'open':
      return next.bracket === '|'
        ? { is: 'call', name: 'abs', of: [closed(p, '|')] }
        : closed(p, next.bracket)
    case 'bar':
      return { is: 'call', name: 'abs', of: [closed(p, 'bar')] }
    case 'fraction':
      return quotient(argument(p), argument(p))
    case 'root':
      return root(p, next)
    case 'function':
      return call(p, next)
    default:
      throw new Unread(misplaced(next))
  }
}

/** Builds the same tree for 1.2E-3 as for 1.2 · 10^(−3). */
function timesTen(factor: Tree, ten: number): Tree {
  const high: Tree = ten < 0 ? { is: 'minus', of: [whole(-ten)] } : whole(ten)
  return { is: 'product', of: [factor, { is: 'power', of: [whole(10), high] }] }
}

/** Reads the argument of a TeX command: a group in braces, one digit, or an item such as a letter. */
function argument(p: Parser): Tree {
  const next = peek(p)
  if (next?.is === 'open' && next.bracket === '{') {
    p.at += 1
    const inside = peek(p)
    if (inside?.is === 'close')
      throw new Unread('Something is missing. Fill in above and below the bar, or under the root.')
    return closed(p, '{')
  }
  if (next?.is === 'sign' || next?.is === 'close' || !next)
    throw new Unread('The fraction or root isn’t finished: something is missing in it.')
  return digit(p) ?? nested(p, () => atom(p))
}

/** Reads the index of `\sqrt[3]{x}`. Returns null if there is none. */
function index(p: Parser): Tree | null {
  const next = peek(p)
  if (next?.is !== 'open' || next.bracket !== '[') return null
  p.at += 1
  return closed(p, '[')
}

const isBracket = (token: Token | undefined) => token?.is === 'open' || token?.is === 'bar'

function root(p: Parser, token: Token & { is: 'root' }): Tree {
  if (token.tex) {
    const of = index(p) ?? whole(2)
    return { is: 'root', of: [argument(p), of] }
  }
  if (token.index === 0) return namedRoot(p)
  const high = token.index === 2 ? typedIndex(p) : null
  if (high || isBracket(peek(p))) return { is: 'root', of: [atom(p), high ?? whole(token.index)] }
  if (!peek(p)) throw new Unread('The root isn’t finished: write what goes under it.')
  return nested(p, () => {
    const first = signed(p, atom)
    const next = peek(p)
    const isFar =
      next !== undefined &&
      (bare.includes(next.is) || next.is === 'open' || (next.is === 'sign' && next.sign === '^'))
    return { is: 'root', of: [isFar && isOther(p, 'reach') ? reached(p, first) : first, whole(token.index)] }
  })
}

/**
 * Reads the index of `sqrt[3]{x}`, which is TeX without its backslash. Returns null if there are no brackets,
 * or if they contain the radicand instead.
 */
function typedIndex(p: Parser): Tree | null {
  const [first, number, last, next] = p.tokens.slice(p.at, p.at + 4)
  const isOf =
    next && (next.is === 'open' || next.is === 'number' || next.is === 'letter' || next.is === 'constant')
  const isIndex =
    isOf && first?.is === 'open' && first.bracket === '[' && number?.is === 'number' && last?.is === 'close'
  return isIndex ? index(p) : null
}

/** Reads `root(3)(8)` as the cube root of 8, and `root(9)` as the square root of 9. */
function namedRoot(p: Parser): Tree {
  if (peek(p)?.is !== 'open')
    throw new Unread('Write the root with parentheses, such as sqrt(9) or root(3)(8).')
  const first = atom(p)
  return peek(p)?.is === 'open' ? { is: 'root', of: [atom(p), first] } : { is: 'root', of: [first, whole(2)] }
}

/**
 * Reads all adjacent factors with their powers and divisors: the longest possible argument of a root or
 * function without parentheses.
 */
function reached(p: Parser, first: Tree): Tree {
  const base: Tree = takeSign(p, '^') ? { is: 'power', of: [first, exponent(p)] } : first
  let tree = joined('product', besides(p, base))
  while (takeSign(p, '/')) tree = quotient(tree, power(p))
  return tree
}

/**
 * Returns true if all digits after the underscore belong to the base, as in `\log_10(x)`. TeX takes only the
 * first digit, but nobody means that.
 */
function isWholeBase(p: Parser) {
  const [number, next] = p.tokens.slice(p.at, p.at + 2)
  const isArgument =
    next && (bare.includes(next.is) || next.is === 'function' || next.is === 'open' || next.is === 'bar')
  return number?.is === 'number' && isArgument === true
}

const inverses = {
  sin: 'arcsin',
  cos: 'arccos',
  tan: 'arctan',
  sec: 'arcsec',
  csc: 'arccsc',
  cot: 'arccot',
} as const
const inverseOf = (name: CallableName) => (name in inverses ? inverses[name as keyof typeof inverses] : null)

function call(p: Parser, { name, tex }: { name: CallableName; tex: boolean }): Tree {
  let base: Tree | null = null
  if (name === 'log' && takeSign(p, '_'))
    base = (tex && !isWholeBase(p)) || peek(p)?.is === 'open' ? argument(p) : atom(p)
  const [number, bracket] = p.tokens.slice(p.at, p.at + 2)
  if (name === 'log' && !base && number?.is === 'number' && !number.gap && bracket?.is === 'open')
    throw new Unread('Write an underscore (_) before the base of a logarithm, as in log_2(8).')
  const high = takeSign(p, '^') ? exponent(p) : null
  const isInverse = high?.is === 'minus' && high.of[0].is === 'number' && high.of[0].value.top === 1n
  const inverse = isInverse ? inverseOf(name) : null
  const said = `Something is missing after ${name}.`
  const next = peek(p)
  if (!next || next.is === 'close' || next.is === 'relation') throw new Unread(said)
  const of = isBracket(next) ? atom(p) : nested(p, () => signed(p, unbracketed))
  const tree = called(inverse ?? name, of, base)
  return high && !inverse ? { is: 'power', of: [tree, high] } : tree
}

const rightAngle: Tree = { is: 'quotient', of: [{ is: 'constant', name: 'pi', of: [] }, whole(2)] }

function called(name: CallableName, of: Tree, base: Tree | null): Tree {
  if (name === 'log') return { is: 'log', of: [of, base ?? whole(10)] }
  if (name === 'exp') return { is: 'power', of: [{ is: 'constant', name: 'e', of: [] }, of] }
  const over: Tree = { is: 'quotient', of: [whole(1), of] }
  if (name === 'arcsec') return { is: 'call', name: 'arccos', of: [over] }
  if (name === 'arccsc') return { is: 'call', name: 'arcsin', of: [over] }
  if (name === 'arccot')
    return { is: 'sum', of: [rightAngle, { is: 'minus', of: [{ is: 'call', name: 'arctan', of: [of] }] }] }
  return { is: 'call', name, of: [of] }
}

/**
 * Reads the argument of a function without parentheses, as in `sin 2x`: factors with their powers, up to
 * another sign, a parenthesis or another function. In the other reading (`reach`), the argument extends
 * further: sin x/2 is sin(x/2).
 */
function unbracketed(p: Parser): Tree {
  const factors = besides(p, power(p), () => isBeside(p) && bare.includes(peek(p)?.is ?? 'join'))
  const next = peek(p)
  const isFar = next?.is === 'open' || (next?.is === 'sign' && next.sign === '/')
  return isFar && isOther(p, 'reach') ? reached(p, joined('product', factors)) : joined('product', factors)
}

/** Reads one expression from all of the tokens. Throws `Unread` with advice, or `PastBounds`. */
export function readTerms(tokens: readonly Token[], way: ParseContext): Tree {
  const p: Parser = { ...way, tokens, at: 0, depth: 0, bars: 0, cut: -1 }
  const tree = sum(p)
  const rest = peek(p)
  if (rest)
    throw new Unread(
      rest.is === 'close' ? 'There is a closing parenthesis without an opening one.' : misplaced(rest),
    )
  return tree
}
