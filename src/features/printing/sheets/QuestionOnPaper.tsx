import { visuals } from '#features/material/visuals/api.ts'
import { hasBubbles } from '#features/questions/kinds/bubbles.ts'
import type { Printed, WorkSpace } from '#features/questions/kinds/KindScreens.tsx'
import type { Shown } from '#features/questions/rules.ts'
import type { ContentNode } from '#shared/content.ts'
import { Content } from '#ui/Content.tsx'
import { fileAddress } from '#web/api.ts'
import style from './Sheets.module.css'

type PaperQuestion = {
  num: number
  instructions: ContentNode[]
  content: ContentNode[]
  visual: { image: string; alt: string; width: number; height: number } | null
  shown: Shown
  /** Components that render the question for print. */
  printed: Printed
}

type QuestionOnPaperProps = {
  question: PaperQuestion
  space: WorkSpace
  /**
   * Indexes of the parts that are answered digit by digit. Bubbles are printed if they suffice to answer the
   * whole question. Otherwise, or if this is null, blanks to write in are printed.
   */
  digits?: readonly number[] | null
}

/** A question with space for its answer. */
export function QuestionOnPaper({ question, space, digits = null }: QuestionOnPaperProps) {
  const {
    num,
    instructions,
    content,
    visual,
    shown,
    printed: { Blanks },
  } = question
  return (
    <article className={style.question} data-question={num}>
      <b>{num}</b>
      <div className={`${style.asked} cluster`}>
        {instructions.length > 0 && (
          <div className={style.instructions}>
            <Content nodes={instructions} />
          </div>
        )}
        <Content nodes={content} />
        {visual && (
          <img
            className={style.visual}
            src={fileAddress(visuals.image, { image: visual.image })}
            alt={visual.alt}
            width={visual.width}
            height={visual.height}
          />
        )}
        <Blanks
          shown={shown}
          space={space}
          bubbles={digits && hasBubbles(shown, digits) ? { digits } : null}
        />
      </div>
    </article>
  )
}
