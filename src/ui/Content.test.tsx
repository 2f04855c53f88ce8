import { renderToStaticMarkup } from 'react-dom/server'
import { expect, test } from 'vitest'
import type { ContentNode } from '#shared/content.ts'
import { Content } from './Content.tsx'

const shown = (...nodes: ContentNode[]) =>
  /^<div[^>]*>(.*)<\/div>$/s.exec(renderToStaticMarkup(<Content nodes={nodes} />))?.[1]

test.each<[string, ContentNode[], string]>([
  ['text stays text, even if it looks like HTML', ['<b>1 & 2</b>'], '&lt;b&gt;1 &amp; 2&lt;/b&gt;'],
  [
    'tags become HTML elements',
    [{ tag: 'p', children: ['a', { tag: 'br', children: [] }, 'b'] }],
    '<p>a<br/>b</p>',
  ],
  [
    'class, style and aria-hidden are kept',
    [
      {
        tag: 'span',
        attrs: { class: 'base', style: 'height:0.5em;margin-right:-0.2em;', 'aria-hidden': 'true' },
        children: ['x'],
      },
    ],
    '<span class="base" style="height:0.5em;margin-right:-0.2em" aria-hidden="true">x</span>',
  ],
  [
    'the lines and roots of formulas become SVG',
    [
      {
        tag: 'svg',
        attrs: { viewBox: '0 0 9 9' },
        children: [{ tag: 'line', attrs: { x1: '0', 'stroke-width': '0.046em' }, children: [] }],
      },
    ],
    '<svg viewBox="0 0 9 9"><line x1="0" stroke-width="0.046em"></line></svg>',
  ],
  [
    'math becomes MathML',
    [{ tag: 'math', children: [{ tag: 'mn', children: ['2'] }] }],
    '<math><mn>2</mn></math>',
  ],
])('%s', (_, nodes, html) => expect(shown(...nodes)).toBe(html))
