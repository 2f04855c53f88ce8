import { useParams } from '@tanstack/react-router'
import type { QuestionRef } from './question-ref.ts'

/**
 * Returns the question in the page's URL: by section and number in homework, by sequence number in other
 * work.
 */
export function useQuestionRef<V>(viewer: V): QuestionRef<V> {
  const { hwId, assessmentId, testId, sectionNum, quesNum } = useParams({ strict: false })
  const num = Number(quesNum)
  if (testId !== undefined) return { viewer, kind: 'test', workId: testId, section: null, num }
  if (assessmentId !== undefined)
    return { viewer, kind: 'assessment', workId: assessmentId, section: null, num }
  return { viewer, kind: 'homework', workId: hwId ?? '', section: Number(sectionNum), num }
}
