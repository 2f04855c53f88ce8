import { Solution } from '#features/practice/AnswerReview.tsx'
import { answerText, type Given, type Shown } from '#features/questions/rules.ts'
import { t } from '#shared/language.ts'

/** Model answer for the person who grades the question, or a note that there is none. */
export const AnswerKey = ({ shown, solution }: { shown: Shown; solution: Given }) =>
  /[^\s,]/.test(answerText(shown, solution)) ? (
    <Solution shown={shown} solution={solution} />
  ) : (
    <p className="quiet">{t('No answer key. Use your judgment.')}</p>
  )
