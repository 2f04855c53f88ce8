import { z } from 'zod'
import type { Columns } from '#shared/csv.ts'
import { clock, dayInWords } from '#shared/day-text.ts'
import type { Day } from '#shared/days.ts'
import type { Kind } from '#shared/permissions.ts'
import { conflict } from '#shared/problem.ts'
import { counted, plain } from '#shared/text.ts'
import type { PlaceType } from '#features/students/rules.ts'
import type { Subject } from '#features/centers/rules.ts'
import type { Credit } from './api.ts'

/** The make-up ledger (product §3): what gives a credit, what has become of it, and in which class it is best spent. */

/** What a credit is for; `absent` where the center gives one for every absence, `granted` by a person. */
export const Reason = z.enum(['notice', 'excused', 'canceled', 'absent', 'granted'])
export type Reason = z.infer<typeof Reason>
export const reasonWords: Record<Reason, string> = {
  notice: 'Told ahead',
  excused: 'Excused',
  canceled: 'Class canceled',
  absent: 'Absent',
  granted: 'Granted',
}

/** The center's rule; of what was told ahead, `noticeHours` is what it was then. */
export type CreditSettings = { makeupRule: 'notice' | 'always' | 'never'; noticeHours: number }

/** A student and a class on a day. Instants are UTC. */
export type Miss = {
  /** Null when the student has no place in the class that day. */
  placeType: PlaceType | null
  onBreak: boolean
  /** Null while attendance isn't taken; work that was picked up is no attendance. */
  attended: boolean | null
  noticedAt: string | null
  excused: boolean
  canceled: boolean
  /** When the class begins. */
  classAt: string
  settings: CreditSettings
}

const hourMs = 3_600_000

/** Why a missed class gives a make-up credit, or null: only a regular's does, so that there is no make-up of a make-up. */
export function givesCredit({ placeType, onBreak, attended, noticedAt, excused, canceled, classAt, settings }: Miss): Reason | null {
  const { makeupRule, noticeHours } = settings
  if (placeType !== 'regular' || onBreak || makeupRule === 'never') return null
  if (canceled) return 'canceled'
  if (attended !== false) return null
  if (noticedAt !== null && Date.parse(classAt) - Date.parse(noticedAt) >= noticeHours * hourMs) return 'notice'
  if (excused) return 'excused'
  return makeupRule === 'always' ? 'absent' : null
}

/** Whether that for which a credit was given is still so; the center's rule may be another one since. */
function holds({ placeType, onBreak, attended, noticedAt, excused, canceled }: Miss, given: Reason) {
  if (placeType !== 'regular' || onBreak) return false
  if (given === 'canceled') return canceled
  const facts = { notice: noticedAt !== null, excused, absent: true, granted: false }
  return attended === false && facts[given]
}

/** What a missed class gives a credit for. A rule that has changed since takes none back: only a correction does (product §3). */
const reasonOf = (miss: Known) => givesCredit(miss) ?? (miss.given !== null && holds(miss, miss.given) ? miss.given : null)

export const CreditState = z.enum(['open', 'booked', 'used', 'forfeited', 'expired', 'void'])
export type CreditState = z.infer<typeof CreditState>

/**
 * The make-up that a credit is spent on; `attended` is null until attendance is taken. It is off when its class doesn't meet or the family told of
 * the absence in time: the credit can be spent again, on another one.
 */
type Spent = { attended: boolean | null; isOff: boolean }

/** What has become of a credit. The last day is one to spend it on; one that is void stays so, whatever it was spent on. */
export function creditState(
  { voidAt, expiresOn, place }: { voidAt: string | null; expiresOn: Day; place: Spent | null },
  today: Day,
): CreditState {
  if (voidAt !== null) return 'void'
  if (place && !place.isOff) return place.attended === null ? 'booked' : place.attended ? 'used' : 'forfeited'
  return expiresOn < today ? 'expired' : 'open'
}

/** A student and a class on a day, with the credit that there is for it. */
export type Known = Miss & {
  studentId: string
  classId: string
  subject: Subject
  on: Day
  /** The credit, unless it is void, and what it is for. */
  creditId: string | null
  given: Reason | null
  /** A person has said what becomes of it. */
  byHand: boolean
  /** It was void from the first, as the student had enough of them. */
  isBeyond: boolean
  /** A make-up is booked with it, or was. */
  isSpent: boolean
  /** The last day to spend a new credit on. */
  expiresOn: Day
  creditLimit: number
}

