import { z } from 'zod'
import type { WorkKind, WorkState } from '#features/practice/rules.ts'
import type { VerdictStatus } from '#features/questions/kinds/verdict.ts'

/**
 * Live classroom (product §9): one tile per student of a class today, with their current question. A student
 * needs help after four wrong tries in a section of homework since the last right one, or after five minutes
 * without activity on a question that isn't solved.
 */
const maxWrong = 4

const idleMs = 5 * 60_000

/**
 * Time in ms without activity after which a student counts as away: they have left, or the work is from
 * before the class.
 */
const awayMs = 45 * 60_000

/** Roles of people using a device (spec §1), as they appear in URLs. */
export const seats = ['teachers', 'tas'] as const

export const Seat = z.enum(seats)

export type Seat = z.infer<typeof Seat>

/** Labels of the roles. */
export const seatWords: Record<Seat, string> = { teachers: 'Teacher', tas: 'Assistant' }

/**
 * A student's current question. `status` is the current verdict on its last answer, and `wrong` counts wrong
 * answers in its section as in `TilePlace`. Instants are UTC.
 */
export type CurrentQuestion = {
  kind: WorkKind
  state: WorkState
  since: string
  answeredAt: string | null
  status: VerdictStatus | null
  solved: boolean
  waits: boolean
  wrong: number
  handAt: string | null
  seenAt: string | null
}

/** Standing of a student. The first three call for attention, most urgent first. */
export type Standing =
  | 'hand'
  | 'help'
  | 'helped'
  | 'waits'
  | 'wrong'
  | 'right'
  | 'working'
  | 'done'
  | 'away'
  | 'idle'

/** Labels of the standings, shown next to their icons. */
export const standingWords: Record<Standing, string> = {
  hand: 'Hand raised',
  help: 'Needs help',
  helped: 'Help is coming',
  waits: 'Waiting for grading',
  wrong: 'Not right yet',
  right: 'Right',
  working: 'Working',
  done: 'Complete',
  away: 'Away',
  idle: 'Not started',
}

/**
 * Returns the time in ms of the last activity on this question: the student opened or answered it, or
 * somebody went to the student.
 */
const lastSign = ({ since, answeredAt, seenAt }: CurrentQuestion) =>
  Math.max(...[since, answeredAt ?? since, seenAt ?? since].map((at) => Date.parse(at)))

/** Returns the reason why a student needs help without having asked for it, or null. `now` is in ms. */
export function needsHelp(question: CurrentQuestion, now: number): 'tries' | 'idle' | null {
  if (question.state !== 'started') return null
  const quiet = now - lastSign(question)
  if (quiet >= awayMs) return null
  // Only homework shows which answers are wrong; in tests and assessments, students may change answers
  // freely.
  if (question.kind === 'homework' && question.wrong >= maxWrong) return 'tries'
  return !question.solved && quiet >= idleMs ? 'idle' : null
}

/** Returns a student's standing now. `question` is null if nothing was opened today. `now` is in ms. */
export function standingOf(question: CurrentQuestion | null, now: number): Standing {
  if (!question) return 'idle'
  if (question.handAt !== null && question.seenAt === null) return 'hand'
  if (needsHelp(question, now)) return 'help'
  if (question.handAt !== null) return 'helped'
  if (question.state !== 'started') return 'done'
  if (now - lastSign(question) >= awayMs) return 'away'
  if (question.waits) return 'waits'
  if (question.solved) return 'right'
  return question.status === 'incorrect' || question.status === 'partial' ? 'wrong' : 'working'
}

const calls: readonly Standing[] = ['hand', 'help', 'helped']

const rank = (standing: Standing) => (calls.includes(standing) ? calls.indexOf(standing) : calls.length)

type SortKeys = { lastName: string; firstName: string; standing: Standing }

/** Compares students: those who need attention come first, the rest by name. */
export const byNeed = (a: SortKeys, b: SortKeys) =>
  rank(a.standing) - rank(b.standing) ||
  a.lastName.localeCompare(b.lastName) ||
  a.firstName.localeCompare(b.firstName)

/**
 * Returns the order of tiles while somebody may be about to tap one: tiles already shown keep their places,
 * new ones come last, and those of students who left the class disappear.
 */
export function orderWithoutJumps(shown: readonly string[], wanted: readonly string[]) {
  const there = new Set(wanted)
  const known = new Set(shown)
  return [...shown.filter((id) => there.has(id)), ...wanted.filter((id) => !known.has(id))]
}

/**
 * Maximum time in ms from an answer's arrival until other transactions can read it. No statement takes
 * longer.
 */
const lagMs = 10_000

/** Position of an answer in the feed of a class. */
export type Cursor = { at: string; id: string }

const nobody = '00000000-0000-0000-0000-000000000000'

/**
 * Returns the cursor after a page that ends with `last`. The cursor stays `lagMs` behind the present, so no
 * answer is skipped, and answers from the last moments are sent again. `now` is in ms.
 */
export function nextCursor(before: Cursor | null, last: Cursor | null, now: number): Cursor | null {
  if (!last) return before
  const edge = new Date(now - lagMs).toISOString()
  if (Date.parse(last.at) < now - lagMs) return last
  return before && Date.parse(before.at) >= now - lagMs ? before : { at: edge, id: nobody }
}

/** Formats a cursor for a URL. */
export const spellCursor = ({ at, id }: Cursor) => `${at}_${id}`

const spelled =
  /^(\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(?:\.\d{1,6})?Z)_([0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})$/

/** Parses a cursor, or returns null if it is invalid. */
export function readCursor(text: string): Cursor | null {
  const [, at, id] = spelled.exec(text) ?? []
  return at && id && !Number.isNaN(Date.parse(at)) ? { at, id } : null
}
