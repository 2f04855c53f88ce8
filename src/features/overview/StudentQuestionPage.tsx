import { getRouteApi } from '@tanstack/react-router'
import { QuestionPage } from '#features/practice/QuestionPage.tsx'
import { asStudent } from '#features/practice/question-ref.ts'

const homeworkPage = getRouteApi('/family/student/homework/$hwId/sections/$sectionNum/questions/$quesNum')
const assessmentPage = getRouteApi('/family/student/assessments/$assessmentId/questions/$quesNum')
const testPage = getRouteApi('/family/student/tests/$testId/questions/$quesNum')
const loadHand = () => import('#features/classroom/HandButton.tsx')

/** One question of homework. */
export function HomeworkQuestionPage() {
  const { hwId: workId, sectionNum, quesNum } = homeworkPage.useParams()
  return (
    <QuestionPage
      of={{ viewer: asStudent, kind: 'homework', workId, section: Number(sectionNum), num: Number(quesNum) }}
      loadHand={loadHand}
    />
  )
}

/** One question of an assessment, by its running number. */
export function AssessmentQuestionPage() {
  const { assessmentId: workId, quesNum } = assessmentPage.useParams()
  return (
    <QuestionPage
      key={workId}
      of={{ viewer: asStudent, kind: 'assessment', workId, section: null, num: Number(quesNum) }}
      loadHand={loadHand}
    />
  )
}

/** One question of a test, by its running number. */
export function TestQuestionPage() {
  const { testId: workId, quesNum } = testPage.useParams()
  return (
    <QuestionPage key={workId} of={{ viewer: asStudent, kind: 'test', workId, section: null, num: Number(quesNum) }} loadHand={loadHand} />
  )
}