/** A credit that can still be spent. */
export type Open = { id: string; studentId: string; subject: Subject; missedOn: Day; expiresOn: Day }

/** A credit that is given, or is for something else now. `overLimit`: it is void, beyond so many open ones. */
export type Due = {
  studentId: string
  classId: string
  missedOn: Day
  reason: Reason
  expiresOn: Day
  overLimit: number | null
}

const kin = ({ studentId, subject }: { studentId: string; subject: Subject }) => `${studentId} ${subject}`

/**
 * What has to be written so that credits follow from the facts: those that are due, the earliest missed class first, and those that are none any
 * more. What a person said stays. A new one is void when a student has as many open ones of the subject as the center allows on the days on which
 * it could be spent.
 */
export function settlement(known: readonly Known[], openNow: readonly Open[]) {
  const asked = known.filter(({ byHand }) => !byHand).map((each) => ({ ...each, reason: reasonOf(each) }))
  const gone = asked.filter(({ reason, creditId, isBeyond }) => reason === null && (creditId !== null || isBeyond))
  const left = new Set(gone.map(({ creditId }) => creditId))
  const open = new Map<string, Pick<Open, 'missedOn' | 'expiresOn'>[]>()
  for (const each of openNow) if (!left.has(each.id)) open.set(kin(each), [...(open.get(kin(each)) ?? []), each])
  const due: (Due & { isNew: boolean })[] = []
  for (const miss of asked.toSorted((one, other) => one.on.localeCompare(other.on))) {
    const { reason, creditId, given, isBeyond, isSpent, studentId, classId, on: missedOn, expiresOn } = miss
    if (reason === null || reason === given || isBeyond) continue
    const beside = (open.get(kin(miss)) ?? []).filter((each) => each.missedOn <= expiresOn && each.expiresOn >= missedOn)
    const isNew = creditId === null && !isSpent
    const isBeyondNow = isNew && beside.length >= miss.creditLimit
    due.push({ studentId, classId, missedOn, reason, expiresOn, overLimit: isBeyondNow ? miss.creditLimit : null, isNew })
    if (isNew && !isBeyondNow) open.set(kin(miss), [...(open.get(kin(miss)) ?? []), { missedOn, expiresOn }])
  }
  return { due, gone }
}

/** What follows when classes don't meet, or meet after all. */
export const Effects = z.object({
  /** Who is expected. */
  children: z.int(),
  /** Make-up credits that are given, or void. */
  credits: z.int(),
  /** Children who get none, as they have enough open. */
  beyond: z.int(),
  /** Make-ups whose credit is open again, or booked again. */
  makeups: z.int(),
  trials: z.int(),
  /** Credits among those that are void with which a make-up is booked, or was. */
  spent: z.int(),
})
export type Effects = z.infer<typeof Effects>

/** What a settlement comes to for those who are expected. */
export function effectsOf(known: readonly Known[], openNow: readonly Open[]): Effects {
  const { due, gone } = settlement(known, openNow)
  const expected = known.filter(({ placeType, onBreak }) => placeType !== null && placeType !== 'waitlist' && !onBreak)
  const fresh = due.filter(({ isNew }) => isNew)
  return {
    children: new Set(expected.map(({ studentId }) => studentId)).size,
    credits: fresh.filter(({ overLimit }) => overLimit === null).length + gone.filter(({ creditId }) => creditId !== null).length,
    beyond: new Set(fresh.flatMap(({ overLimit, studentId }) => (overLimit === null ? [] : [studentId]))).size,
    makeups: expected.filter(({ placeType }) => placeType === 'make-up').length,
    trials: expected.filter(({ placeType }) => placeType === 'trial').length,
    spent: gone.filter(({ isSpent }) => isSpent).length,
  }
}

const is = (count: number) => (count === 1 ? 'is' : 'are')

