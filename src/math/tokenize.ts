import { invisible } from '#shared/invisible.ts'
import {
  type TokenWithoutGap,
  close,
  commands,
  join,
  joining,
  marks,
  open,
  pi,
  sign,
  twoMarks,
  unknown,
  unread,
  unreadCommands,
  wordPattern,
  wordTokens,
  type Token,
  Unread,
} from './tokens.ts'

const superscript = /[⁺⁻]?[⁰¹²³⁴-⁹ⁿ]+/y
const space = new RegExp(String.raw`(?:\s|[${invisible}]|\\[,;:!> ]|~)+`, 'y')
const thousands = /[1-9]\d{0,2}(?:(?:,|\{,\})\d{3})+(?!\d)(?:\.\d+)?/y
const digits = /\d+(?:\.\d*)?|\.\d+/y
const indexPattern = String.raw`\s*([A-Za-z0-9]{1,4}(?:\s*[-+−]\s*[A-Za-z0-9]{1,4})?)\s*`
const letter = new RegExp(
  String.raw`([A-Za-zͰ-Ͽ])(?:_([A-Za-z0-9])|_\{${indexPattern}\}|_\(${indexPattern}\)|([₀-₉]{1,4}))?`,
  'y',
)
/** Matches a power of ten in calculator notation. */
const power = /([Ee])([-+−]?)(\d{1,4})(?![\d.])/y
/** Matches the letter x used as a times sign between a number and a power of ten. */
const cross = /\s*[xX](?=\s*10\s*(?:\^|\*\*|[⁰¹²³⁴-⁹⁺⁻]))/y
const glyph = /[¼-¾⅐-⅞↉]/y
const command = /\\(?:([A-Za-z]+)|([{}%|$]))/y
const bars = /\\(left|right)\s*(?:\||\\vert)/y

const ordinary = (text: string) => text.normalize('NFKC')

/** Matches letters as word processors write them in formulas: 𝑥, 𝐀, ℼ, ℯ, ϕ. */
const mathLetters =
  /[\u{1d400}-\u{1d7ff}\u2102\u210a-\u2113\u2115\u2119-\u211d\u2124\u2126\u2128\u212a\u212c\u212d\u212f-\u2131\u2133\u2134\u2139\u213c-\u213f\u2145-\u2149\u03d0-\u03d5\u03f0-\u03f5]/gu

/** Writes full-width and mathematical letters and digits as ordinary ones. */
const plain = (text: string) => text.replace(/[０-９Ａ-Ｚａ-ｚ．]/g, ordinary).replace(mathLetters, ordinary)

/**
 * Normalizes different notations, such as look-alike letters, `&lt;`, `+/-`, `\text{…}`, degree signs in TeX
 * and a period at the end, before the text is cut into tokens.
 */
const folded = (text: string) =>
  plain(text)
    .replaceAll('&lt;', '<')
    .replaceAll('&gt;', '>')
    .replaceAll('+/-', '±')
    .replace(
      /([⁰¹²³⁴-⁹]+)[⁄/∕]([₀-₉]+)/g,
      (_, top: string, bottom: string) => ` ${ordinary(top)}/${ordinary(bottom)} `,
    )
    .replace(/^\s*\$+|\$+\s*$/g, '')
    .replace(/\\(?:text|textrm|mathrm|operatorname|mathit|mathbf|mathup|upright)\s?\{([A-Za-z ]*)\}/g, ' $1 ')
    .replace(/\\?arc\s*\\(?=(?:sin|cos|tan|sec|csc|cot)(?![a-z]))/g, '\\arc')
    .replace(/\^\s*(?:\{\s*\\circ\s*\}|\\circ|\{\s*°\s*\})/g, '°')
    .replace(/\.\s*$/, '')

const cantRead = (mark: string) => unread.get(mark) ?? `The sign ${mark} can’t be used here.`

type Cutter = {
  text: string
  at: number
  apart: boolean
  known: readonly string[]
  tokens: Token[]
  gap: boolean
}

function match(cutter: Cutter, pattern: RegExp) {
  pattern.lastIndex = cutter.at
  const found = pattern.exec(cutter.text)
  if (found) cutter.at += found[0].length
  return found
}

function put(cutter: Cutter, ...bare: TokenWithoutGap[]) {
  for (const each of bare) {
    cutter.tokens.push({ ...each, gap: cutter.gap })
    cutter.gap = false
  }
}

function refuseUnknown(cutter: Cutter) {
  const name = match(cutter, unknown)?.[0].replace('\\', '')
  if (name) throw new Unread(`The function ${name} can’t be used here. Check its spelling.`)
}

function cutCommand(cutter: Cutter): boolean {
  const side = match(cutter, bars)
  if (side) return put(cutter, side[1] === 'left' ? open('|') : close('|')) ?? true
  const found = match(cutter, command)
  if (!found) return false
  const [all, name, mark] = found
  if (mark === '{') put(cutter, open('set'))
  else if (mark === '}') put(cutter, close('set'))
  else if (mark === '%') put(cutter, sign('%'))
  else if (mark === '|') put(cutter, { is: 'bar' })
  else {
    const meant = commands.get(name ?? '')
    if (!meant)
      throw new Unread(unread.get(unreadCommands.get(name ?? '') ?? '') ?? `“${all}” can’t be used here.`)
    put(cutter, ...meant)
    if (meant.length === 0) cutter.gap = true
  }
  return true
}

