/**
 * Maps keys typed on a keyboard to actions of the formula field. In MathLive, the caret stays inside an
 * exponent, root or fraction until an arrow key moves it out. But people who type `x^2+1`, `log_2(x)` or
 * `sqrt(3)+1` expect it to leave automatically, as in plain text.
 */

/**
 * Position of the caret. `around` lists the structures around the caret as LaTeX, innermost first. `span` has
 * the offsets of the innermost structure, `box` is the index of the box in it that contains the caret, and
 * `items` are the elements before the caret in that box. `isEnd` is true if no element follows the caret
 * there.
 */
export type Caret = {
  around: readonly string[]
  span: [number, number]
  box: number
  items: readonly string[]
  isEnd: boolean
}

/** One element of a field as MathLive describes it; the first element of each box is empty. */
type Element = { depth?: number; latex?: string } | undefined

/**
 * Action of a key: leave the structure (or, with `all`, every structure up to the next parenthesis), go to
 * the next box, type another key, write LaTeX, or replace the structure with LaTeX. With `typed`, the key is
 * then typed as usual.
 */
type Step = {
  does: 'leave' | 'next' | 'type' | 'write' | 'replace'
  text?: string
  typed?: boolean
  all?: boolean
}

const placeholder = '\\placeholder{}'

/** Reads the position of the caret from the elements of a field. */
export function caretAt(position: number, last: number, element: (offset: number) => Element): Caret {
  const depthAt = (offset: number) => element(offset)?.depth ?? 0
  const depth = depthAt(position)
  const around: string[] = []
  let [level, to] = [depth, last]
  for (let at = position + 1; at <= last && level > 0; at += 1) {
    if (depthAt(at) >= level) continue
    if (around.length === 0) to = at
    level = depthAt(at)
    around.push(element(at)?.latex ?? '')
  }
  const starts = (offset: number) => depthAt(offset) === depth && element(offset)?.latex === ''
  let start = position
  while (start > 0 && !starts(start)) start -= 1
  let [box, from] = [0, start - 1]
  for (; from >= 0 && depthAt(from) >= depth; from -= 1) if (starts(from)) box += 1
  const items = Array.from({ length: position - start }, (_, at) => start + 1 + at)
    .filter((offset) => depthAt(offset) === depth)
    .map((offset) => element(offset)?.latex ?? '')
    .filter((latex) => latex !== placeholder)
  const isEnd = position === last || depthAt(position + 1) < depth || starts(position + 1)
  return { around, span: [from, to], box, items, isEnd }
}

const isBracket = (latex: string | undefined) => latex?.startsWith('\\left') === true
/**
 * Returns true if a key that leaves every structure also leaves this one. A parenthesis is left only by
 * closing it.
 */
export const isLeavable = (latex: string | undefined) => latex !== undefined && !isBracket(latex)
const isRound = (latex: string | undefined) => latex?.startsWith('\\left(') === true
const relation = /^[=<>≤≥≠,;]$/
const sign = /^[-+−±]$/

/**
 * Returns the exponent or index in a structure, such as `^2` or the `_2` of a logarithm; '' if there is none.
 */
const scriptOf = (latex: string) => /^(?:\\[a-zA-Z]+)?([\^_].*)$/.exec(latex)?.[1] ?? ''

/**
 * Returns true if a typed key no longer belongs to the exponent, index, root or denominator that ends at the
 * caret.
 */
