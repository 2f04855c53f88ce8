import { dayWords, wordsOf } from '#features/students/rules.ts'
import { fullName } from '#shared/full-name.ts'
import { fold } from '#shared/fold.ts'
import { addDays, weekday } from '#shared/calendar.ts'
import type { Columns } from '#shared/csv.ts'
import { clock } from '#shared/day-text.ts'
import type { Day } from '#shared/days.ts'
import { readClassTime } from '#shared/entries.ts'
import { namesOf } from '#shared/field-table.ts'
import type { ClassType } from '../rules.ts'
import type { Subject } from '#features/centers/rules.ts'
import type { Class } from './api.ts'
import { classFields, type ClassValues, type Facts, type OwnValues, termColumns } from './fields.ts'
import { t } from '#shared/language.ts'
import { listed } from '#shared/text.ts'

/**
 * Recurring facts over a range of days; `endsOn` is the last day, or null if open-ended (product §1, valid
 * time).
 */
export type Term = Facts & { startsOn: Day; endsOn: Day | null }

/**
 * Returns the default length of a class in minutes. It is shorter for private tutoring, which is both a
 * subject and a type (spec §9).
 */
export const usualMinutes = ({ subject, type }: { subject: Subject; type: ClassType }) =>
  subject === 'Private Tutoring' || type === 'PT' ? 60 : 75

export const usualType = (subject: Subject): ClassType =>
  subject === 'Private Tutoring' ? 'PT' : subject === 'Group' ? 'GROUP' : 'REGULAR'

/** True if a class ends before midnight (reliability B5). */
export function endsSameDay(time: string, minutes: number) {
  const [hour = 0, minute = 0] = time.split(':').map(Number)
  return hour * 60 + minute + minutes < 24 * 60
}

/** Names of the fields that can change starting on a day. The other fields are the same on every day. */
export const factNames = namesOf(termColumns)
const isSame = (one: Facts, other: Facts) => factNames.every((name) => one[name] === other[name])

/** Merges consecutive terms that have the same facts. */
function mergeTerms(terms: readonly Term[]) {
  const whole: Term[] = []
  for (const term of terms) {
    const last = whole.at(-1)
    if (last?.endsOn && addDays(last.endsOn, 1) === term.startsOn && isSame(last, term))
      whole[whole.length - 1] = { ...last, endsOn: term.endsOn }
    else whole.push(term)
  }
  return whole
}

/**
 * Returns the terms of a class after a change that starts on `from`. Earlier days keep their facts; the
 * change applies to all later terms, even planned ones. Input and output are in order.
 */
export function changeTerms(terms: readonly Term[], from: Day, change: Partial<Facts>): Term[] {
  const changed = terms.flatMap((term) => {
    if (!lastsUntil(term, from)) return [term]
    if (term.startsOn >= from) return [{ ...term, ...change }]
    return [
      { ...term, endsOn: addDays(from, -1) },
      { ...term, startsOn: from, ...change },
    ]
  })
  return mergeTerms(changed)
}

/** Returns the terms of a class after ending it on the day before `from`. */
export const endTerms = (terms: readonly Term[], from: Day): Term[] =>
  terms
    .filter(({ startsOn }) => startsOn < from)
    .map((term) => (!lastsUntil(term, from) ? term : { ...term, endsOn: addDays(from, -1) }))

type ClassEnd = { from: Day; today: Day; lost: readonly string[] }

/**
 * Describes what ending a class on the day before `from` does. `lost` lists the places that end with it, such
 * as `3 guests`.
 */
export function endWords({ startDate }: Pick<Class, 'startDate'>, { from, today, lost }: ClassEnd) {
  if (from <= startDate)
    return t('The class won’t have started by then, so it will be deleted, along with every place in it.')
  if (lost.length > 0)
    return t('{lost} will lose their place from that day on. Earlier days stay unchanged.', {
      lost: listed(lost),
    })
  return from === today
    ? t(
        'Nobody is in this class now. Earlier days stay unchanged. If it has never had a student, it will be deleted.',
      )
    : t('Nobody is in this class now. Earlier days stay unchanged.')
}

/** True if a class with these terms meets on a day. */
export const meets = (terms: readonly Term[], on: Day) =>
  terms.some(
    ({ startsOn, endsOn, day }) => startsOn <= on && (endsOn === null || on <= endsOn) && day === weekday(on),
  )

/** Returns the first day on which the class meets, within a week of `from`, or `from` if there is none. */
export const meetingFrom = (terms: readonly Term[], from: Day) =>
  Array.from({ length: 7 }, (_, days) => addDays(from, days)).find((on) => meets(terms, on)) ?? from

/** True if the last day of a term is `from` or later, or if the term is open-ended. */
export const lastsUntil = ({ endsOn }: Term, from: Day) => endsOn === null || endsOn >= from

/** Returns the term on a day, otherwise the next one, otherwise the last one. */
export const termAt = (terms: readonly Term[], on: Day) =>
  terms.find((term) => lastsUntil(term, on)) ?? terms.at(-1)