/** The effects as sentences, such as '8 children: 7 make-up credits, 1 make-up opens again.'; `meets` when the classes meet after all. */
export function effectWords({ children, credits, beyond, makeups, trials, spent }: Effects, meets: boolean) {
  if (children + credits === 0) return 'Nobody is expected.'
  const guest = (count: number, word: string, becomes: string) => (count > 0 ? [`${counted(count, word)} ${becomes}`] : [])
  const parts = meets
    ? [
        credits > 0 ? `${counted(credits, 'make-up credit')} ${is(credits)} void` : 'no credit changes',
        ...guest(makeups, 'make-up', `${is(makeups)} on again`),
        ...guest(trials, 'trial', `${is(trials)} on again`),
      ]
    : [
        credits > 0 ? counted(credits, 'make-up credit') : 'no new make-up credit',
        ...guest(makeups, 'make-up', makeups === 1 ? 'opens again' : 'open again'),
        ...guest(trials, 'trial', `${is(trials)} off`),
      ]
  const first = `${children === 1 ? '1 child' : `${children} children`}: ${parts.join(', ')}.`
  const enough = beyond === 1 ? '1 gets none, with' : `${beyond} get none, with`
  const stays = spent === 1 ? 'A make-up is booked with one of them: it stays' : `Make-ups are booked with ${spent} of them: they stay`
  return [first, beyond > 0 && `${enough} as many open credits as the center allows.`, spent > 0 && `${stays}, and the oddities show it.`]
    .filter((part) => part !== false)
    .join(' ')
}

/** Who may let a credit be spent later than its last day. */
export const mayExtend = (kind: Kind) => kind === 'manager' || kind === 'admin'

type Told = {
  state: CreditState
  expiresOn: Day
  overLimit?: number | null
  place: { className: string; on: Day; time: string } | null
}

/** What has become of a credit, as a sentence without a full stop. */
export function creditWords({ state, expiresOn, overLimit = null, place }: Told) {
  const where = place ? `${plain(place.className)}, ${dayInWords(place.on)} at ${clock(place.time)}` : ''
  const off = where && `. The make-up is off: ${where}`
  const words: Record<CreditState, string> = {
    open: `Open until ${dayInWords(expiresOn)}${off}`,
    booked: `Booked: ${where}`,
    used: `Used: ${where}`,
    forfeited: `Forfeited, did not come: ${where}`,
    expired: `Expired on ${dayInWords(expiresOn)}${off}`,
    void: where ? `Void, but still booked: ${where}` : overLimit === null ? 'Void' : `None: ${overLimit} were open already`,
  }
  return words[state]
}

/** What a class has in common with the missed one; `level` is the student's, when others of it are there. */
type Likeness = { level: string | null; sameTeacher: boolean; sameWeekday: boolean; sameHour: boolean }

/** Why a class is a good one to make up in, a few words each, the weightiest first. Stored text. */
export function whyOf({ level, sameTeacher, sameWeekday, sameHour }: Likeness) {
  const why = level ? [`Others at ${level}`] : []
  if (sameTeacher) why.push('Same teacher')
  if (sameWeekday) why.push('Same weekday')
  if (sameHour) why.push('Same hour')
  return why
}

type Missed = { firstName: string; name: string; on: Day }

/** `not_missed`: nothing to make up for. */
export const notMissed = ({ firstName, name, on }: Missed) =>
  conflict('not_missed', `${plain(firstName)} missed no class of ${plain(name)} on ${dayInWords(on)}. Choose a day of a regular place.`, {
    on,
  })

/** `has_credit`: one credit for a missed class. */
export const hasCredit = ({ firstName, name, on, creditId }: Missed & { creditId: string }) =>
  conflict('has_credit', `${plain(firstName)} has a credit for ${plain(name)} on ${dayInWords(on)}.`, { creditId })

/** `spent`: a credit that was spent on a make-up is not made void. */
export const spent = () => conflict('spent', 'This credit is spent on a make-up. Remove the make-up first.')

/** `not_open`: nothing to book. */
export const notOpen = (credit: Told) => conflict('not_open', `This credit is not open. ${creditWords(credit)}.`, { state: credit.state })

/** What has become of a credit, in a word. */
const stateWords: Record<CreditState, string> = {
  open: 'Open',
  booked: 'Booked',
  used: 'Used',
  forfeited: 'Forfeited',
  expired: 'Expired',
  void: 'Void',
}

/** Make-up credits as a file. */
export const creditColumns: Columns<Credit & { studentNum: string; firstName: string; lastName: string }> = [
  ['Student number', ({ studentNum }) => studentNum],
  ['First name', ({ firstName }) => firstName],
  ['Last name', ({ lastName }) => lastName],
  ['Missed on', ({ missedOn }) => missedOn],
  ['Class', ({ className }) => className],
  ['Subject', ({ subject }) => subject],
  ['Reason', ({ reason }) => reasonWords[reason]],
  ['Note', ({ note }) => note],
  ['State', ({ state }) => stateWords[state]],
  ['Last day', ({ expiresOn }) => expiresOn],
  ['Make-up on', ({ place }) => place && place.on],
  ['Make-up at', ({ place }) => place && place.time],
  ['Make-up in', ({ place }) => place && place.className],
]
