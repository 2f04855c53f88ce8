import { getRouteApi } from '@tanstack/react-router'
import { QuestionPage } from '#features/practice/QuestionPage.tsx'

const homeworkPage = getRouteApi('/family/student/homework/$hwId/sections/$sectionNum/questions/$quesNum')
const assessmentPage = getRouteApi('/family/student/assessments/$assessmentId/questions/$quesNum')
const testPage = getRouteApi('/family/student/tests/$testId/questions/$quesNum')
const loadHand = () => import('#features/classroom/HandButton.tsx')

/** One question of homework. */
export function HomeworkQuestionPage() {
  const { hwId: id, sectionNum, quesNum } = homeworkPage.useParams()
  return <QuestionPage place={{ kind: 'homework', id, s: Number(sectionNum), n: Number(quesNum), child: null }} loadHand={loadHand} />
}

/** One question of an assessment, by its running number. */
export function AssessmentQuestionPage() {
  const { assessmentId: id, quesNum } = assessmentPage.useParams()
  return <QuestionPage key={id} place={{ kind: 'assessment', id, s: null, n: Number(quesNum), child: null }} loadHand={loadHand} />
}

/** One question of a test, by its running number. */
export function TestQuestionPage() {
  const { testId: id, quesNum } = testPage.useParams()
  return <QuestionPage key={id} place={{ kind: 'test', id, s: null, n: Number(quesNum), child: null }} loadHand={loadHand} />
}
