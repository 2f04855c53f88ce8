import { z } from 'zod'
import { studentFields } from '../fields.ts'
import { fullName } from '#shared/full-name.ts'
import { fold } from '#shared/fold.ts'
import { Phone } from '#shared/entries.ts'
import { notAPhone, readPhone } from '#shared/phone-numbers.ts'
import { partOf } from '#shared/field-table.ts'
import { Email } from '#shared/fields.ts'

/**
 * Duplicate check for students about to be added (references §2). A pure function of its input: candidates
 * are fetched beforehand.
 */

/**
 * Evidence that two students are the same. `name` is the same name, but a grade is unknown or the grades
 * differ; a `similar name` differs by one letter.
 */
export const MatchReason = z.enum(['studentNum', 'email', 'phone', 'name+grade', 'name', 'similar name'])
export type MatchReason = z.infer<typeof MatchReason>

/** `exact`: the same student; `likely`: a person has to decide. */
export const Match = z.enum(['exact', 'likely', 'none'])
export type Match = z.infer<typeof Match>

type Guardian = { email: string; phone: string }

/** A person's data for comparison: stored text, `''` if unknown; phones are E.164. */
export type Person = {
  studentNum: string
  firstName: string
  lastName: string
  grade: string
  guardians: readonly Guardian[]
}

/** An existing student of any center. */
export type ExistingStudent = Person & { id: string; centerId: string }

export type FieldError = { field: string; message: string }

/** Raw data about a student and the parents, exactly as the caller sent it. */
export type RawPerson = {
  studentNum?: string
  firstName: string
  lastName: string
  grade?: string
  guardians: readonly { email?: string; phone?: string }[]
}

const ofStudent = partOf(studentFields, 'check')
const checks = {
  studentNum: ofStudent.studentNum,
  firstName: ofStudent.firstName,
  lastName: ofStudent.lastName,
  grade: ofStudent.grade,
  email: Email,
}

/** Returns a schema that converts phone numbers as written in a country to E.164. */
export const PhoneIn = (country: string) =>
  Phone.transform((text, context) => {
    const phone = readPhone(text, country)
    if (phone === null) context.addIssue(notAPhone)
    return phone ?? ''
  })

/**
 * Parses a field by its rule. An optional empty field stays empty; an invalid one adds an error and becomes
 * empty.
 */
function clean(
  rule: z.ZodType<string>,
  value: string,
  { field, errors }: { field: string; errors: FieldError[] },
) {
  if (value.trim() === '' && field !== 'firstName') return ''
  const { data, error } = rule.safeParse(value)
  if (error) errors.push({ field, message: error.issues[0]?.message ?? 'is invalid' })
  return data ?? ''
}

/**
 * Converts raw data to its stored form, parsing phones as numbers in the country, and lists the fields that
 * break a rule, such as `guardians/0/email`.
 */
export function readPerson(raw: RawPerson, country: string): { person: Person; errors: FieldError[] } {
  const errors: FieldError[] = []
  const phoneRule = PhoneIn(country)
  const read = (rule: 'studentNum' | 'firstName' | 'lastName' | 'grade') =>
    clean(checks[rule], raw[rule] ?? '', { field: rule, errors })
  const guardians = raw.guardians.map(({ email = '', phone = '' }, at) => ({
    email: clean(checks.email, email, { field: `guardians/${at}/email`, errors }),
    phone: clean(phoneRule, phone, { field: `guardians/${at}/phone`, errors }),
  }))
  return {
    person: {
      studentNum: read('studentNum'),
      firstName: read('firstName'),
      lastName: read('lastName'),
      grade: read('grade'),
      guardians,
    },
    errors,
  }
}

/** Minimum length of a phone number in E.164 format. Shorter ones can't be real. */
const minPhoneLength = 7

/** Returns the parents' email addresses for comparison. */
const emailsOf = ({ guardians }: Person) => [
  ...new Set(guardians.map(({ email }) => email.toLowerCase()).filter(Boolean)),
]
/** Returns the parents' phones for comparison. */
const phonesOf = ({ guardians }: Person) => [
  ...new Set(guardians.map(({ phone }) => phone).filter((phone) => phone.length >= minPhoneLength)),
]

/** Values for looking people up: names, numbers, and parents' emails and phones, without duplicates. */
export type SearchKeys = { names: string[]; numbers: string[]; emails: string[]; phones: string[] }

/** Returns the data for looking people up. It is small, so copying it between threads is cheap. */
export function traitsOf(people: readonly Person[]): SearchKeys {
  const distinct = (of: (person: Person) => readonly string[]) => [
    ...new Set(people.flatMap(of).filter(Boolean)),
  ]
  return {
    names: distinct(({ firstName, lastName }) => [fullName({ firstName, lastName })]),
    numbers: distinct(({ studentNum }) => [studentNum]),
    emails: distinct(emailsOf),
    phones: distinct(phonesOf),
  }
}

/** A person's data, folded once for all comparisons because folding text costs more than comparing it. */
type FoldedPerson = {
  studentNum: string
  name: string
  grade: string
  emails: readonly string[]
  phones: readonly string[]
}

const folded = (person: Person): FoldedPerson => ({
  studentNum: person.studentNum,
  name: fold(fullName(person)),
  grade: fold(person.grade),
  emails: emailsOf(person),
  phones: phonesOf(person),
})

/** True if the strings are equal after inserting, deleting or replacing at most one letter. */
export function nearly(left: string, right: string) {
  const [short, long] = left.length <= right.length ? [left, right] : [right, left]
  if (long.length - short.length > 1) return false
  let same = 0
  while (same < short.length && short[same] === long[same]) same += 1
  return short.slice(same) === long.slice(same + 1) || short.slice(same + 1) === long.slice(same + 1)
}

