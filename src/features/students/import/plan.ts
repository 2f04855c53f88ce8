import { z } from 'zod'
import {
  checkRows,
  type ExistingStudent,
  type Match,
  type Verdict,
  type MatchReason,
} from '../check/matching.ts'
import { type FileField, fileFields, personColumns, type StudentValues } from '../fields.ts'
import type { LinkValues } from '../parents/fields.ts'
import { fullName } from '#shared/full-name.ts'
import { fold } from '#shared/fold.ts'
import { badText } from '#shared/text.ts'
import { type Field, fieldWord, type StudentCells } from './columns.ts'
import type { CellError, ReadRow } from './read-file.ts'

/**
 * Plan for the rows of a file (product §5): all or nothing, no duplicates, and a blank cell never overwrites
 * a value. Pure functions.
 */

/**
 * Maximum number of rows imported while the caller waits. A job imports larger files and reports its
 * progress.
 */
export const atOnce = 200
/** Number of hours during which an import can be undone. */
export const undoHours = 24

export const Action = z.enum(['create', 'link', 'skip'])
export type Action = z.infer<typeof Action>

/** A person's decision about the row that starts on this line; `studentId` is the student to link with. */
export type Choice = { row: number; do: Action; studentId?: string | undefined }

/**
 * A parent's link with a student of the center. Ended links come last, and an import doesn't reactivate them.
 */
type Link = Pick<LinkValues, 'relationship' | 'phone'> & {
  parentId: string
  firstName: string
  lastName: string
  ended: boolean
}
/** Current data of a student of the center. */
export type CurrentValues = Pick<StudentValues, FileField> & {
  id: string
  links: Link[]
  /** True if the center may change the name, which it can't while the student is also at another center. */
  renamable: boolean
}
/**
 * Person identified by the contact of a parent in a file. `linkable` is true if a child can be linked without
 * asking this person. `isKnown` is true for the center's staff, students and parents; the check reveals
 * nothing about anyone else.
 */
export type Account = {
  id: string
  contact: string
  group: string | null
  linkable: boolean
  isKnown: boolean
}

type Contact = { firstName: string; lastName: string; email: string; phone: string }

/** Returns what identifies a parent: the email address in lower case, or else the phone and the name. */
export const contactOf = ({ email, phone, ...name }: Contact) =>
  email === '' ? `${phone} ${fold(fullName(name))}` : email.toLowerCase()

/**
 * Returns a student's existing link to a parent in a file, or undefined. This is the link of the parent's
 * account or, if the file has no email address, the link of a parent with the same phone and name.
 */
export const knownLink = (parent: Contact, links: readonly Link[], account: { id: string } | undefined) =>
  links.find(({ parentId }) => parentId === account?.id) ??
  links.find((link) => parent.email === '' && contactOf({ ...link, email: '' }) === contactOf(parent))

/** Stored data that a plan is based on. */
export type Facts = {
  centerId: string
  known: readonly ExistingStudent[]
  current: ReadonlyMap<string, CurrentValues>
  accounts: ReadonlyMap<string, Account>
}

/** A row and its action; `do` is null while a person must decide. */
export type PlannedRow = ReadRow & { verdict: Verdict; do: Action | null; studentId: string | null }

/** Returns a row's data for comparison with known students. */
export const rowPerson = ({ student, parents }: ReadRow) => ({
  ...student,
  guardians: parents.map(({ email, phone }) => ({ email, phone })),
})

/**
 * Returns the default action of a row: skip it if it exactly repeats an earlier row, link it to its only
 * exact match, or add a student if nothing matches. Otherwise a person decides, for example if only the
 * number matches, which may be a mistake.
 */
function suggested({ candidates, sameAs, match }: Verdict): Pick<PlannedRow, 'do' | 'studentId'> {
  const sure = (each: { match: Match; why: readonly MatchReason[] } | undefined) =>
    each?.match === 'exact' && each.why.some((why) => why !== 'studentNum')
  const exact = candidates.filter((each) => each.match === 'exact')
  if (sure(sameAs[0])) return { do: 'skip', studentId: null }
  if (exact.length === 1 && exact[0] && sure(exact[0])) return { do: 'link', studentId: exact[0].known.id }
  return { do: match === 'none' ? 'create' : null, studentId: null }
}

/**
 * Returns the student fields that a row changes. Empty cells, equal values, names that differ only in accents
 * or case, and names that the center may not change are left out.
 */
export function changesOf(cells: StudentCells, now: StudentCells & { renamable: boolean }) {
  const isName = (field: FileField) => field in personColumns
  const isSame = (field: FileField) =>
    isName(field) ? fold(cells[field]) === fold(now[field]) : cells[field] === now[field]
  return fileFields
    .filter((field) => cells[field] !== '' && (now.renamable || !isName(field)) && !isSame(field))
    .map((field) => ({ field, before: now[field], after: cells[field] }))
}

function parentErrors(
  { parents, do: action, studentId }: PlannedRow,
  { accounts, current }: Facts,
): CellError[] {
  const links = (action === 'link' && studentId !== null && current.get(studentId)?.links) || []
  return parents.flatMap((parent, at): CellError[] => {
    const { number, email, phone, firstName } = parent
    if (email === '' && phone === '') return []
    const column: Field = `parent${number}.${email === '' ? 'phone' : 'email'}`
    const contact = contactOf(parent)
    const account = accounts.get(contact)
    const link = knownLink(parent, links, account)
    if (parents.slice(0, at).some((each) => contactOf(each) === contact))
      return [{ column, message: 'appears twice in this row' }]
    if (account?.isKnown && account.group !== 'parents')
      return [{ column, message: 'belongs to an account that is not a parent’s' }]
    if (!link && !account?.isKnown && !account?.linkable && firstName === '')
      return [{ column: `parent${number}.firstName`, message: 'must not be empty' }]
    if (link?.ended)
      return [
        { column, message: 'is no longer a parent of this student. If that has changed, link them manually' },
      ]
    return []
  })
}

