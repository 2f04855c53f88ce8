import { z } from 'zod'
import { isScored } from '#features/questions/kinds/verdict.ts'
import type { Verdict } from '#features/questions/rules.ts'
import { counted } from '#shared/text.ts'

/**
 * Work: an assessment, homework or a test that is given to a student (product §8). assigned → started → submitted → graded → returned; `void` by a
 * manager. Homework says its verdict at once, gives three tries and then the solution, and has hints, which are counted and never lower the
 * score. Tests and assessments can be changed freely until they are complete.
 */
export const WorkKind = z.enum(['assessment', 'homework', 'test'])
export type WorkKind = z.infer<typeof WorkKind>

export const WorkState = z.enum(['assigned', 'started', 'submitted', 'graded', 'returned', 'void'])
export type WorkState = z.infer<typeof WorkState>

/** How a kind stands in an address (spec §2, §7). */
export const workPaths = { assessment: 'assessments', homework: 'homework', test: 'tests' } as const satisfies Record<WorkKind, string>

/** Whether answers can be changed freely until the work is complete: then every change is an answer by itself, and there is nothing to check. */
export const isFree = (kind: WorkKind) => kind !== 'homework'

/** The turns of a question's answers count up to this: more than any hand can write, and rates allow in weeks. */
export const mostTurns = 1_000_000
/** Answers to one question of a work that are kept; the newest always is. As many that came late are kept beside them. */
export const mostKept = 100

/** A kind as people read it. */
export const kindWords: Record<WorkKind, string> = { assessment: 'assessment', homework: 'homework', test: 'test' }

type Standing = { kind: WorkKind; state: WorkState }

// Said in words, so that no student's page loads what reads schemas.
const anyKind: readonly WorkKind[] = ['assessment', 'homework', 'test']
const homeworkOnly: readonly WorkKind[] = ['homework']

const allowed = {
  start: { kinds: anyKind, states: ['assigned', 'started'] },
  answer: { kinds: anyKind, states: ['started'] },
  hint: { kinds: homeworkOnly, states: ['started'] },
  submit: { kinds: anyKind, states: ['started', 'submitted', 'graded', 'returned'] },
  withdraw: { kinds: anyKind, states: ['assigned'] },
  /** When it is due, and how long it may take. */
  plan: { kinds: anyKind, states: ['assigned', 'started'] },
  grade: { kinds: anyKind, states: ['submitted', 'graded', 'returned'] },
  return: { kinds: anyKind, states: ['graded', 'returned'] },
  void: { kinds: anyKind, states: ['started', 'submitted', 'graded', 'returned', 'void'] },
} satisfies Record<string, { kinds: readonly WorkKind[]; states: readonly WorkState[] }>

export type WorkAction = keyof typeof allowed

/** What a state allows; buttons and handlers ask this. Starting, submitting, returning or voiding twice is once. */
export const workCan = (action: WorkAction, { kind, state }: Standing) =>
  allowed[action].kinds.includes(kind) && (allowed[action].states as readonly WorkState[]).includes(state)

/** Why an action is refused in a state, for the snackbar. */
export const whyNot = {
  start: 'This work can no longer be started.',
  answer: 'This work is complete, so answers can no longer be changed.',
  hint: 'Hints are there while homework is being done.',
  submit: 'Start the work before completing it.',
  withdraw: 'Work that has begun stays with the student.',
  plan: 'Work that is complete has no other time any more.',
  grade: 'There is something to grade as soon as the work is complete.',
  return: 'Work is returned once everything in it is graded.',
  void: 'Work that has not begun is withdrawn.',
} satisfies Record<WorkAction, string>

export type Viewer = 'staff' | 'student' | 'parent'

/**
 * What somebody may see of a work's results (product §8): the student homework's verdicts at once, a test's when it is returned, an
 * assessment's never, for those stand in its report only, which parents get when it is returned. Staff see everything.
 */
export function shows(viewer: Viewer, { kind, state }: Standing) {
  if (viewer === 'staff') return { verdicts: true, figures: true }
  if (kind === 'homework') return { verdicts: true, figures: true }
  const returned = state === 'returned'
  return kind === 'test' ? { verdicts: returned, figures: returned } : { verdicts: false, figures: returned && viewer === 'parent' }
}

/** Whether a student may see a question's solution: homework's once the question is over, a test's once nothing of it is to be corrected. */
export const showsSolution = (work: Standing & { score2: number | null }, question: Progress) =>
  work.kind === 'homework'
    ? isOver(question)
    : work.kind === 'test' && work.state === 'returned' && (question.solved || work.score2 !== null)

/** When the time of work with a limit is over, or null. */
export const endOf = ({ startedAt, minutes }: { startedAt: string | null; minutes: number | null }) =>
  startedAt === null || minutes === null ? null : new Date(Date.parse(startedAt) + minutes * 60_000).toISOString()

/**
 * Grace period in ms after time runs out, for answers that were typed before the end and are still being sent. The typing time comes from the device and
 * can't be trusted, so only the arrival counts. After the grace period the work is completed as it is.
 */
export const graceMs = 10_000

type Timed = { startedAt: string | null; minutes: number | null }

/** True during the grace period after time runs out, when no device can complete the work yet. `now` in ms. */
export function isInGrace(work: Timed, now: number) {
  const end = endOf(work)
  return end !== null && now >= Date.parse(end) && now <= Date.parse(end) + graceMs
}

