import type { Subject } from '#features/centers/rules.ts'
import type { PlaceType } from '#features/students/rules.ts'
import type { Day } from '#shared/days.ts'
import { weekday } from '#shared/calendar.ts'
import { weekdays } from '#shared/opening-hours.ts'
import { counted } from '#shared/text.ts'
import { percentOf, proportionOf } from './amounts.ts'

/**
 * Calculation of charges and invoices. The numbered rules are in docs/requirements/product.md (product §11).
 */

/** A child's place in a class on one day. */
export type ClassDay = {
  studentId: string
  classId: string
  className: string
  subject: Subject
  type: Exclude<PlaceType, 'waitlist'>
  on: Day
  minutes: number
  /** True if the center is closed or the class is canceled. */
  isOff: boolean
  onBreak: boolean
  /** True if the child was absent and the office excused it. */
  isExcused: boolean
  /** True if missing this class earned the child a make-up credit that isn't void. */
  earnedCredit: boolean
  /**
   * Reason for the credit with which this make-up was booked: `canceled` for a canceled class, `missed` for
   * any other reason. Null if no credit was used.
   */
  usedCredit: 'missed' | 'canceled' | null
}

type RateUnit = 'month' | 'class' | 'hour'
/** A rate for a subject or a class, in cents. It applies up to and including `endDate`; null means no end. */
export type Rate = {
  id: string
  subject: Subject | null
  classId: string | null
  unit: RateUnit
  amount: number
  startDate: Day
  endDate: Day | null
}

export type Line = { studentId: string; text: string; amount: number; tax: number }

/**
 * Returns the rate in force for a class on a day, or null. A rate for the class overrides one for its
 * subject.
 */
function rateOn(rates: readonly Rate[], { classId, subject, on }: ClassDay) {
  const now = rates.filter(({ startDate, endDate }) => startDate <= on && (endDate === null || on <= endDate))
  return now.find((rate) => rate.classId === classId) ?? now.find((rate) => rate.subject === subject) ?? null
}

/** True if a child is charged for a class at a rate of this unit (product §11, rules 2 to 4). */
function counts({ type, isOff, onBreak, isExcused, earnedCredit, usedCredit }: ClassDay, unit: RateUnit) {
  if (isOff || onBreak || type === 'trial' || usedCredit === 'missed') return false
  if (usedCredit === 'canceled') return unit !== 'month'
  return unit === 'month' || !isExcused || earnedCredit
}

const classes = (count: number) => (count === 1 ? '1 class' : `${count} classes`)
const hours = (minutes: number) => counted(Math.round((100 * minutes) / 60) / 100, 'hour')

/**
 * Returns one child's charge at one rate for the given days of a class that is held `heldCount` times in the
 * month.
 */
function charge(days: readonly [ClassDay, ...ClassDay[]], { unit, amount }: Rate, heldCount: number) {
  const [{ studentId, className }] = days
  const minutes = days.reduce((sum, day) => sum + day.minutes, 0)
  const charges = {
    month: {
      text: days.length >= heldCount ? className : `${className}, ${days.length} of ${classes(heldCount)}`,
      amount: proportionOf(amount, days.length, Math.max(heldCount, days.length)),
    },
    class: { text: `${className}, ${classes(days.length)}`, amount: amount * days.length },
    hour: { text: `${className}, ${hours(minutes)}`, amount: proportionOf(amount, minutes, 60) },
  }
  const { text, amount: cents } = charges[unit]
  return { studentId, text, amount: cents }
}

/** Adds the weekday to the names of a child's classes if several of them have the same name. */
function withWeekdays(days: readonly ClassDay[]) {
  const nameOf = ({ studentId, className }: ClassDay) => `${studentId} ${className}`
  const sameName = Map.groupBy(days, nameOf)
  return days.map((day) => {
    const others = sameName.get(nameOf(day)) ?? []
    if (others.every(({ classId }) => classId === day.classId)) return day
    // A class that moves within the month keeps its first weekday, so that it stays one line.
    const { on } = others.find(({ classId }) => classId === day.classId) ?? day
    return { ...day, className: `${day.className} (${weekdays[weekday(on)]?.slice(0, 3)})` }
  })
}

export type ChargedFamily = { lines: Omit<Line, 'tax'>[]; unrated: string[] }

/**
 * Returns the charges for children in a month: one line for each child, class and rate, unless its amount is
 * 0. `heldCounts` has the number of days in the whole month on which each class is held. `unrated` names the
 * classes that would be charged if they had a rate.
 */
export function chargesFor(
  days: readonly ClassDay[],
  { rates, heldCounts }: { rates: readonly Rate[]; heldCounts: ReadonlyMap<string, number> },
): ChargedFamily {
  const rated = withWeekdays(days).map((day) => ({ day, rate: rateOn(rates, day) }))
  const unrated = rated.filter(({ day, rate }) => rate === null && counts(day, 'class'))
  const groups = Map.groupBy(
    rated.filter(({ day, rate }) => rate !== null && counts(day, rate.unit)),
    ({ day, rate }) => `${day.studentId} ${day.className} ${day.classId} ${rate?.startDate} ${rate?.id}`,
  )
  const lines = [...groups]
    .toSorted(([one], [other]) => (one < other ? -1 : 1))
    .flatMap(([, group]) => {
      const [first, ...rest] = group
      if (!first?.rate) return []
      const all = heldCounts.get(first.day.classId) ?? group.length
      return [charge([first.day, ...rest.map(({ day }) => day)], first.rate, all)]
    })
  return {
    lines: lines.filter(({ amount }) => amount !== 0),
    unrated: [...new Set(unrated.map(({ day }) => day.className))].toSorted(),
  }
}

type Terms = { siblingDiscount: number; tax: number }

/** Returns an invoice's lines and total for one payer, with sibling discount and tax (rules 6 to 8). */
export function invoiceFor(
  charges: readonly Omit<Line, 'tax'>[],
  { siblingDiscount, tax }: Terms,
): { lines: Line[]; total: number } {
  const children = [...Map.groupBy(charges, ({ studentId }) => studentId)].map(([studentId, own]) => ({
    studentId,
    own,
    sum: own.reduce((sum, { amount }) => sum + amount, 0),
  }))
  const inFull = children.toSorted(
    (one, other) => other.sum - one.sum || (one.studentId < other.studentId ? -1 : 1),
  )[0]
  const lines = children.flatMap(({ studentId, own, sum }) => {
    const off = studentId === inFull?.studentId ? 0 : proportionOf(sum, siblingDiscount, 10_000)
    const text = `Sibling discount, ${percentOf(siblingDiscount)}%`
    return [...own, ...(off > 0 ? [{ studentId, text, amount: -off }] : [])]
  })
  const taxed = lines.map((line) => ({ ...line, tax: proportionOf(line.amount, tax, 10_000) }))
  return { lines: taxed, total: taxed.reduce((sum, line) => sum + line.amount + line.tax, 0) }
}

/** Returns the part of an invoice that a family's credit covers. A balance below 0 is a credit (rule 9). */
export const creditFor = (total: number, balance: number) => Math.min(total, Math.max(0, -balance))
