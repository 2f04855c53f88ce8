import { clock, dayInWords } from '#shared/day-text.ts'
import type { Day } from '#shared/days.ts'
import { conflict, refused } from '#shared/problem.ts'

/**
 * A family reports that a child can't come to an upcoming class (product §5), and can withdraw the report
 * until the class starts.
 */

/** Number of days ahead for which a family sees its classes and can report absences. */
export const comingDays = 28

type Off = { kind: 'closed' | 'canceled' | 'break'; name: string }

/** Reason why the child isn't expected in a class on a day. `name` is the stored name of the closed day. */
export function offInWords({ kind, name }: Off) {
  if (kind === 'closed') return `Center closed${name && `: ${name}`}`
  return kind === 'canceled' ? 'Canceled by the center' : 'On break'
}

type Which = { name: string; on: Day }

const classOn = ({ name, on }: Which) => `${name} on ${dayInWords(on)}`

/** 422 `too_far`: families can only report absences in the near future. */
export const tooFar = () =>
  refused('too_far', `You can report absences up to ${comingDays / 7} weeks ahead.`, '/on')

/** 409 `begun`: the class has started, so it is too late to report or withdraw. */
export const begun = ({ time, ...which }: Which & { time: string }) =>
  conflict('begun', `${classOn(which)} started at ${clock(time)}. Please call the center.`, {
    on: which.on,
    time,
  })

/** 409 `taken`: the center has already taken the child's attendance. */
export const taken = (which: Which) =>
  conflict('taken', `Attendance for ${classOn(which)} has already been taken. Please call the center.`, {
    on: which.on,
  })

/** 409 `not_meeting`: nobody is expected on that day. */
export const notExpected = ({ off, ...which }: Which & { off: Off }) =>
  conflict('not_meeting', `Your child isn’t expected in ${classOn(which)}: ${offInWords(off)}.`, {
    on: which.on,
  })

/** 409 `by_office`: only the center can change what it noted itself. */
export const byOffice = (which: Which) =>
  conflict('by_office', `The center noted the absence from ${classOn(which)}. Please call the center.`, {
    on: which.on,
  })

/** 409 `class_full`: the freed seat was given away. */
export const seatGiven = ({ seats, maxSize, ...which }: Which & { seats: number; maxSize: number }) =>
  conflict(
    'class_full',
    `The seat in ${classOn(which)} has been given to another child. Please call the center.`,
    {
      on: which.on,
      seats,
      maxSize,
    },
  )

/** 409 `overlapping`: the child now has another class at that time. */
export const otherClass = ({ other, ...which }: Which & { other: string }) =>
  conflict(
    'overlapping',
    `Your child now has ${other} at the time of ${classOn(which)}. Please call the center.`,
    { on: which.on },
  )

/** 409 `credit_spent`: the credit for this absence is booked. */
export const creditBooked = (which: Which) =>
  conflict(
    'credit_spent',
    `The make-up credit for ${classOn(which)} is booked for another day. Please call the center to change it.`,
    {
      on: which.on,
    },
  )
