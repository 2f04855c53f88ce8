import { studentLabels } from '../fields.ts'
import { accountWords, statusWords } from '../rules.ts'
import type { Columns } from '#shared/csv.ts'
import { namesOf } from '#shared/field-table.ts'
import type { LinkedChild, ParentRecord } from './api.ts'
import { parentLabels, rightWords } from './fields.ts'

/** Rights of a parent for one child (product §5). */
export const rights = namesOf(rightWords)
export type ParentRight = (typeof rights)[number]

/** A row of the parent export: a parent and one of their children. */
export type ParentLine = Pick<ParentRecord, 'firstName' | 'lastName' | 'email' | 'account'> &
  Omit<LinkedChild, 'avatar' | 'firstName' | 'lastName' | 'mails' | 'updated'> & {
    parentId: string
    childFirstName: string
    childLastName: string
  }

/** Columns of the parent export: one row per parent and child, with the parent's rights. */
export const parentColumns: Columns<ParentLine> = [
  ['Parent first name', ({ firstName }) => firstName],
  ['Parent last name', ({ lastName }) => lastName],
  [parentLabels.email, ({ email }) => email],
  [parentLabels.phone, ({ phone }) => phone],
  [parentLabels.phoneType, ({ phoneType }) => phoneType],
  [parentLabels.relationship, ({ relationship }) => relationship],
  [studentLabels.studentNum, ({ studentNum }) => studentNum],
  [studentLabels.firstName, ({ childFirstName }) => childFirstName],
  [studentLabels.lastName, ({ childLastName }) => childLastName],
  [studentLabels.status, ({ status }) => statusWords[status]],
  ...rights.map((right) => [rightWords[right], (line: ParentLine) => (line[right] ? 'yes' : 'no')] as const),
  ['Account', ({ account }) => accountWords[account]],
]
