import { z } from 'zod'
import { isScored } from '#features/questions/kinds/rules.ts'
import type { Verdict } from '#features/questions/rules.ts'

/**
 * Homework: sections given to a student to practise (product §8). assigned → started → submitted → graded → returned; `void` by a manager.
 * A verdict comes at once, a question has three tries, then its solution is shown. Hints are counted and never lower the score.
 */
export const HomeworkState = z.enum(['assigned', 'started', 'submitted', 'graded', 'returned', 'void'])
export type HomeworkState = z.infer<typeof HomeworkState>

const allowed = {
  start: ['assigned', 'started'],
  answer: ['started'],
  hint: ['started'],
  submit: ['started', 'submitted', 'graded', 'returned'],
  withdraw: ['assigned'],
} satisfies Record<string, HomeworkState[]>

/** What a state allows; buttons and handlers ask this. Starting or submitting twice is once. */
export const homeworkCan = (deed: keyof typeof allowed, { state }: { state: HomeworkState }) =>
  (allowed[deed] as HomeworkState[]).includes(state)

/** Why a deed is refused in a state, for the snackbar. */
export const whyNot: Record<keyof typeof allowed, string> = {
  start: 'This homework can no longer be started.',
  answer: 'This homework is complete, so answers can no longer be changed.',
  hint: 'Hints are there while the homework is being done.',
  submit: 'Start the homework before completing it.',
  withdraw: 'Work that has begun stays with the student.',
}

export const mostTries = 3

export type Progress = { tries: number; solved: boolean }

/** A question is over when it is right or its tries are used; then the solution may be shown. */
export const isOver = ({ tries, solved }: Progress) => solved || tries >= mostTries

/**
 * What an answer does to a question. One that can't be read or that waits for a person, and the same answer again, cost nothing (product
 * §7, §8); a solved question stays solved.
 */
export function afterAnswer(before: Progress, verdict: Pick<Verdict, 'status'>, { same }: { same: boolean }): Progress {
  const counts = isScored(verdict) && !same
  return { tries: before.tries + (counts ? 1 : 0), solved: before.solved || verdict.status === 'correct' }
}

type Done = { solved: boolean; hintSteps: number; status: Verdict['status'] | null; score: number | null }

/**
 * Homework's figures for the student's activity: questions right at any try, of how many, on how many a hint was opened, and the mean of the
 * questions' scores, 0 to 1: a solved one counts whole, another one by its last answer.
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

/** The state of completed homework: it waits for a person while an answer does, else it is returned at once (product §8). */
export const whenComplete = (questions: readonly Pick<Done, 'solved' | 'status'>[]) =>
  questions.some(({ solved, status }) => !solved && status === 'ungraded') ? 'submitted' : 'returned'

/** Whether there is still something to do. */
export const isOpen = ({ state }: { state: HomeworkState }) => state === 'assigned' || state === 'started'

/** What to do first: work under way before work not begun, each by the day it is due. */
export const byUrgency = (a: Urgency, b: Urgency) =>
  Number(b.state === 'started') - Number(a.state === 'started') || (a.dueOn ?? '9').localeCompare(b.dueOn ?? '9')
type Urgency = { state: HomeworkState; dueOn: string | null }

/** The result in one short word: `14 of 16`, or that a person still looks at it. */
export function result({ correct, total, state }: { correct: number | null; total: number | null; state: HomeworkState }) {
  if (state === 'submitted') return 'being graded'
  return correct === null ? 'not complete' : `${correct} of ${total}`
}

/** A state as staff read it. */
export const stateWords: Record<HomeworkState, string> = {
  assigned: 'Not started',
  started: 'At work',
  submitted: 'Being graded',
  graded: 'Graded',
  returned: 'Complete',
  void: 'Withdrawn',
}

/** How a question of begun homework stands: right, finished (its tries are used), tried, or open. */
export const questionWord = ({ solved, over, answered }: { solved: boolean; over: boolean; answered: boolean }) =>
  solved ? 'right' : over ? 'finished' : answered ? 'tried' : 'open'
