import type { ContentNode } from './content.ts'

/** Returns the text of rendered content. Formulas are in it as TeX and as they are displayed. */
export const contentText = (nodes: readonly ContentNode[]): string =>
  nodes.map((node) => (typeof node === 'string' ? node : contentText(node.children))).join('')
