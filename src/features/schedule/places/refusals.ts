import type { z } from 'zod'
import { addDays, weekday } from '#shared/calendar.ts'
import { placeWords, spanInWords } from '#features/students/rules.ts'
import { clock, dateInWords, dayInWords } from '#shared/day-text.ts'
import type { Day } from '#shared/days.ts'
import type { Kind } from '#shared/permissions.ts'
import { conflict, refused } from '#shared/problem.ts'
import { counted, plain } from '#shared/text.ts'
import type { PlaceType, StudentStatus } from '#features/students/rules.ts'

/**
 * Places in classes (product §3): days, and what is said when a place can't be given. Every refusal is a 409 that carries its facts and says
 * what is possible instead.
 */

/** A place for one day: a make-up or a trial. */
export const isGuest = (type: PlaceType): type is 'make-up' | 'trial' => type === 'make-up' || type === 'trial'

/** A prospect with a regular place is an active student from then on. */
export const enrolls = (type: PlaceType, { status }: { status: z.infer<typeof StudentStatus> }) =>
  type === 'regular' && status === 'prospect'

/** Who may give a place beyond the size of a class, with a reason. */
export const mayOverbook = (kind: Kind) => kind === 'manager' || kind === 'admin'

type Held = { type: PlaceType; startDate: Day; endDate: Day | null; breaks: readonly { startDate: Day; endDate: Day | null }[] }

/** A place in words, by what is known of it. */
export const placeFacts = {
  'Kind of place': ({ type }: Pick<Held, 'type'>) => placeWords[type],
  'First day': ({ startDate }: Pick<Held, 'startDate'>) => dateInWords(startDate),
  'Last class': ({ endDate }: Pick<Held, 'endDate'>) => (endDate ? dateInWords(endDate) : 'It goes on'),
  Breaks: ({ breaks }: Pick<Held, 'breaks'>) => breaks.map(spanInWords).join(', '),
}

/** Days from one to another, both included; null goes on for good. */
export type Span = { from: Day; to: Day | null }

/** 422 when a range of days ends before it begins (reliability B5). */
export function inOrder({ from, to }: Span) {
  if (to !== null && to < from) throw refused('ends_before', 'The last day can’t be before the first.', '/endDate')
}

/** The days of what has a first and a last one. */
export const spanOf = ({ startDate, endDate }: { startDate: Day; endDate: Day | null }): Span => ({ from: startDate, to: endDate })

/** The earlier of two last days, where null is for good. */
const earlier = (left: Day | null, right: Day | null) => (left === null || (right !== null && right < left) ? right : left)

/** The days that two spans have in common, or null when there are none. */
export function common(left: Span, right: Span): Span | null {
  const from = left.from > right.from ? left.from : right.from
  const to = earlier(left.to, right.to)
  return to !== null && to < from ? null : { from, to }
}

/** The days of a span that are not in another: none, or the ones before and the ones after. */
export function without(span: Span, other: Span): Span[] {
  const before = common(span, { from: '1900-01-01', to: addDays(other.from, -1) })
  const after = other.to === null ? null : common(span, { from: addDays(other.to, 1), to: null })
  return [before, after].filter((piece) => piece !== null)
}

type FullFacts = { name: string; on: Day; seats: number; maxSize: number; waitlistPosition: number; type: 'regular' | 'make-up' | 'trial' }

/** `class_full`: no seat for one more on a day, with the position on the waitlist that they have or would get. */
export function classFull({ name, type, ...facts }: FullFacts) {
  const { on, seats, maxSize, waitlistPosition } = facts
  const instead = type === 'regular' ? `Possible is number ${waitlistPosition} on the waitlist.` : 'Possible is another day or class.'
  return conflict('class_full', `${plain(name)} is full on ${dayInWords(on)}: ${seats} of ${maxSize} seats are taken. ${instead}`, facts)
}

/** `class_full` for somebody who comes back from a break, while a guest has the seat. */
export const seatTaken = ({ name, ...facts }: Omit<FullFacts, 'type' | 'waitlistPosition'>) =>
  conflict(
    'class_full',
    `A guest has the seat in ${plain(name)} on ${dayInWords(facts.on)}. End the break after that day, or move the guest first.`,
    facts,
  )

type OverlapFacts = { firstName: string; classId: string; name: string; day: number; time: string; on: Day }

/** `overlapping`: the student is in another class at that time. */
export const overlapping = ({ firstName, ...facts }: OverlapFacts) =>
  conflict(
    'overlapping',
    `${plain(firstName)} is in ${plain(facts.name)} at that time, on ${dayInWords(facts.on)} at ${clock(facts.time)}. Move that place, or choose another class.`,
    facts,
  )

/** `already_in_class`: one place in a class at a time. */
export const alreadyInClass = ({ firstName, placeId, type }: { firstName: string; placeId: string; type: PlaceType }) =>
  conflict(
    'already_in_class',
    type === 'waitlist'
      ? `${plain(firstName)} is on the waitlist of this class. Give a seat from there.`
      : `${plain(firstName)} has a place in this class on these days. Change that one.`,
    { placeId, placeType: type },
  )

/** `not_meeting`: no class on that day; `next` is when it meets after it. */
export const notMeeting = ({ name, on, next }: { name: string; on: Day; next: Day | null }) =>
  conflict(
    'not_meeting',
    `${plain(name)} does not meet on ${dayInWords(on)}. ${next ? `It meets on ${dayInWords(next)}.` : 'It meets no more after that.'}`,
    { on, next },
  )

/** `no_credit`: nothing to spend a make-up on. */
export const noCredit = ({ firstName, name, on }: { firstName: string; name: string; on: Day }) =>
  conflict(
    'no_credit',
    `${plain(firstName)} has no open make-up credit for a class like ${plain(name)} on ${dayInWords(on)}. Grant one first, or choose an earlier day.`,
    { on },
  )

/** `begun`: attendance was taken, so those days stay in the place. */
export const begun = ({ firstName, on }: { firstName: string; on: Day }) =>
  conflict('begun', `Attendance of ${plain(firstName)} was taken on ${dayInWords(on)}. Possible is that day as the last class, or later.`, {
    on,
  })

type Booked = { placeId: string; name: string; on: Day }

/** `covers_makeups`: booked make-ups would go with the change. */
export const coversMakeups = ({ firstName, makeups }: { firstName: string; makeups: readonly Booked[] }) =>
  conflict(
    'covers_makeups',
    `This cancels ${counted(makeups.length, 'booked make-up')} of ${plain(firstName)}. Save again if that is meant.`,
    {
      makeups,
    },
  )

/** `inactive`: who has left gets no place. */
export const inactive = ({ firstName }: { firstName: string }) =>
  conflict('inactive', `${plain(firstName)} is inactive. Make the student active first.`)

/** The first day from today on that has the class's weekday. */
export function firstDay(today: Day, { day, startDate }: { day: number; startDate: Day }): Day {
  const from = startDate > today ? startDate : today
  return addDays(from, (day - weekday(from) + 7) % 7)
}