/** Seconds by which an answer arrived after its work ended; null if in time. */
export function secondsLate({ endsAt, arrivedAt }: { endsAt: string | null; arrivedAt: string }) {
  const ms = endsAt === null ? 0 : Date.parse(arrivedAt) - Date.parse(endsAt)
  return ms > 0 ? Math.ceil(ms / 1000) : null
}

/** Note on a late answer for the person who grades it. */
export const lateWords = (seconds: number) => `Arrived ${counted(seconds, 'second')} after time ran out.`

/** Whether work takes no answers any more that count: it is complete, or its time was over longer ago than one may be on its way. `now` in ms. */
export function isClosed(work: Timed & { state: WorkState }, now: number) {
  const end = endOf(work)
  return work.state !== 'started' || (end !== null && now > Date.parse(end) + graceMs)
}

export const mostTries = 3

export type Progress = { tries: number; solved: boolean }

/** A question is over when it is right or its tries are used; then the solution may be shown. */
export const isOver = ({ tries, solved }: Progress) => solved || tries >= mostTries

/**
 * What an answer does to a question. In homework one that can't be read or that waits for a person, and the same answer again, cost nothing, and a
 * solved question stays solved; elsewhere the last answer is what counts (product §7, §8). `waits` while a person has to look at it.
 */
export function afterAnswer(kind: WorkKind, before: Progress, verdict: Pick<Verdict, 'status'>, { same }: { same: boolean }) {
  const counts = isScored(verdict) && !same
  const right = verdict.status === 'correct'
  const solved = kind === 'homework' ? before.solved || right : right
  return { tries: before.tries + (counts ? 1 : 0), solved, waits: !solved && verdict.status === 'ungraded' }
}

type Done = { solved: boolean; hintSteps: number; score: number | null }

/**
 * A work's figures, for the student's activity too: questions right (in homework at any try), of how many, on how many a hint was opened, and the
 * mean of the questions' scores, 0 to 1: a solved one counts whole, another one by its last answer, in homework by the last that could be read.
 */
export function figures(questions: readonly Done[]) {
  const total = questions.length
  const scores = questions.map(({ solved, score }) => (solved ? 1 : (score ?? 0)))
  return {
    correct: questions.filter(({ solved }) => solved).length,
    total,
    hint: questions.filter(({ hintSteps }) => hintSteps > 0).length,
    score: total > 0 ? scores.reduce((sum, score) => sum + score, 0) / total : 0,
  }
}

/** The state of completed work: it waits for a person while an answer does, else it is returned at once (product §8). */
export const whenComplete = (questions: readonly { waits: boolean }[]): 'submitted' | 'returned' =>
  questions.some(({ waits }) => waits) ? 'submitted' : 'returned'

/** The state once a person has graded: homework goes back by itself with the last grade, the rest when staff return it. */
export function whenGraded({ kind, state }: Standing, questions: readonly { waits: boolean }[]): WorkState {
  if (state !== 'submitted' || questions.some(({ waits }) => waits)) return state
  return kind === 'homework' ? 'returned' : 'graded'
}

/** How many pieces of work a list has at first, those to be done before the newest of the rest; it grows by as many. */
export const pageOfWork = 200

/** Whether there is still something to do. */
export const isOpen = ({ state }: { state: WorkState }) => state === 'assigned' || state === 'started'

/** What to do first: work under way before work not begun, each by the day it is due. */
export const byUrgency = (a: Urgency, b: Urgency) =>
  Number(b.state === 'started') - Number(a.state === 'started') || (a.dueOn ?? '9').localeCompare(b.dueOn ?? '9')
type Urgency = { state: WorkState; dueOn: string | null }

/** The result in one short word: `14 of 16`, or that a person still looks at it. */
export function result({ correct, total, state }: { correct: number | null; total: number | null; state: WorkState }) {
  if (state === 'submitted' || state === 'graded') return 'being graded'
  if (correct === null) return state === 'returned' ? 'complete' : 'not complete'
  return `${correct} of ${total}`
}

/** A state as staff read it. */
export const stateWords: Record<WorkState, string> = {
  assigned: 'Not started',
  started: 'At work',
  submitted: 'Being graded',
  graded: 'Graded',
  returned: 'Complete',
  void: 'Withdrawn',
}

/** How a question stands to its student: in homework as it is judged, elsewhere whether it is answered until it may be seen whether it is right. */
export function dotWord(kind: WorkKind, question: { solved: boolean; partly: boolean; over: boolean; answered: boolean; waits: boolean }) {
  if (!isFree(kind)) return questionWord(question)
  if (question.over) return question.solved ? 'right' : question.partly ? 'partly right' : 'not right'
  return question.answered ? 'answered' : 'not answered'
}

/** How a question of begun work stands: right, answered (a person looks at it), finished (its tries are used), tried, or open. */
const questionWord = ({ solved, over, answered, waits }: Parameters<typeof dotWord>[1]) =>
  solved ? 'right' : waits ? 'answered' : over ? 'finished' : answered ? 'tried' : 'open'

const saidAlready = ['Have another look.', 'Partly right.']
/** Why an answer isn't right, to whoever looks at it: what only asks a child to try again is left out. */
export const reasonOf = (part: { reason: string } | undefined) => (part && !saidAlready.includes(part.reason) ? part.reason : '')
