import { z } from 'zod'
import { Avatar } from '#features/accounts/rules.ts'
import { StudentStatus } from '../rules.ts'
import { AccountState, PhoneType, Relationship, StudentFilter } from '#features/students/rules.ts'
import { csvFile, del, get, Nothing, patch } from '#shared/contract.ts'
import { Instant } from '#shared/days.ts'
import { Phone } from '#shared/entries.ts'
import { CenterName, Id } from '#shared/ids.ts'
import { Email, RequiredText, Text } from '#shared/fields.ts'
import { longest } from '#shared/text.ts'

/** A child at the center and what the parent may: see the work (`portal`), be written to (`contact`), fetch the child (`pickup`). */
const LinkedChild = z.object({
  studentId: Id,
  studentNum: z.string(),
  firstName: z.string(),
  lastName: z.string(),
  avatar: Avatar,
  status: StudentStatus,
  relationship: Relationship,
  /** Digits only. */
  phone: z.string(),
  phoneType: PhoneType,
  portal: z.boolean(),
  contact: z.boolean(),
  pickup: z.boolean(),
  /** Whether the parent wants the center's mail about the child; that is for the parent alone to say. */
  mails: z.boolean(),
  updated: Instant,
})
export type LinkedChild = z.infer<typeof LinkedChild>

/** A parent with the children of one center, by name; `version` counts every change of the parent and of these links. */
const ParentRecord = z.object({
  _id: Id,
  firstName: z.string(),
  lastName: z.string(),
  email: z.string(),
  account: AccountState,
  children: z.array(LinkedChild),
  version: z.int(),
})
export type ParentRecord = z.infer<typeof ParentRecord>

const inCenter = z.object({ centerId: CenterName })
const oneOf = inCenter.extend({ parentId: Id })
const linkOf = oneOf.extend({ studentId: Id })

/** Parents and their rights, per child (product §5). Only parents with an active child at the center are found. */
export const parents = {
  /** The parents of the students that the list would find, a row a parent and child. */
  file: csvFile('/centers/:centerId/parents/export', {
    who: 'students.read',
    input: inCenter.extend({ filter: StudentFilter.default(0), search: Text(100).default('') }),
  }),
  one: get('/centers/:centerId/parents/:parentId', { who: 'students.read', input: oneOf, output: ParentRecord }),
  /** The children of a parent at every center that the caller reaches (spec §7, Parent). */
  children: get('/parents/:id/students', {
    who: 'students.read',
    input: z.object({ id: Id }),
    output: z.array(LinkedChild.extend({ centerId: z.string() })),
  }),
  /**
   * 409 `child_elsewhere` when the parent has a child at a center that the caller doesn't reach; for the e-mail also when the account is in use
   * (`in_use`), or another account has it.
   */
  change: patch('/centers/:centerId/parents/:parentId', {
    who: 'students.change',
    input: oneOf.extend({
      firstName: RequiredText(longest.name).optional(),
      lastName: Text(longest.name).optional(),
      email: Email.optional(),
    }),
    output: ParentRecord,
  }),
  changeLink: patch('/centers/:centerId/students/:studentId/parents/:parentId', {
    who: 'students.change',
    input: linkOf.extend({
      relationship: Relationship.optional(),
      phone: Phone.optional(),
      phoneType: PhoneType.optional(),
      portal: z.boolean().optional(),
      contact: z.boolean().optional(),
      pickup: z.boolean().optional(),
    }),
    output: ParentRecord,
  }),
  /** The parent sees this child no more, at once; the account and the other children stay. */
  endLink: del('/centers/:centerId/students/:studentId/parents/:parentId', { who: 'students.change', input: linkOf, output: Nothing }),
}
