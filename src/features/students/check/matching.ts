import { z } from 'zod'
import { Grade, Name, StudentNum } from '#features/students/api.ts'
import { fold } from '#features/students/rules.ts'
import { Phone } from '#shared/entries.ts'
import { Email, Text } from '#shared/fields.ts'
import { longest } from '#shared/text.ts'

/** Whether a student who is about to be added is known already (references §2). Pure: the candidates are fetched before. */

/** What speaks for two being the same. `name` alone: the grade of one of them is unknown; `similar name`: one letter is another. */
export const Why = z.enum(['studentNum', 'email', 'phone', 'name+grade', 'name', 'similar name'])
export type Why = z.infer<typeof Why>

/** `exact` is the same student, `likely` is for a person to decide. */
export const Match = z.enum(['exact', 'likely', 'none'])
export type Match = z.infer<typeof Match>

type Guardian = { email: string; phone: string }

/** Somebody as they are compared: stored text, `''` for what isn't known; phones have digits only. */
export type Person = { studentNum: string; firstName: string; lastName: string; grade: string; guardians: readonly Guardian[] }

/** A student who is known, at whatever center. */
export type Known = Person & { id: string; centerId: string }

export type FieldError = { field: string; message: string }

/** What a caller says of a student and the parents, each in any spelling. */
export type Said = {
  studentNum?: string
  firstName: string
  lastName: string
  grade?: string
  guardians: readonly { email?: string; phone?: string }[]
}

const fields = { studentNum: StudentNum, firstName: Name, lastName: Text(longest.name), grade: Grade, email: Email, phone: Phone }

/** Reads one field by its rule; what is empty and may be stays empty, what breaks the rule is an error and empty. */
function clean(rule: keyof typeof fields, value: string, { field, errors }: { field: string; errors: FieldError[] }) {
  if (value.trim() === '' && rule !== 'firstName') return ''
  const { data, error } = fields[rule].safeParse(value)
  if (error) errors.push({ field, message: error.issues[0]?.message ?? 'is not right' })
  return data ?? ''
}

/** What is said of a student as it would be stored, and what breaks a rule, by field: `guardians/0/email`. */
export function readPerson(said: Said): { person: Person; errors: FieldError[] } {
  const errors: FieldError[] = []
  const read = (rule: 'studentNum' | 'firstName' | 'lastName' | 'grade') => clean(rule, said[rule] ?? '', { field: rule, errors })
  const guardians = said.guardians.map(({ email = '', phone = '' }, at) => ({
    email: clean('email', email, { field: `guardians/${at}/email`, errors }),
    phone: clean('phone', phone, { field: `guardians/${at}/phone`, errors }),
  }))
  return {
    person: { studentNum: read('studentNum'), firstName: read('firstName'), lastName: read('lastName'), grade: read('grade'), guardians },
    errors,
  }
}

/** Fewer digits are nobody's number. */
const shortestPhone = 7

/** The parents' e-mail addresses as they are compared. */
export const emailsOf = ({ guardians }: Person) => [...new Set(guardians.map(({ email }) => email.toLowerCase()).filter(Boolean))]
/** The parents' phones as they are compared. */
export const phonesOf = ({ guardians }: Person) => [
  ...new Set(guardians.map(({ phone }) => phone).filter((digits) => digits.length >= shortestPhone)),
]

/** Somebody as they are compared, made once for all comparisons: folding a text costs more than comparing it. */
type Folded = { studentNum: string; name: string; grade: string; emails: readonly string[]; phones: readonly string[] }

const folded = (person: Person): Folded => ({
  studentNum: person.studentNum,
  name: fold(`${person.firstName} ${person.lastName}`),
  grade: fold(person.grade),
  emails: emailsOf(person),
  phones: phonesOf(person),
})

/** Whether one text becomes the other by one letter more, less or other. */
export function nearly(left: string, right: string) {
  const [short, long] = left.length <= right.length ? [left, right] : [right, left]
  if (long.length - short.length > 1) return false
  let same = 0
  while (same < short.length && short[same] === long[same]) same += 1
  return short.slice(same) === long.slice(same + 1) || short.slice(same + 1) === long.slice(same + 1)
}

const shares = (left: readonly string[], right: readonly string[]) => left.some((each) => right.includes(each))

/** The contacts that two have in common. */
function sharedContacts(left: Folded, right: Folded) {
  const contacts: ('email' | 'phone')[] = []
  if (shares(left.emails, right.emails)) contacts.push('email')
  if (shares(left.phones, right.phones)) contacts.push('phone')
  return contacts
}

/** What two names come to; `other grade` speaks against it, unless a parent is in common. */
function nameAlike(left: Folded, right: Folded): 'name+grade' | 'name' | 'other grade' | 'similar name' | null {
  if (left.name !== right.name) return nearly(left.name, right.name) ? 'similar name' : null
  if (left.grade === '' || right.grade === '') return 'name'
  return left.grade === right.grade ? 'name+grade' : 'other grade'
}

type Within = { within: boolean }

