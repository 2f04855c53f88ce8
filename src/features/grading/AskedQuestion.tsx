import { QuestionStatement } from '#features/questions/answering/QuestionStatement.tsx'
import { t } from '#shared/language.ts'
import { AnswerKey } from './AnswerKey.tsx'
import type { QuestionToGrade } from './api.ts'
import style from './Grading.module.css'

/** A question as the student saw it, with its solution below. */
export function AskedQuestion({ question }: { question: QuestionToGrade }) {
  return (
    // Scrolls independently of a long list of answers, including with the keyboard.
    <section className={`${style.asked} card pad-4`} aria-label={t('The question')} tabIndex={0}>
      <QuestionStatement question={question} />
      <h2>{t('Solution')}</h2>
      <AnswerKey {...question} />
    </section>
  )
}
