// The build includes only the woff2 fonts of KaTeX (vite.config.ts).
import 'katex/dist/katex.min.css'
import { createElement, memo, type CSSProperties, type ReactNode } from 'react'
import type { ContentNode } from '#shared/content.ts'
import style from './Content.module.css'

/** Attributes that have another name in React. */
const spelling: Record<string, string> = { class: 'className', 'stroke-width': 'strokeWidth' }

/** Converts `margin-left:1em;color:red` to a React style. */
const styleOf = (text: string): CSSProperties =>
  Object.fromEntries(
    text
      .split(';')
      .filter((pair) => pair !== '')
      .map((pair) => pair.split(':'))
      .map(([name = '', value]) => [
        name.replace(/-([a-z])/g, (_, letter: string) => letter.toUpperCase()),
        value,
      ]),
  )

const propsOf = (attrs: Record<string, string>) =>
  Object.fromEntries(
    Object.entries(attrs).map(([name, value]) =>
      name === 'style' ? ['style', styleOf(value)] : [spelling[name] ?? name, value],
    ),
  )

const element = (node: ContentNode): ReactNode =>
  typeof node === 'string'
    ? node
    : createElement(node.tag, node.attrs && propsOf(node.attrs), ...node.children.map(element))

/** Observer shared by all content, because a long list shows many pieces of content. */
let observer: ResizeObserver | null = null

/**
 * Keeps content in the tab order only while it must be scrolled sideways, for example because a formula is
 * wide.
 */
function reachable(box: HTMLDivElement | null) {
  if (!box) return
  observer ??= new ResizeObserver((entries) => {
    for (const { target } of entries) {
      if (target.scrollWidth > target.clientWidth) target.setAttribute('tabindex', '0')
      else target.removeAttribute('tabindex')
    }
  })
  observer.observe(box)
  return () => observer?.unobserve(box)
}

/** Replaces paragraphs with their content, for use within a line. */
const inLine = (nodes: readonly ContentNode[]) =>
  nodes.flatMap((node) => (typeof node !== 'string' && node.tag === 'p' ? node.children : [node]))

/**
 * Shows rendered content (`shared/content.ts`) as elements, so the browser parses no HTML. `inline` is for
 * content within a line, such as a choice's text.
 */
export const Content = memo(function Content({
  nodes,
  inline = false,
}: {
  nodes: readonly ContentNode[]
  inline?: boolean
}) {
  if (inline) return createElement('span', { className: style.inline }, ...inLine(nodes).map(element))
  return createElement('div', { className: style.content, ref: reachable }, ...nodes.map(element))
})