function isBeyond(key: string, { around: [own = ''], box, items }: Caret) {
  const text = items.join('')
  const isGroup = items.length === 1 && isRound(items[0])
  if (own.startsWith('\\sqrt')) return isGroup
  if (own.startsWith('\\frac')) return box === 1 && isRound(items.at(-1)) && sign.test(key)
  const script = scriptOf(own)
  if (script === '' || text === '' || /^[-+]$/.test(text)) return false
  if (key === '^') return script.startsWith('_') && !script.includes('^')
  return (
    sign.test(key) || /^[*/(]$/.test(key) || isGroup || (/^[-+]?[\d.]+$/.test(text) && !/^[\d.]$/.test(key))
  )
}

const leave: Step = { does: 'leave' }
const write = (text: string): Step => ({ does: 'write', text })

/**
 * Returns the action of a closing parenthesis: it closes a parenthesis around the caret, or leaves a
 * structure that was started without a parenthesis.
 */
function stepOfClosing(key: string, { around, box }: Caret): Step | null {
  const [own = ''] = around
  if (key === ']' && own.startsWith('\\sqrt[') && box === 0) return { does: 'next' }
  const open = around.find((each) => isBracket(each) && !each.startsWith('\\left|'))
  if (open === undefined) return leave
  if (!isBracket(own)) return { does: 'leave', typed: true, all: true }
  return key === '}' && isRound(open) ? { does: 'type', text: ')' } : null
}

/** Returns the action to perform before a key is typed, or instead of typing it; null if there is none. */
export function stepOf(key: string, caret: Caret): Step | null {
  const { around, items, isEnd } = caret
  const [own = ''] = around
  if ([...key].length !== 1) return null
  if (key === ' ') return own === '' || isBracket(own) ? write('\\:') : items.length > 0 ? leave : write('')
  if (own === '') return null
  if (/^[)}\]]$/.test(key)) return stepOfClosing(key, caret)
  if (isBracket(own)) return null
  if (key === '{' && items.length === 0) return { does: 'type', text: '(' }
  if (key === '[' && items.length === 0 && own.startsWith('\\sqrt'))
    return { does: 'replace', text: '\\sqrt[#?]{#?}' }
  if (relation.test(key) && items.length > 0 && isEnd) return { does: 'leave', typed: true, all: true }
  return isEnd && isBeyond(key, caret) ? { ...leave, typed: true } : null
}

const words = ['or', 'and'] as const

/** Replacements for typed text. Letters that aren't part of these words stay letters. */
const shortcuts = {
  '*': '\\times',
  '<=': '\\le',
  '>=': '\\ge',
  '!=': '\\ne',
  pi: '\\pi',
  sqrt: '\\sqrt{#?}',
  cbrt: '\\sqrt[3]{#?}',
  'abs(': '\\left|#?\\right|',
  ...Object.fromEntries(
    'sin cos tan sec csc cot arcsin arccos arctan log ln exp or and'
      .split(' ')
      .map((name) => [name, `\\${name}`]),
  ),
}

/**
 * Returns the shortcuts for a question. Leaves out a word (`or`, `and`) if the question uses all of its
 * letters.
 */
export const shortcutsFor = (symbols: readonly string[]) =>
  Object.fromEntries(
    Object.entries(shortcuts).filter(
      ([name]) => !words.some((word) => word === name) || ![...name].every((each) => symbols.includes(each)),
    ),
  )

/**
 * Macros that display each word between answers as a single symbol, so that the caret can't get between its
 * letters.
 */
export const macros = Object.fromEntries(
  words.map((word) => [
    word,
    { args: 0, def: `\\:\\mathrm{${word}}\\:`, captureSelection: true, expand: false },
  ]),
)

/** Converts LaTeX for the field: words become symbols. */
export const taken = (latex: string) => latex.replace(/\\text\{\s*(or|and)\s*\}/g, '\\$1 ')

/**
 * Converts LaTeX from the field to the form that all other code uses: words become text, letters of
 * mathematical alphabets become plain ones, and an exponent or index before a digit gets braces.
 */
export const sent = (latex: string) =>
  latex
    .replace(/(?:\\:|\s)*\\(or|and)(?![A-Za-z])(?:\\:|\s)*/g, '\\text{ $1 }')
    .replace(/[\u{1d400}-\u{1d7ff}ℊ-ℓℬ-ℴ]/gu, (letter) => letter.normalize('NFKC'))
    .replace(/([\^_])([A-Za-z0-9])(?=\d)/g, '$1{$2}')

/** Removes the delimiters that surround LaTeX in a document. */
export const unwrapped = (text: string) =>
  text
    .trim()
    .replace(/^\\begin\{equation\*?\}|\\end\{equation\*?\}$/g, '')
    .replace(/^(?:\$+|\\\[|\\\()|(?:\$+|\\\]|\\\))$/g, '')
    .trim()
