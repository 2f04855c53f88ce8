import { clock, dayInWords } from '#shared/day-text.ts'
import type { Day } from '#shared/days.ts'
import { conflict, refused } from '#shared/problem.ts'
import { t } from '#shared/language.ts'

/**
 * A family reports that a child can't come to an upcoming class (product §5), and can withdraw the report
 * until the class starts.
 */

/** Number of days ahead for which families see classes and can report absences. */
export const comingDays = 28

type OffReason = { kind: 'closed' | 'canceled' | 'break'; name: string }

/**
 * Returns the reason why the child isn't expected in a class on a given day. `name` is the stored name of the
 * closed day.
 */
export function offInWords({ kind, name }: OffReason) {
  if (kind === 'closed') return t('Center closed{name}', { name: name && `: ${name}` })
  return kind === 'canceled' ? t('Canceled by the center') : t('On break')
}

type AbsenceRef = { name: string; on: Day }

const classOn = ({ name, on }: AbsenceRef) => t('{name} on {on}', { name, on: dayInWords(on) })

/** Creates the 422 `too_far`: families can only report absences in the near future. */
export const tooFar = () =>
  refused(
    'too_far',
    t('You can report absences up to {weeks} weeks ahead.', { weeks: comingDays / 7 }),
    '/on',
  )

/**
 * Creates the 409 `begun`: the class has started, so it is too late to report an absence or withdraw the
 * report.
 */
export const begun = ({ time, ...which }: AbsenceRef & { time: string }) =>
  conflict(
    'begun',
    t('{which} started at {time}. Please call the center.', { which: classOn(which), time: clock(time) }),
    {
      on: which.on,
      time,
    },
  )

/** Creates the 409 `taken`: the center has already taken the child's attendance. */
export const taken = (which: AbsenceRef) =>
  conflict(
    'taken',
    t('Attendance for {which} has already been taken. Please call the center.', { which: classOn(which) }),
    {
      on: which.on,
    },
  )

/** Creates the 409 `not_meeting`: the child isn't expected on that day. */
export const notExpected = ({ off, ...which }: AbsenceRef & { off: OffReason }) =>
  conflict(
    'not_meeting',
    t('Your child isn’t expected in {which}. {off}.', { which: classOn(which), off: offInWords(off) }),
    {
      on: which.on,
    },
  )

/** Creates the 409 `by_office`: only the center can withdraw an absence that it recorded itself. */
export const byOffice = (which: AbsenceRef) =>
  conflict(
    'by_office',
    t('The center recorded the absence from {which}, so you can’t change it here. Please call the center.', {
      which: classOn(which),
    }),
    {
      on: which.on,
    },
  )

/** Creates the 409 `class_full`: the freed seat was given away. */
export const seatGiven = ({ seats, maxSize, ...which }: AbsenceRef & { seats: number; maxSize: number }) =>
  conflict(
    'class_full',
    t('The seat in {which} has been given to another child. Please call the center.', {
      which: classOn(which),
    }),
    {
      on: which.on,
      seats,
      maxSize,
    },
  )

/** Creates the 409 `overlapping`: the child now has another class at that time. */
export const otherClass = ({ other, ...which }: AbsenceRef & { other: string }) =>
  conflict(
    'overlapping',
    t('Your child now has {other} at the same time as {which}. Please call the center.', {
      other,
      which: classOn(which),
    }),
    { on: which.on },
  )

/** Creates the 409 `credit_spent`: the credit for this absence has been used to book a make-up. */
export const creditBooked = (which: AbsenceRef) =>
  conflict(
    'credit_spent',
    t('The make-up credit for {which} is booked for another day. Please call the center to change it.', {
      which: classOn(which),
    }),
    {
      on: which.on,
    },
  )
