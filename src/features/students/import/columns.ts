import { z } from 'zod'
import { fileFields, type FileField, fileHeaders, studentLabels, StudentValues } from '../fields.ts'
import { parentHeaders, parentLabels } from '../parents/fields.ts'
import { StudentStatus } from '../rules.ts'
import { writeCsv } from '#shared/csv.ts'
import { fold } from '#shared/fold.ts'
import { namesOf, recordOf } from '#shared/field-table.ts'

/** Columns of a file of students and parents, with their names (product §5). */

/** Numbers of a student's parents in a file, which has columns for up to three. */
export const parentNumbers = [1, 2, 3] as const
export const ofParent = namesOf(parentHeaders)

export type ParentField = (typeof ofParent)[number]
type ParentColumn = `parent${(typeof parentNumbers)[number]}.${ParentField}`
export type Field = FileField | ParentColumn

export const columnOf = (parent: (typeof parentNumbers)[number], field: ParentField): ParentColumn =>
  `parent${parent}.${field}`
const parentColumns = parentNumbers.flatMap((parent) => ofParent.map((field) => columnOf(parent, field)))

/** All fields that a column can map to. */
export const fields: readonly Field[] = [...fileFields, ...parentColumns]
export const Field = z.enum(fields)

const words = new Map<Field, string>([
  ...fileFields.map((field) => [field, studentLabels[field]] as const),
  ...parentNumbers.flatMap((parent) =>
    ofParent.map(
      (field) =>
        [
          columnOf(parent, field),
          `Parent ${parent === 1 ? '' : `${parent} `}${parentLabels[field].toLowerCase()}`,
        ] as const,
    ),
  ),
])

/** Returns the name of a field in a file's header and on screen: 'Parent 2 email'. */
export const fieldWord = (field: Field) => words.get(field) ?? field

/** Returns a header name in lowercase, without accents, spaces or punctuation. */
export const plainWord = (text: string) => fold(text).replaceAll(/[^\p{L}\p{N}]/gu, '')

const fieldByName = new Map<string, Field>([
  ...fileFields.flatMap((field) => fileHeaders[field].map((name) => [name, field] as const)),
  ...parentNumbers.flatMap((parent) =>
    ofParent.flatMap((field) =>
      ['parent', 'guardian']
        .flatMap((who) => (parent === 1 ? [who, `${who}1`, `${who}s`] : [`${who}${parent}`]))
        .flatMap((who) =>
          parentHeaders[field].map((name) => [`${who}${name}`, columnOf(parent, field)] as const),
        ),
    ),
  ),
])

/**
 * Matches each header name to a field, or null. `fieldOf` maps plain words to fields. If two columns name the
 * same field, the first one gets it.
 */
export function matchHeaders<F extends string>(
  head: readonly string[],
  fieldOf: (word: string) => F | undefined,
): (F | null)[] {
  const taken = new Set<F>()
  return head.map((name) => {
    const field = fieldOf(plainWord(name))
    if (field === undefined || taken.has(field)) return null
    taken.add(field)
    return field
  })
}

/** Matches the header of a file of students to fields. */
export const matchColumns = (head: readonly string[]) => matchHeaders(head, (word) => fieldByName.get(word))

export const StudentCells = StudentValues.pick(recordOf(fileFields, (): true => true)).extend({
  status: StudentStatus.or(z.literal('')),
})
export type StudentCells = z.infer<typeof StudentCells>

/** Students in the sample file. The sample file for enrollments contains the same two students. */
const samples: readonly Partial<Record<Field, string>>[] = [
  {
    studentNum: '1001',
    firstName: 'Ana',
    lastName: 'Lima',
    grade: '4',
    status: 'active',
    'parent1.firstName': 'Maria',
    'parent1.lastName': 'Lima',
    'parent1.email': 'maria@example.com',
    'parent1.phone': '212-555-0142',
    'parent1.relationship': 'mother',
  },
  {
    firstName: 'Sam',
    lastName: 'Lee',
    grade: '2',
    status: 'active',
    'parent1.firstName': 'Min',
    'parent1.lastName': 'Lee',
    'parent1.email': 'min@example.com',
    'parent1.relationship': 'mother',
    'parent2.firstName': 'Joe',
    'parent2.lastName': 'Lee',
    'parent2.phone': '212-555-0143',
    'parent2.relationship': 'father',
  },
]

/** Returns a sample file to fill in: the header with all columns, and two rows. */
export const sampleFile = () =>
  writeCsv([fields.map(fieldWord), ...samples.map((row) => fields.map((field) => row[field] ?? ''))])
