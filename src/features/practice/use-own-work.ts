import { linkOptions } from '@tanstack/react-router'
import { read } from '#web/api.ts'
import type { Work, WorkLine } from './api.ts'
import { ownSections, ownWork } from './doing/api.ts'
import { isFree, type WorkKind } from './rules.ts'

/** A question of a student's own work: homework's by section `s` and number `n` within it, any other by its running number `n`. */
export type Place = { kind: WorkKind; id: string; s: number | null; n: number }

/** What an answer on this device is about; `placeOf` reads it back. */
export const about = ({ kind, id, s, n }: Place) => `${kind} ${id} ${s === null ? n : `${s}.${n}`}`

const kindOf: Record<string, WorkKind> = { assessment: 'assessment', homework: 'homework', test: 'test' }

export function placeOf(name: string): Place | null {
  const [, word = '', id, s, n] = /^(\w+) (\S+) (?:(\d+)\.)?(\d+)$/.exec(name) ?? []
  const kind = kindOf[word]
  return kind && id ? { kind, id, s: s === undefined ? null : Number(s), n: Number(n) } : null
}

/** What questions of a kind are read by, for whoever has them read again. */
export const questionsOf = (kind: WorkKind) => (isFree(kind) ? ownWork[kind].question : ownSections.question)

/** Where a question is read, and its answer goes. */
export const questionRead = ({ kind, id, s, n }: Place) =>
  s === null ? read(ownWork[kind].question, { id, n }) : read(ownSections.question, { id, s, n })

export const workRead = ({ kind, id }: Pick<Place, 'kind' | 'id'>) => read(ownWork[kind].item, { id })

export const answerCall = ({ kind, id, s, n }: Place) =>
  s === null ? { endpoint: ownWork[kind].answer, input: { id, n } } : { endpoint: ownSections.answer, input: { id, s, n } }

type Dot = Work['sections'][number]['questions'][number]

/** A question where it stands among the others. */
export type Stop = { place: Place; question: Dot; section: string }

/** Every question of begun work in its running order. */
export const stopsOf = ({ kind, _id: id, sections }: Pick<Work, 'kind' | '_id' | 'sections'>): Stop[] =>
  sections.flatMap(({ num, name, questions }) =>
    questions.map((question) => ({
      place: isFree(kind) ? { kind, id, s: null, n: question.sequenceQuesNum } : { kind, id, s: num, n: question.quesNum },
      question,
      section: name,
    })),
  )

/** The address of a question (spec §2). */
export function questionPage({ kind, id, s, n }: Place) {
  const quesNum = String(n)
  if (kind === 'test') return linkOptions({ to: '/student/tests/$testId/questions/$quesNum', params: { testId: id, quesNum } })
  if (kind === 'assessment')
    return linkOptions({ to: '/student/assessments/$assessmentId/questions/$quesNum', params: { assessmentId: id, quesNum } })
  return linkOptions({
    to: '/student/homework/$hwId/sections/$sectionNum/questions/$quesNum',
    params: { hwId: id, sectionNum: String(s), quesNum },
  })
}

/** The way into work: homework has a page of its own, any other begins at its first question. */
export const workPage = ({ kind, _id: id }: Pick<WorkLine, 'kind' | '_id'>) =>
  kind === 'homework'
    ? linkOptions({ to: '/student/homework/$hwId/sections', params: { hwId: id } })
    : questionPage({ kind, id, s: null, n: 1 })
