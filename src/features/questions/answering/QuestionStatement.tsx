import { visuals } from '#features/material/visuals/api.ts'
import type { Shown } from '#features/questions/rules.ts'
import type { ContentNode } from '#shared/content.ts'
import { Content } from '#ui/Content.tsx'
import { fileAddress } from '#web/api.ts'
import type { LeadPlace } from './fields.ts'
import style from './QuestionStatement.module.css'

/** Returns the text of rendered content. Formulas are in it as TeX and as they are displayed. */
export const textOf = (nodes: readonly ContentNode[]): string =>
  nodes.map((node) => (typeof node === 'string' ? node : textOf(node.children))).join('')

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
  if (/[=≈]\s*$/.test(textOf([only]).replaceAll('\u200b', ''))) return 'behind'
  const [part, ...others] = shown.parts
  const isRight = part && 'rightAlign' in part && part.rightAlign === true && others.length === 0
  return isRight && has(only, 'katex-display') ? 'below' : null
}

type QuestionStatementProps = {
  /** Id that the fields refer to. */
  id?: string
  question: {
    instructions: ContentNode[]
    content: ContentNode[]
    visual: { image: string; width?: number; height?: number; alt: string } | null
  }
}

/** Text and picture of a question. Screen readers announce it with every field that answers it. */
export function QuestionStatement({ id = 'asked', question }: QuestionStatementProps) {
  const { instructions, content, visual } = question
  return (
    <div id={id}>
      {instructions.length > 0 && (
        <div className={style.instructions}>
          <Content nodes={instructions} />
        </div>
      )}
      <Content nodes={content} />
      {visual && (
        <img
          className={style.picture}
          src={fileAddress(visuals.image, { image: visual.image })}
          width={visual.width}
          height={visual.height}
          alt={visual.alt}
        />
      )}
    </div>
  )
}
