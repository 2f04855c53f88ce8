import { accountWords, type AccountState, statusWords } from '#features/students/rules.ts'
import type { Columns } from '#shared/csv.ts'
import { phoneInWords } from '#shared/entries.ts'

/** Rights of a parent for one child (product §5). */
export const rights = ['portal', 'contact', 'pickup'] as const
export type Right = (typeof rights)[number]

export const rightWords: Record<Right, string> = { portal: 'Sees the work', contact: 'Gets messages', pickup: 'May pick up' }

type Line = Record<Right, boolean> & {
  firstName: string
  lastName: string
  email: string
  account: AccountState
  studentNum: string
  childFirstName: string
  childLastName: string
  status: keyof typeof statusWords
  relationship: string
  phone: string
  phoneType: string
}

/** Columns of the parents' export: one row per child, with the parent's rights. */
export const parentColumns: Columns<Line> = [
  ['Parent first name', ({ firstName }) => firstName],
  ['Parent last name', ({ lastName }) => lastName],
  ['Email', ({ email }) => email],
  ['Phone', ({ phone }) => phoneInWords(phone)],
  ['Phone type', ({ phoneType }) => phoneType],
  ['Relationship', ({ relationship }) => relationship],
  ['Student number', ({ studentNum }) => studentNum],
  ['First name', ({ childFirstName }) => childFirstName],
  ['Last name', ({ childLastName }) => childLastName],
  ['Status', ({ status }) => statusWords[status]],
  ...rights.map((right) => [rightWords[right], (line: Line) => (line[right] ? 'yes' : 'no')] as const),
  ['Account', ({ account }) => accountWords[account]],
]
