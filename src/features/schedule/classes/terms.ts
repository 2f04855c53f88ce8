import { dayWords, fold, wordsOf } from '#features/students/rules.ts'
import { addDays, weekday } from '#shared/calendar.ts'
import type { Columns } from '#shared/csv.ts'
import { clock } from '#shared/day-text.ts'
import type { Day } from '#shared/days.ts'
import { readTime } from '#shared/entries.ts'
import { plain } from '#shared/text.ts'
import type { ClassType } from '../rules.ts'
import type { Subject } from '#features/centers/rules.ts'
import type { Class } from './api.ts'

/** What recurs of a class: `day` is 0 for Sunday, `time` is `HH:MM`, `minutes` its length. */
export type Facts = { day: number; time: string; minutes: number; maxSize: number; teacherId: string | null }

/** What recurs from one day to another; `endsOn` is the last day, null while it goes on (product §1, valid time). */
export type Term = Facts & { startsOn: Day; endsOn: Day | null }

/** How long a class is when nobody says so, in minutes (spec §9). */
export const usualMinutes = (subject: Subject) => (subject === 'Private Tutoring' ? 60 : 75)

/** The type that classes of a subject mostly have. */
export const usualType = (subject: Subject): ClassType =>
  subject === 'Private Tutoring' ? 'PT' : subject === 'Group' ? 'GROUP' : 'REGULAR'

/** Whether a class ends on the day on which it begins (reliability B5). */
export function endsSameDay(time: string, minutes: number) {
  const [hour = 0, minute = 0] = time.split(':').map(Number)
  return hour * 60 + minute + minutes < 24 * 60
}

/** The fields of a class that change from a day on; the others are its own on every day. */
export const factNames = ['day', 'time', 'minutes', 'maxSize', 'teacherId'] as const
const isSame = (one: Facts, other: Facts) => factNames.every((name) => one[name] === other[name])

/** Terms that follow each other and say the same are one. */
function joined(terms: readonly Term[]) {
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
 * The terms of a class after a change from a day on: the days before keep what was true, every later term has what is new, also one that was
 * planned already. `terms` are in their order, and so is the answer.
 */
export function changeTerms(terms: readonly Term[], from: Day, change: Partial<Facts>): Term[] {
  const changed = terms.flatMap((term) => {
    if (!comes(term, from)) return [term]
    if (term.startsOn >= from) return [{ ...term, ...change }]
    return [
      { ...term, endsOn: addDays(from, -1) },
      { ...term, startsOn: from, ...change },
    ]
  })
  return joined(changed)
}

/** The terms of a class that ends: nothing of it is left from the day on. */
export const endTerms = (terms: readonly Term[], from: Day): Term[] =>
  terms.filter(({ startsOn }) => startsOn < from).map((term) => (!comes(term, from) ? term : { ...term, endsOn: addDays(from, -1) }))

/** Whether a class with these terms meets on a day. */
export const meets = (terms: readonly Term[], on: Day) =>
  terms.some(({ startsOn, endsOn, day }) => startsOn <= on && (endsOn === null || on <= endsOn) && day === weekday(on))

/** The first day from a day on that has the class's weekday, within a week; without one the day itself. */
export const meetingFrom = (terms: readonly Term[], from: Day) =>
  Array.from({ length: 7 }, (_, days) => addDays(from, days)).find((on) => meets(terms, on)) ?? from

/** Whether a term is true on a day or later. */
export const comes = ({ endsOn }: Term, from: Day) => endsOn === null || endsOn >= from

/** What a class has on a day, else what it comes to have, else what it had last. */
export const termAt = (terms: readonly Term[], on: Day) => terms.find((term) => comes(term, on)) ?? terms.at(-1)

/** What of a change is really new at a class on a day. */
export const newFacts = (now: Facts, said: Partial<Facts>): Partial<Facts> =>
  Object.fromEntries(factNames.filter((name) => said[name] !== undefined && said[name] !== now[name]).map((name) => [name, said[name]]))

/** What somebody types of a class: times as `4:30p`, numbers as text, no teacher as none. */
export type Draft = {
  name: string
  subject: Subject
  type: ClassType
  day: string
  time: string
  minutes: string
  maxSize: string
  teacherId: string
  notes: string
}

/** A new class's form. */
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

type Known = Facts & { name: string; subject: Subject; type: ClassType; notes: string }

/** The form of a class as it is. */
export function draftOf({ name, subject, type, notes, ...facts }: Known): Draft {
  const [day, minutes, maxSize] = [facts.day, facts.minutes, facts.maxSize].map(String) as [string, string, string]
  return { name, subject, type, notes, day, time: clock(facts.time), minutes, maxSize, teacherId: facts.teacherId ?? '' }
}

/** The form with another subject: its usual type and length come along, unless somebody chose others. */
export function withSubject(draft: Draft, subject: Subject): Draft {
  const { subject: before, type, minutes } = draft
  return {
    ...draft,
    subject,
    type: type === usualType(before) ? usualType(subject) : type,
    minutes: minutes === String(usualMinutes(before)) ? String(usualMinutes(subject)) : minutes,
  }
}

const numberIn = (text: string, least: number, most: number) => {
  const number = /^\d{1,3}$/.test(text.trim()) ? Number(text) : Number.NaN
  return number >= least && number <= most ? number : null
}

/** What was typed, as the class will have it; what of it can't be read comes back as sentences by field instead. */
export function readDraft(draft: Draft): { read: Known } | { errors: Partial<Record<keyof Draft, string>> } {
  const { name, subject, type, notes, teacherId } = draft
  const time = readTime(draft.time)
  const minutes = numberIn(draft.minutes, 5, 480)
  const maxSize = numberIn(draft.maxSize, 1, 100)
  const errors = {
    ...(name.trim() === '' && { name: 'Give the class a name.' }),
    ...(time === null && { time: 'Write a time such as 4:30p.' }),
    ...(minutes === null && { minutes: 'From 5 to 480 minutes.' }),
    ...(maxSize === null && { maxSize: 'From 1 to 100 seats.' }),
    ...(time !== null &&
      minutes !== null &&
      !endsSameDay(time, minutes) && { minutes: 'The class must end on the day on which it begins.' }),
  }
  if (time === null || minutes === null || maxSize === null || Object.keys(errors).length > 0) return { errors }
  const own = { name: name.trim(), subject, type, notes: notes.trim() }
  return { read: { ...own, day: Number(draft.day), time, minutes, maxSize, teacherId: teacherId || null } }
}

/** What of a class was changed in its form, and whether that is asked from which day on. */
export function changesIn(before: Known, after: Known) {
  const changes: Partial<Known> = Object.fromEntries(Object.entries(after).filter(([name, value]) => value !== before[name as keyof Known]))
  return { changes, fromDay: factNames.some((name) => name in changes) }
}

const teacherOf = ({ teacher }: Pick<Class, 'teacher'>) => (teacher ? `${teacher.firstName} ${teacher.lastName}`.trim() : '')

/** Whether a class has the subject, and every word that is searched for is in what one knows it by. */
export function isFound(entry: Class, { subject, search }: { subject?: Subject | undefined; search: string }) {
  const known = fold(plain(`${entry.name} ${teacherOf(entry)} ${dayWords[entry.day]}`))
  return (!subject || entry.subject === subject) && wordsOf(search).every((word) => known.includes(word))
}

/** The list of classes as a file. */
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
