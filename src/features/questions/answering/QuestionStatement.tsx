import { visuals } from '#features/material/visuals/api.ts'
import type { ContentNode } from '#shared/content.ts'
import { Content } from '#ui/Content.tsx'
import { fileAddress } from '#web/api.ts'
import style from './QuestionStatement.module.css'

type QuestionStatementProps = {
  /** Element id that the answer fields refer to. */
  id?: string
  question: {
    instructions: ContentNode[]
    content: ContentNode[]
    visual: { image: string; width?: number; height?: number; alt: string } | null
  }
}

/** Text and picture of a question. Screen readers announce them with each answer field. */
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
