import { z } from 'zod'
import { phoneTypes, relationships } from '#features/accounts/defaults/defaults.ts'
import { dateInWords } from '#shared/day-text.ts'
import type { Day } from '#shared/days.ts'

/** Students, prospects and their parents (spec §3, §5, §9; product §5). */

/** Which students a list shows: 0 active ones, 1 prospects, 2 all students and prospects (spec §9). */
export const StudentFilter = z.int().min(0).max(2)

export const filterWords = ['Active Students', 'Prospects', 'All Students and Prospects'] as const

export const PhoneType = z.enum(phoneTypes)

export const Relationship = z.enum(relationships)

/** Whether somebody can sign in: no account yet, invited but without a password, in use, or closed by an admin. */
export const AccountState = z.enum(['none', 'invited', 'active', 'closed'])

export type AccountState = z.infer<typeof AccountState>

export const accountWords: Record<AccountState, string> = { none: 'No account', invited: 'Invited', active: 'Active', closed: 'Closed' }

export const statusWords = { active: 'Active', prospect: 'Prospect', inactive: 'Inactive' } as const

/** What the list can show beside the name, as its columns are called. */
export const listColumns = {
  studentNum: 'Number',
  grade: 'Grade',
  levels: 'Level',
  parent: 'Parent',
  parentEmail: 'Parent’s e-mail',
  parentPhone: 'Parent’s phone',
  status: 'Status',
  account: 'Account',
} as const

export type ListColumn = keyof typeof listColumns

export const ListColumn = z.enum(['studentNum', 'grade', 'levels', 'parent', 'parentEmail', 'parentPhone', 'status', 'account'])

/** The columns of whoever has chosen none. */
export const usualColumns: readonly ListColumn[] = ['studentNum', 'grade', 'levels', 'parent', 'status']

/** Text as it is compared: without accents, case and more than one space. The same as `fold` of the database. */
export const fold = (text: string) =>
  text
    .normalize('NFKD')
    .toLowerCase()
    .replaceAll(/[\u0300-\u036f]/g, '')
    .replaceAll(/[łøđħıςßæœ]/g, (letter) => foldedLetters[letter] ?? letter)
    .replaceAll(/\s+/g, ' ')
    .trim()

const foldedLetters: Record<string, string> = { ł: 'l', ø: 'o', đ: 'd', ħ: 'h', ı: 'i', ς: 'σ', ß: 'ss', æ: 'ae', œ: 'oe' }

const mostWords = 8

/** The words of a search, each of which must be somewhere in a name, a number or a parent's e-mail or phone. */
export const wordsOf = (search: string) => fold(search).split(' ').filter(Boolean).slice(0, mostWords)

/** The digits of a word that may be a part of a phone number, or null when it is none. */
export const phonePart = (word: string) => {
  const digits = word.replaceAll(/\D/g, '')
  return /^[\d()+./-]+$/.test(word) && digits.length > 0 ? digits.slice(0, 10) : null
}

/** The fields whose values a change has changed, as they were and as they are: what its audit row holds. */
export function difference<T extends object>(before: T, after: T) {
  const keys = (Object.keys(after) as (keyof T)[]).filter((key) => JSON.stringify(before[key]) !== JSON.stringify(after[key]))
  const only = (record: T) => Object.fromEntries(keys.map((key) => [key, record[key]]))
  return { before: only(before), after: only(after) }
}

/** A weekday as people read it, 0 = Sunday. */
export const dayWords = ['Sunday', 'Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday'] as const

/** A student's place in a class, in a word. */
export const placeWords: Record<PlaceType, string> = { regular: 'Regular', 'make-up': 'Make-up', trial: 'Trial', waitlist: 'Waitlist' }

/** From when until when a place is held: `since Jan 1, 2026`, a single day, or both ends. */
export function spanInWords({ startDate, endDate }: { startDate: Day; endDate: Day | null }) {
  if (endDate === null) return `since ${dateInWords(startDate)}`
  return startDate === endDate ? dateInWords(startDate) : `${dateInWords(startDate)} – ${dateInWords(endDate)}`
}

/**
 * The day's schedule: who is expected in which class, and what is special about it (spec §3, §4, §9; product §3). Everything on a day is
 * derived from what was true then.
 */
export const PlaceType = z.enum(['regular', 'make-up', 'trial', 'waitlist'])

export type PlaceType = z.infer<typeof PlaceType>

export const StudentStatus = z.enum(['active', 'prospect', 'inactive'])
