import { z } from 'zod'
import { phoneTypes, relationships } from '#features/accounts/defaults/defaults.ts'
import { dateInWords } from '#shared/day-text.ts'
import type { Day } from '#shared/days.ts'
import { fold } from '#shared/fold.ts'
import { t } from '#shared/language.ts'

/** Students, prospects and their parents (spec §3, §5, §9; product §5). */

/** Filter of a student list: 0 active students, 1 prospects, 2 all students and prospects (spec §9). */
export const StudentFilter = z.int().min(0).max(2)

export const filterWords = ['Active Students', 'Prospects', 'All Students and Prospects'] as const

export const PhoneType = z.enum(phoneTypes)

export const Relationship = z.enum(relationships)

/** Returns a schema for one of these words in a file. It ignores case, accents and spaces around the word. */
export const oneOf = <T extends string>(options: readonly T[]) =>
  z.preprocess(
    (text) => (typeof text === 'string' ? fold(text) : text),
    z.enum(options, { error: `must be one of ${options.join(', ')}` }),
  )

/** State of an account: none yet, invited but without a password, in use, or closed by an admin. */
export const AccountState = z.enum(['none', 'invited', 'active', 'closed'])

export type AccountState = z.infer<typeof AccountState>

export const accountWords: Record<AccountState, string> = {
  none: 'No account',
  invited: 'Invited',
  active: 'Active',
  closed: 'Closed',
}

export const statusWords = { active: 'Active', prospect: 'Prospect', inactive: 'Inactive' } as const

/** Columns that show a figure, by which the list can be sorted. */
export const figureColumns = ['attendance', 'absences', 'lastScore', 'overdue'] as const

/** Columns of the list other than the name, with their headings. */
export const listColumns = {
  studentNum: 'Number',
  grade: 'Grade',
  levels: 'Level',
  attendance: 'Attendance',
  absences: 'Absences',
  lastScore: 'Last score',
  overdue: 'Overdue',
  parent: 'Parent',
  parentEmail: 'Parent’s email',
  parentPhone: 'Parent’s phone',
  status: 'Status',
  account: 'Account',
} as const

export type ListColumn = keyof typeof listColumns

export const ListColumn = z.enum([
  'studentNum',
  'grade',
  'levels',
  ...figureColumns,
  'parent',
  'parentEmail',
  'parentPhone',
  'status',
  'account',
])

export const usualColumns: readonly ListColumn[] = [
  'studentNum',
  'grade',
  'levels',
  ...figureColumns,
  'parent',
  'status',
]

const maxWords = 8

/**
 * Returns the words of a search, at most eight; a phone number is one word. A student is found if each word
 * occurs in the student's name or number, or in a parent's name, email or phone.
 */
export const wordsOf = (search: string) => {
  const folded = fold(search)
  return wholePhone(folded) ?? folded.split(' ').filter(Boolean).slice(0, maxWords)
}

/**
 * Returns a search that is one phone number, such as `020 7946 0958`, as a single word without leading zeros,
 * which aren't stored. Returns null for any other search.
 */
function wholePhone(folded: string) {
  const digits = folded.replaceAll(/\D/g, '').replace(/^0+/, '')
  return /^[\d ()+./-]+$/.test(folded) && digits.length >= 7 ? [digits] : null
}

/** Returns the digits of a word that may be part of a phone number, or null. */
export const phonePart = (word: string) => {
  const digits = word.replaceAll(/\D/g, '')
  return /^[\d()+./-]+$/.test(word) && digits.length > 0 ? digits : null
}

/** Returns the fields that differ, with old and new values, as stored in the audit log. */
export function difference<T extends object>(before: T, after: T) {
  const keys = (Object.keys(after) as (keyof T)[]).filter(
    (key) => JSON.stringify(before[key]) !== JSON.stringify(after[key]),
  )
  const only = (record: T) => Object.fromEntries(keys.map((key) => [key, record[key]]))
  return { before: only(before), after: only(after) }
}

/** Names of weekdays, 0 = Sunday. */
export const dayWords = [
  'Sunday',
  'Monday',
  'Tuesday',
  'Wednesday',
  'Thursday',
  'Friday',
  'Saturday',
] as const

/** Labels of the types of places. */
export const placeWords: Record<PlaceType, string> = {
  regular: 'Regular',
  'make-up': 'Make-up',
  trial: 'Trial',
  waitlist: 'Waitlist',
}

/** Describes the period of a place: `since Jan 1, 2026`, a single day, or both ends. */
export function spanInWords({ startDate, endDate }: { startDate: Day; endDate: Day | null }) {
  if (endDate === null) return t('since {day}', { day: dateInWords(startDate) })
  return startDate === endDate
    ? dateInWords(startDate)
    : `${dateInWords(startDate)} – ${dateInWords(endDate)}`
}

/** Type of a student's place in a class (spec §3, §4, §9; product §3). */
export const PlaceType = z.enum(['regular', 'make-up', 'trial', 'waitlist'])

export type PlaceType = z.infer<typeof PlaceType>

export const StudentStatus = z.enum(['active', 'prospect', 'inactive'])

/** Returns the next student number: M1106 after M1105. A center's first one is 1001. */
export const numberAfter = (studentNum = '1000') =>
  studentNum.replace(/\d+$/, (digits) => String(Number(digits) + 1).padStart(digits.length, '0'))

/** Views of the prospects. */
export const View = z.enum(['board', 'list'])
export type View = z.infer<typeof View>