const shares = (left: readonly string[], right: readonly string[]) =>
  left.some((each) => right.includes(each))

/** Returns the kinds of contact data that both people share. */
function sharedContacts(left: FoldedPerson, right: FoldedPerson) {
  const contacts: ('email' | 'phone')[] = []
  if (shares(left.emails, right.emails)) contacts.push('email')
  if (shares(left.phones, right.phones)) contacts.push('phone')
  return contacts
}

/**
 * Compares two names. The result `other grade` isn't a match unless the students also share a number or a
 * parent's contact data.
 */
function nameAlike(
  left: FoldedPerson,
  right: FoldedPerson,
): 'name+grade' | 'name' | 'other grade' | 'similar name' | null {
  if (left.name !== right.name) return nearly(left.name, right.name) ? 'similar name' : null
  if (left.grade === '' || right.grade === '') return 'name'
  return left.grade === right.grade ? 'name+grade' : 'other grade'
}

type MatchScope = { within: boolean }

function compareFolded(
  left: FoldedPerson,
  right: FoldedPerson,
  { within }: MatchScope,
): { match: Match; why: MatchReason[] } {
  const sameNumber = within && left.studentNum !== '' && left.studentNum === right.studentNum
  const contacts = sharedContacts(left, right)
  const alike = nameAlike(left, right)
  const name = alike === 'other grade' ? 'name' : alike
  const why: MatchReason[] = [
    ...(sameNumber ? ['studentNum' as const] : []),
    ...contacts,
    ...(name ? [name] : []),
  ]
  if (sameNumber || (contacts.length > 0 && name !== null && name !== 'similar name'))
    return { match: 'exact', why }
  if (alike === 'name' || alike === 'name+grade' || (alike === 'similar name' && contacts.length > 0))
    return { match: 'likely', why }
  return { match: 'none', why: contacts }
}

/**
 * Compares two people and lists all evidence. Exact: the same number (only within a center), or the same name
 * and a parent's email or phone. Likely: the same name unless both grades are known and differ, or a similar
 * name and a parent's email or phone in common.
 */
export const compare = (left: Person, right: Person, within: MatchScope) =>
  compareFolded(folded(left), folded(right), within)

/** One student to check; `ref` is the caller's own name for the row. */
export type Row = { ref: string; person: Person }

type Candidate = { known: ExistingStudent; match: Match; why: MatchReason[] }
type DuplicateMatch = { ref: string; match: Match; why: MatchReason[] }

/** Result for a row: possible matches, earlier rows that it repeats, and likely siblings. */
export type Verdict = {
  ref: string
  match: Match
  /** Matches from the same center, best first. */
  candidates: Candidate[]
  sameAs: DuplicateMatch[]
  family: { students: ExistingStudent[]; refs: string[]; why: ('email' | 'phone')[] } | null
  existsElsewhere: boolean
}

/** Maximum length of each list of matches in a result. More wouldn't help anyone decide. */
const maxNamed = 10
/**
 * Maximum number of people compared per shared value. A phone number on hundreds of rows isn't a family's.
 */
const maxAlike = 50

const keysOf = ({ name, studentNum, emails, phones }: FoldedPerson) => [
  `name ${name}`,
  ...(studentNum ? [`number ${studentNum}`] : []),
  ...emails.map((email) => `email ${email}`),
  ...phones.map((phone) => `phone ${phone}`),
]

type Entry<T> = { of: T; folded: FoldedPerson }

/** Returns a function that finds everyone sharing a name, number or contact, without comparing everybody. */
function finder<T>(all: readonly Entry<T>[]) {
  const byKey = new Map<string, Entry<T>[]>()
  for (const each of all)
    for (const key of keysOf(each.folded)) {
      const alike = byKey.get(key)
      if (!alike) byKey.set(key, [each])
      else if (alike.length < maxAlike) alike.push(each)
    }
  return (person: FoldedPerson) => [...new Set(keysOf(person).flatMap((key) => byKey.get(key) ?? []))]
}

const strength: Record<Match, number> = { exact: 2, likely: 1, none: 0 }
const surest = (list: readonly { match: Match }[]) =>
  list.reduce<Match>((best, { match }) => (strength[match] > strength[best] ? match : best), 'none')
const bySureness = <T extends { match: Match }>(list: readonly T[]) =>
  list
    .filter(({ match }) => match !== 'none')
    .toSorted((left, right) => strength[right.match] - strength[left.match])
    .slice(0, maxNamed)

type OtherPeople = { candidates: Candidate[]; twins: DuplicateMatch[] }

/** Returns likely siblings, known or in the batch: people who share a parent but aren't the same student. */
function familyOf({ candidates, twins }: OtherPeople): Verdict['family'] {
  const related = <T extends { match: Match; why: MatchReason[] }>(list: readonly T[]) =>
    list.filter(({ match, why }) => match === 'none' && why.length > 0).slice(0, maxNamed)
  const [students, rows] = [related(candidates), related(twins)]
  if (students.length + rows.length === 0) return null
  const why = (['email', 'phone'] as const).filter((each) =>
    [...students, ...rows].some((one) => one.why.includes(each)),
  )
  return { students: students.map(({ known }) => known), refs: rows.map(({ ref }) => ref), why }
}

/**
 * Checks each row against the known students and the other rows of its batch. A row counts as a repeat only
 * of an earlier one.
 */
export function checkRows(
  rows: readonly Row[],
  known: readonly ExistingStudent[],
  centerId: string,
): Verdict[] {
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
        (each) =>
          each.of.centerId !== centerId &&
          compareFolded(person, each.folded, { within: false }).match !== 'none',
      ),
    }
  })
}
