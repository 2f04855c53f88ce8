import { useParams } from '@tanstack/react-router'
import type { QuestionRef } from './question-ref.ts'

/**
 * Question that the page's URL names: a test's and an assessment's by its running number, homework's by
 * section and number.
 */
export function useQuestionRef<V>(viewer: V): QuestionRef<V> {
  const { hwId, assessmentId, testId, sectionNum, quesNum } = useParams({ strict: false })
  const num = Number(quesNum)
  if (testId !== undefined) return { viewer, kind: 'test', workId: testId, section: null, num }
  if (assessmentId !== undefined)
    return { viewer, kind: 'assessment', workId: assessmentId, section: null, num }
  return { viewer, kind: 'homework', workId: hwId ?? '', section: Number(sectionNum), num }
}
