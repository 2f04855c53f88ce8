import { QuestionStatement } from '#features/questions/answering/QuestionStatement.tsx'
import { ReadOnlyFields } from '#features/questions/answering/ReadOnlyFields.tsx'
import { wordsOf } from '#features/questions/rules.ts'
import type { Asked } from './api.ts'
import style from './Grading.module.css'

/** A question as the student saw it, with its solution below. */
export function AskedQuestion({ question }: { question: Asked }) {
  return (
    // Scrolls separately next to long lists of answers, also with the keyboard.
    <section className={style.asked} aria-label="The question" tabIndex={0}>
      <QuestionStatement question={question} />
      <h2>Solution</h2>
      {/[^\s,]/.test(wordsOf(question.solution)) ? (
        <ReadOnlyFields shown={question.shown} given={question.solution} model />
      ) : (
        <p className={style.quiet}>No answer key. Use your judgment.</p>
      )}
    </section>
  )
}
