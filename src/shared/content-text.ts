import type { ContentNode } from './content.ts'

/** Returns the text of rendered content, with formulas both as TeX and as displayed. */
export const contentText = (nodes: readonly ContentNode[]): string =>
  nodes.map((node) => (typeof node === 'string' ? node : contentText(node.children))).join('')
