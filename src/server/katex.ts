import { ParseError, renderToString } from 'katex'
import type { ContentNode } from '#shared/content.ts'

/**
 * A formula as nodes, or the reason it can't be rendered. The nodes are HTML to display and MathML for screen
 * readers, both from KaTeX. Markup with a tag or attribute that isn't allowed is refused, regardless of what
 * future versions of KaTeX produce (reliability T22).
 */
export type Typeset = { ok: true; nodes: ContentNode[] } | { ok: false; fault: string }

/**
 * Limits for a formula: its length in characters, how deep its braces are nested, and the depth and size of
 * the output. For comparison, the output for a page of ordinary formulas has about 50,000 characters.
 */
export const maxTexLength = 4000
const deepestBraces = 50
const deepestTree = 1000
const maxMarkupLength = 200_000

/**
 * Refuses commands that affect more than the formula: links, pictures, classes, styles. KaTeX would show them
 * in red.
 */
const refuse = ({ command }: { command: string }) => {
  throw new ParseError(`${command} is not allowed`)
}
const options = {
  output: 'htmlAndMathml',
  throwOnError: true,
  strict: 'ignore',
  trust: refuse,
  maxExpand: 500,
  maxSize: 20,
} as const

/**
 * Commands that define commands. With these, a few characters can produce a whole page, because KaTeX limits
 * the number of expansions but not the size of their output.
 */
const definesCommands = /\\(?:[gex]?def|(?:new|renew|provide)command|let|futurelet|global|long)(?![A-Za-z])/

const words = (text: string) => new Set(text.split(' '))

