import katex from 'katex'
import MarkdownIt from 'markdown-it'
import type { ContentNode } from '#shared/content.ts'

/**
 * Content is Markdown with TeX between dollar signs. It is rendered once, here, into a tree of allowed nodes (`shared/content.ts`); no HTML text
 * ever reaches a browser, so nothing an author writes can become script (reliability T35, T36).
 */
const longest = 4000
const deepest = 50

const markdown = new MarkdownIt({ html: false, linkify: false, typographer: false }).disable([
  'image',
  'autolink',
  'html_block',
  'html_inline',
  'reference',
])

type State = { src: string; pos: number; push: (type: string, tag: string, nesting: 0) => { content: string; markup: string } }

/** `$…$` in a line, `$$…$$` on its own; `\$` is a dollar, and so is one followed or preceded by a space inside. */
function texRule(state: State, silent: boolean) {
  if (state.src[state.pos] !== '$') return false
  const fence = state.src.startsWith('$$', state.pos) ? '$$' : '$'
  const from = state.pos + fence.length
  let to = state.src.indexOf(fence, from)
  while (to > 0 && state.src[to - 1] === '\\') to = state.src.indexOf(fence, to + 1)
  if (to <= from) return false
  const tex = state.src.slice(from, to)
  if (fence === '$' && (/^\s|\s$/.test(tex) || /^\d/.test(state.src[to + 1] ?? ''))) return false
  if (!silent) {
    const token = state.push('tex', '', 0)
    token.content = tex
    token.markup = fence
  }
  state.pos = to + fence.length
  return true
}
markdown.inline.ruler.before('escape', 'tex', texRule as never)

const tags = new Set(
  'span svg path line math semantics annotation mrow mi mn mo ms mtext mspace msup msub msubsup mfrac msqrt mroot mover munder munderover mtable mtr mtd mstyle mpadded mphantom menclose'.split(
    ' ',
  ),
)
const attributes = new Set(
  'class style aria-hidden viewBox preserveAspectRatio d width height xmlns mathvariant encoding display accent stretchy fence separator lspace rspace minsize maxsize columnalign rowspacing columnspacing displaystyle scriptlevel linethickness mathcolor x1 x2 y1 y2 stroke-width'.split(
    ' ',
  ),
)

const entities: Record<string, string> = { '&amp;': '&', '&lt;': '<', '&gt;': '>', '&quot;': '"', '&#x27;': "'" }
const decoded = (text: string) => text.replace(/&(?:amp|lt|gt|quot|#x27);/g, (entity) => entities[entity] as string)

/** Reads the markup that KaTeX itself wrote (well-formed, lower case, double quotes) into nodes; an unknown tag is dropped with its contents. */
function nodesOf(html: string): ContentNode[] {
  const root: ContentNode[] = []
  const stack: { tag: string; children: ContentNode[] }[] = [{ tag: '', children: root }]
  for (const [, close, tag = '', words = '', selfClosing, text] of html.matchAll(
    /<(\/?)([a-z]+)((?:\s[^\s=>]+="[^"]*")*)\s*(\/?)>|([^<]+)/gi,
  )) {
    const top = stack.at(-1)!
    if (text !== undefined) top.children.push(decoded(text))
    else if (close) stack.pop()
    else {
      const attrs = Object.fromEntries(
        [...words.matchAll(/\s([^\s=]+)="([^"]*)"/g)]
          .filter(([, name]) => attributes.has(name as string))
          .map(([, name, value]) => [name as string, decoded(value as string)]),
      )
      const node = { tag, ...(Object.keys(attrs).length > 0 ? { attrs } : {}), children: [] as ContentNode[] }
      if (tags.has(tag)) top.children.push(node)
      if (!selfClosing) stack.push(node)
    }
  }
  return root
}

const depth = (tex: string) => {
  let now = 0
  let most = 0
  for (const sign of tex) {
    if (sign === '{') most = Math.max(most, (now += 1))
    if (sign === '}') now -= 1
  }
  return most
}

/** What could not be rendered stays readable as its source, marked, so that a page is never blank. */
const broken = (tex: string): ContentNode => ({ tag: 'code', attrs: { class: 'broken-tex' }, children: [tex] })

function tex(source: string, displayMode: boolean): ContentNode[] {
  if (depth(source) > deepest) return [broken(source)]
  try {
    return nodesOf(
      katex.renderToString(source, { displayMode, output: 'htmlAndMathml', strict: 'ignore', trust: false, maxExpand: 500, maxSize: 20 }),
    )
  } catch {
    return [broken(source)]
  }
}

const blocks = new Set([
  'p',
  'strong',
  'em',
  'ul',
  'ol',
  'li',
  'blockquote',
  'h1',
  'h2',
  'h3',
  'h4',
  'h5',
  'h6',
  'table',
  'thead',
  'tbody',
  'tr',
  'th',
  'td',
  's',
  'hr',
])

type Token = ReturnType<typeof markdown.parse>[number]

/** Builds nodes from Markdown's tokens; a link keeps its words and loses its address. */
function grow(tokens: readonly Token[], into: ContentNode[]) {
  const stack = [into]
  for (const token of tokens) {
    const top = stack.at(-1)!
    if (token.type === 'inline') grow(token.children ?? [], top)
    else if (token.type === 'tex') top.push(...tex(token.content, token.markup === '$$'))
    else if (token.type === 'hardbreak') top.push({ tag: 'br', children: [] })
    else if (token.type === 'softbreak') top.push(' ')
    else if (token.nesting === 1) {
      const children: ContentNode[] = []
      if (token.hidden || !blocks.has(token.tag)) stack.push(top)
      else {
        top.push({ tag: token.tag, children })
        stack.push(children)
      }
    } else if (token.nesting === -1) stack.pop()
    else if (token.tag === 'code') top.push({ tag: 'code', children: [token.content] })
    else if (token.content !== '') top.push(token.content)
  }
}

/** Renders content. Past 4,000 characters it is cut; TeX that fails is shown as its source. Never throws. */
export function render(source: string): ContentNode[] {
  const nodes: ContentNode[] = []
  grow(markdown.parse(source.slice(0, longest), {}), nodes)
  return nodes
}