/** Returns an error if another student of the center, or an earlier row to import, has the row's number. */
function numberErrors(
  { row, verdict, do: action, studentId }: PlannedRow,
  earlier: ReadonlyMap<number, PlannedRow>,
): CellError[] {
  const column = 'studentNum'
  const owner = verdict.candidates.find(({ why }) => why.includes('studentNum'))?.known
  if (owner && (action === 'create' || owner.id !== studentId))
    return [{ column, message: `already belongs to ${fullName(owner)}` }]
  const twin = verdict.sameAs.find(
    ({ ref, why }) => why.includes('studentNum') && earlier.get(Number(ref))?.do !== 'skip',
  )
  return twin && Number(twin.ref) !== row
    ? [{ column, message: `is also the number on line ${twin.ref}` }]
    : []
}

function linkErrors(
  { studentId }: PlannedRow,
  { current }: Facts,
  linked: ReadonlyMap<string, number>,
): CellError[] {
  if (studentId === null) return [{ column: null, message: 'Choose which student this is.' }]
  if (!current.has(studentId)) return [{ column: null, message: 'This student is not at this center.' }]
  const line = linked.get(studentId)
  return line === undefined ? [] : [{ column: null, message: `Same student as on line ${line}.` }]
}

/** Plans an action for every row from known data and a person's choices. Each row gets its errors. */
export function makePlan(rows: readonly ReadRow[], facts: Facts, choices: readonly Choice[]): PlannedRow[] {
  const chosen = new Map(choices.map((choice) => [choice.row, choice]))
  const verdicts = checkRows(
    rows.map((row) => ({ ref: String(row.row), person: rowPerson(row) })),
    facts.known,
    facts.centerId,
  )
  const earlier = new Map<number, PlannedRow>()
  const linked = new Map<string, number>()
  for (const [at, verdict] of verdicts.entries()) {
    const read = rows[at]
    if (!read) continue
    const choice = chosen.get(read.row)
    const decided = choice ? { do: choice.do, studentId: choice.studentId ?? null } : suggested(verdict)
    const planned: PlannedRow = { ...read, verdict, ...decided }
    const errors = [
      ...read.errors,
      ...(planned.do === 'skip' ? [] : [...numberErrors(planned, earlier), ...parentErrors(planned, facts)]),
    ]
    if (planned.do === 'link') errors.push(...linkErrors(planned, facts, linked))
    if (planned.do === 'link' && planned.studentId !== null && !linked.has(planned.studentId))
      linked.set(planned.studentId, planned.row)
    earlier.set(planned.row, { ...planned, errors })
  }
  return fewer([...earlier.values()])
}

/** Maximum number of possible matches listed per file. Beyond that, each row lists only its best one. */
const maxNamed = 2000

/**
 * Shortens lists of matches. Otherwise, thousands of similar rows would each list the same ten: megabytes
 * that wouldn't help anyone decide.
 */
function fewer(plan: PlannedRow[]): PlannedRow[] {
  let left = maxNamed
  const some = <T>(list: T[]) => {
    const named = list.slice(0, left > 0 ? list.length : 1)
    left -= named.length
    return named
  }
  return plan.map(({ verdict, ...row }) => {
    const { candidates, sameAs, family } = verdict
    const related = family && { ...family, students: some(family.students), refs: some(family.refs) }
    return {
      ...row,
      verdict: { ...verdict, candidates: some(candidates), sameAs: some(sameAs), family: related },
    }
  })
}

/** True if a row blocks the import of the whole file: it has errors or is undecided, and isn't skipped. */
export const isBlocking = ({ do: action, errors }: Pick<PlannedRow, 'do' | 'errors'>) =>
  action !== 'skip' && (action === null || errors.length > 0)

/** Describes an error in a cell: 'Parent email is required.' */
export const errorWords = ({ column, message }: CellError) =>
  column === null ? message : `${fieldWord(column)} ${message}.`

/** Returns the previous values of the fields that nobody has changed since the import. */
export function revertible<T extends object>(
  { before, after }: { before: Partial<T>; after: Partial<T> },
  now: T,
): Partial<T> {
  return Object.fromEntries(
    Object.entries(before).filter(([key]) => key in now && now[key as keyof T] === after[key as keyof T]),
  ) as Partial<T>
}

/** Groups of rows to filter a dry run by: with errors, undecided, or by action. */
export const standings = {
  error: 'With errors',
  undecided: 'To decide',
  create: 'To add',
  link: 'To update',
  skip: 'Skipped',
} as const
export type RowStatus = keyof typeof standings

export function standingOf({
  do: action,
  errors,
}: {
  do: Action | null
  errors: readonly unknown[]
}): RowStatus {
  if (action === 'skip') return 'skip'
  return errors.length > 0 ? 'error' : (action ?? 'undecided')
}

/** Labels for the evidence that two students are the same. */
export const whyWords: Record<MatchReason, string> = {
  studentNum: 'number',
  email: 'parent’s email',
  phone: 'parent’s phone',
  'name+grade': 'name and grade',
  name: 'name',
  'similar name': 'similar name',
}

/**
 * Returns a file's text without byte order mark and with `\n` line ends, and the number of the first line
 * with a character that isn't allowed, or null.
 */
export function sendable(text: string): { csv: string; badLine: number | null } {
  const csv = text.replace(/^\ufeff/, '').replaceAll(/\r\n?/g, '\n')
  const at = csv.split('\n').findIndex(badText)
  return { csv, badLine: at < 0 ? null : at + 1 }
}
