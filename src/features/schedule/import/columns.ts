import { z } from 'zod'
import { matchHeaders, plainWord } from '#features/students/import/columns.ts'
import { writeCsv } from '#shared/csv.ts'

/** Columns of the files for importing a center's staff, classes and enrollments. */

/** Kinds of rows; a file has only one. */
export const ImportKind = z.enum(['staff', 'classes', 'enrollments'])
export type ImportKind = z.infer<typeof ImportKind>

type Column = {
  field: string
  label: string
  /** Other names of the column, as in other products' files, in lower case without accents or spaces. */
  names: readonly string[]
  /** Cells in the two rows of the sample file. */
  sample: readonly [string, string]
}

const columns = {
  staff: [
    {
      field: 'firstName',
      label: 'First name',
      names: ['first', 'givenname'],
      sample: ['Rosa', 'Omar'],
    },
    {
      field: 'lastName',
      label: 'Last name',
      names: ['last', 'surname', 'familyname'],
      sample: ['Diaz', 'Haddad'],
    },
    {
      field: 'name',
      label: 'Full name',
      names: ['name', 'staffname', 'teacher', 'employee', 'instructor'],
      sample: ['', ''],
    },
    {
      field: 'duty',
      label: 'Role',
      names: ['position', 'job', 'jobtitle'],
      sample: ['Teacher', 'Operator'],
    },
    { field: 'type', label: 'Type', names: ['employment', 'status'], sample: ['Permanent', 'Permanent'] },
    {
      field: 'email',
      label: 'Email',
      names: ['emailaddress', 'mail'],
      sample: ['rosa@example.com', 'omar@example.com'],
    },
  ],
  classes: [
    {
      field: 'name',
      label: 'Name',
      names: ['class', 'classname', 'title', 'course'],
      sample: ['Algebra A', 'Reading 2'],
    },
    { field: 'subject', label: 'Subject', names: ['category', 'department'], sample: ['Math', 'English'] },
    { field: 'type', label: 'Type', names: ['classtype', 'kind'], sample: ['Regular', 'Regular'] },
    { field: 'day', label: 'Day', names: ['weekday', 'dayofweek', 'days'], sample: ['Monday', 'Tuesday'] },
    {
      field: 'time',
      label: 'Time',
      names: ['start', 'starttime', 'begins', 'from'],
      sample: ['16:00', '5:30 PM'],
    },
    {
      field: 'minutes',
      label: 'Minutes',
      names: ['length', 'duration', 'durationmin'],
      sample: ['60', '60'],
    },
    {
      field: 'maxSize',
      label: 'Seats',
      names: ['size', 'maxsize', 'capacity', 'max', 'maxstudents'],
      sample: ['6', '8'],
    },
    {
      field: 'teacher',
      label: 'Teacher',
      names: ['teachername', 'teacheremail', 'instructor', 'tutor'],
      sample: ['Rosa Diaz', 'rosa@example.com'],
    },
    {
      field: 'startDate',
      label: 'First day',
      names: ['startdate', 'starts', 'startson'],
      sample: ['2026-09-07', '2026-09-08'],
    },
    {
      field: 'endDate',
      label: 'Last day',
      names: ['enddate', 'ends', 'endson', 'until'],
      sample: ['', '2027-06-11'],
    },
    {
      field: 'notes',
      label: 'Notes',
      names: ['note', 'comment', 'comments', 'description'],
      sample: ['', ''],
    },
  ],
  enrollments: [
    {
      field: 'studentNum',
      label: 'Student number',
      names: ['number', 'studentid', 'id', 'studentno'],
      sample: ['1001', ''],
    },
    {
      field: 'student',
      label: 'Student',
      names: ['name', 'studentname', 'fullname', 'child', 'pupil'],
      sample: ['', 'Sam Lee'],
    },
    { field: 'firstName', label: 'First name', names: ['first', 'givenname'], sample: ['', ''] },
    { field: 'lastName', label: 'Last name', names: ['last', 'surname', 'familyname'], sample: ['', ''] },
    {
      field: 'class',
      label: 'Class',
      names: ['classname', 'course', 'title'],
      sample: ['Algebra A', 'Reading 2'],
    },
    { field: 'day', label: 'Day', names: ['weekday', 'dayofweek'], sample: ['Monday', ''] },
    { field: 'time', label: 'Time', names: ['start', 'starttime', 'begins'], sample: ['16:00', ''] },
    {
      field: 'type',
      label: 'Type',
      names: ['place', 'enrollment', 'status'],
      sample: ['Regular', 'Waitlist'],
    },
    {
      field: 'startDate',
      label: 'First day',
      names: ['startdate', 'starts', 'enrolled', 'enrolldate', 'from'],
      sample: ['2026-09-07', '2026-09-08'],
    },
    { field: 'endDate', label: 'Last day', names: ['enddate', 'ends', 'until'], sample: ['', ''] },
  ],
} as const satisfies Record<ImportKind, readonly Column[]>

const columnsOf = (kind: ImportKind): readonly Column[] => columns[kind]

/** Returns the fields of a kind of file, in the order of its sample. */
export const fieldsOf = (kind: ImportKind) => columnsOf(kind).map(({ field }) => field)

/** Returns the name of a field in a file's header and on screen. */
export const fieldWord = (kind: ImportKind, field: string) =>
  columnsOf(kind).find((column) => column.field === field)?.label ?? field

/**
 * Maps the columns of a header to fields by name. An unknown name, or a second column for the same field,
 * maps to null.
 */
export const matchColumns = (kind: ImportKind, head: readonly string[]) =>
  matchHeaders(
    head,
    (word) =>
      columnsOf(kind).find(({ label, field, names }) =>
        [plainWord(label), field.toLowerCase(), ...names].includes(word),
      )?.field,
  )

/** Returns a sample file to fill in: the header and two rows. */
export const sampleOf = (kind: ImportKind) =>
  writeCsv([
    columnsOf(kind).map(({ label }) => label),
    ...([0, 1] as const).map((row) => columnsOf(kind).map(({ sample }) => sample[row])),
  ])
