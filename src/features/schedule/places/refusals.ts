import type { z } from 'zod'
import { addDays, weekday } from '#shared/calendar.ts'
import { placeWords, spanInWords } from '#features/students/rules.ts'
import { clock, dateInWords, dayInWords } from '#shared/day-text.ts'
import type { Day } from '#shared/days.ts'
import type { Kind } from '#shared/permissions.ts'
import { conflict, refused } from '#shared/problem.ts'
import { counted } from '#shared/text.ts'
import type { PlaceType, StudentStatus } from '#features/students/rules.ts'

/** Day ranges and refusals of places in classes (product §3). Most refusals suggest what to do instead. */

/** True for the type of a place that lasts one day: a make-up or a trial. */
export const isGuest = (type: PlaceType): type is 'make-up' | 'trial' =>
  type === 'make-up' || type === 'trial'

/** True for the first regular place of a prospect, who then becomes an active student. */
export const enrolls = (type: PlaceType, { status }: { status: z.infer<typeof StudentStatus> }) =>
  type === 'regular' && status === 'prospect'

/** True for users who may exceed the size of a class if they give a reason. */
export const mayOverbook = (kind: Kind) => kind === 'manager' || kind === 'admin'

type DescribedPlace = {
  type: PlaceType
  startDate: Day
  endDate: Day | null
  breaks: readonly { startDate: Day; endDate: Day | null }[]
}

/** Labels and wording of a place's facts. */
export const placeFacts = {
  'Enrollment type': ({ type }: Pick<DescribedPlace, 'type'>) => placeWords[type],
  'First day': ({ startDate }: Pick<DescribedPlace, 'startDate'>) => dateInWords(startDate),
  'Last class': ({ endDate }: Pick<DescribedPlace, 'endDate'>) => (endDate ? dateInWords(endDate) : 'None'),
  Breaks: ({ breaks }: Pick<DescribedPlace, 'breaks'>) => breaks.map(spanInWords).join(', '),
}

/** Range of days, both ends included. It is open-ended if the end is null. */
export type Span = { from: Day; to: Day | null }

/** Throws 422 if a range ends before it starts (reliability B5). */
export function inOrder({ from, to }: Span) {
  if (to !== null && to < from)
    throw refused('ends_before', 'The last day can’t be before the first day.', '/endDate')
}

/** Converts a first and a last day to a span. */
export const spanOf = ({ startDate, endDate }: { startDate: Day; endDate: Day | null }): Span => ({
  from: startDate,
  to: endDate,
})

/** Returns the earlier of two last days; null is open-ended. */
const earlier = (left: Day | null, right: Day | null) =>
  left === null || (right !== null && right < left) ? right : left

/** Returns the days that two spans have in common, or null. */
export function overlapOfSpans(left: Span, right: Span): Span | null {
  const from = left.from > right.from ? left.from : right.from
  const to = earlier(left.to, right.to)
  return to !== null && to < from ? null : { from, to }
}

/**
 * Returns the days of a span that are outside another span: none, those before it, those after it, or both.
 */
export function spanOutside(span: Span, other: Span): Span[] {
  const before = overlapOfSpans(span, { from: '1900-01-01', to: addDays(other.from, -1) })
  const after = other.to === null ? null : overlapOfSpans(span, { from: addDays(other.to, 1), to: null })
  return [before, after].filter((piece) => piece !== null)
}

type FullFacts = {
  name: string
  on: Day
  seats: number
  maxSize: number
  waitlistPosition: number
  type: 'regular' | 'make-up' | 'trial'
}

/**
 * Returns a 409 `class_full`: there is no free seat on a day. Includes the student's position on the
 * waitlist, or the one they would get.
 */
export function classFull({ name, type, ...facts }: FullFacts) {
  const { on, seats, maxSize, waitlistPosition } = facts
  const instead =
    type === 'regular'
      ? `Add the student to the waitlist as #${waitlistPosition}.`
      : 'Choose another day or class.'
  return conflict(
    'class_full',
    `${name} is full on ${dayInWords(on)}: ${seats} of ${maxSize} seats are taken. ${instead}`,
    facts,
  )
}

/** Returns a 409 `class_full` for a student who returns from a break while a guest has the seat. */
export const seatTaken = ({ name, ...facts }: Omit<FullFacts, 'type' | 'waitlistPosition'>) =>
  conflict(
    'class_full',
    `A guest has the seat in ${name} on ${dayInWords(facts.on)}. End the break later, or move the guest first.`,
    facts,
  )

type OverlapFacts = { firstName: string; classId: string; name: string; day: number; time: string; on: Day }

/** Returns a 409 `overlapping`: the student is in another class at the same time. */
export const overlapping = ({ firstName, ...facts }: OverlapFacts) =>
  conflict(
    'overlapping',
    `${firstName} is in ${facts.name} at that time, on ${dayInWords(facts.on)} at ${clock(facts.time)}. Move that place, or choose another class.`,
    facts,
  )

/** Returns a 409 `already_in_class`: a student has at most one place in a class at a time. */
export const alreadyInClass = ({
  firstName,
  placeId,
  type,
}: {
  firstName: string
  placeId: string
  type: PlaceType
}) =>
  conflict(
    'already_in_class',
    type === 'waitlist'
      ? `${firstName} is on this class’s waitlist. Give them a seat from there.`
      : `${firstName} is already in this class on these days. Change that place instead.`,
    { placeId, placeType: type },
  )

/** Returns a 409 `not_meeting`: the class doesn't meet that day. `next` is the next day on which it does. */
export const notMeeting = ({ name, on, next }: { name: string; on: Day; next: Day | null }) =>
  conflict(
    'not_meeting',
    `${name} doesn’t meet on ${dayInWords(on)}. ${next ? `It meets on ${dayInWords(next)}.` : 'It doesn’t meet again after that.'}`,
    { on, next },
  )

/** Returns a 409 `no_credit`: there is no credit to use for the make-up. */
export const noCredit = ({ firstName, name, on }: { firstName: string; name: string; on: Day }) =>
  conflict(
    'no_credit',
    `${firstName} has no open make-up credit for a class like ${name} on ${dayInWords(on)}. Grant one first, or choose an earlier day.`,
    { on },
  )

/** Returns a 409 `begun`: attendance was taken on a day, so the place must include that day. */
export const begun = ({ firstName, on }: { firstName: string; on: Day }) =>
  conflict(
    'begun',
    `${firstName}’s attendance was taken on ${dayInWords(on)}. The last class must be that day or later.`,
    {
      on,
    },
  )

type BookedMakeUp = { placeId: string; name: string; on: Day }

/** Returns a 409 `covers_makeups`: the change would cancel booked make-ups. */
export const coversMakeups = ({
  firstName,
  makeups,
}: {
  firstName: string
  makeups: readonly BookedMakeUp[]
}) =>
  conflict(
    'covers_makeups',
    `This cancels ${counted(makeups.length, 'booked make-up')} for ${firstName}. To go ahead, save again.`,
    {
      makeups,
    },
  )

/** Returns a 409 `inactive`: an inactive student can't get a place. */
export const inactive = ({ firstName }: { firstName: string }) =>
  conflict('inactive', `${firstName} is inactive. Set the student to active first.`)

/**
 * Returns the first day with the class's weekday that is neither in the past nor before the class's first
 * day.
 */
export function firstDay(today: Day, { day, startDate }: { day: number; startDate: Day }): Day {
  const from = startDate > today ? startDate : today
  return addDays(from, (day - weekday(from) + 7) % 7)
}
