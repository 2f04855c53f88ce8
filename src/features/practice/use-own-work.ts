import { linkOptions } from '@tanstack/react-router'
import { read } from '#web/api.ts'
import type { Work, WorkLine } from './api.ts'
import { childsMore, childsWork, ownSections, ownWork } from './answering/api.ts'
import { isFree, type WorkKind } from './rules.ts'

/** Work of the signed-in student, or of a parent's `child`. */
export type Doing = { kind: WorkKind; id: string; child: string | null }

/** A question of work: homework's by section `s` and number `n` within it, any other by its running number `n`. */
export type Place = Doing & { s: number | null; n: number }

/** Name under which this device stores answers to a question; `placeOf` parses it. */
export const about = ({ kind, id, s, n, child }: Place) => `${kind} ${id} ${s === null ? n : `${s}.${n}`}${child ? ` ${child}` : ''}`

const kindOf: Record<string, WorkKind> = { assessment: 'assessment', homework: 'homework', test: 'test' }

export function placeOf(name: string): Place | null {
  const [, word = '', id, s, n, child = null] = /^(\w+) (\S+) (?:(\d+)\.)?(\d+)(?: (\S+))?$/.exec(name) ?? []
  const kind = kindOf[word]
  return kind && id ? { kind, id, s: s === undefined ? null : Number(s), n: Number(n), child } : null
}

/** Endpoint that reads questions of a work, to invalidate their queries. */
export function questionsOf({ kind, child }: Pick<Doing, 'kind' | 'child'>) {
  if (child) return isFree(kind) ? childsWork[kind].question : childsMore.sectionQuestion
  return isFree(kind) ? ownWork[kind].question : ownSections.question
}

/** Query for a question. */
export function questionRead({ kind, id, s, n, child: studentId }: Place) {
  if (!studentId) return s === null ? read(ownWork[kind].question, { id, n }) : read(ownSections.question, { id, s, n })
  return s === null ? read(childsWork[kind].question, { studentId, id, n }) : read(childsMore.sectionQuestion, { studentId, id, s, n })
}

export const workRead = ({ kind, id, child: studentId }: Doing) =>
  studentId ? read(childsWork[kind].item, { studentId, id }) : read(ownWork[kind].item, { id })

/** Endpoint and input for an answer. Parents can only answer a child's assessments (spec §7). */
export function answerCall({ kind, id, s, n, child: studentId }: Place) {
  if (studentId) return { endpoint: childsMore.answerAssessment, input: { studentId, id, n } }
  return s === null ? { endpoint: ownWork[kind].answer, input: { id, n } } : { endpoint: ownSections.answer, input: { id, s, n } }
}

type Dot = Work['sections'][number]['questions'][number]

/** A question with its position in the work. */
export type Stop = { place: Place; question: Dot; section: string }

/** Every question of started work, in running order. */
export const stopsOf = ({ kind, _id: id, sections }: Pick<Work, 'kind' | '_id' | 'sections'>, child: string | null): Stop[] =>
  sections.flatMap(({ num, name, questions }) =>
    questions.map((question) => ({
      place: { kind, id, child, ...(isFree(kind) ? { s: null, n: question.sequenceQuesNum } : { s: num, n: question.quesNum }) },
      question,
      section: name,
    })),
  )

type ChildsQuestion = { kind: WorkKind; id: string; s: number | null; quesNum: string; studentId: string }

function childsQuestionPage({ kind, id, s, quesNum, studentId }: ChildsQuestion) {
  if (kind === 'test')
    return linkOptions({ to: '/parent/students/$studentId/tests/$testId/questions/$quesNum', params: { studentId, testId: id, quesNum } })
  if (kind === 'assessment')
    return linkOptions({
      to: '/parent/students/$studentId/assessments/$assessmentId/questions/$quesNum',
      params: { studentId, assessmentId: id, quesNum },
    })
  return linkOptions({
    to: '/parent/students/$studentId/homework/$hwId/sections/$sectionNum/questions/$quesNum',
    params: { studentId, hwId: id, sectionNum: String(s), quesNum },
  })
}

/** Link to a question's page (spec §2). */
export function questionPage({ kind, id, s, n, child }: Place) {
  const quesNum = String(n)
  if (child) return childsQuestionPage({ kind, id, s, quesNum, studentId: child })
  if (kind === 'test') return linkOptions({ to: '/student/tests/$testId/questions/$quesNum', params: { testId: id, quesNum } })
  if (kind === 'assessment')
    return linkOptions({ to: '/student/assessments/$assessmentId/questions/$quesNum', params: { assessmentId: id, quesNum } })
  return linkOptions({
    to: '/student/homework/$hwId/sections/$sectionNum/questions/$quesNum',
    params: { hwId: id, sectionNum: String(s), quesNum },
  })
}

/** Home page of the person doing the work. */
export const homePage = (child: string | null) =>
  child ? linkOptions({ to: '/parent/students/$studentId', params: { studentId: child } }) : linkOptions({ to: '/student' })

/** Link to start work: homework has its own page, other work starts at its first question. */
export const workPage = ({ kind, _id: id }: Pick<WorkLine, 'kind' | '_id'>) =>
  kind === 'homework'
    ? linkOptions({ to: '/student/homework/$hwId/sections', params: { hwId: id } })
    : questionPage({ kind, id, s: null, n: 1, child: null })
