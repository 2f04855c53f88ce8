import { clock, dateInWords, isDay } from '#shared/day-text.ts'
import { counted, pluralOf } from '#shared/text.ts'
import type { Fields, Names, Side, LoggedChange } from '#shared/wording.ts'
import { type Language, languages, t } from '#shared/language.ts'

/**
 * Labels and formats of record fields in sentences about changes. Fields not listed here are never shown, so
 * no key, hash or id leaks.
 */

/** Returns the record before or after a change as an object; empty if there is none. */
export const sideOf = (value: unknown): Side =>
  typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as Side) : {}
/** Returns the records before or after a change to many records. */
export const sidesOf = (value: unknown): Side[] => (Array.isArray(value) ? value.map(sideOf) : [])

/** Returns text or a number as a string, and an empty string for anything else. */
export const text = (value: unknown) =>
  typeof value === 'string' || typeof value === 'number' ? `${value}` : ''

const maxQuoteLength = 80

/** Quotes text, shortened if long. */
export function quoted(value: unknown) {
  const line = text(value).replaceAll(/\s+/g, ' ')
  return line.length > maxQuoteLength
    ? `“${line.slice(0, maxQuoteLength - 1).replace(/&[lg]?t?$/, '')}…”`
    : `“${line}”`
}

/** Formats a date: `Mar 3, 2026`. Empty if invalid. */
export const date = (value: unknown) => (isDay(text(value)) ? dateInWords(text(value)) : '')

/** Joins with commas and “and”: `a, b and c`. */
export const listed = (parts: readonly string[]) =>
  parts.length < 2
    ? (parts[0] ?? '')
    : t('{parts} and {last}', { parts: parts.slice(0, -1).join(', '), last: parts.at(-1) })

export const time = (value: unknown) => (/^\d\d:\d\d/.test(text(value)) ? clock(text(value).slice(0, 5)) : '')
export const among = (words: Readonly<Record<string, string>>) => (value: unknown) =>
  t(words[text(value)] ?? text(value))
export const lower = (words: Readonly<Record<string, string>>) => (value: unknown) =>
  t(words[text(value)] ?? text(value)).toLowerCase()
export const count = (word: string) => (value: unknown) =>
  typeof value === 'number' ? counted(value, word) : ''

/** Fields in the order in which they are mentioned. On/off fields have a phrase for each direction. */
export const commonFields = {
  firstName: ['the first name'],
  lastName: ['the last name'],
  email: ['the email address'],
  avatar: ['the picture', (value) => text(value).replaceAll('_', ' ')],
  language: ['the language', (value) => languages[value as Language] ?? t('not chosen')],
  status: ['the status'],
  mails: { on: 'turned on email about the child', off: 'turned off email about the child' },
  stage: ['the stage'],
  source: ['how they heard about the center'],
  lostReason: ['the reason for leaving', quoted],
  nextStep: ['the next step', quoted],
  nextOn: ['the date of the next step', date],
  name: ['the name'],
  subject: ['the subject'],
  type: ['the type'],
  dueOn: ['the due date', date],
  minutes: ['the length', count('minute')],
  startDate: ['the first day', date],
  endDate: ['the last day', date],
  firstClass: { on: 'marked it as the first class', off: 'unmarked it as the first class' },
  overReason: ['the reason for going over the seat limit', quoted],
  date: ['the date', date],
  level: ['the level'],
  test: ['the chapter'],
  score1: ['the first score'],
  score2: ['the corrected score'],
  msg: ['the wording', quoted],
  active: { on: 'showed it again', off: 'hid it' },
  expiresOn: ['the last day', date],
  excused: { on: 'excused it', off: 'removed the excuse' },
  reason: ['the reason', quoted],
  pickedUpBy: ['the person who picked up the student'],
  note: ['the note', quoted],
  notes: ['the note', quoted],
} satisfies Fields

type Clause = { verb: string; rest: string }

