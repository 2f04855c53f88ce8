import { z } from 'zod'
import { csvFile, del, get, Nothing, post, put } from '#shared/contract.ts'
import { record } from '#shared/record.ts'
import { CenterName, Id } from '#shared/ids.ts'
import { Email, RequiredText, Text } from '#shared/fields.ts'
import { longest } from '#shared/text.ts'
import { Group, Purpose, Role } from '../rules.ts'

/**
 * A person in a list of accounts. `invited` is true until the person has set a password or signed in with
 * Google or the organization's provider.
 */
const Person = record('Account', {
  _id: Id,
  role: Role.nullable(),
  group: Group.nullable(),
  firstName: z.string(),
  lastName: z.string(),
  email: z.string().nullable(),
  userName: z.string().nullable(),
  centers: z.array(z.string()),
  invited: z.boolean(),
  disabled: z.boolean(),
})
export type Person = z.infer<typeof Person>

const Duty = z.enum(['office', 'teacher', 'assistant'])
const StaffMember = Person.omit({ group: true, centers: true }).extend({
  duties: z.array(Duty),
  type: z.enum(['permanent', 'substitute']),
  /**
   * True while the owner of an existing account hasn't accepted the duty yet. Names and email are then as the
   * center typed them, and `_id` is the id of the request.
   */
  waiting: z.boolean(),
  version: z.int(),
})
export type StaffMember = z.infer<typeof StaffMember>

const Names = record('Names', { firstName: RequiredText(longest.name), lastName: Text(longest.name) })

/** Accounts of other people: lists, invitations, and closing (product §2). Invitations lead to `/setup`. */
export const people = {
  list: get('/users', {
    who: 'users.list',
    input: z.object({ search: z.string().max(100).optional(), after: z.string().max(300).optional() }),
    output: z.object({ users: z.array(Person), after: z.string().nullable() }),
  }),
  invite: post('/users', {
    who: 'users.invite',
    input: Names.extend({ role: Role, email: Email, centers: z.array(CenterName).max(50) }),
    output: Person,
  }),
  /**
   * Emails the invitation again. 409 `in_use` if the account is already in use; its owner can request a new
   * password instead.
   */
  inviteAgain: post('/users/:id/invitation', {
    who: 'users.invite',
    once: true,
    input: z.object({ id: Id }),
    output: Nothing,
  }),
  close: post('/users/:id/close', {
    who: 'users.invite',
    input: z.object({ id: Id, disabled: z.boolean() }),
    output: Nothing,
  }),
  staff: get('/centers/:centerId/staff', {
    who: 'staff.read',
    input: z.object({ centerId: CenterName }),
    output: z.array(StaffMember),
  }),
  staffFile: csvFile('/centers/:centerId/staff/export', {
    who: 'staff.read',
    input: z.object({ centerId: CenterName }),
  }),
  /**
   * Adds a staff member. An operator gets an account and an invitation; a teacher or assistant needs neither
   * an account nor an email. If the email belongs to a person to whom the caller may give a duty (`employ` in
   * shared/account-permissions.ts), that person gets the duty, and becomes an operator if the duty needs a
   * role and they have none. A person without an account is also renamed as typed. Any other owner of the
   * email has to accept first: the response is `waiting`, whatever kind of account they have. The exception
   * is a student or parent of the center (409 `email_taken`).
   */
  inviteStaff: post('/centers/:centerId/staff', {
    who: 'staff.invite',
    once: true,
    input: Names.extend({
      centerId: CenterName,
      duty: z.enum(['operator', 'teacher', 'assistant']),
      type: z.enum(['permanent', 'substitute']).default('permanent'),
      email: Email.nullable().optional(),
    }),
    output: StaffMember,
  }),
  /**
   * Renames a teacher or assistant, and makes them permanent or a substitute. 403 `has_account` when renaming
   * a person who has an account. 403 `works_elsewhere` when a manager renames a person who also belongs to
   * another center.
   */
  changeMember: put('/centers/:centerId/staff/:personId', {
    who: 'staff.invite',
    input: Names.extend({
      centerId: CenterName,
      personId: Id,
      type: z.enum(['permanent', 'substitute']),
    }),
    output: StaffMember,
  }),
  /**
   * Ends a duty. Ending the office duty of anyone but an admin also logs that person out and removes their
   * access to this center.
   */
  endDuty: del('/centers/:centerId/staff/:personId/:duty', {
    who: 'staff.invite',
    input: z.object({ centerId: CenterName, personId: Id, duty: Duty }),
    output: Nothing,
  }),
  /**
   * Invites a student of the center by email. A student without an email address gets a user name and a link
   * that the office hands over. 409 `in_use` for an account in use that has an email. For an account in use
   * without an email, the link is for a new password and valid for half an hour, and the parents are
   * notified.
   */
  inviteStudent: post('/centers/:centerId/students/:studentId/invitation', {
    who: 'families.invite',
    // The response contains a secret link, so it must not be stored, as it would be with `once`. Repeating
    // the call creates a new link and voids the previous one.
    effect: 'own',
    input: z.object({ centerId: CenterName, studentId: Id }),
    output: z.object({
      userName: z.string().nullable(),
      email: z.string().nullable(),
      link: z.string().nullable(),
      purpose: Purpose,
    }),
  }),
  inviteParent: post('/centers/:centerId/parents/:parentId/invitation', {
    who: 'families.invite',
    once: true,
    input: z.object({ centerId: CenterName, parentId: Id }),
    output: Nothing,
  }),
}
