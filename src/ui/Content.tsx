import 'katex/dist/katex.min.css'
import { createElement, memo, type CSSProperties, type ReactNode } from 'react'
import type { ContentNode } from '#shared/content.ts'
import style from './Content.module.css'

/** Names that React spells in its own way. */
const spelling: Record<string, string> = { class: 'className', 'stroke-width': 'strokeWidth' }

const styled = (text: string): CSSProperties =>
  Object.fromEntries(
    text
      .split(';')
      .map((pair) => pair.split(':').map((each) => each.trim()))
      .filter((pair) => pair.length === 2 && pair[0] !== '')
      .map(([name = '', value]) => [name.replace(/-([a-z])/g, (_, letter: string) => letter.toUpperCase()), value]),
  )

function element(node: ContentNode, key: number): ReactNode {
  if (typeof node === 'string') return node
  const { tag, attrs = {}, children } = node
  const props = Object.fromEntries(
    Object.entries(attrs).map(([name, value]) => (name === 'style' ? ['style', styled(value)] : [spelling[name] ?? name, value])),
  )
  return children.length > 0 ? createElement(tag, { key, ...props }, ...children.map(element)) : createElement(tag, { key, ...props })
}

/** Shows rendered content (`server/markup.ts`) as elements, without any HTML text. */
export const Content = memo(function Content({ nodes }: { nodes: readonly ContentNode[] }) {
  return <div className={style.content}>{nodes.map(element)}</div>
})