function cutWord(cutter: Cutter): boolean {
  const joined = match(cutter, joining)?.[0].toLowerCase()
  if (joined) return put(cutter, join(joined === 'and' ? 'and' : 'or')) ?? true
  const word = match(cutter, wordPattern)?.[0].toLowerCase()
  if (word) return put(cutter, wordTokens.get(word) ?? pi) ?? true
  const [, name, one, braced, bracketed, low] = match(cutter, letter) ?? []
  if (!name) return false
  const term = (braced ?? bracketed)?.replace(/\s/g, '').replace('−', '-')
  const index = one ?? term ?? (low ? ordinary(low) : knownIndex(cutter, name))
  put(
    cutter,
    name === 'e' && !index
      ? { is: 'constant', name: 'e' }
      : { is: 'letter', name: index ? `${name}_${index}` : name },
  )
  return true
}

/** Reads the digits after a letter if both together are a known name, such as x1 for x_1. */
function knownIndex(cutter: Cutter, name: string) {
  const [found] = /^\d+/.exec(cutter.text.slice(cutter.at, cutter.at + 4)) ?? []
  if (found === undefined || !cutter.known.includes(`${name}_${found}`)) return undefined
  cutter.at += found.length
  return found
}

function cutMark(cutter: Cutter): boolean {
  const two = twoMarks.get(cutter.text.slice(cutter.at, cutter.at + 2))
  const mark = String.fromCodePoint(cutter.text.codePointAt(cutter.at) ?? 0)
  const meant = two ?? marks.get(mark)
  if (!meant) return false
  cutter.at += two ? 2 : mark.length
  put(cutter, meant)
  return true
}

/**
 * Reads the exponent of a power of ten after a number, such as E-3. Returns null if there is none. If E is a
 * known name, it is always a letter. If e is a known name, it is a letter or the constant if a sign follows
 * (2e-3), but still part of a power of ten if a digit follows (2e3).
 */
function tenBehind(cutter: Cutter): number | null {
  power.lastIndex = cutter.at
  const [all, mark = '', before = '', exponent] = power.exec(cutter.text) ?? []
  if (all === undefined || (cutter.known.includes(mark) && (mark === 'E' || before !== ''))) return null
  cutter.at += all.length
  return before === '-' || before === '−' ? -Number(exponent) : Number(exponent)
}

function cutNumber(cutter: Cutter): boolean {
  const found = (cutter.apart ? null : match(cutter, thousands)) ?? match(cutter, digits)
  if (found) {
    const ten = tenBehind(cutter)
    put(cutter, { is: 'number', text: found[0].replaceAll(/[^\d.]/g, ''), ...(ten === null ? {} : { ten }) })
    if (match(cutter, cross)) put(cutter, sign('*'))
    return true
  }
  const fraction = match(cutter, glyph)
  if (fraction) {
    const [top = '', bottom = ''] = ordinary(fraction[0]).split('⁄')
    return put(cutter, { is: 'glyph', top, bottom }) ?? true
  }
  const low = match(cutter, /[₀-₉]+/y)
  if (low) return put(cutter, sign('_'), { is: 'number', text: ordinary(low[0]) }) ?? true
  const raised = match(cutter, superscript)
  if (!raised) return false
  put(cutter, sign('^'), open('('))
  for (const part of ordinary(raised[0]).match(/\d+|\D/g) ?? []) {
    put(
      cutter,
      /\d/.test(part)
        ? { is: 'number', text: part }
        : part === 'n'
          ? { is: 'letter', name: 'n' }
          : sign(part === '+' ? '+' : '-'),
    )
  }
  put(cutter, close('('))
  return true
}

/** Cuts off the next token or space. Throws `Unread` for an unsupported sign, command or function. */
function cutNext(cutter: Cutter) {
  refuseUnknown(cutter)
  if (match(cutter, space)) cutter.gap = true
  else if (!(cutNumber(cutter) || cutCommand(cutter) || cutWord(cutter) || cutMark(cutter)))
    throw new Unread(cantRead(String.fromCodePoint(cutter.text.codePointAt(cutter.at) ?? 0)))
}

/**
 * Cuts typed text or TeX into tokens. `apart`: a comma between digits always separates two numbers and never
 * groups thousands. `known`: names that may occur. Throws `Unread` for anything unsupported.
 */
export function cut(text: string, apart: boolean, known: readonly string[]): Token[] {
  const cutter: Cutter = { text: folded(text), at: 0, apart, known, tokens: [], gap: false }
  while (cutter.at < cutter.text.length) cutNext(cutter)
  return cutter.tokens
}

/**
 * Replaces letters in typed text with other names. Letters in words such as sqrt and text that can't be read
 * stay as they are.
 */
export function withLetters(text: string, names: ReadonlyMap<string, string>): string {
  const cutter: Cutter = { text: plain(text), at: 0, apart: false, known: ['e'], tokens: [], gap: false }
  let result = ''
  while (cutter.at < cutter.text.length) {
    const from = cutter.at
    try {
      cutNext(cutter)
    } catch (error) {
      if (!(error instanceof Unread)) throw error
      cutter.at = from
      match(cutter, /\\?[A-Za-z]+|[^]/uy)
    }
    const piece = cutter.text.slice(from, cutter.at)
    result += names.get(piece) ?? piece
  }
  return result
}
