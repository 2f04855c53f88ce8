import { z } from 'zod'
import type { Columns } from '#shared/csv.ts'
import { clock, dayInWords } from '#shared/day-text.ts'
import type { Day } from '#shared/days.ts'
import type { Kind } from '#shared/permissions.ts'
import { conflict } from '#shared/problem.ts'
import { t } from '#shared/language.ts'
import type { PlaceType } from '#features/students/rules.ts'
import type { Subject } from '#features/centers/rules.ts'
import type { Credit } from './api.ts'

/** The make-up ledger (product §3): reasons for credits and their states. */

/**
 * Reason for a credit. `absent`: the center gives one for every absence; `granted`: a staff member gave it.
 */
export const Reason = z.enum(['notice', 'excused', 'canceled', 'absent', 'granted'])
export type Reason = z.infer<typeof Reason>
export const reasonWords: Record<Reason, string> = {
  notice: 'Reported in advance',
  excused: 'Excused',
  canceled: 'Class canceled',
  absent: 'Absent',
  granted: 'Granted',
}

/**
 * The center's rule for make-up credits. For an absence that has been reported, `noticeHours` is the value at
 * the time of the report.
 */
export type CreditSettings = { makeupRule: 'notice' | 'always' | 'never'; noticeHours: number }

/**
 * A student and a class on a day, with the facts that decide whether it gives a credit. Instants are in UTC.
 */
export type MissedClass = {
  /** Null if the student has no place in the class that day. */
  placeType: PlaceType | null
  onBreak: boolean
  /** Null until attendance is taken. False if the student was absent or only picked up work. */
  attended: boolean | null
  noticedAt: string | null
  excused: boolean
  canceled: boolean
  /** Start time of the class. */
  classAt: string
  settings: CreditSettings
}

const hourMs = 3_600_000

/**
 * Returns why a missed class gives a make-up credit, or null. Only a regular place gives one, so there is no
 * make-up for a make-up.
 */
export function givesCredit({
  placeType,
  onBreak,
  attended,
  noticedAt,
  excused,
  canceled,
  classAt,
  settings,
}: MissedClass): Reason | null {
  const { makeupRule, noticeHours } = settings
  if (placeType !== 'regular' || onBreak || makeupRule === 'never') return null
  if (canceled) return 'canceled'
  if (attended !== false) return null
  if (noticedAt !== null && Date.parse(classAt) - Date.parse(noticedAt) >= noticeHours * hourMs)
    return 'notice'
  if (excused) return 'excused'
  return makeupRule === 'always' ? 'absent' : null
}

/**
 * True if the reason for which a credit was given still applies, even if the center's rule has changed since.
 */
function stillApplies(
  { placeType, onBreak, attended, noticedAt, excused, canceled }: MissedClass,
  given: Reason,
) {
  if (placeType !== 'regular' || onBreak) return false
  if (given === 'canceled') return canceled
  const facts = { notice: noticedAt !== null, excused, absent: true, granted: false }
  return attended === false && facts[given]
}

/**
 * Returns the reason for a credit, or null. Changing the center's rule never removes a credit; only a
 * correction does (product §3).
 */
const reasonOf = (miss: MissedClassCredit) =>
  givesCredit(miss) ?? (miss.given !== null && stillApplies(miss, miss.given) ? miss.given : null)

export const CreditState = z.enum(['open', 'booked', 'used', 'forfeited', 'expired', 'void'])
export type CreditState = z.infer<typeof CreditState>

/**
 * The make-up that a credit is used for. `attended` is null until attendance is taken. The make-up is off if
 * its class doesn't meet or an absence was reported in time; the credit can then be used again.
 */
type BookedClass = { attended: boolean | null; isOff: boolean }

/**
 * Returns the state of a credit. A credit can still be used on its last day. A void credit remains void, even
 * if it was used.
 */
export function creditState(
  { voidAt, expiresOn, place }: { voidAt: string | null; expiresOn: Day; place: BookedClass | null },
  today: Day,
): CreditState {
  if (voidAt !== null) return 'void'
  if (place && !place.isOff) return place.attended === null ? 'booked' : place.attended ? 'used' : 'forfeited'
  return expiresOn < today ? 'expired' : 'open'
}

