import type { Columns } from '#shared/csv.ts'
import { plain } from '#shared/text.ts'

/**
 * Mail to families (product §10): one message a parent with all of their children that it is about. Texts have placeholders such as `{{parent}}`;
 * nothing else in double braces may stand in them.
 */

/** What stands in place of each placeholder. `class` is known when the mail is about a class on a day, `date` also when it is about whole days. */
export type Words = { parent: string; children: string; center: string; class?: string; date?: string }

export const placeholders = ['parent', 'children', 'center'] as const

export const classPlaceholders = ['class', 'date'] as const

const marks = /\{\{\s*(\w+)\s*\}\}/g

/** A text with its placeholders filled, each once: a name that looks like a placeholder stays a name. */
export const merged = (text: string, words: Partial<Words>) =>
  text.replaceAll(marks, (mark, name: string) => (Object.hasOwn(words, name) ? (words[name as keyof Words] ?? mark) : mark))

/** A message as far as it is the same for every parent. */
export const alike = ({ subject, body }: { subject: string; body: string }, words: Partial<Words>) => ({
  subject: merged(subject, words),
  body: merged(body, words),
})

/** What in a text would reach families with its braces: unknown placeholders and single pairs of braces; null when nothing would. */
export function strayMark(text: string, known: readonly string[]) {
  const rest = text.replaceAll(marks, (mark, name: string) => (known.includes(name) ? '' : mark))
  return /\{\{\s?[^}\s]{0,30}\s?\}*|\}\}/.exec(rest)?.[0] ?? null
}

/** 'Sam', 'Sam and Sofia', 'Sam, Sofia and Ben'. */
export const inWords = (names: readonly string[]) =>
  names.length < 2 ? (names[0] ?? '') : `${names.slice(0, -1).join(', ')} and ${names.at(-1)}`

/** A student with one parent, or with none. `name` and `parent` are whole names. */
export type FamilyRow = {
  studentId: string
  firstName: string
  name: string
  parentId: string | null
  parent: string | null
  email: string | null
  contact: boolean | null
  /** Whether the parent wants mail about this child. */
  mails: boolean | null
}

export type Recipient = { parentId: string; name: string; email: string; children: string }

export const exclusions = ['no parent', 'no email', 'no contact right', 'no mail wanted'] as const

export type Exclusion = { studentId: string; student: string; parent: string | null; why: (typeof exclusions)[number] }

export const whyWords: Record<Exclusion['why'], string> = {
  'no parent': 'has no parent here',
  'no email': 'has no email address',
  'no contact right': 'may not be contacted about this child',
  'no mail wanted': 'wants no mail about this child',
}

function whyNot({ parentId, email, contact, mails }: FamilyRow): Exclusion['why'] | null {
  if (parentId === null) return 'no parent'
  if (!contact) return 'no contact right'
  if (!mails) return 'no mail wanted'
  return email === null ? 'no email' : null
}

/** Who gets the message, in the order of the rows, and which parent of which student does not. */
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
  return { recipients: [...children.values()].map(({ names, ...to }) => ({ ...to, children: inWords(names) })), excluded }
}

/** The subject and body for one recipient; a subject is one line whatever the names are. */
export function messageFor(
  { subject, body }: { subject: string; body: string },
  { name, children }: Recipient,
  words: Omit<Words, 'parent' | 'children'>,
) {
  const all = { ...words, parent: name, children }
  return { subject: plain(merged(subject, all)).replaceAll(/\s+/g, ' '), body: plain(merged(body, all)) }
}

/** More parents than this in one message are a manager's to write to. */
export const mostForOperators = 100

/** More than so many want the password of whoever writes, given a moment ago, and the admins are told (reliability T45). */
export const mostWithoutReauth = 50

/** The most parents of one message, and the most messages of a center within an hour. */
export const mostRecipients = 200

/** The same where families come in vain if they aren't told: about a class on a day or whole days. */
export const mostOfDays = 2000

type Written = {
  createdAt: string
  by: string
  about: string
  subject: string
  body: string
  counts: { queued: number; sent: number; failed: number; kept: number }
}

/** Messages as a file; `at` says an instant by the center's clock. */
export const mailingColumns = (at: (instant: string) => string): Columns<Written> => [
  ['Written', ({ createdAt }) => at(createdAt)],
  ['By', ({ by }) => by],
  ['To the parents of', ({ about }) => about],
  ['Subject', ({ subject }) => subject],
  ['Sent', ({ counts }) => counts.sent],
  ['Waiting', ({ counts }) => counts.queued],
  ['Failed', ({ counts }) => counts.failed],
  ['Kept here', ({ counts }) => counts.kept],
  ['Message', ({ body }) => body],
]
