import { type Token, Unread } from '#features/questions/kinds/fr/expression/reading/tokens/rules.ts'
import {
  digit,
  isFractionAhead,
  isOther,
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
  type Way,
} from '#features/questions/kinds/fr/expression/reading/walk/rules.ts'
import { type FunctionName, joined, type Tree, whole } from '#features/questions/kinds/fr/expression/tree/rules.ts'

function sum(p: Parser): Tree {
  const terms = [signed(p, product)]
  for (let sign = takeSign(p, '+', '-'); sign; sign = takeSign(p, '+', '-')) {
    const term = signed(p, product)
    terms.push(sign === '-' ? { is: 'minus', of: [term] } : term)
  }
  return joined('sum', terms)
}

/** A sign in front, or two: 2--3 and -(-3) without its brackets. */
function signed(p: Parser, read: (p: Parser) => Tree): Tree {
  const before = p.tokens[p.at - 1]
  const first = takeSign(p, '+', '-')
  if (!first) return read(p)
  const isThird = before?.is === 'sign' && (before.sign === '+' || before.sign === '-')
  const second = takeSign(p, '+', '-')
  if (second && (isThird || takeSign(p, '+', '-'))) throw new Unread('There are too many plus or minus signs in a row.')
  const tree = read(p)
  const once: Tree = second === '-' ? { is: 'minus', of: [tree] } : tree
  return first === '-' ? { is: 'minus', of: [once] } : once
}

const bare: Token['is'][] = ['letter', 'constant', 'root', 'fraction', 'glyph', 'hole']

/** Whether the next word can stand beside a factor without a sign between them. */
function isBeside(p: Parser) {
  const next = peek(p)
  if (next?.is === 'number' && p.cut === p.at) return true
  if (next?.is === 'number') {
    const sign = 'Write the sign between them, or ^ for a power.'
    throw new Unread(`A number stands right behind another number, a letter or a bracket. ${sign}`)
  }
  return (
    next !== undefined && (bare.includes(next.is) || next.is === 'function' || next.is === 'open' || (next.is === 'bar' && p.bars === 0))
  )
}

/** The factors that stand beside each other without a sign; `2\frac{1}{3}`, `2⅓` and `2 1/3` are one. */
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
    const first = signed(p, power)
    if (sign === '*') factors.push(...besides(p, first))
    else {
      const below = besides(p, first)
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
  if (!next) throw new Unread('The power isn’t finished: write the number behind ^.')
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
  const isFraction = next?.is === 'number' && line?.is === 'sign' && line.sign === '/' && bottom?.is === 'number'
  if (isFraction && isOther(p, 'power')) {
    p.at += 1
    return quotient(base, atom(p))
  }
  return takeSign(p, '^') ? { is: 'power', of: [base, exponent(p)] } : base
}

/** Reads up to the closing bracket, after the opening one. */
function closed(p: Parser, bracket: string): Tree {
  const { bars } = p
  p.bars = bracket === 'bar' ? bars + 1 : 0
  const next = peek(p)
  if (next?.is === 'close') throw new Unread('There is nothing between the brackets.')
  const tree = nested(p, () => sum(p))
  p.bars = bars
  const end = peek(p)
  if (bracket === 'bar' ? end?.is !== 'bar' : end?.is !== 'close' || end.bracket !== bracket) throw new Unread(unclosed(bracket, end))
  p.at += 1
  return tree
}

