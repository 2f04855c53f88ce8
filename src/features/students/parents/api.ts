import { z } from 'zod'
import { Avatar, LanguageName } from '#features/accounts/rules.ts'
import { StudentValues } from '../fields.ts'
import { AccountState, StudentFilter } from '../rules.ts'
import { csvFile, del, get, Nothing, patch } from '#shared/contract.ts'
import { record } from '#shared/record.ts'
import { Instant } from '#shared/days.ts'
import { partOf } from '#shared/field-table.ts'
import { CenterName, Id } from '#shared/ids.ts'
import { Text } from '#shared/fields.ts'
import { linkFields, LinkValues, MailState, parentFields } from './fields.ts'

/**
 * A child at the center with the parent's rights: see the work (`portal`), get messages (`contact`), pick up
 * the child (`pickup`).
 */
const LinkedChild = record('LinkedChild', {
  studentId: Id,
  ...StudentValues.pick({ studentNum: true, firstName: true, lastName: true, status: true }).shape,
  avatar: Avatar,
  ...LinkValues.shape,
  /** True if the parent wants email from the center about the child; only the parent can change it. */
  mails: z.boolean(),
  updated: Instant,
})
export type LinkedChild = z.infer<typeof LinkedChild>

/**
 * A parent, with their children at one center sorted by name; `version` counts every change to the parent and
 * to their links at the center.
 */
const ParentRecord = record('ParentRecord', {
  _id: Id,
  ...partOf(parentFields, 'stored'),
  language: LanguageName.nullable(),
  account: AccountState,
  ...MailState.shape,
  children: z.array(LinkedChild),
  version: z.int(),
})
export type ParentRecord = z.infer<typeof ParentRecord>

const inCenter = z.object({ centerId: CenterName })
const oneOf = inCenter.extend({ parentId: Id })
const linkOf = oneOf.extend({ studentId: Id })

/**
 * Parents and their rights per child (product §5). Only parents with an active link to a child at the center
 * are found.
 */
export const parents = {
  /** Parents of the students who match the filter and search, one row per parent and child. */
  file: csvFile('/centers/:centerId/parents/export', {
    who: 'students.read',
    input: inCenter.extend({ filter: StudentFilter.default(0), search: Text(100).default('') }),
  }),
  one: get('/centers/:centerId/parents/:parentId', {
    who: 'students.read',
    input: oneOf,
    output: ParentRecord,
  }),
  /** Children of a parent at all centers that the caller can access (spec §7, Parent). */
  children: get('/parents/:id/students', {
    who: 'students.read',
    input: z.object({ id: Id }),
    output: z.array(LinkedChild.extend({ centerId: z.string() })),
  }),
  /**
   * Changes a parent's name, email or language. 409 `child_elsewhere` for a name or email if the parent has a
   * child at a center that the caller can't access, `in_use` for the email of an account that is in use or
   * closed, `email_taken` if another account has the new email, `own_language` if the parent has chosen the
   * language.
   */
  change: patch('/centers/:centerId/parents/:parentId', {
    who: 'students.change',
    input: oneOf.extend(
      z.object({ ...partOf(parentFields, 'check'), language: LanguageName.nullable() }).partial().shape,
    ),
    output: ParentRecord,
  }),
  changeLink: patch('/centers/:centerId/students/:studentId/parents/:parentId', {
    who: 'students.change',
    input: linkOf.extend(z.object(partOf(linkFields, 'check')).partial().shape),
    output: ParentRecord,
  }),
  /**
   * Ends the parent's link with this child immediately; the account and the links to other children are kept.
   */
  endLink: del('/centers/:centerId/students/:studentId/parents/:parentId', {
    who: 'students.change',
    input: linkOf,
    output: Nothing,
  }),
}
