import { visuals } from '#features/material/visuals/api.ts'
import { Content } from '#ui/Content.tsx'
import { fileAddress } from '#web/api.ts'
import type { WorkQuestion } from './api.ts'
import style from './QuestionPage.module.css'

/** The question text and picture. Screen readers announce it with every field that answers it. */
export function Asked({ question: { instructions, content, visual } }: { question: WorkQuestion }) {
  return (
    <div id="asked">
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