/**
 * Returns the credit for missing a class on a day, otherwise the credit used for a make-up in that class on
 * that day, if any.
 */
export const creditOf = (
  credits: readonly Credit[],
  { classId, on }: { classId: string; on: Day },
): Credit | undefined =>
  credits.find((each) => each.classId === classId && each.missedOn === on) ??
  credits.find(({ place }) => place?.classId === classId && place.on === on)

/** A student and a class on a day, with the credit for it. */
export type MissedClassCredit = MissedClass & {
  studentId: string
  classId: string
  subject: Subject
  on: Day
  /** Id and reason of the credit; null if there is none or it is void. */
  creditId: string | null
  given: Reason | null
  /** True if a staff member has decided about the credit. That decision overrides attendance. */
  byHand: boolean
  /** True if the credit was void from the start because too many credits were open. */
  isBeyond: boolean
  /** True if a make-up is or was booked with the credit. */
  isSpent: boolean
  /** Last day for using a new credit. */
  expiresOn: Day
  creditLimit: number
}

/** A credit that can still be used. */
export type OpenCredit = { id: string; studentId: string; subject: Subject; missedOn: Day; expiresOn: Day }

/**
 * A credit to give or update. `overLimit` is the center's limit if the credit is void because too many are
 * open; otherwise null.
 */
export type DueCredit = {
  studentId: string
  classId: string
  missedOn: Day
  reason: Reason
  expiresOn: Day
  overLimit: number | null
}

const studentSubjectKey = ({ studentId, subject }: { studentId: string; subject: Subject }) =>
  `${studentId} ${subject}`

/**
 * Returns the writes that bring credits in line with attendance and the schedule: credits to give or update,
 * starting with the earliest missed class, and credits to void. Leaves manual decisions unchanged. A new
 * credit is void if the student already has the maximum number of open credits in the subject. An open credit
 * counts toward this limit only if it can be used on some of the same days as the new one.
 */
export function settlement(known: readonly MissedClassCredit[], openNow: readonly OpenCredit[]) {
  const automatic = known.filter(({ byHand }) => !byHand).map((each) => ({ ...each, reason: reasonOf(each) }))
  const excess = automatic.filter(
    ({ reason, creditId, isBeyond }) => reason === null && (creditId !== null || isBeyond),
  )
  const left = new Set(excess.map(({ creditId }) => creditId))
  const open = new Map<string, Pick<OpenCredit, 'missedOn' | 'expiresOn'>[]>()
  for (const each of openNow)
    if (!left.has(each.id))
      open.set(studentSubjectKey(each), [...(open.get(studentSubjectKey(each)) ?? []), each])
  const due: (DueCredit & { isNew: boolean })[] = []
  for (const miss of automatic.toSorted((one, other) => one.on.localeCompare(other.on))) {
    const { reason, creditId, given, isBeyond, isSpent, studentId, classId, on: missedOn, expiresOn } = miss
    if (reason === null || reason === given || isBeyond) continue
    const beside = (open.get(studentSubjectKey(miss)) ?? []).filter(
      (each) => each.missedOn <= expiresOn && each.expiresOn >= missedOn,
    )
    const isNew = creditId === null && !isSpent
    const isBeyondNow = isNew && beside.length >= miss.creditLimit
    due.push({
      studentId,
      classId,
      missedOn,
      reason,
      expiresOn,
      overLimit: isBeyondNow ? miss.creditLimit : null,
      isNew,
    })
    if (isNew && !isBeyondNow)
      open.set(studentSubjectKey(miss), [
        ...(open.get(studentSubjectKey(miss)) ?? []),
        { missedOn, expiresOn },
      ])
  }
  return { due, excess }
}

