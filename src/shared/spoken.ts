import type { ContentNode } from './content.ts'

/** Functions that write math elements on one line, by tag. */
const inLine: Record<string, (parts: string[]) => string> = {
  mfrac: ([above, below]) => `${above}/${below}`,
  msup: ([base, power]) => `${base}^${power}`,
  msub: ([base, below]) => `${base}_${below}`,
  msqrt: (parts) => `√(${parts.join('')})`,
  mroot: ([base, degree]) => `${degree}√(${base})`,
  annotation: () => '',
}

/**
 * Returns rendered content as spoken text, for the accessible names of controls, because formulas have no
 * readable text.
 */
export function spoken(nodes: readonly ContentNode[]): string {
  const word = (node: ContentNode): string => {
    if (typeof node === 'string') return node
    if (node.attrs?.['aria-hidden'] === 'true') return ''
    const parts = node.children.map(word)
    return inLine[node.tag]?.(parts) ?? parts.join('')
  }
  return nodes.map(word).join('').trim()
}
