import type { ContentNode } from '#shared/content.ts'
import { Content } from '#ui/Content.tsx'
import { Sentence } from '#ui/Sentence.tsx'
import style from './AnswerForm.module.css'

/** Formula that an author has typed, as math. Nothing if it can't be read. */
export const LooksLike = ({ nodes }: { nodes: readonly ContentNode[] | undefined }) =>
  nodes ? (
    <p className={style.looksLike}>
      <Sentence text="Read as {content}" content={<Content nodes={nodes} inline />} />
    </p>
  ) : null
