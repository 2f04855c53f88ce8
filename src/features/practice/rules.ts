import { z } from 'zod'
import { isScored } from '#features/questions/kinds/verdict.ts'
import type { Verdict } from '#features/questions/rules.ts'
import { percent } from '#shared/text.ts'
import { t } from '#shared/language.ts'

/**
 * Work: an assessment, homework or a test assigned to a student (product §8). Its states are assigned →
 * started → submitted → graded → returned; a manager can set work to `void`. Homework shows its verdict
 * immediately, gives three tries and then the solution, and has hints, which are counted but never lower the
 * score. In tests and assessments, answers can be changed freely until the work is complete.
 */
export const WorkKind = z.enum(['assessment', 'homework', 'test'])
export type WorkKind = z.infer<typeof WorkKind>

export const WorkState = z.enum(['assigned', 'started', 'submitted', 'graded', 'returned', 'void'])
export type WorkState = z.infer<typeof WorkState>

/** URL segment of each kind of work (spec §2, §7). */
export const workPaths = {
  assessment: 'assessments',
  homework: 'homework',
  test: 'tests',
} as const satisfies Record<WorkKind, string>

/**
 * Returns true if answers can be changed freely until the work is complete. Every change is then submitted as
 * an answer, and there is no Check button.
 */
export const isFree = (kind: WorkKind) => kind !== 'homework'

/**
 * Maximum `seq` of a question's answers: more than anyone can write, and more than the rate limits allow
 * within weeks.
 */
export const maxTurns = 1_000_000
/**
 * Maximum number of answers stored per question of a piece of work. If there are more, the oldest ones that
 * don't count are deleted (`dropOldest`). Late answers are stored separately, with the same limit.
 */
export const maxKept = 100

/** Name of each kind of work, as used within sentences. */
export const kindWords: Record<WorkKind, string> = {
  assessment: 'assessment',
  homework: 'homework',
  test: 'test',
}

/** Capitalized name of each kind of work. */
export const kindTitles: Record<WorkKind, string> = {
  assessment: 'Assessment',
  homework: 'Homework',
  test: 'Test',
}

export type WorkStatus = { kind: WorkKind; state: WorkState }

export type Viewer = 'staff' | 'student' | 'parent'

/**
 * Returns which results of work the viewer may see (product §8). Families see the verdicts of homework
 * immediately, and those of tests and assessments when the work is returned. The figures of an assessment are
 * in its report, which parents can see, but students can't. Staff see everything.
 */
export function visibleResults(viewer: Viewer, { kind, state }: WorkStatus) {
  if (viewer === 'staff') return { verdicts: true, figures: true }
  if (kind === 'homework') return { verdicts: true, figures: true }
  const returned = state === 'returned'
  return { verdicts: returned, figures: returned && (kind === 'test' || viewer === 'parent') }
}

/**
 * Returns true if the student and parents may see a question's solution: in homework, once the question or
 * the homework is over; in a returned assessment; in a returned test, if the question is solved or the test's
 * corrections have been returned.
 */
export const showsSolution = (work: WorkStatus & { score2: number | null }, question: Progress) =>
  work.kind === 'homework'
    ? isOver(question) || !isOpen(work)
    : work.state === 'returned' && (work.kind === 'assessment' || question.solved || work.score2 !== null)

/** Returns the instant at which timed work ends, or null if the work hasn't started or has no time limit. */
export const endOf = ({ startedAt, minutes }: { startedAt: string | null; minutes: number | null }) =>
  startedAt === null || minutes === null
    ? null
    : new Date(Date.parse(startedAt) + minutes * 60_000).toISOString()

/**
 * Grace period in ms after time runs out, for answers that were typed before the end and are still being
 * sent. The typing time comes from the device and can't be trusted, so only the arrival time counts. After
 * the grace period, the work is completed as it is.
 */
export const graceMs = 10_000

type Timing = { startedAt: string | null; minutes: number | null }

/**
 * Returns true during the grace period after time runs out, when no device can complete the work yet. `now`
 * is in ms.
 */
export function isInGrace(work: Timing, now: number) {
  const end = endOf(work)
  return end !== null && now >= Date.parse(end) && now <= Date.parse(end) + graceMs
}

/**
 * Returns true if new answers to the work no longer count: it is complete, or its time and grace period are
 * over. `now` is in ms.
 */
export function isClosed(work: Timing & { state: WorkState }, now: number) {
  const end = endOf(work)
  return work.state !== 'started' || (end !== null && now > Date.parse(end) + graceMs)
}

export const maxTries = 3

