import { read } from '#web/api.ts'
import { childsMore, childsWork, ownSections, ownWork } from './answering/api.ts'
import { childOf, type FamilyViewer, type QuestionRef, type WorkRef } from './question-ref.ts'
import { isFree } from './rules.ts'

/**
 * Returns the endpoints that provide work and its questions to the student or a parent, used to invalidate
 * their queries.
 */
export function endpointsOf({ viewer, kind }: Pick<WorkRef<FamilyViewer>, 'viewer' | 'kind'>) {
  const { item, question } = viewer.role === 'parent' ? childsWork[kind] : ownWork[kind]
  if (isFree(kind)) return { item, question }
  return { item, question: viewer.role === 'parent' ? childsMore.sectionQuestion : ownSections.question }
}

export function questionRead({ viewer, kind, workId: id, section: s, num: n }: QuestionRef<FamilyViewer>) {
  const studentId = childOf(viewer)
  if (!studentId)
    return s === null ? read(ownWork[kind].question, { id, n }) : read(ownSections.question, { id, s, n })
  return s === null
    ? read(childsWork[kind].question, { studentId, id, n })
    : read(childsMore.sectionQuestion, { studentId, id, s, n })
}

export function workRead({ viewer, kind, workId: id }: WorkRef<FamilyViewer>) {
  const studentId = childOf(viewer)
  return studentId ? read(childsWork[kind].item, { studentId, id }) : read(ownWork[kind].item, { id })
}

/**
 * Returns the endpoint and input for sending an answer. Parents can only answer a child's assessments (spec
 * §7).
 */
export function answerCall({ viewer, kind, workId: id, section: s, num: n }: QuestionRef<FamilyViewer>) {
  const studentId = childOf(viewer)
  if (studentId) return { endpoint: childsMore.answerAssessment, input: { studentId, id, n } }
  return s === null
    ? { endpoint: ownWork[kind].answer, input: { id, n } }
    : { endpoint: ownSections.answer, input: { id, s, n } }
}
