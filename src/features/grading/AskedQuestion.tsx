import { visuals } from '#features/material/visuals/api.ts'
import { AnswerFields } from '#features/questions/answering/AnswerFields.tsx'
import { wordsOf } from '#features/questions/rules.ts'
import { Content } from '#ui/Content.tsx'
import { fileAddress } from '#web/api.ts'
import type { Asked } from './api.ts'
import style from './Grading.module.css'

/** A question as the student saw it, with its solution below. */
export function AskedQuestion({ question: { instructions, content, visual, shown, solution } }: { question: Asked }) {
  return (
    // Scrolls separately next to long lists of answers, also with the keyboard.
    <section className={style.asked} aria-label="The question" tabIndex={0}>
      <div id="asked">
        {instructions.length > 0 && (
          <div className={style.quiet}>
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
      <h2>Solution</h2>
      {/[^\s,]/.test(wordsOf(solution)) ? (
        <AnswerFields
          shown={shown}
          given={solution}
          verdict={null}
          readOnly
          model
          judged={false}
          describedBy="asked"
          onChange={() => {}}
          onEnter={() => {}}
        />
      ) : (
        <p className={style.quiet}>No answer key. Use your judgment.</p>
      )}
    </section>
  )
}
