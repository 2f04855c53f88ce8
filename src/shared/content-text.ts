import type { ContentNode } from './content.ts'

/** Returns the text of rendered content. Each formula appears twice: as displayed and as TeX. */
export const contentText = (nodes: readonly ContentNode[]): string =>
  nodes.map((node) => (typeof node === 'string' ? node : contentText(node.children))).join('')