/** Effects of canceling or reinstating classes. */
export const Effects = z.object({
  /** Number of students expected. */
  children: z.int(),
  /** Number of make-up credits given or voided. */
  credits: z.int(),
  /** Number of students who get no credit because they are at the limit. */
  beyond: z.int(),
  /** Number of make-ups whose credit reopens or, if classes are reinstated, is used again. */
  makeups: z.int(),
  trials: z.int(),
  /** Number of voided credits that are or were used to book a make-up. */
  spent: z.int(),
})
export type Effects = z.infer<typeof Effects>

/** Returns the effects of a settlement on the expected students. */
export function effectsOf(known: readonly MissedClassCredit[], openNow: readonly OpenCredit[]): Effects {
  const { due, excess } = settlement(known, openNow)
  const expected = known.filter(
    ({ placeType, onBreak }) => placeType !== null && placeType !== 'waitlist' && !onBreak,
  )
  const fresh = due.filter(({ isNew }) => isNew)
  return {
    children: new Set(expected.map(({ studentId }) => studentId)).size,
    credits:
      fresh.filter(({ overLimit }) => overLimit === null).length +
      excess.filter(({ creditId }) => creditId !== null).length,
    beyond: new Set(fresh.flatMap(({ overLimit, studentId }) => (overLimit === null ? [] : [studentId])))
      .size,
    makeups: expected.filter(({ placeType }) => placeType === 'make-up').length,
    trials: expected.filter(({ placeType }) => placeType === 'trial').length,
    spent: excess.filter(({ isSpent }) => isSpent).length,
  }
}

/** True for users who may extend a credit. */
export const mayExtend = (kind: Kind) => kind === 'manager' || kind === 'admin'

type CreditSummary = {
  state: CreditState
  expiresOn: Day
  overLimit?: number | null
  place: { className: string; on: Day; time: string; waits: boolean } | null
}

/** Describes a credit's state, without a final period. */
export function creditWords({ state, expiresOn, overLimit = null, place }: CreditSummary) {
  const where = place
    ? t('{className}, {day} at {time}', {
        className: place.className,
        day: dayInWords(place.on),
        time: clock(place.time),
      })
    : ''
  const off = where && `. ${t('The make-up is canceled: {where}', { where })}`
  const words: Record<CreditState, string> = {
    open: t('Open until {day}', { day: dayInWords(expiresOn) }) + off,
    booked: place?.waits
      ? t('Waiting for confirmation: {where}', { where })
      : t('Booked: {where}', { where }),
    used: t('Used: {where}', { where }),
    forfeited: t('Forfeited (missed): {where}', { where }),
    expired: t('Expired on {day}', { day: dayInWords(expiresOn) }) + off,
    void: where
      ? t('Void, but still booked: {where}', { where })
      : overLimit === null
        ? t('Void')
        : t('Not granted: {overLimit} already open', { overLimit }),
  }
  return words[state]
}

type MissedClassWords = { firstName: string; name: string; on: Day }

/** Returns a 409 `not_missed`: there is no missed class. */
export const notMissed = ({ firstName, name, on }: MissedClassWords) =>
  conflict(
    'not_missed',
    `${firstName} didn’t miss ${name} on ${dayInWords(on)}. Choose a missed day of a regular class.`,
    {
      on,
    },
  )

/** Returns a 409 `has_credit`: there is already a credit for this missed class. */
export const hasCredit = ({ firstName, name, on, creditId }: MissedClassWords & { creditId: string }) =>
  conflict('has_credit', `${firstName} already has a credit for ${name} on ${dayInWords(on)}.`, { creditId })

/** Returns a 409 `spent`: a credit used for a make-up can't be voided. */
export const creditUsed = () =>
  conflict('spent', 'This credit is used for a make-up. Remove the make-up first.')

/** Returns a 409 `not_open`: the credit can't be used to book a make-up. */
export const notOpen = (credit: CreditSummary) =>
  conflict('not_open', `This credit isn’t open. ${creditWords(credit)}.`, { state: credit.state })

const stateWords: Record<CreditState, string> = {
  open: 'Open',
  booked: 'Booked',
  used: 'Used',
  forfeited: 'Forfeited',
  expired: 'Expired',
  void: 'Void',
}

/** CSV columns of make-up credits. */
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
