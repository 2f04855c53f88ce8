import type { VerdictStatus } from '#features/questions/kinds/verdict.ts'
import { isBlank } from '#features/questions/kinds/given.ts'
import type { Work, WorkQuestion } from '../api.ts'
import { isFree, reasonOf, type WorkKind, type WorkState, workPaths } from '../rules.ts'

/** A question of a student's work: homework's by section `s` and number `n` within it, any other by its running number `n`. */
export type Spot = { kind: WorkKind; id: string; s: number | null; n: number }

type Dot = Work['sections'][number]['questions'][number]

/** Every question of started work, in running order. */
export const spotsOf = ({ kind, _id: id, sections }: Pick<Work, 'kind' | '_id' | 'sections'>) =>
  sections.flatMap(({ num, name, questions }) =>
    questions.map((dot) => ({
      dot,
      section: name,
      spot: isFree(kind) ? { kind, id, s: null, n: dot.sequenceQuesNum } : { kind, id, s: num, n: dot.quesNum },
    })),
  )

/** URL of a question below a student's page (spec §2, the pages under attendance and parents). */
export const questionAddress = (root: string, { kind, id, s, n }: Spot) =>
  `${root}/${workPaths[kind]}/${id}/${s === null ? '' : `sections/${s}/`}questions/${n}`

/** URL prefix of a student's work, from any page about the student. From their record, it is attendance without a class. */
export const rootOf = (pathname: string) =>
  (/^.*\/students\/[^/]+/.exec(pathname)?.[0] ?? '').replace(/^(\/centers\/[^/]+)\/students\//, '$1/attendance/students/')

/** URL of the student's page that links to their work. Without a class, it is their record. */
export const homeOf = (root: string) => root.replace('/attendance/students/', '/students/')

/** URL of a homework's sections. */
export const sectionsAddress = (root: string, id: string) => `${root}/${workPaths.homework}/${id}/sections`

/** URL of an assessment's report. */
export const reportAddress = (root: string, id: string) => `${root}/${workPaths.assessment}/${id}/report`

type Opened = { kind: WorkKind; _id: string; submittedAt: string | null }

/** URL that a line of work opens: homework's sections, a submitted assessment's report, else the first question. */
export function workAddress(root: string, { kind, _id: id, submittedAt }: Opened) {
  if (kind === 'homework') return sectionsAddress(root, id)
  if (kind === 'assessment' && submittedAt !== null) return reportAddress(root, id)
  return questionAddress(root, { kind, id, s: null, n: 1 })
}

/** State of a question as staff see it, whatever the family may see. */
export function dotWords({ solved, partly, waits, answered, over }: Dot, { kind, state }: { kind: WorkKind; state: WorkState }) {
  if (solved) return 'right'
  if (!answered) return 'not answered'
  if (waits) return 'waits for a grade'
  if (kind === 'homework' && !over && state === 'started') return 'tried'
  return partly ? 'partly right' : 'not right'
}

/** Short label for a verdict. */
export const verdictWords: Record<VerdictStatus, string> = {
  correct: 'Right',
  partial: 'Partly right',
  incorrect: 'Not right',
  invalid: 'Unreadable',
  ungraded: 'Needs a grade',
}

const percent = (share: number) => `${Math.round(100 * share)}%`

/** Current verdict on a question as a sentence, with the status that colors it and the automatic reason, if any. */
export function inForce({ verdict, solved, waits, given }: Pick<WorkQuestion, 'verdict' | 'solved' | 'waits' | 'given'>) {
  if (given === null || verdict === null) return { status: null, words: 'Not answered.' }
  if (waits) return { status: 'ungraded' as const, words: 'Needs a grade from a person.' }
  if (solved) return { status: 'correct' as const, words: 'Right.' }
  if (isBlank(given)) return { status: null, words: 'Not answered: the student cleared it.' }
  const part = verdict.parts.find(({ status }) => (verdict.status === 'invalid' ? status === 'invalid' : status !== 'correct'))
  const share = verdict.status === 'partial' ? `, ${percent(verdict.score)}` : ''
  return { status: verdict.status, words: `${verdictWords[verdict.status]}${share}. ${reasonOf(part)}`.trim() }
}
