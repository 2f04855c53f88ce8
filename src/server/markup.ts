import MarkdownIt, { type StateBlock, type StateInline, type Token } from 'markdown-it'
import type { ContentNode } from '#shared/content.ts'
import { maxTexLength, typesetTex, type Typeset } from './katex.ts'

/**
 * Parser for content: Markdown with TeX between dollar signs (product §6), that is, paragraphs, lists,
 * tables, quotations, emphasis, code and line breaks. HTML, links and pictures stay plain text (reliability
 * T35).
 */
const markdown = new MarkdownIt('zero', { html: false, maxNesting: 50 }).enable([
  'table',
  'list',
  'blockquote',
  'newline',
  'escape',
  'entity',
  'backticks',
  'emphasis',
])
markdown.block.ruler.before('table', 'math', mathBlock, { alt: ['paragraph', 'blockquote', 'list'] })
markdown.inline.ruler.after('escape', 'math', mathInLine)

const maxMarkdownLength = 20_000
/**
 * Maximum number of formulas in one text. Together they may be no longer than the longest single formula
 * allowed.
 */
const maxFormulas = 200

/** Parses math from `$$` at the start of a line to `$$` at the end of the same or a later line. */
function mathBlock(state: StateBlock, startLine: number, endLine: number, silent: boolean) {
  const lineOf = (line: number) =>
    state.src.slice((state.bMarks[line] ?? 0) + (state.tShift[line] ?? 0), state.eMarks[line])
  const first = lineOf(startLine)
  const looked = state.env as { unclosed?: number }
  // An earlier search that ran up to the line `unclosed` found no end. Searching again from every line could
  // take a second.
  if (!first.startsWith('$$') || startLine < (looked.unclosed ?? 0)) return false
  const lines = [first.slice(2)]
  let line = startLine
  while (!lines.at(-1)?.trimEnd().endsWith('$$')) {
    line += 1
    if (line >= endLine || state.isEmpty(line)) {
      looked.unclosed = line
      return false
    }
    lines.push(lineOf(line))
  }
  const tex = lines.join('\n').trimEnd().slice(0, -2).trim()
  if (tex === '' || closing(tex, 0, '$$') >= 0) return false
  if (silent) return true
  state.line = line + 1
  const token = state.push('math', '', 0)
  token.content = tex
  token.markup = '$$'
  return true
}

/**
 * Parses `$$…$$`, and `$…$` without spaces just inside the signs or a digit right after the second one (so
 * `$5 and $6` are prices). `\$` is a dollar sign.
 */
function mathInLine(state: StateInline, silent: boolean) {
  if (state.src[state.pos] !== '$') return false
  const sign = state.src.startsWith('$$', state.pos) ? '$$' : '$'
  const from = state.pos + sign.length
  const to = closing(state.src, from, sign)
  const tex = state.src.slice(from, to)
  if (to < 0 || tex.trim() === '') return false
  if (sign === '$' && (/^\s|\s$/.test(tex) || /\d/.test(state.src[to + 1] ?? ''))) return false
  if (!silent) {
    const token = state.push('math', '', 0)
    token.content = tex
    token.markup = sign
  }
  state.pos = to + sign.length
  return true
}

/** Returns the position of the next `sign` that isn't escaped with a backslash, or -1. */
function closing(text: string, from: number, sign: string) {
  for (let at = from; at < text.length; at += text[at] === '\\' ? 2 : 1)
    if (text.startsWith(sign, at)) return at
  return -1
}

/**
 * Number of characters of TeX left for several texts shown together. Each formula costs `besides` characters
 * on top of its own length, because many short formulas make a page as large as a few long ones.
 */
export type MathBudget = { left: number }
const besides = 20

/**
 * Returns content as nodes, and an error message for each part that can't be shown. A question with such a
 * part gets the status `error`. Deducts the length of the formulas from `room`. Never throws.
 */
export function typeset(
  source: string,
  room: MathBudget = { left: Infinity },
): { content: ContentNode[]; faults: string[] } {
  if (source.length > maxMarkdownLength)
    return {
      content: [{ tag: 'p', children: [source] }],
      faults: [`The text is longer than ${maxMarkdownLength} characters.`],
    }
  const faults: string[] = []
  let formulas = 0
  let characters = 0
  /**
   * Returns a formula's nodes. A formula that fails is shown as its source, marked as broken, so that a page
   * is never blank.
   */
  const math = ({ content: tex, markup }: Token): ContentNode[] => {
    formulas += 1
    characters += tex.length
    room.left -= tex.length + besides
    const read =
      room.left < 0
        ? noRoom
        : formulas > maxFormulas || characters > maxTexLength
          ? tooMuch
          : typesetTex(tex, { display: markup === '$$' })
    if (read.ok) return read.nodes
    faults.push(`The math “${tex.length > 60 ? `${tex.slice(0, 60)}…` : tex}” can’t be shown: ${read.fault}.`)
    return [{ tag: 'code', attrs: { class: 'broken-tex' }, children: [tex] }]
  }
  return { content: contentTree(markdown.parse(source, {}), math), faults }
}

const tooMuch: Typeset = {
  ok: false,
  fault: `there are more than ${maxFormulas} formulas or ${maxTexLength} characters of math`,
}

const noRoom: Typeset = { ok: false, fault: 'the question has more math than can be shown at once' }

/** Returns content as nodes. Math that fails is shown as its source. */
export const render = (source: string): ContentNode[] => typeset(source).content

/**
 * Returns content as nodes for files that other programs read: formulas are TeX text between `\(` and `\)`,
 * or `\[` and `\]` for display math. Cuts off text beyond the maximum length.
 */
export const contentNodes = (source: string): ContentNode[] =>
  contentTree(markdown.parse(source.slice(0, maxMarkdownLength), {}), ({ content: tex, markup }) => [
    { tag: 'span', attrs: { class: 'tex' }, children: [markup === '$$' ? `\\[${tex}\\]` : `\\(${tex}\\)`] },
  ])

const lines: Record<string, ContentNode> = { softbreak: '\n', hardbreak: { tag: 'br', children: [] } }

function contentTree(tokens: readonly Token[], math: (token: Token) => ContentNode[]) {
  const nodes: ContentNode[] = []
  const open = [nodes]
  for (const token of tokens) {
    const inner = open.at(-1) ?? nodes
    const line = lines[token.type]
    if (line !== undefined) inner.push(line)
    else if (token.type === 'math') inner.push(...math(token))
    else if (token.type === 'inline') inner.push(...contentTree(token.children ?? [], math))
    else if (token.type === 'text') inner.push(...(token.content === '' ? [] : [token.content]))
    else if (token.type === 'code_inline') inner.push({ tag: 'code', children: [token.content] })
    else if (token.nesting === -1) open.pop()
    else if (token.hidden) open.push(inner)
    else {
      const children: ContentNode[] = []
      const attrs = Object.fromEntries((token.attrs ?? []).map(([name, value]) => [name, String(value)]))
      inner.push(token.attrs ? { tag: token.tag, attrs, children } : { tag: token.tag, children })
      open.push(children)
    }
  }
  return nodes
}

/** Decodes the HTML entities in a text, such as `&eacute;`. */
export const decodeEntities = (text: string) =>
  // Double the backslashes, because the parser would also remove Markdown's escapes.
  markdown.utils.unescapeAll(text.replaceAll('\\', '\\\\'))
