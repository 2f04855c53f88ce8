import type { FunctionName, RelationSign } from '#features/questions/kinds/fr/expression/tree/rules.ts'

/** Signs of one meaning, whatever they were typed as. `±` and `∓` stand for two answers. */
type Sign = '+' | '-' | '*' | '/' | '^' | '_' | ',' | '%' | '°' | '±' | '∓'
type Bracket = '(' | '[' | '{' | 'set' | '|'

/** One word of an expression. `gap`: a space stands before it. `tex`: it was a TeX command, so one digit is its argument. */
export type Token = { gap: boolean } & (
  | { is: 'number'; text: string }
  | { is: 'glyph'; top: string; bottom: string }
  | { is: 'letter'; name: string }
  | { is: 'constant'; name: 'pi' | 'e' }
  | { is: 'function'; name: FunctionName | 'exp' | 'log'; tex: boolean }
  | { is: 'root'; index: number; tex: boolean }
  | { is: 'fraction' }
  | { is: 'hole' }
  | { is: 'sign'; sign: Sign }
  | { is: 'relation'; sign: RelationSign }
  | { is: 'join'; join: 'and' | 'or' }
  | { is: 'open' | 'close'; bracket: Bracket }
  | { is: 'bar' }
)

type Bare = Token extends infer Each ? (Each extends Token ? Omit<Each, 'gap'> : never) : never

/** Why a text can't be read, in words for a child. Thrown inside the reader and caught by `read`. */
export class Unread extends Error {}

const sign = (of: Sign): Bare => ({ is: 'sign', sign: of })
const relation = (of: RelationSign): Bare => ({ is: 'relation', sign: of })
const open = (bracket: Bracket): Bare => ({ is: 'open', bracket })
const close = (bracket: Bracket): Bare => ({ is: 'close', bracket })
const join = (of: 'and' | 'or'): Bare => ({ is: 'join', join: of })
const fn = (name: FunctionName | 'exp' | 'log', tex = false): Bare => ({ is: 'function', name, tex })
const root = (index: number, tex = false): Bare => ({ is: 'root', index, tex })
const pi: Bare = { is: 'constant', name: 'pi' }

const functions: [string, FunctionName | 'exp' | 'log'][] = [
  ...(['arcsin', 'arccos', 'arctan', 'abs', 'sin', 'cos', 'tan', 'sec', 'csc', 'cot', 'exp', 'log', 'ln'] as const).map(
    (name): [string, typeof name] => [name, name],
  ),
  ['asin', 'arcsin'],
  ['acos', 'arccos'],
  ['atan', 'arctan'],
]

/** Words; the letters of any other are single letters. */
const words: [string, Bare][] = [
  ...functions.map(([word, name]): [string, Bare] => [word, fn(name)]),
  ['sqrt', root(2)] as [string, Bare],
  ['cbrt', root(3)] as [string, Bare],
  ['pi', pi] as [string, Bare],
  ['π', pi] as [string, Bare],
]
/** The longest first; a capital at the beginning, as some keyboards set it, means the same for those that can't be two letters. */
const wordPattern = new RegExp(
  words
    .map(([word]) => (word.length > 2 ? `[${word[0]}${word[0]?.toUpperCase()}]${word.slice(1)}` : word))
    .sort((a, b) => b.length - a.length)
    .join('|'),
  'y',
)
const wordTokens = new Map(words)
const joining = /(?<![A-Za-z])(and|or)(?![A-Za-z])/iy

const greek =
  'alpha beta gamma delta epsilon varepsilon zeta eta theta vartheta kappa lambda mu nu xi rho sigma tau phi varphi chi psi omega Gamma Delta Theta Lambda Xi Sigma Phi Psi Omega'
const greekLetters = 'αβγδεεζηθθκλμνξρστφφχψωΓΔΘΛΞΣΦΨΩ'