/** Returns the fields of a change that differ from the current values. */
export const newFacts = (now: Facts, changes: Partial<Facts>): Partial<Facts> =>
  Object.fromEntries(
    factNames
      .filter((name) => changes[name] !== undefined && changes[name] !== now[name])
      .map((name) => [name, changes[name]]),
  )

/** Form values as typed: times as `4:30p`, numbers as text, an empty string for no teacher. */
export type Draft = OwnValues & Record<keyof Facts, string>

/** The form values of a new class. */
export const emptyDraft: Draft = {
  name: '',
  subject: 'Math',
  type: 'REGULAR',
  day: '1',
  time: '',
  minutes: '75',
  maxSize: '8',
  teacherId: '',
  notes: '',
}

/** Returns the form values of an existing class. */
export function draftOf({ name, subject, type, notes, ...facts }: ClassValues): Draft {
  const [day, minutes, maxSize] = [facts.day, facts.minutes, facts.maxSize].map(String) as [
    string,
    string,
    string,
  ]
  return {
    name,
    subject,
    type,
    notes,
    day,
    time: clock(facts.time),
    minutes,
    maxSize,
    teacherId: facts.teacherId ?? '',
  }
}

/** Changes the type in a form. Also sets the type's usual length, unless another length was chosen. */
export const withType = (draft: Draft, type: ClassType): Draft => ({
  ...draft,
  type,
  minutes:
    draft.minutes === String(usualMinutes(draft)) ? String(usualMinutes({ ...draft, type })) : draft.minutes,
})

/** Changes the subject in a form. Also sets its usual type and length, unless others were chosen. */
export function withSubject(draft: Draft, subject: Subject): Draft {
  const type = draft.type === usualType(draft.subject) ? usualType(subject) : draft.type
  const minutes =
    draft.minutes === String(usualMinutes(draft)) ? String(usualMinutes({ subject, type })) : draft.minutes
  return { ...draft, subject, type, minutes }
}

const numberIn = (text: string, { least, most }: { least: number; most: number }) => {
  const number = /^\d{1,3}$/.test(text.trim()) ? Number(text) : Number.NaN
  return number >= least && number <= most ? number : null
}

/** Parses typed values. Returns error sentences for fields that can't be read. */
export function readDraft(
  draft: Draft,
): { read: ClassValues } | { errors: Partial<Record<keyof Draft, string>> } {
  const { name, subject, type, notes, teacherId } = draft
  const time = readClassTime(draft.time)?.time ?? null
  const minutes = numberIn(draft.minutes, classFields.minutes)
  const maxSize = numberIn(draft.maxSize, classFields.maxSize)
  const errors = {
    ...(name.trim() === '' && { name: t('Enter a class name.') }),
    ...(time === null && { time: t('Enter a time such as 4:30p.') }),
    ...(minutes === null && {
      minutes: t('Enter {least} to {most} minutes.', classFields.minutes),
    }),
    ...(maxSize === null && {
      maxSize: t('Enter {least} to {most} seats.', classFields.maxSize),
    }),
    ...(time !== null &&
      minutes !== null &&
      !endsSameDay(time, minutes) && { minutes: t('The class must end on the day it starts.') }),
  }
  if (time === null || minutes === null || maxSize === null || Object.keys(errors).length > 0)
    return { errors }
  const own = { name: name.trim(), subject, type, notes: notes.trim() }
  return { read: { ...own, day: Number(draft.day), time, minutes, maxSize, teacherId: teacherId || null } }
}

/** Returns the fields changed in the form, and whether any of them needs a start date (`fromDay`). */
export function changesIn(before: ClassValues, after: ClassValues) {
  const changes: Partial<ClassValues> = Object.fromEntries(
    Object.entries(after).filter(([name, value]) => value !== before[name as keyof ClassValues]),
  )
  return { changes, fromDay: factNames.some((name) => name in changes) }
}

const teacherOf = ({ teacher }: Pick<Class, 'teacher'>) => (teacher ? fullName(teacher) : '')

/**
 * True if a class has the given subject (if any), and every search word occurs in its name, teacher or
 * weekday.
 */
export function isFound(
  entry: Class,
  { subject, search }: { subject?: Subject | undefined; search: string },
) {
  const known = fold(`${entry.name} ${teacherOf(entry)} ${dayWords[entry.day]}`)
  return (!subject || entry.subject === subject) && wordsOf(search).every((word) => known.includes(word))
}

export const classColumns: Columns<Class> = [
  ['Name', ({ name }) => name],
  ['Subject', ({ subject }) => subject],
  ['Type', ({ type }) => type],
  ['Day', ({ day }) => dayWords[day] ?? ''],
  ['Begins', ({ time }) => time],
  ['Ends', ({ endTime }) => endTime],
  ['Teacher', teacherOf],
  ['Regular students', ({ stuCount }) => stuCount],
  ['Expected next time', ({ schedCount }) => schedCount],
  ['Seats', ({ maxSize }) => maxSize],
  ['Waitlist', ({ waitlist }) => waitlist],
  ['First day', ({ startDate }) => startDate],
  ['Last day', ({ endDate }) => endDate],
  ['Notes', ({ notes }) => notes],
]
