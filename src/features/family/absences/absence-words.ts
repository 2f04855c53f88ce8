import { z } from 'zod'
import { type CreditSettings, givesCredit } from '#features/schedule/credits/credit-state.ts'
import { clock, dayInWords } from '#shared/day-text.ts'
import type { Day } from '#shared/days.ts'
import { conflict, refused } from '#shared/problem.ts'
import { plain } from '#shared/text.ts'
import { ExpectedAs } from '#features/schedule/rules.ts'

/** A family tells the center that a child can't come to a coming class (product §5), and takes it back until the class begins. */

/** How many days from today on a family sees its classes and can tell of an absence. */
export const comingDays = 28

/**
 * What follows from telling: a make-up credit, or none because as many are open as the center allows, because it is late, or because it gives none; a
 * make-up's own credit is open again, or spent when it is late (product §3: no make-up of a make-up).
 */
export const Follows = z.enum(['credit', 'enough', 'late', 'none', 'reopened', 'spent'])

export type Follows = z.infer<typeof Follows>

const hourMs = 3_600_000

/** Whole hours from one instant to another, at least 0. */
export const hoursBetween = (from: string, to: string) => Math.max(0, Math.floor((Date.parse(to) - Date.parse(from)) / hourMs))

type Telling = { type: ExpectedAs; hasEnough: boolean; classAt: string; toldAt: string; settings: CreditSettings }

/** What follows when an absence from a class that begins at `classAt` is told of at `toldAt`, instants in UTC. */
export function followsOf({ type, hasEnough, classAt, toldAt, settings }: Telling): Follows {
  if (type === 'trial') return 'none'
  const inTime = Date.parse(classAt) - Date.parse(toldAt) >= settings.noticeHours * hourMs
  if (type === 'make-up') return inTime ? 'reopened' : 'spent'
  const miss = { placeType: type, onBreak: false, attended: false, noticedAt: toldAt, excused: false, canceled: false }
  if (givesCredit({ ...miss, classAt, settings })) return hasEnough ? 'enough' : 'credit'
  return settings.makeupRule === 'never' ? 'none' : 'late'
}

type Consequence = { follows: Follows; hoursAhead: number; noticeHours: number }

/** `30 hours`, from two days on `5 days`. */
const ahead = (hours: number) => (hours < 48 ? `${hours} ${hours === 1 ? 'hour' : 'hours'}` : `${Math.floor(hours / 24)} days`)

/** What follows from telling, as a sentence to a parent. */
export function followsInWords({ follows, hoursAhead, noticeHours }: Consequence) {
  const inTime = `Told ${ahead(hoursAhead)} ahead`
  const late = `Told less than ${ahead(noticeHours)} ahead`
  const words: Record<Follows, string> = {
    credit: `${inTime}: this gives a make-up credit.`,
    enough: 'This gives no make-up credit, as enough of them are open already.',
    late: `${late}: this gives no make-up credit, unless the center excuses it.`,
    none: 'This gives no make-up credit.',
    reopened: `${inTime}: the credit of this make-up is open for another day.`,
    spent: `${late}: the make-up credit is used up.`,
  }
  return words[follows]
}

type Off = { kind: 'closed' | 'canceled' | 'break'; name: string }

/** Why a class of the child's doesn't wait for them on a day. `name` is that of the closed day, stored text. */
export function offInWords({ kind, name }: Off) {
  if (kind === 'closed') return `Center closed${name && `: ${plain(name)}`}`
  return kind === 'canceled' ? 'Canceled by the center' : 'On break'
}

type Which = { name: string; on: Day }

const classOn = ({ name, on }: Which) => `${plain(name)} on ${dayInWords(on)}`

/** `too_far`: a family tells of what is near. */
export const tooFar = () => refused('too_far', `Absences can be told of for the next ${comingDays / 7} weeks.`, '/on')

/** `begun`: too late to tell, or to take back. */
export const begun = ({ time, ...which }: Which & { time: string }) =>
  conflict('begun', `${classOn(which)} began at ${clock(time)}. Please call the center.`, { on: which.on, time })

/** `taken`: the center has taken attendance of the child. */
export const taken = (which: Which) =>
  conflict('taken', `Attendance of ${classOn(which)} was taken already. Please call the center.`, { on: which.on })

/** `not_meeting`: nobody is expected on that day. */
export const notExpected = ({ off, ...which }: Which & { off: Off }) =>
  conflict('not_meeting', `Nobody waits for ${classOn(which)}: ${offInWords(off)}.`, { on: which.on })

/** `by_office`: what the center noted is the center's to change. */
export const byOffice = (which: Which) =>
  conflict('by_office', `The center noted the absence from ${classOn(which)}. Please call the center.`, { on: which.on })

/** `class_full`: the freed seat was given away. */
export const seatGiven = ({ seats, maxSize, ...which }: Which & { seats: number; maxSize: number }) =>
  conflict('class_full', `The seat in ${classOn(which)} was given to another child meanwhile. Please call the center.`, {
    on: which.on,
    seats,
    maxSize,
  })

/** `overlapping`: the child has another class at that time by now. */
export const otherClass = ({ other, ...which }: Which & { other: string }) =>
  conflict('overlapping', `There is ${plain(other)} at the time of ${classOn(which)} by now. Please call the center.`, { on: which.on })

/** `credit_spent`: the credit that the absence gave is booked. */
export const creditBooked = (which: Which) =>
  conflict('credit_spent', `The make-up credit for ${classOn(which)} is booked for another day. Please call the center to change it.`, {
    on: which.on,
  })