function compareFolded(left: Folded, right: Folded, { within }: Within): { match: Match; why: Why[] } {
  const sameNumber = within && left.studentNum !== '' && left.studentNum === right.studentNum
  const contacts = sharedContacts(left, right)
  const alike = nameAlike(left, right)
  const name = alike === 'other grade' ? 'name' : alike
  const why: Why[] = [...(sameNumber ? ['studentNum' as const] : []), ...contacts, ...(name ? [name] : [])]
  if (sameNumber || (contacts.length > 0 && name !== null && name !== 'similar name')) return { match: 'exact', why }
  if (alike === 'name' || alike === 'name+grade' || (alike === 'similar name' && contacts.length > 0)) return { match: 'likely', why }
  return { match: 'none', why: contacts }
}

/**
 * What two come to, with all that speaks for it. Exact: the same number (only within a center), or the same name and a parent's e-mail or
 * phone. Likely: the same name and no other grade, or a similar name and a parent in common.
 */
export const compare = (left: Person, right: Person, within: Within) => compareFolded(folded(left), folded(right), within)

/** One student to check; `ref` is the caller's own name for the row. */
export type Row = { ref: string; person: Person }

type Candidate = { known: Known; match: Match; why: Why[] }
type Twin = { ref: string; match: Match; why: Why[] }

/** What a row comes to: who it may be, which earlier row it repeats, whose brother or sister it seems to be. */
export type Verdict = {
  ref: string
  match: Match
  /** Of the own center, the surest first. */
  candidates: Candidate[]
  sameAs: Twin[]
  family: { students: Known[]; refs: string[]; why: ('email' | 'phone')[] } | null
  existsElsewhere: boolean
}

/** More than so many of one kind help nobody to decide. */
const mostNamed = 10
/** One phone on hundreds of rows is no family; who has it is looked at no further. */
const mostAlike = 50

const keysOf = ({ name, studentNum, emails, phones }: Folded) => [
  `name ${name}`,
  ...(studentNum ? [`number ${studentNum}`] : []),
  ...emails.map((email) => `email ${email}`),
  ...phones.map((phone) => `phone ${phone}`),
]

type Entry<T> = { of: T; folded: Folded }

/** Finds whoever shares a name, number or contact with somebody, without looking at all of them. */
function finder<T>(all: readonly Entry<T>[]) {
  const byKey = new Map<string, Entry<T>[]>()
  for (const each of all)
    for (const key of keysOf(each.folded)) {
      const alike = byKey.get(key)
      if (!alike) byKey.set(key, [each])
      else if (alike.length < mostAlike) alike.push(each)
    }
  return (person: Folded) => [...new Set(keysOf(person).flatMap((key) => byKey.get(key) ?? []))]
}

const strength: Record<Match, number> = { exact: 2, likely: 1, none: 0 }
const surest = (list: readonly { match: Match }[]) =>
  list.reduce<Match>((best, { match }) => (strength[match] > strength[best] ? match : best), 'none')
const bySureness = <T extends { match: Match }>(list: readonly T[]) =>
  list
    .filter(({ match }) => match !== 'none')
    .toSorted((left, right) => strength[right.match] - strength[left.match])
    .slice(0, mostNamed)

type Others = { candidates: Candidate[]; twins: Twin[] }

/** Who shares a parent without being the same: brothers and sisters, known or in the batch. */
function familyOf({ candidates, twins }: Others): Verdict['family'] {
  const related = <T extends { match: Match; why: Why[] }>(list: readonly T[]) =>
    list.filter(({ match, why }) => match === 'none' && why.length > 0).slice(0, mostNamed)
  const [students, rows] = [related(candidates), related(twins)]
  if (students.length + rows.length === 0) return null
  const why = (['email', 'phone'] as const).filter((each) => [...students, ...rows].some((one) => one.why.includes(each)))
  return { students: students.map(({ known }) => known), refs: rows.map(({ ref }) => ref), why }
}

/** What each row comes to beside the students who are known and the rows of its own batch; a row repeats only an earlier one. */
export function checkRows(rows: readonly Row[], known: readonly Known[], centerId: string): Verdict[] {
  const place = new Map(rows.map(({ ref }, at) => [ref, at]))
  const read = rows.map((row) => ({ of: row, folded: folded(row.person) }))
  const findKnown = finder(known.map((each) => ({ of: each, folded: folded(each) })))
  const findRows = finder(read)
  return read.map(({ of: { ref }, folded: person }, at) => {
    const all = findKnown(person)
    const candidates = all
      .filter(({ of: each }) => each.centerId === centerId)
      .map((each) => ({ known: each.of, ...compareFolded(person, each.folded, { within: true }) }))
    const twins = findRows(person)
      .filter(({ of: row }) => row.ref !== ref)
      .map((each) => ({ ref: each.of.ref, ...compareFolded(person, each.folded, { within: true }) }))
    const sameAs = bySureness(twins.filter((twin) => (place.get(twin.ref) ?? 0) < at))
    const named = bySureness(candidates)
    return {
      ref,
      match: surest([...named, ...sameAs]),
      candidates: named,
      sameAs,
      family: familyOf({ candidates, twins }),
      existsElsewhere: all.some(
        (each) => each.of.centerId !== centerId && compareFolded(person, each.folded, { within: false }).match !== 'none',
      ),
    }
  })
}
