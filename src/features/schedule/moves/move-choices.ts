import type { ClassEntry, Scheduled } from '../api.ts'
import type { Credit } from '../credits/api.ts'
import { t } from '#shared/language.ts'
import { isGuest } from '../places/refusals.ts'
import { isTaken } from '../rules.ts'
import { addDays } from '#shared/calendar.ts'
import { clock, dayInWords } from '#shared/day-text.ts'
import type { Day } from '#shared/days.ts'
import { counted } from '#shared/text.ts'

/**
 * Ways to move a student from one class into another on the day shown (product §3). Only a preview; the
 * server decides.
 */

type MoveRequest = {
  student: Scheduled
  /** Class that the student is in on that day. */
  from: ClassEntry
  to: ClassEntry
  on: Day
  today: Day
  /** All classes of the day. */
  classes: readonly ClassEntry[]
  /** The student's credits; empty until loaded. */
  credits: readonly Credit[]
}

/**
 * A way for a student to get into a class: a make-up on one day, using a credit, or a move of the student's
 * place, starting on a day. `left` is the number of free seats, which is 0 or negative if there are none.
 */
export type MoveChoice =
  | { kind: 'make-up'; credit: Credit; on: Day; left: number }
  | { kind: 'move'; on: Day; left: number }

/** The available ways, with those that have a seat first, or the reason why there are none. */
export type MoveChoices = { ways: readonly MoveChoice[]; why: string | null }

const none = (why: string): MoveChoices => ({ ways: [], why })

/**
 * Returns the open credit that can be used in a class of this subject and type on a day. If there are
 * several, returns the one that expires first.
 */
const creditFor = (credits: readonly Credit[], { subject, type }: ClassEntry, on: Day) =>
  credits
    .filter(
      (credit) =>
        credit.state === 'open' &&
        credit.subject === subject &&
        credit.type === type &&
        credit.expiresOn >= on,
    )
    .toSorted((a, b) => a.expiresOn.localeCompare(b.expiresOn))[0]

/** Returns another class at the same time in which the student is expected. */
const clashing = ({ student, to, classes }: MoveRequest, but?: ClassEntry) =>
  classes.find(
    ({ id, time, endTime, canceled, students }) =>
      id !== to.id &&
      id !== but?.id &&
      !canceled &&
      time < to.endTime &&
      to.time < endTime &&
      students.some(
        ({ _id, type, onBreak, noticed }) =>
          _id === student._id && type !== 'waitlist' && !onBreak && !noticed,
      ),
  )

const elsewhere = ({ student }: MoveRequest, { name, time }: ClassEntry) =>
  t('{firstName} is in {name} at {time}', { firstName: student.firstName, name, time: clock(time) })

/** Returns why a student can't get into a class at all that day, or null. */
function reasonNotInto({ student, to, on, today }: MoveRequest) {
  if (on < today) return t('This day is over')
  if (to.canceled) return t('{name} is canceled on this day', { name: to.name })
  const already = to.students.find(({ _id }) => _id === student._id)
  if (already)
    return t(
      already.type === 'waitlist'
        ? '{firstName} is on the waitlist for {name}'
        : '{firstName} is already in {name}',
      { firstName: student.firstName, name: to.name },
    )
  return null
}

/**
 * Returns a make-up using an open credit, the reason why it isn't possible, or null if the student has no
 * suitable credit or isn't a regular.
 */
function makeUp(going: MoveRequest): MoveChoice | string | null {
  const { student, to, on, credits } = going
  const credit = student.type === 'regular' ? creditFor(credits, to, on) : undefined
  if (!credit) return null
  const clash = clashing(going)
  return clash ? elsewhere(going, clash) : { kind: 'make-up', credit, on, left: to.maxSize - to.seats }
}

function move(going: MoveRequest): MoveChoice | string {
  const { student, from, to, on } = going
  const { type } = student
  if (type !== 'trial' && from.subject !== to.subject)
    return t('{name} has a different subject than {from}', { name: to.name, from: from.name })
  if (type === 'make-up' && from.type !== to.type)
    return t('{name} is a different kind of class than the one missed', { name: to.name })
  const taken = isTaken(student)
  if (isGuest(type) && taken)
    return t('{firstName}’s attendance was already taken', { firstName: student.firstName })
  const clash = type === 'waitlist' ? undefined : clashing(going, from)
  if (clash) return elsewhere(going, clash)
  const regulars = to.students.filter((other) => other.type === 'regular').length
  return {
    kind: 'move',
    on: taken ? addDays(on, 7) : on,
    left: to.maxSize - (type === 'regular' ? regulars : to.seats),
  }
}

const needsSeat = ({ student, way }: { student: Scheduled; way: MoveChoice }) =>
  way.kind === 'make-up' || student.type !== 'waitlist'

/** True if a make-up or move would exceed the size of the class. */
export const isFull = (student: Scheduled, way: MoveChoice) => needsSeat({ student, way }) && way.left <= 0

/**
 * Returns the ways in which a student can get from one class into another on a day: a make-up using an open
 * credit, and a move of the place. Ways with a seat come first.
 */
export function moveChoicesInto(going: MoveRequest): MoveChoices {
  const why = reasonNotInto(going)
  if (why) return none(why)
  const tried = [makeUp(going), move(going)].filter((way) => way !== null)
  const ways = tried.filter((way) => typeof way !== 'string')
  if (ways.length === 0) return none(tried.find((way) => typeof way === 'string') ?? '')
  return {
    ways: ways.toSorted((a, b) => Number(isFull(going.student, a)) - Number(isFull(going.student, b))),
    why: null,
  }
}

/** Describes in one line what dropping a student on a class would do. */
export function moveChoiceInWords(student: Scheduled, to: ClassEntry, way: MoveChoice) {
  if (isFull(student, way))
    return t('Full: {taken} of {maxSize} seats', { taken: to.maxSize - way.left, maxSize: to.maxSize })
  const seats = t('{seats} left', { seats: counted(way.left, 'seat') })
  if (way.kind === 'make-up')
    return t('Make-up for {day}, {seats}, credit expires {day2}', {
      day: dayInWords(way.credit.missedOn),
      seats,
      day2: dayInWords(way.credit.expiresOn),
    })
  if (student.type === 'waitlist') return t('Waitlist starting {day}', { day: dayInWords(way.on) })
  return isGuest(student.type)
    ? t('The {type} moves here, {seats}', { type: t(student.type), seats })
    : t('Move starting {day}, {seats}', { day: dayInWords(way.on), seats })
}