const tags = words(
  'span svg path line math semantics annotation mrow mi mn mo mtext mspace msup msub msubsup mfrac msqrt mroot mover munder munderover ' +
    'mtable mtr mtd mstyle mpadded mphantom menclose',
)
const attributes = words(
  'class style aria-hidden xmlns viewBox preserveAspectRatio d width height depth x1 x2 y1 y2 stroke-width encoding display mathvariant ' +
    'mathcolor mathbackground mathize accent accentunder stretchy fence separator largeop movablelimits symmetric lspace rspace minsize maxsize ' +
    'voffset columnalign columnlines columnspacing rowlines rowspacing rowalign displaystyle scriptlevel linethickness linebreak notation valign',
)
const properties = words(
  'background-color border-bottom-width border-color border-right-style border-right-width border-style border-top-width border-width bottom ' +
    'color display height left margin margin-left margin-right margin-top min-width padding-left position text-shadow top vertical-align width',
)
const plainValue = /^[-\w.#%, ]*$/
const markup = /<(\/?)(\w+)((?:\s[^\s=>]+ ?="[^"]*")*)\s*(\/?)>|([^<]+)/y

/**
 * Cache of rendered formulas, least recently used first: an author's draft is rendered again at every pause
 * in typing.
 */
const cache = new Map<string, Typeset>()
const maxCached = 200
const maxCachedLength = 20_000

/**
 * Renders one formula, or returns the reason it can't be rendered. Runs in bounded time and doesn't throw for
 * invalid formulas. The nodes are cached: don't change them.
 */
export function typesetTex(tex: string, { display }: { display: boolean }): Typeset {
  const key = `${display} ${tex}`
  const known = cache.get(key)
  if (known) {
    cache.delete(key)
    cache.set(key, known)
    return known
  }
  return render(tex, { display }, (made) => {
    cache.set(key, made)
    const [oldest] = cache.keys()
    if (cache.size > maxCached && oldest !== undefined) cache.delete(oldest)
  })
}

/** Renders a formula. Calls `keep` with a result that is small enough to cache. */
function render(tex: string, { display }: { display: boolean }, keep: (made: Typeset) => void): Typeset {
  if (tex.length > maxTexLength) return { ok: false, fault: `it is longer than ${maxTexLength} characters` }
  if (bracesDeep(tex) > deepestBraces) return { ok: false, fault: 'its braces are nested too deeply' }
  if (definesCommands.test(tex)) return { ok: false, fault: 'it can’t define its own commands' }
  try {
    const html = renderToString(tex, { ...options, displayMode: display })
    if (html.length > maxMarkupLength) return tooComplicated
    const made = { ok: true, nodes: readMarkup(html) } as const
    if (html.length <= maxCachedLength) keep(made)
    return made
  } catch (error) {
    if (error instanceof MisplacedFormula) return { ok: false, fault: farMoveMessage(tex) }
    if (error instanceof ParseError) return { ok: false, fault: error.rawMessage }
    // A RangeError means that commands nested without braces have exhausted KaTeX's stack.
    if (error instanceof RangeError || error instanceof ForbiddenCommand) return tooComplicated
    throw error
  }
}

const tooComplicated = { ok: false, fault: 'it is too complicated' } as const

/** Error for markup that isn't allowed. */
class ForbiddenCommand extends Error {}

/** Error for a formula that would draw over the text around it. */
class MisplacedFormula extends Error {}

/**
 * Limits in em on how far parts of a formula can be moved. KaTeX caps large sizes but allows any negative
 * size. Its own layout never moves anything further to the left or down than this.
 */
const most = { left: 3, leftInAll: 20, down: 3, below: 20, height: 200 }

/** Throws `MisplacedFormula` if a style moves its element too far. `moved` sums up the moves to the left. */
function refuseFarMove(style: string, moved: { left: number }) {
  for (const [, property = '', size] of style.matchAll(/([a-z-]+):(-?[\d.]+)em/g)) {
    const em = Number(size)
    if (/^(?:margin|left|padding)/.test(property) && em < 0) {
      moved.left -= em
      if (-em > most.left || moved.left > most.leftInAll) throw new MisplacedFormula()
    }
    const isFar =
      (property === 'top' && em > most.down) ||
      (property === 'bottom' && Math.abs(em) > most.below) ||
      (/^(?:height|vertical-align)$/.test(property) && Math.abs(em) > most.height)
    if (isFar) throw new MisplacedFormula()
  }
}

const move =
  /\\(?:hspace\*?|[hm]skip|m?kern|raisebox|rule|above|\\|cr)\s*[[{]?\s*(?:-|\d{3})\s*[\d.]*\s*[a-z]{2}[\]}]?/

/** Returns the error for a formula that moves a part too far. Names the command that may do so, if found. */
function farMoveMessage(tex: string) {
  const found = move.exec(tex)
  return found
    ? `${found[0]} at character ${found.index + 1} moves part of the formula too far`
    : 'it moves part of the formula too far'
}

function bracesDeep(tex: string) {
  let deep = 0
  let deepest = 0
  for (const sign of tex) {
    if (sign === '{') deepest = Math.max(deepest, ++deep)
    if (sign === '}') deep -= 1
  }
  return deepest
}

/**
 * Parses KaTeX's output, which is well-formed, with every value in double quotes. Throws `ForbiddenCommand`
 * for markup that isn't allowed, and `MisplacedFormula`.
 */
function readMarkup(html: string) {
  const nodes: ContentNode[] = []
  const open = [nodes]
  const moved = { left: 0 }
  markup.lastIndex = 0
  while (markup.lastIndex < html.length) {
    const [all, closes, tag = '', list = '', selfClosing, text] = markup.exec(html) ?? []
    const inner = open.at(-1)
    if (all === undefined || !inner || open.length > deepestTree) throw new ForbiddenCommand()
    if (text !== undefined) inner.push(unescaped(text))
    else if (closes) open.pop()
    else {
      const children: ContentNode[] = []
      inner.push(elementOf(tag, list, children, moved))
      if (!selfClosing) open.push(children)
    }
  }
  return nodes
}

function elementOf(tag: string, list: string, children: ContentNode[], moved: { left: number }): ContentNode {
  if (!tags.has(tag)) throw new ForbiddenCommand()
  const attrs: Record<string, string> = {}
  for (const [, name = '', value = ''] of list.matchAll(/([^\s=]+) ?="([^"]*)"/g)) {
    if (!attributes.has(name) || (name === 'style' && !isPlainStyle(value))) throw new ForbiddenCommand()
    if (name === 'style') refuseFarMove(value, moved)
    attrs[name] = unescaped(value)
  }
  return list ? { tag, attrs, children } : { tag, children }
}

const isPlainStyle = (style: string) =>
  style.split(';').every((pair) => {
    const [name = '', value = '', more] = pair.split(':')
    return pair === '' || (more === undefined && properties.has(name) && plainValue.test(value))
  })

const escapes: Record<string, string> = {
  '&amp;': '&',
  '&gt;': '>',
  '&lt;': '<',
  '&quot;': '"',
  '&#x27;': "'",
}
const unescaped = (text: string) =>
  text.replace(/&(?:amp|gt|lt|quot|#x27);/g, (escape) => escapes[escape] ?? escape)
