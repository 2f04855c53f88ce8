import { z } from 'zod'
import { oneOf, PhoneType, Relationship } from '../rules.ts'
import { text } from '#features/history/change-words.ts'
import { Instant } from '#shared/days.ts'
import { Phone, phoneInWords } from '#shared/entries.ts'
import { partOf } from '#shared/field-table.ts'
import { Email, RequiredText, Text } from '#shared/fields.ts'
import { longest } from '#shared/text.ts'

/** Fields of a parent, with the properties explained in `#features/students/fields.ts`. */
export const parentFields = {
  firstName: {
    check: RequiredText(longest.name),
    stored: z.string(),
    label: 'First name',
    headers: ['firstname', 'givenname', 'name', 'first'],
    cell: Text(longest.name),
  },
  lastName: {
    check: Text(longest.name),
    stored: z.string(),
    label: 'Last name',
    headers: ['lastname', 'surname', 'familyname', 'last'],
  },
  email: {
    check: Email,
    // A parent with a phone number needs no email address, but can't sign in without one.
    add: z.union([z.literal(''), Email]).default(''),
    stored: z.string(),
    label: 'Email',
    headers: ['email', 'emailaddress', 'mail'],
  },
} as const

/**
 * State of the center's email to a parent. `unsubscribed` is true if the parent has unsubscribed from all of
 * it. `refusal` is the mail server's refusal of the address; a new address or an accepted message clears it.
 */
export const MailState = z.object({
  unsubscribed: z.boolean(),
  refusal: z.object({ at: Instant, reason: z.string() }).nullable(),
})
export type MailState = z.infer<typeof MailState>

/** Message for a parent with neither phone nor email. */
export const reachWords = 'Enter a phone number or an email address.'

/** Fields of the link between a parent and one child. */
export const linkFields = {
  relationship: {
    check: Relationship,
    add: Relationship.default('parent'),
    stored: Relationship,
    column: 'relationship',
    privacy: 'personal',
    label: 'Relationship',
    headers: ['relationship', 'relation'],
    cell: oneOf(Relationship.options),
    history: ['the relationship'],
  },
  /** Phone number in E.164, or empty. Numbers that couldn't be converted keep their original digits. */
  phone: {
    check: Phone,
    add: Phone.default(''),
    stored: z.string(),
    column: 'phone',
    privacy: 'personal',
    label: 'Phone',
    headers: ['phone', 'phonenumber', 'mobile', 'cell', 'tel', 'telephone'],
    history: ['the phone number', (value: unknown) => phoneInWords(text(value))],
  },
  phoneType: {
    check: PhoneType,
    add: PhoneType.default('mobile'),
    stored: PhoneType,
    column: 'phone_type',
    privacy: 'personal',
    label: 'Phone type',
    history: ['the phone type'],
  },
  portal: {
    ...right('Sees the work'),
    column: 'portal',
    privacy: 'internal',
    history: {
      on: 'gave them access to the child’s record',
      off: 'removed their access to the child’s record',
    },
  },
  contact: {
    ...right('Gets messages'),
    column: 'contact',
    privacy: 'internal',
    history: { on: 'made them a contact', off: 'removed them as a contact' },
  },
  pickup: {
    ...right('May pick up'),
    column: 'pickup',
    privacy: 'internal',
    history: { on: 'allowed them to pick up', off: 'removed their permission to pick up' },
  },
} as const

/**
 * Returns the field for one of a parent's rights for a child (product §5). The office switches it on or off.
 */
function right(label: string) {
  return { check: z.boolean(), stored: z.boolean(), right: label } as const
}

export const linkColumns = partOf(linkFields, 'column')

/** Stored values of a link. */
export const LinkValues = z.object(partOf(linkFields, 'stored'))
export type LinkValues = z.infer<typeof LinkValues>

/** Rights by name, with their labels. */
export const rightWords = partOf(linkFields, 'right')

// In a file, the relationship comes last.
const { relationship, ...others } = partOf({ ...parentFields, ...linkFields }, 'headers')
/** Fields of a parent in student files, with their possible column names. */
export const parentHeaders = { ...others, relationship }
export const parentLabels = partOf({ ...parentFields, ...linkFields }, 'label')