/** What TeX commands mean; those with an empty list only change the looks. */
const commands = new Map<string, Bare[]>([
  ...functions.map(([word, name]): [string, Bare[]] => [word, [fn(name, true)]]),
  ...greek.split(' ').map((name, at): [string, Bare[]] => [name, [{ is: 'letter', name: greekLetters[at] ?? name }]]),
  ...['left', 'right', 'displaystyle', 'textstyle', 'quad', 'qquad', 'enspace', 'thinspace', 'space', 'big', 'Big', 'bigl', 'bigr'].map(
    (name): [string, Bare[]] => [name, []],
  ),
  ...['frac', 'dfrac', 'tfrac', 'cfrac'].map((name): [string, Bare[]] => [name, [{ is: 'fraction' }]]),
  ...['cdot', 'times', 'ast'].map((name): [string, Bare[]] => [name, [sign('*')]]),
  ...['le', 'leq', 'leqslant'].map((name): [string, Bare[]] => [name, [relation('≤')]]),
  ...['ge', 'geq', 'geqslant'].map((name): [string, Bare[]] => [name, [relation('≥')]]),
  ...['ne', 'neq'].map((name): [string, Bare[]] => [name, [relation('≠')]]),
  ...['vert', 'mid'].map((name): [string, Bare[]] => [name, [{ is: 'bar' }]]),
  ...['lor', 'vee'].map((name): [string, Bare[]] => [name, [join('or')]]),
  ...['land', 'wedge'].map((name): [string, Bare[]] => [name, [join('and')]]),
  ...['degree', 'circ'].map((name): [string, Bare[]] => [name, [sign('°')]]),
  ['lt', [relation('<')]],
  ['gt', [relation('>')]],
  ['div', [sign('/')]],
  ['pm', [sign('±')]],
  ['mp', [sign('∓')]],
  ['sqrt', [root(2, true)]],
  ['pi', [pi]],
  ['exponentialE', [{ is: 'constant', name: 'e' }]],
  ['imaginaryI', [{ is: 'letter', name: 'i' }]],
  ['differentialD', [{ is: 'letter', name: 'd' }]],
  ['lparen', [open('(')]],
  ['rparen', [close('(')]],
  ['lbrack', [open('[')]],
  ['rbrack', [close('[')]],
  ['lbrace', [open('set')]],
  ['rbrace', [close('set')]],
  ['lvert', [open('|')]],
  ['rvert', [close('|')]],
  ['placeholder', [{ is: 'hole' }]],
])

const marks = new Map<string, Bare>([
  ...[...'+＋'].map((mark): [string, Bare] => [mark, sign('+')]),
  ...[...'-−‐‑‒–—﹣－'].map((mark): [string, Bare] => [mark, sign('-')]),
  ...[...'*×✕✖⨯·⋅∙•∗'].map((mark): [string, Bare] => [mark, sign('*')]),
  ...[...'/÷⁄∕／'].map((mark): [string, Bare] => [mark, sign('/')]),
  ...[...',;，'].map((mark): [string, Bare] => [mark, sign(',')]),
  ...[...'=＝'].map((mark): [string, Bare] => [mark, relation('=')]),
  ...[...'<＜'].map((mark): [string, Bare] => [mark, relation('<')]),
  ...[...'>＞'].map((mark): [string, Bare] => [mark, relation('>')]),
  ...[...'≤⩽≦'].map((mark): [string, Bare] => [mark, relation('≤')]),
  ...[...'≥⩾≧'].map((mark): [string, Bare] => [mark, relation('≥')]),
  ...[...'°º˚'].map((mark): [string, Bare] => [mark, sign('°')]),
  ...[...'(（'].map((mark): [string, Bare] => [mark, open('(')]),
  ...[...')）'].map((mark): [string, Bare] => [mark, close('(')]),
  ['≠', relation('≠')],
  ['^', sign('^')],
  ['_', sign('_')],
  ['%', sign('%')],
  ['±', sign('±')],
  ['∓', sign('∓')],
  ['[', open('[')],
  [']', close('[')],
  ['{', open('{')],
  ['}', close('{')],
  ['|', { is: 'bar' }],
  ['√', root(2)],
  ['∛', root(3)],
  ['∜', root(4)],
  ['∨', join('or')],
  ['∧', join('and')],
])

const twoMarks = new Map<string, Bare>([
  ['<=', relation('≤')],
  ['=<', relation('≤')],
  ['>=', relation('≥')],
  ['!=', relation('≠')],
  ['<>', relation('≠')],
])

