import { z } from 'zod'
import type { WorkKind, WorkState } from '#features/practice/rules.ts'
import type { VerdictStatus } from '#features/questions/kinds/verdict.ts'

/**
 * The live classroom (product §9): a tile for every student of a class of today, with what they are on. Somebody needs help after four wrong tries
 * in a section since the last right one, or when nothing happens on a question for five minutes.
 */
const mostWrong = 4

const idleMs = 5 * 60_000

/** Who did nothing for so long has left, or was here before the class. */
const awayMs = 45 * 60_000

/** The two who act through a device (spec §1), as they stand in an address. */
export const seats = ['teachers', 'tas'] as const

export const Seat = z.enum(seats)

export type Seat = z.infer<typeof Seat>

/** What people call whoever sits there. */
export const seatWords: Record<Seat, string> = { teachers: 'Teacher', tas: 'Assistant' }

/** Where a student is: `status` is the verdict in force on the last answer to this question, `wrong` counts the section's wrong tries. Instants are UTC. */
export type Place = {
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

type Asked = { kind: WorkKind; workId: string; sectionNum: number; quesNum: number; num: number }

/** Where staff look at a question: homework's by its section, any other by its running number. */
export const spotOf = ({ kind, workId: id, sectionNum, quesNum, num }: Asked) =>
  kind === 'homework' ? { kind, id, s: sectionNum, n: quesNum } : { kind, id, s: null, n: num }

/** How a student stands, the most urgent first. */
export type Standing = 'hand' | 'help' | 'helped' | 'waits' | 'wrong' | 'right' | 'working' | 'done' | 'away' | 'idle'

/** A standing in words, beside its icon. */
export const standingWords: Record<Standing, string> = {
  hand: 'Hand raised',
  help: 'Needs help',
  helped: 'Help is coming',
  waits: 'Waits for a person',
  wrong: 'Not right yet',
  right: 'Right',
  working: 'Working',
  done: 'Complete',
  away: 'Away',
  idle: 'Not started',
}

/** The last moment at which something was done about this question: it came up, was answered, or somebody went there. */
const lastSign = ({ since, answeredAt, seenAt }: Place) =>
  Math.max(...[since, answeredAt ?? since, seenAt ?? since].map((at) => Date.parse(at)))

/** Why a student needs help without having asked for it, or null. `now` in ms. */
export function needsHelp(place: Place, now: number): 'tries' | 'idle' | null {
  if (place.state !== 'started') return null
  const quiet = now - lastSign(place)
  if (quiet >= awayMs) return null
  // Only homework says what is wrong; in tests and assessments answers are changed freely.
  if (place.kind === 'homework' && place.wrong >= mostWrong) return 'tries'
  return !place.solved && quiet >= idleMs ? 'idle' : null
}

/** How a student stands now, by what they have on their screen; null is nothing today. `now` in ms. */
export function standingOf(place: Place | null, now: number): Standing {
  if (!place) return 'idle'
  if (place.handAt !== null && place.seenAt === null) return 'hand'
  if (needsHelp(place, now)) return 'help'
  if (place.handAt !== null) return 'helped'
  if (place.state !== 'started') return 'done'
  if (now - lastSign(place) >= awayMs) return 'away'
  if (place.waits) return 'waits'
  if (place.solved) return 'right'
  return place.status === 'incorrect' || place.status === 'partial' ? 'wrong' : 'working'
}

const calls: readonly Standing[] = ['hand', 'help', 'helped']

const rank = (standing: Standing) => (calls.includes(standing) ? calls.indexOf(standing) : calls.length)

type Sorted = { lastName: string; firstName: string; standing: Standing }

/** Who calls for somebody comes first, everybody else stands by name. */
export const byNeed = (a: Sorted, b: Sorted) =>
  rank(a.standing) - rank(b.standing) || a.lastName.localeCompare(b.lastName) || a.firstName.localeCompare(b.firstName)

/**
 * The order in which tiles are shown while somebody may be about to tap one: those who were there keep their places, new ones come last, who left
 * the class is gone.
 */
export function heldOrder(shown: readonly string[], wanted: readonly string[]) {
  const there = new Set(wanted)
  const known = new Set(shown)
  return [...shown.filter((id) => there.has(id)), ...wanted.filter((id) => !known.has(id))]
}

/** How long an answer may take from its arrival until it can be read, in ms: longer than any statement runs. */
const lagMs = 10_000

/** The place of an answer in the feed of a class. */
export type Cursor = { at: string; id: string }

const nobody = '00000000-0000-0000-0000-000000000000'

/**
 * Where the feed goes on after a page that ends with `last`. It stays behind the present by as much as an answer may come late, so that none is left
 * out: those of the last moments are told again. `now` in ms.
 */
export function nextCursor(before: Cursor | null, last: Cursor | null, now: number): Cursor | null {
  if (!last) return before
  const edge = new Date(now - lagMs).toISOString()
  if (Date.parse(last.at) < now - lagMs) return last
  return before && Date.parse(before.at) >= now - lagMs ? before : { at: edge, id: nobody }
}

/** A cursor as it stands in an address. */
export const spellCursor = ({ at, id }: Cursor) => `${at}_${id}`

const spelled = /^(\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(?:\.\d{1,6})?Z)_([0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})$/

/** Reads a cursor; null when it can't be one. */
export function readCursor(text: string): Cursor | null {
  const [, at, id] = spelled.exec(text) ?? []
  return at && id && !Number.isNaN(Date.parse(at)) ? { at, id } : null
}
