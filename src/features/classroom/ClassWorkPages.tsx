import { useParams } from '@tanstack/react-router'
import {
  GivenAssessmentQuestionPage,
  GivenHomeworkQuestionPage,
  GivenTestQuestionPage,
} from '#features/practice/looking/GivenQuestionPage.tsx'
import { AnswerComment } from './AnswerComment.tsx'

/** …/homework/{hwId}/sections/{sectionNum}/questions/{quesNum} in a classroom, with a word about the answer. */
export function ClassHomeworkQuestionPage() {
  const { hwId: id = '', sectionNum, quesNum } = useParams({ strict: false })
  return (
    <>
      <GivenHomeworkQuestionPage />
      <AnswerComment spot={{ kind: 'homework', id, s: Number(sectionNum), n: Number(quesNum) }} />
    </>
  )
}

/** …/tests/{testId}/questions/{quesNum} in a classroom. */
export function ClassTestQuestionPage() {
  const { testId: id = '', quesNum } = useParams({ strict: false })
  return (
    <>
      <GivenTestQuestionPage />
      <AnswerComment spot={{ kind: 'test', id, s: null, n: Number(quesNum) }} />
    </>
  )
}

/** …/assessments/{assessmentId}/questions/{quesNum} in a classroom. */
export function ClassAssessmentQuestionPage() {
  const { assessmentId: id = '', quesNum } = useParams({ strict: false })
  return (
    <>
      <GivenAssessmentQuestionPage />
      <AnswerComment spot={{ kind: 'assessment', id, s: null, n: Number(quesNum) }} />
    </>
  )
}