const superscript = /[⁺⁻]?[⁰¹²³⁴-⁹ⁿ]+/y
const space = /(?:\s|[\u200b-\u200d\u2060\ufeff]|\\[,;:!> ]|~)+/y
const thousands = /[1-9]\d{0,2}(?:(?:,|\{,\})\d{3})+(?!\d)(?:\.\d+)?/y
const digits = /\d+(?:\.\d*)?|\.\d+/y
const letter = /([A-Za-zͰ-Ͽ])(?:_([A-Za-z0-9])|_\{([A-Za-z0-9]{1,4})\}|([₀-₉]{1,4}))?/y
const glyph = /[¼-¾⅐-⅞↉]/y
const command = /\\(?:([A-Za-z]+)|([{}%|$]))/y
const bars = /\\(left|right)\s*(?:\||\\vert)/y

const ordinary = (text: string) => text.normalize('NFKC')

/** Typed signs that mean the same become one before the text is cut: looks, words in TeX, raised rings. */
const folded = (text: string) =>
  text
    .replaceAll('&lt;', '<')
    .replaceAll('&gt;', '>')
    .replaceAll('+/-', '±')
    .replace(/[０-９Ａ-Ｚａ-ｚ．]/g, ordinary)
    .replace(/([⁰¹²³⁴-⁹]+)[⁄/∕]([₀-₉]+)/g, (_, top: string, bottom: string) => ` ${ordinary(top)}/${ordinary(bottom)} `)
    .replace(/^\s*\$+|\$+\s*$/g, '')
    .replace(/\\(?:text|textrm|mathrm|operatorname|mathit|mathbf|mathup|upright)\s?\{([A-Za-z ]*)\}/g, ' $1 ')
    .replace(/\^\s*(?:\{\s*\\circ\s*\}|\\circ|\{\s*°\s*\})/g, '°')
    .replace(/\.\s*$/, '')

type Cutter = { text: string; at: number; apart: boolean; tokens: Token[]; gap: boolean }

function match(cutter: Cutter, pattern: RegExp) {
  pattern.lastIndex = cutter.at
  const found = pattern.exec(cutter.text)
  if (found) cutter.at += found[0].length
  return found
}

function put(cutter: Cutter, ...bare: Bare[]) {
  for (const each of bare) {
    cutter.tokens.push({ ...each, gap: cutter.gap })
    cutter.gap = false
  }
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
    if (!meant) throw new Unread(`“${all}” can’t be used here.`)
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
  const [, name, one, more, low] = match(cutter, letter) ?? []
  if (!name) return false
  const index = one ?? more ?? (low && ordinary(low))
  put(cutter, name === 'e' && !index ? { is: 'constant', name: 'e' } : { is: 'letter', name: index ? `${name}_${index}` : name })
  return true
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

function cutNumber(cutter: Cutter): boolean {
  const found = (cutter.apart ? null : match(cutter, thousands)) ?? match(cutter, digits)
  if (found) return put(cutter, { is: 'number', text: found[0].replaceAll(/[^\d.]/g, '') }) ?? true
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
      /\d/.test(part) ? { is: 'number', text: part } : part === 'n' ? { is: 'letter', name: 'n' } : sign(part === '+' ? '+' : '-'),
    )
  }
  put(cutter, close('('))
  return true
}

/**
 * Cuts what was typed, or TeX, into words. `apart`: a comma between digits always separates two numbers, and never groups thousands.
 * Throws `Unread` at a sign that means nothing here.
 */
export function cut(text: string, apart: boolean): Token[] {
  const cutter: Cutter = { text: folded(text), at: 0, apart, tokens: [], gap: false }
  while (cutter.at < cutter.text.length) {
    if (match(cutter, space)) cutter.gap = true
    else if (!(cutNumber(cutter) || cutCommand(cutter) || cutWord(cutter) || cutMark(cutter)))
      throw new Unread(`The sign ${String.fromCodePoint(cutter.text.codePointAt(cutter.at) ?? 0)} can’t be used here.`)
  }
  return cutter.tokens
}