function atom(p: Parser): Tree {
  const next = peek(p)
  if (!next) throw new Unread('Something is missing at the end.')
  p.at += 1
  switch (next.is) {
    case 'number':
      return numberTree(next.text)
    case 'glyph':
      return quotient(numberTree(next.top), numberTree(next.bottom))
    case 'letter':
      return { is: 'letter', name: next.name, of: [] }
    case 'constant':
      return p.letters.includes(next.name) ? { is: 'letter', name: next.name, of: [] } : { is: 'constant', name: next.name, of: [] }
    case 'open':
      return next.bracket === '|' ? { is: 'call', name: 'abs', of: [closed(p, '|')] } : closed(p, next.bracket)
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

/** What follows a TeX command: what is in braces, one digit or one sign. */
function argument(p: Parser): Tree {
  const next = peek(p)
  if (next?.is === 'open' && next.bracket === '{') {
    p.at += 1
    const inside = peek(p)
    if (inside?.is === 'close') throw new Unread('Something is empty: fill it in, above and below the line or under the root.')
    return closed(p, '{')
  }
  if (next?.is === 'sign' || next?.is === 'close' || !next)
    throw new Unread('The fraction or root isn’t finished: something is missing in it.')
  return digit(p) ?? nested(p, () => atom(p))
}

/** The digits behind the square bracket of `\sqrt[3]{x}`. */
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
  if (isBracket(peek(p))) return { is: 'root', of: [atom(p), whole(token.index)] }
  if (!peek(p)) throw new Unread('The root isn’t finished: write what is under it.')
  return nested(p, () => {
    const first = signed(p, atom)
    const next = peek(p)
    const isFar = next !== undefined && (bare.includes(next.is) || next.is === 'open' || (next.is === 'sign' && next.sign === '^'))
    return { is: 'root', of: [isFar && isOther(p, 'reach') ? reached(p, first) : first, whole(token.index)] }
  })
}

/** All that stands beside, with its powers and divisors: the furthest that a sign without brackets may reach. */
function reached(p: Parser, first: Tree): Tree {
  const base: Tree = takeSign(p, '^') ? { is: 'power', of: [first, exponent(p)] } : first
  let tree = joined('product', besides(p, base))
  while (takeSign(p, '/')) tree = quotient(tree, power(p))
  return tree
}

type Called = FunctionName | 'exp' | 'log'

function call(p: Parser, { name, tex }: { name: Called; tex: boolean }): Tree {
  let base: Tree | null = null
  if (name === 'log' && takeSign(p, '_')) base = tex || peek(p)?.is === 'open' ? argument(p) : atom(p)
  const [number, bracket] = p.tokens.slice(p.at, p.at + 2)
  if (name === 'log' && !base && number?.is === 'number' && !number.gap && bracket?.is === 'open')
    throw new Unread('Write a small line before the base of a logarithm, as in log_2(8).')
  const high = takeSign(p, '^') ? exponent(p) : null
  const isInverse = high?.is === 'minus' && high.of[0].is === 'number' && high.of[0].value.top === 1n
  const inverse = isInverse && (name === 'sin' || name === 'cos' || name === 'tan') ? (`arc${name}` as const) : null
  const said = `What stands behind ${name} is missing.`
  const next = peek(p)
  if (!next || next.is === 'close' || next.is === 'relation') throw new Unread(said)
  const of = isBracket(next) ? atom(p) : nested(p, () => signed(p, unbracketed))
  const tree = called(inverse ?? name, of, base)
  return high && !inverse ? { is: 'power', of: [tree, high] } : tree
}

function called(name: Called, of: Tree, base: Tree | null): Tree {
  if (name === 'log') return { is: 'log', of: [of, base ?? whole(10)] }
  if (name === 'exp') return { is: 'power', of: [{ is: 'constant', name: 'e', of: [] }, of] }
  return { is: 'call', name, of: [of] }
}

/** `sin 2x`: what stands beside, up to a sign, a bracket or another function. */
function unbracketed(p: Parser): Tree {
  const factors = besides(p, power(p), () => isBeside(p) && bare.includes(peek(p)?.is ?? 'join'))
  const next = peek(p)
  const isFar = next?.is === 'open' || (next?.is === 'sign' && next.sign === '/')
  return isFar && isOther(p, 'reach') ? reached(p, joined('product', factors)) : joined('product', factors)
}

/** Reads one expression, all of the tokens. Throws `Unread` with what to mend, or `PastBounds`. */
export function readTerms(tokens: readonly Token[], way: Way): Tree {
  const p: Parser = { ...way, tokens, at: 0, depth: 0, bars: 0, cut: -1 }
  const tree = sum(p)
  const rest = peek(p)
  if (rest) throw new Unread(rest.is === 'close' ? 'A closing bracket has no opening one.' : misplaced(rest))
  return tree
}