export type Progress = { tries: number; solved: boolean }

/**
 * Returns true if a homework question is over: it was answered correctly or has no tries left. Then its
 * solution may be shown.
 */
export const isOver = ({ tries, solved }: Progress) => solved || tries >= maxTries

/**
 * Returns the state of a question after an answer. In homework, unreadable answers, answers that need a
 * person's grade, and repeats cost no try, and a solved question stays solved. In other work, the last answer
 * counts (product §7, §8). `waits` is true if the answer needs a person's grade.
 */
export function afterAnswer(
  kind: WorkKind,
  before: Progress,
  verdict: Pick<Verdict, 'status'>,
  { same }: { same: boolean },
) {
  const counts = isScored(verdict) && !same
  const right = verdict.status === 'correct'
  const solved = kind === 'homework' ? before.solved || right : right
  return { tries: before.tries + (counts ? 1 : 0), solved, waits: !solved && verdict.status === 'ungraded' }
}

type QuestionResult = { solved: boolean; hintSteps: number; score: number | null }

/**
 * Calculates the figures of work: number of questions answered correctly (in homework, on any try), total
 * number of questions, number of questions with hints opened, and mean score, 0 to 1. A solved question
 * counts fully, any other by its last answer (in homework, the last readable one). The student's activity
 * uses these figures too.
 */
export function figures(questions: readonly QuestionResult[]) {
  const total = questions.length
  const scores = questions.map(({ solved, score }) => (solved ? 1 : (score ?? 0)))
  return {
    correct: questions.filter(({ solved }) => solved).length,
    total,
    hint: questions.filter(({ hintSteps }) => hintSteps > 0).length,
    score: total > 0 ? scores.reduce((sum, score) => sum + score, 0) / total : 0,
  }
}

/**
 * Returns the state of work once it is completed: `submitted` if an answer needs a person's grade, otherwise
 * `returned` (product §8).
 */
export const whenComplete = (questions: readonly { waits: boolean }[]): 'submitted' | 'returned' =>
  questions.some(({ waits }) => waits) ? 'submitted' : 'returned'

/**
 * Returns the state of work after a person has graded it. Homework is returned automatically with the last
 * grade, other work when staff return it.
 */
export function whenGraded({ kind, state }: WorkStatus, questions: readonly { waits: boolean }[]): WorkState {
  if (state !== 'submitted' || questions.some(({ waits }) => waits)) return state
  return kind === 'homework' ? 'returned' : 'graded'
}

/** Number of items initially shown in a list of work, and added by each further page. */
export const pageOfWork = 200

/** Returns true if work is assigned or started, so that there is still something to do. */
export const isOpen = ({ state }: { state: WorkState }) => state === 'assigned' || state === 'started'

/**
 * Compares open work by urgency, for sorting: first work whose time is running, then warm-ups, then other
 * started work, then the rest, each by due date.
 */
export const byUrgency = (a: Urgency, b: Urgency) =>
  Number(b.endsAt !== null) - Number(a.endsAt !== null) ||
  Number(b.warmUp) - Number(a.warmUp) ||
  Number(b.state === 'started') - Number(a.state === 'started') ||
  (a.dueOn ?? '9').localeCompare(b.dueOn ?? '9')
type Urgency = { state: WorkState; warmUp: boolean; dueOn: string | null; endsAt: string | null }

/**
 * Formats the result of work: `14 of 16`, or “being graded”, “complete” or “not complete” if there is no
 * result to show.
 */
export function result({
  correct,
  total,
  state,
}: {
  correct: number | null
  total: number | null
  state: WorkState
}) {
  if (state === 'submitted' || state === 'graded') return t('being graded')
  if (correct === null) return state === 'returned' ? t('complete') : t('not complete')
  return t('{correct} of {total}', { correct, total })
}

/** Formats the figures of complete work: `14 of 16 right, hints on 2, 95% after corrections`. */
export function figuresInWords({ correct, total, hint, score2 = null }: Figures) {
  const parts = [
    t('{correct} of {total} right', { correct, total }),
    hint ? t('hints on {hint}', { hint }) : '',
    score2 === null ? '' : t('{score2} after corrections', { score2: percent(score2) }),
  ]
  return parts.filter(Boolean).join(', ')
}
type Figures = { correct: number | null; total: number | null; hint: number | null; score2?: number | null }

/** Returns true if a result deserves a celebration: it is unknown, or at least 60 percent. */
export const deservesCelebration = ({ correct, total }: Pick<Figures, 'correct' | 'total'>) =>
  correct === null || total === null || total === 0 || correct / total >= 0.6
