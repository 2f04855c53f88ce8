import { escapeSigns, escapeStart } from '#features/questions/import/lines.ts'
import { texOfMath } from './mathml.ts'
import { type Element, elementsIn, textIn, type Xml } from './elements.ts'

/** A picture in the content; `href` is its path as written in the content. */
export type Picture = { href: string; alt: string }
/**
 * Findings while reading an item: its pictures in order, the picture on which the answer is marked, and
 * descriptions of the content that is lost.
 */
export type FoundContent = { pictures: Picture[]; canvas: Picture | null; dropped: Set<string> }

const blockTags = new Set(
  'p div ul ol li blockquote table pre h1 h2 h3 h4 h5 h6 hr dl dt dd address section article figure'.split(
    ' ',
  ),
)
export const isBlock = (node: Xml) => typeof node !== 'string' && blockTags.has(node.tag)

const math = (tex: string, sign: '$' | '$$') => `${sign}${tex.trim().replace(/(?<!\\)\$/g, '\\$')}${sign}`

/**
 * Converts plain text with TeX in `\(…\)` or `\[…\]` to Markdown. Separates a closing dollar sign from a
 * digit after it, because together they would look like a price.
 */
function markdownOfText(source: string) {
  const text = source.replace(/\s+/g, ' ')
  const lastEnd = { '(': text.lastIndexOf('\\)'), '[': text.lastIndexOf('\\]') }
  let [at, made] = [0, '']
  for (const { index, 0: opening } of text.matchAll(/\\[([]/g)) {
    const inLine = opening === '\\('
    // TeX has at least one character. If no closing sign is left, there is no need to search for one.
    if (index < at || index + 3 > lastEnd[inLine ? '(' : '[']) continue
    const end = text.indexOf(inLine ? '\\)' : '\\]', index + 3)
    const tex = text.slice(index + 2, end)
    if (tex.trim() === '') continue
    made += escapeSigns(text.slice(at, index)) + math(tex, inLine ? '$' : '$$')
    at = end + 2
    if (/\d/.test(text[at] ?? '')) made += ' '
  }
  return made + escapeSigns(text.slice(at))
}

/** Wraps text in a pair of markers, leaving its leading and trailing spaces outside. */
function around(sign: string, inner: string) {
  const [, before = '', text = '', after = ''] = /^(\s*)(.*?)(\s*)$/s.exec(inner) ?? []
  return text === '' ? inner : `${before}${sign}${text}${sign}${after}`
}

function code(text: string) {
  const longestRun = Math.max(0, ...(text.match(/`+/g) ?? []).map(({ length }) => length))
  const fence = '`'.repeat(longestRun + 1)
  const space = /^`|`$/.test(text) ? ' ' : ''
  return text === '' ? '' : `${fence}${space}${text}${space}${fence}`
}

/** Converts superscript and subscript to math, because Markdown has no syntax for them. */
function raised(text: string, sign: '^' | '_') {
  if (text === '') return ''
  return /^\d+$/.test(text)
    ? `$${sign}{${text}}$`
    : `$${sign}{\\text{${text.replace(/[\\{}$%#&_~^]/g, ' ')}}}$`
}

function inlineOf(node: Xml, found: FoundContent): string {
  if (typeof node === 'string') return markdownOfText(node)
  const { tag, attrs, children } = node
  const inner = () => inlineMarkdown(children, found)
  if (tag === 'em' || tag === 'i') return around('*', inner())
  if (tag === 'strong' || tag === 'b') return around('**', inner())
  if (tag === 'code' || tag === 'kbd' || tag === 'tt') return code(textIn(node))
  if (tag === 'br') return '\\\n'
  if (tag === 'sup' || tag === 'sub') return raised(textIn(node), tag === 'sup' ? '^' : '_')
  if (tag === 'img' || tag === 'object') return picture(node, found)
  if (tag === 'math') {
    const tex = texOfMath(node)
    if (tex === null) found.dropped.add('A MathML formula (only its text is imported).')
    return tex === null ? escapeSigns(textIn(node)) : math(tex, attrs['display'] === 'block' ? '$$' : '$')
  }
  if (tag === 'a') found.dropped.add('A link (only its text is imported).')
  if (['audio', 'video', 'include'].includes(tag)) {
    found.dropped.add('Audio, video, or content from another file.')
    return ''
  }
  return isBlock(node) ? ` ${inner()} ` : inner()
}

function picture({ tag, attrs, children }: Element, found: FoundContent) {
  const href = attrs['src'] ?? attrs['data'] ?? ''
  const isPicture = tag === 'img' || (attrs['type'] ?? '').startsWith('image/')
  if (isPicture && href !== '')
    found.pictures.push({ href, alt: (attrs['alt'] ?? children.map(textIn).join(' ')).slice(0, 500) })
  else found.dropped.add('Audio, video, or content from another file.')
  return ''
}

const inlineMarkdown = (nodes: readonly Xml[], found: FoundContent): string =>
  nodes.map((each) => inlineOf(each, found)).join('')

/**
 * Converts text to a paragraph: escapes special characters at the start of each line, and drops line breaks
 * at both ends.
 */
const paragraph = (text: string) =>
  text
    .split('\\\n')
    .map((line) => escapeStart(line.replace(/ +/g, ' ').trim()))
    .join('\\\n')
    .replace(/^(\\\n)+/, '')
    .replace(/(\\\n)+$/, '')

const indented = (text: string, by: number) => text.replace(/\n(?=.)/g, `\n${' '.repeat(by)}`)

function listOf({ tag, attrs, children }: Element, found: FoundContent) {
  const first = Number(/^start-(\d{1,9})$/.exec(attrs['class'] ?? '')?.[1] ?? 1)
  const items = children
    .filter((each) => typeof each !== 'string')
    .map((item) => ({ item, blocks: blocksOf(item.children, found) }))
  const isLoose = items.some(({ item }) => elementsIn(item).some((each) => each.tag === 'p'))
  const lines = items.map(({ blocks }, at) => {
    const mark = tag === 'ol' ? `${first + at}. ` : '- '
    return `${mark}${indented(blocks.join(isLoose ? '\n\n' : '\n'), mark.length)}`
  })
  return lines.join(isLoose ? '\n\n' : '\n')
}

const rules: Record<string, string> = { left: ':--', center: ':-:', right: '--:' }

function tableOf(table: Element, found: FoundContent) {
  const rowsIn = (node: Element): Element[] =>
    elementsIn(node).flatMap((each) =>
      each.tag === 'tr' ? [each] : ['thead', 'tbody', 'tfoot'].includes(each.tag) ? rowsIn(each) : [],
    )
  const rows = rowsIn(table).map((row) => elementsIn(row).filter(({ tag }) => tag === 'td' || tag === 'th'))
  const width = Math.max(0, ...rows.map(({ length }) => length))
  const [head, ...body] = rows.map((row) => {
    const cells = row.map(({ children }) =>
      inlineMarkdown(children, found)
        .replace(/\\?\n/g, ' ')
        .trim()
        .replace(/(?<!\\)\|/g, '\\|'),
    )
    return `| ${[...cells, ...Array<string>(width - cells.length).fill('')].join(' | ')} |`
  })
  if (!head) return ''
  const sides = Array.from({ length: width }, (_, at) => rules[rows[0]?.[at]?.attrs['class'] ?? ''] ?? '---')
  return [head, `| ${sides.join(' | ')} |`, ...body].join('\n')
}

function blockOf(node: Element, found: FoundContent): string[] {
  const { tag, children } = node
  if (tag === 'ul' || tag === 'ol') return [listOf(node, found)]
  if (tag === 'table') return [tableOf(node, found)]
  if (tag === 'blockquote') return [blocksOf(children, found).join('\n\n').replace(/^/gm, '> ')]
  if (tag === 'pre') return textIn(node) === '' ? [] : [code(textIn(node))]
  if (/^h[1-6]$/.test(tag)) return [around('**', paragraph(inlineMarkdown(children, found)))]
  return blocksOf(children, found)
}

/** Converts nodes to blocks of Markdown. Inline content between blocks becomes a paragraph. */
function blocksOf(nodes: readonly Xml[], found: FoundContent): string[] {
  const blocks: string[] = []
  let line: Xml[] = []
  const end = () => {
    blocks.push(paragraph(inlineMarkdown(line, found)))
    line = []
  }
  for (const node of nodes) {
    if (typeof node === 'string' || !isBlock(node)) line.push(node)
    else {
      end()
      blocks.push(...blockOf(node, found))
    }
  }
  end()
  return blocks.filter((text) => text !== '')
}

/** Converts XHTML to Markdown with TeX. Adds the pictures and losses to `found`. */
export const markdownOf = (nodes: readonly Xml[], found: FoundContent): string =>
  blocksOf(nodes, found).join('\n\n')
