import type { FunctionName, RelationSign } from './tree.ts'

/** Signs by meaning, regardless of how they were typed. `±` and `∓` turn one answer into two. */
type Sign = '+' | '-' | '*' | '/' | '^' | '_' | ',' | '%' | '°' | '±' | '∓'
type Bracket = '(' | '[' | '{' | 'set' | '|'

/** Functions that can be parsed; some are rewritten in terms of others. */
export type CallableName = FunctionName | 'exp' | 'log' | 'arcsec' | 'arccsc' | 'arccot'

/**
 * One token of an expression. `gap`: preceded by a space. `tex`: written as a TeX command, so a base or
 * radicand without braces is normally one digit. `ten`: the exponent of the power of ten that a number is
 * multiplied by, as in 1.2E-3. `wide`: the sign ÷, which isn't a fraction bar. `index`: 0 for the word root,
 * whose index may follow it, as in root(3)(8).
 */
export type Token = { gap: boolean } & (
  | { is: 'number'; text: string; ten?: number }
  | { is: 'glyph'; top: string; bottom: string }
  | { is: 'letter'; name: string }
  | { is: 'constant'; name: 'pi' | 'e' }
  | { is: 'function'; name: CallableName; tex: boolean }
  | { is: 'root'; index: number; tex: boolean }
  | { is: 'fraction' }
  | { is: 'hole' }
  | { is: 'sign'; sign: Sign; wide?: true }
  | { is: 'relation'; sign: RelationSign }
  | { is: 'join'; join: 'and' | 'or' }
  | { is: 'open' | 'close'; bracket: Bracket }
  | { is: 'bar' }
)

export type TokenWithoutGap = Token extends infer Each
  ? Each extends Token
    ? Omit<Each, 'gap'>
    : never
  : never

/**
 * Reason why text can't be read, worded for a child. Thrown while text is cut into tokens and parsed; `read`
 * returns the message.
 */
export class Unread extends Error {}

export const sign = (of: Sign): TokenWithoutGap => ({ is: 'sign', sign: of })
const relation = (of: RelationSign): TokenWithoutGap => ({ is: 'relation', sign: of })
export const open = (bracket: Bracket): TokenWithoutGap => ({ is: 'open', bracket })
export const close = (bracket: Bracket): TokenWithoutGap => ({ is: 'close', bracket })
export const join = (of: 'and' | 'or'): TokenWithoutGap => ({ is: 'join', join: of })
const fn = (name: CallableName, tex = false): TokenWithoutGap => ({ is: 'function', name, tex })
const root = (index: number, tex = false): TokenWithoutGap => ({ is: 'root', index, tex })
export const pi: TokenWithoutGap = { is: 'constant', name: 'pi' }
const over: TokenWithoutGap = { is: 'sign', sign: '/', wide: true }

const functions: [string, CallableName][] = [
  ...(
    [
      'arcsin',
      'arccos',
      'arctan',
      'arcsec',
      'arccsc',
      'arccot',
      'abs',
      'sin',
      'cos',
      'tan',
      'sec',
      'csc',
      'cot',
      'exp',
      'log',
      'ln',
    ] as const
  ).map((name): [string, typeof name] => [name, name]),
  ['asin', 'arcsin'],
  ['acos', 'arccos'],
  ['atan', 'arctan'],
  ['asec', 'arcsec'],
  ['acsc', 'arccsc'],
  ['acot', 'arccot'],
]

/** Names of functions and constants. Letters in any other word are read one by one. */
const words: [string, TokenWithoutGap][] = [
  ...functions.map(([word, name]): [string, TokenWithoutGap] => [word, fn(name)]),
  ['sqrt', root(2)] as [string, TokenWithoutGap],
  ['cbrt', root(3)] as [string, TokenWithoutGap],
  ['root', root(0)] as [string, TokenWithoutGap],
  ['pi', pi] as [string, TokenWithoutGap],
  ['π', pi] as [string, TokenWithoutGap],
]
/**
 * Matches the longest word first. Words of more than two letters may start with a capital, because some
 * keyboards insert one.
 */
export const wordPattern = new RegExp(
  words
    .map(([word]) => (word.length > 2 ? `[${word[0]}${word[0]?.toUpperCase()}]${word.slice(1)}` : word))
    .sort((a, b) => b.length - a.length)
    .join('|'),
  'y',
)
export const wordTokens = new Map(words)
/**
 * Matches "and" and "or", with spaces around them or, because formula fields drop spaces, between a number or
 * bracket and the next relation: 1orx>5.
 */
export const joining =
  /(?<![A-Za-z])(and|or)(?![A-Za-z])|(?<=[\d)\]}∞π])(and|or)(?=[A-Za-z]\s*(?:[<>=≤≥≠]|\\[lgn]))/iy
export const unknown = /\\?(?:arc?|a)?(?:sin|cos|tan|sec|csc|cot)h(?![a-z])/iy

