import type { Columns } from '#shared/csv.ts'
import { plain } from '#shared/text.ts'

/**
 * Email to families (product §10): one message per parent, about all of their children in the audience. Texts
 * may have placeholders such as `{{parent}}`, but nothing else in double braces.
 */

/**
 * Values of the placeholders. `class` is set only if the audience is a class on a day; `date` is also set if
 * the audience is all classes on one or more days.
 */
export type Words = { parent: string; children: string; center: string; class?: string; date?: string }

export const placeholders = ['parent', 'children', 'center'] as const

export const classPlaceholders = ['class', 'date'] as const

const marks = /\{\{\s*(\w+)\s*\}\}/g

/** Fills in the placeholders in one pass, so that a name that looks like a placeholder stays a name. */
export const merged = (text: string, words: Partial<Words>) =>
  text.replaceAll(marks, (mark, name: string) =>
    Object.hasOwn(words, name) ? (words[name as keyof Words] ?? mark) : mark,
  )

/** Fills in the placeholders whose values are the same for every parent. */
export const alike = ({ subject, body }: { subject: string; body: string }, words: Partial<Words>) => ({
  subject: merged(subject, words),
  body: merged(body, words),
})

/**
 * Returns an unknown placeholder or unmatched double braces, which families would otherwise see; null if
 * there are none.
 */
export function strayMark(text: string, known: readonly string[]) {
  const rest = text.replaceAll(marks, (mark, name: string) => (known.includes(name) ? '' : mark))
  return /\{\{\s?[^}\s]{0,30}\s?\}*|\}\}/.exec(rest)?.[0] ?? null
}

/** Joins names: 'Sam', 'Sam and Sofia', 'Sam, Sofia and Ben'. */
export const inWords = (names: readonly string[]) =>
  names.length < 2 ? (names[0] ?? '') : `${names.slice(0, -1).join(', ')} and ${names.at(-1)}`

/** A student with one of their parents, or without a parent. `name` and `parent` are full names. */
export type FamilyRow = {
  studentId: string
  firstName: string
  name: string
  parentId: string | null
  parent: string | null
  email: string | null
  contact: boolean | null
  /** True if the parent wants email about this child. */
  mails: boolean | null
  /** True if the parent has unsubscribed from all emails from the center. */
  unsubscribed: boolean
}

export type Recipient = { parentId: string; name: string; email: string; children: string }

export const exclusions = [
  'no parent',
  'no email',
  'no contact right',
  'no mail wanted',
  'unsubscribed',
] as const

export type Exclusion = {
  studentId: string
  student: string
  parent: string | null
  why: (typeof exclusions)[number]
}

export const whyWords: Record<Exclusion['why'], string> = {
  'no parent': 'has no linked parent',
  'no email': 'has no email address',
  'no contact right': 'may not be contacted about this child',
  'no mail wanted': 'doesn’t want email about this child',
  unsubscribed: 'has unsubscribed from your email',
}

function whyNot({ parentId, email, contact, mails, unsubscribed }: FamilyRow): Exclusion['why'] | null {
  if (parentId === null) return 'no parent'
  if (!contact) return 'no contact right'
  if (unsubscribed) return 'unsubscribed'
  if (!mails) return 'no mail wanted'
  return email === null ? 'no email' : null
}

/**
 * Returns the recipients in row order, and for each student the parents who are left out, with the reason. A
 * student without a parent is left out as well.
 */
export function recipientsOf(rows: readonly FamilyRow[]): { recipients: Recipient[]; excluded: Exclusion[] } {
  const children = new Map<string, Omit<Recipient, 'children'> & { names: string[] }>()
  const excluded: Exclusion[] = []
  for (const row of rows) {
    const { studentId, parentId, parent, email } = row
    const why = whyNot(row)
    if (why || parentId === null || email === null) {
      excluded.push({ studentId, student: row.name, parent, why: why ?? 'no email' })
      continue
    }
    const known = children.get(parentId) ?? { parentId, name: parent ?? '', email, names: [] }
    children.set(parentId, { ...known, names: [...known.names, row.firstName] })
  }
  return {
    recipients: [...children.values()].map(({ names, ...to }) => ({ ...to, children: inWords(names) })),
    excluded,
  }
}

/** Returns the subject and body for one recipient as plain text, with the subject on one line. */
export function messageFor(
  { subject, body }: { subject: string; body: string },
  { name, children }: Recipient,
  words: Omit<Words, 'parent' | 'children'>,
) {
  const all = { ...words, parent: name, children }
  return { subject: plain(merged(subject, all)).replaceAll(/\s+/g, ' '), body: plain(merged(body, all)) }
}

/** Maximum number of parents who get a message from an operator. Only managers may write to more. */
export const maxForOperators = 100

/**
 * Maximum number of parents who get a message if the sender hasn't recently entered their password.
 * Larger messages also notify the admins (reliability T45).
 */
export const maxWithoutReauth = 50

/**
 * Maximum number of parents who get a message, and of emails from a center within an hour. For messages about
 * a class or about certain days, `maxOfDays` applies to both.
 */
export const maxRecipients = 200

/**
 * Maximum number of parents who get a message about a class or about certain days. Higher than for other
 * messages, because a family that isn't notified would make the trip for nothing.
 */
export const maxOfDays = 2000

type MessageFacts = {
  createdAt: string
  by: string
  about: string
  subject: string
  body: string
  counts: { queued: number; sent: number; failed: number; kept: number }
}

/** Returns the columns of the message export. `at` formats an instant in the center's time zone. */
export const mailingColumns = (at: (instant: string) => string): Columns<MessageFacts> => [
  ['Written', ({ createdAt }) => at(createdAt)],
  ['By', ({ by }) => by],
  ['To the parents of', ({ about }) => about],
  ['Subject', ({ subject }) => subject],
  ['Sent', ({ counts }) => counts.sent],
  ['Waiting', ({ counts }) => counts.queued],
  ['Failed', ({ counts }) => counts.failed],
  ['Not emailed', ({ counts }) => counts.kept],
  ['Message', ({ body }) => body],
]
