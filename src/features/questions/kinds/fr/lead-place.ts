import type { Shown } from '#features/questions/rules.ts'
import { type ContentNode, contentText } from '#shared/content.ts'
import type { LeadPlace } from '../../answering/fields.ts'

const has = (node: ContentNode, look: string): boolean =>
  typeof node !== 'string' &&
  (node.attrs?.['class']?.split(' ').includes(look) === true || node.children.some((each) => has(each, look)))

/** Kinds of parts that fit in a line with a formula. */
const short = new Set<string>(['number', 'expression', 'letter', 'words', 'select', 'line', 'angle', 'label'])

/**
 * Returns where the fields are if they complete the question's formula: behind one that ends with an equals
 * sign, or below a sum set out in columns. Null if they come after the question.
 */
export function leadPlace(shown: Shown, content: readonly ContentNode[]): LeadPlace | null {
  const [only, ...more] = content
  if (!only || more.length > 0 || shown.kind !== 'fr') return null
  if (!shown.parts.every(({ kind }) => short.has(kind))) return null
  if (/[=≈]\s*$/.test(contentText([only]).replaceAll('\u200b', ''))) return 'behind'
  const [part, ...others] = shown.parts
  const isRight = part && 'rightAlign' in part && part.rightAlign === true && others.length === 0
  return isRight && has(only, 'katex-display') ? 'below' : null
}