const same = (one: unknown, other: unknown) => JSON.stringify(one ?? null) === JSON.stringify(other ?? null)

function clauseOf(name: string, { before, after, names, fields }: Change): Clause[] {
  const field = fields[name]
  if (!field || same(before[name], after[name])) return []
  if ('on' in field)
    return Boolean(before[name]) === Boolean(after[name])
      ? []
      : [{ verb: '', rest: t(after[name] ? field.on : field.off) }]
  const [labelWords, words = text] = field
  const label = t(labelWords)
  const read = (value: unknown) =>
    value === null || value === undefined || value === '' ? '' : words(value, names)
  const [was, is] = [read(before[name]), read(after[name])]
  if (was === is) return []
  if (was === '' || was === '“”') return [{ verb: 'set', rest: t('{label} to {is}', { label, is }) }]
  if (is === '' || is === '“”') return [{ verb: 'removed', rest: `${label} (${was})` }]
  return [{ verb: 'changed', rest: t('{label} from {was} to {is}', { label, was, is }) }]
}

type Change = Pick<LoggedChange, 'before' | 'after' | 'names' | 'fields'>

/**
 * Describes the changes to known fields, such as `changed the time from 4 pm to 5 pm and set the note to
 * “Room 2”`; empty if none changed. Only considers fields in `after`, and only those in `only` if given.
 */
export function changesInWords(change: Change, only: readonly string[] = Object.keys(change.fields)) {
  const clauses = Object.keys(change.fields)
    .filter((name) => only.includes(name) && name in change.after)
    .flatMap((name) => clauseOf(name, change))
  const parts = clauses.map(({ verb, rest }, at) =>
    verb === '' || clauses[at - 1]?.verb === verb ? rest : `${t(verb)} ${rest}`,
  )
  return listed(parts)
}

/** Returns the name for an id, or `unknown` in the reader's language if there is no such name anymore. */
export const named = (names: Names, id: unknown, unknown: string) => names.get(text(id)) ?? t(unknown)
/** Returns the name of the row's student. */
export const student = ({ row, names }: LoggedChange) => named(names, row['studentId'], 'a student')
/** Returns the name of the class before or after a change. */
export const klass = ({ names }: LoggedChange, side: Side) => named(names, side['classId'], 'a class')
/** Names a student and a class: `Ana Silva in Math 5`. */
export const inClass = (change: LoggedChange) =>
  t('{student} in {className}', { student: student(change), className: klass(change, change.row) })

/** Puts a separator before words that follow an action. Returns an empty string if there are no words. */
export const more = (words: string, before = ', ') => (words === '' ? '' : `${before}${words}`)
/** Formats a reason as `: “Snow”`. Empty if there is none. */
export const why = (reason: unknown) => (text(reason) === '' ? '' : `: ${quoted(reason)}`)

/** Formats a date range: `on Mar 3, 2026`, `from Mar 3, 2026 to Jun 30, 2026` or `from Mar 3, 2026`. */
export function span({ startDate, endDate }: Side) {
  const [day, last] = [date(startDate), date(endDate)]
  if (startDate === endDate) return t('on {day}', { day })
  return last ? t('from {day} to {last}', { day, last }) : t('from {day}', { day })
}

/** Describes the changed fields, or falls back to a generic phrase. */
export const changes = (change: LoggedChange, otherwise = t('changed it')) =>
  changesInWords(change) || otherwise

/** Returns the full name from a person's row. */
export const personIn = (value: unknown) => {
  const { firstName, lastName } = sideOf(value)
  return `${text(firstName)} ${text(lastName)}`.trim()
}
/** Lists the names of people: `Ana Silva and Ben Ode`, or `nobody`. */
export const peopleIn = (value: unknown) => listed(sidesOf(value).map(personIn)) || t('nobody')

/** Counts things: `3 students`, or just `students` if no number was logged. */
export const countedOr = (value: unknown, word: string) =>
  typeof value === 'number' ? counted(value, word) : (pluralOf(word) ?? '')
