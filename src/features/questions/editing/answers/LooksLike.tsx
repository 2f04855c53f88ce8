import type { ContentNode } from '#shared/content.ts'
import { Content } from '#ui/Content.tsx'
import { Sentence } from '#ui/Sentence.tsx'
import style from './AnswerForm.module.css'

/** Formula that an author has typed, displayed as math. Renders nothing if the formula can't be parsed. */
export const FormulaPreview = ({ nodes }: { nodes: readonly ContentNode[] | undefined }) =>
  nodes ? (
    <p className={style.looksLike}>
      <Sentence text="Read as {content}" content={<Content nodes={nodes} inline />} />
    </p>
  ) : null
