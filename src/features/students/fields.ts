import { z } from 'zod'
import { date, lower, quoted } from '#features/history/change-words.ts'
import { Day } from '#shared/days.ts'
import { namesOf, partOf } from '#shared/field-table.ts'
import { RequiredText, Text } from '#shared/fields.ts'
import { longest } from '#shared/text.ts'
import { oneOf, StudentStatus, statusWords } from './rules.ts'

/**
 * Fields of a student, in the order of forms, files and histories. Each property is optional:
 * - `check`: parses a new value; `add`: parses the value for a new student; `stored`: the type as stored;
 *   `column`: where it is stored.
 * - `label`: name on screens and in files; `most`: maximum length of text that can be entered in a form;
 *   `isRequired`: true if it can't be empty.
 * - `headers`: possible names of its column in imported files; `cell`: parses a cell of this column if
 *   `check` is too strict for a file.
 * - `history`: words for its changes.
 * - `privacy`: privacy class of its column; `isOffice`: true if only the office sees it, never families.
 */
const ofPerson = {
  firstName: {
    ...requiredText(longest.name),
    column: 'first_name',
    label: 'First name',
    headers: ['firstname', 'givenname', 'studentfirstname', 'first', 'name'],
    history: ['the first name'],
  },
  lastName: {
    ...text(longest.name),
    add: Text(longest.name),
    column: 'last_name',
    label: 'Last name',
    headers: ['lastname', 'surname', 'familyname', 'studentlastname', 'last'],
    history: ['the last name'],
  },
} as const

const ofStudent = {
  studentNum: {
    ...requiredText(20),
    add: RequiredText(20).optional(),
    column: 'student_num',
    privacy: 'minor',
    label: 'Student number',
    headers: ['studentnumber', 'number', 'studentnum', 'studentno', 'studentid', 'id', 'no'],
    history: ['the student number'],
  },
  grade: {
    ...text(20),
    column: 'grade',
    privacy: 'minor',
    label: 'Grade',
    headers: ['grade', 'studentgrade', 'year', 'class'],
    history: ['the grade'],
  },
  status: {
    check: StudentStatus,
    add: StudentStatus.default('active'),
    stored: StudentStatus,
    column: 'status',
    privacy: 'internal',
    label: 'Status',
    headers: ['status', 'studentstatus'],
    cell: oneOf(StudentStatus.options),
    history: ['the status', lower(statusWords)],
  },
  note: {
    check: Text(longest.note),
    stored: z.string(),
    column: 'note',
    privacy: 'minor',
    isOffice: true,
    label: 'Note',
    history: ['the note', quoted],
  },
  nextInvoice: {
    check: Day.nullable(),
    stored: Day.nullable(),
    column: 'next_invoice',
    privacy: 'minor',
    isOffice: true,
    label: 'Next invoice',
    history: ['the date of the next invoice', date],
  },
} as const

function text(most: number) {
  return { check: Text(most), add: Text(most).default(''), stored: z.string(), most } as const
}

function requiredText(most: number) {
  return {
    check: RequiredText(most),
    add: RequiredText(most),
    stored: z.string(),
    most,
    isRequired: true,
  } as const
}

export const studentFields = { ...ofPerson, ...ofStudent }

export const studentLabels = partOf(studentFields, 'label')

/** Fields stored in `people`, with their columns. `studentColumns` are the fields stored in `students`. */
export const personColumns = partOf(ofPerson, 'column')
export const studentColumns = partOf(ofStudent, 'column')

/** Stored values of a center's student. */
export const StudentValues = z.object(partOf(studentFields, 'stored'))
export type StudentValues = z.infer<typeof StudentValues>

// In a file, the student number comes first.
const { studentNum, ...others } = partOf(studentFields, 'headers')
/** Fields in files, with their possible column names in lower case and without spaces. */
export const fileHeaders = { studentNum, ...others }
export const fileFields = namesOf(fileHeaders)
export type FileField = (typeof fileFields)[number]