const greek =
  'alpha beta gamma delta epsilon varepsilon zeta eta theta vartheta kappa lambda mu nu xi rho sigma tau phi varphi chi psi omega Gamma Delta Theta Lambda Xi Sigma Phi Psi Omega'
const greekLetters = 'αβγδεεζηθθκλμνξρστφφχψωΓΔΘΛΞΣΦΨΩ'

/** Tokens of TeX commands. Commands with an empty list only affect the appearance. */
export const commands = new Map<string, TokenWithoutGap[]>([
  ...functions.map(([word, name]): [string, TokenWithoutGap[]] => [word, [fn(name, true)]]),
  ...greek
    .split(' ')
    .map((name, at): [string, TokenWithoutGap[]] => [
      name,
      [{ is: 'letter', name: greekLetters[at] ?? name }],
    ]),
  ...[
    'left',
    'right',
    'displaystyle',
    'textstyle',
    'quad',
    'qquad',
    'enspace',
    'thinspace',
    'space',
    'big',
    'Big',
    'bigl',
    'bigr',
  ].map((name): [string, TokenWithoutGap[]] => [name, []]),
  ...['frac', 'dfrac', 'tfrac', 'cfrac'].map((name): [string, TokenWithoutGap[]] => [
    name,
    [{ is: 'fraction' }],
  ]),
  ...['cdot', 'times', 'ast'].map((name): [string, TokenWithoutGap[]] => [name, [sign('*')]]),
  ...['le', 'leq', 'leqslant'].map((name): [string, TokenWithoutGap[]] => [name, [relation('≤')]]),
  ...['ge', 'geq', 'geqslant'].map((name): [string, TokenWithoutGap[]] => [name, [relation('≥')]]),
  ...['ne', 'neq'].map((name): [string, TokenWithoutGap[]] => [name, [relation('≠')]]),
  ...['vert', 'mid'].map((name): [string, TokenWithoutGap[]] => [name, [{ is: 'bar' }]]),
  ...['lor', 'vee'].map((name): [string, TokenWithoutGap[]] => [name, [join('or')]]),
  ...['land', 'wedge'].map((name): [string, TokenWithoutGap[]] => [name, [join('and')]]),
  ...['degree', 'circ'].map((name): [string, TokenWithoutGap[]] => [name, [sign('°')]]),
  ['lt', [relation('<')]],
  ['gt', [relation('>')]],
  ['div', [over]],
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

export const marks = new Map<string, TokenWithoutGap>([
  ...[...'+＋'].map((mark): [string, TokenWithoutGap] => [mark, sign('+')]),
  ...[...'-−‐‑‒–—﹣－'].map((mark): [string, TokenWithoutGap] => [mark, sign('-')]),
  ...[...'*×✕✖⨯·⋅∙•∗'].map((mark): [string, TokenWithoutGap] => [mark, sign('*')]),
  ...[...'/⁄∕／'].map((mark): [string, TokenWithoutGap] => [mark, sign('/')]),
  ['÷', over],
  ...[...',;，'].map((mark): [string, TokenWithoutGap] => [mark, sign(',')]),
  ...[...'=＝'].map((mark): [string, TokenWithoutGap] => [mark, relation('=')]),
  ...[...'<＜'].map((mark): [string, TokenWithoutGap] => [mark, relation('<')]),
  ...[...'>＞'].map((mark): [string, TokenWithoutGap] => [mark, relation('>')]),
  ...[...'≤⩽≦'].map((mark): [string, TokenWithoutGap] => [mark, relation('≤')]),
  ...[...'≥⩾≧'].map((mark): [string, TokenWithoutGap] => [mark, relation('≥')]),
  ...[...'°º˚'].map((mark): [string, TokenWithoutGap] => [mark, sign('°')]),
  ...[...'(（'].map((mark): [string, TokenWithoutGap] => [mark, open('(')]),
  ...[...')）'].map((mark): [string, TokenWithoutGap] => [mark, close('(')]),
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
  ['&', join('and')],
])

export const twoMarks = new Map<string, TokenWithoutGap>([
  ['<=', relation('≤')],
  ['=<', relation('≤')],
  ['>=', relation('≥')],
  ['!=', relation('≠')],
  ['<>', relation('≠')],
  ['**', sign('^')],
  ['==', relation('=')],
])

/** Signs that are rejected, each with its message. */
export const unread = new Map([
  ['!', 'A factorial (!) can’t be used here: work it out.'],
  ['∞', 'Infinity (∞) can’t be used here: write an inequality, such as x > 2.'],
  ['∅', 'The empty set (∅) can’t be used here.'],
  ['∪', 'Unions (∪) can’t be used here: write inequalities with “or” between them.'],
  ['∩', 'Intersections (∩) can’t be used here: write inequalities with “and” between them.'],
])
export const unreadCommands = new Map([
  ['infty', '∞'],
  ['emptyset', '∅'],
  ['varnothing', '∅'],
  ['cup', '∪'],
  ['cap', '∩'],
])
