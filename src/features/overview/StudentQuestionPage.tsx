import { asStudent } from '#features/practice/question-ref.ts'
import { QuestionPage } from '#features/practice/QuestionPage.tsx'
import { useQuestionRef } from '#features/practice/use-question-ref.ts'

const loadHand = () => import('#features/classroom/HandButton.tsx')

/** One question of the student's own work. */
export function StudentQuestionPage() {
  const of = useQuestionRef(asStudent)
  return <QuestionPage key={of.workId} of={of} loadHand={loadHand} />
}
