import { describe, expect, test } from 'vitest'
import { recordOf } from '#shared/field-table.ts'
import { fileFields } from '../fields.ts'
import { fields, fieldWord, matchColumns, sampleFile } from './columns.ts'
import { readFile } from './read-file.ts'

describe('the columns of a header', () => {
  test.each<[string, string[], (string | null)[]]>([
    [
      'as exported',
      ['Student number', 'First name', 'Parent e-mail', 'Parent 2 phone'],
      ['studentNum', 'firstName', 'parent1.email', 'parent2.phone'],
    ],
    [
      'in other common spellings',
      ['STUDENT_NUMBER', 'first-name', 'Surname', 'parentEmail'],
      ['studentNum', 'firstName', 'lastName', 'parent1.email'],
    ],
    ['of guardians', ['Guardian 1 Email Address', 'Guardian2 mobile'], ['parent1.email', 'parent2.phone']],
    ['for the same field twice, using only the first', ['Name', 'First name'], ['firstName', null]],
    ['that are unknown', ['Favorite color', '', 'Email'], [null, null, null]],
  ])('map to fields, or to null if they are unknown: names %s', (_, head, columns) => {
    expect(matchColumns(head)).toEqual(columns)
  })

  test('are recognized by the names that the product itself writes', () => {
    expect(matchColumns(fields.map(fieldWord))).toEqual(fields)
  })
})

test('the sample file can be read', () => {
  const { columns, errors, rows } = readFile(sampleFile(), null, 'US')
  expect([columns.map(({ field }) => field), errors]).toEqual([fields, []])
  expect(
    rows.map(({ student, parents, errors: wrong }) => [student.firstName, parents.length, wrong]),
  ).toEqual([
    ['Ana', 1, []],
    ['Sam', 2, []],
  ])
})

describe('a row of an import file', () => {
  const rowOf = (head: string, line: string) => readFile(`${head}\n${line}`, null, 'US').rows[0]
  test('is read in its stored form', () => {
    expect(
      rowOf(
        'First name,Last name,Status,Parent email,Parent phone,Parent relationship',
        ' Ana ,<Lima>,ACTIVE,a@b.example,(555) 123-4567,Mother',
      ),
    ).toEqual({
      row: 2,
      student: {
        ...recordOf(fileFields, () => ''),
        firstName: 'Ana',
        lastName: '&lt;Lima&gt;',
        status: 'active',
      },
      parents: [
        {
          number: 1,
          firstName: '',
          lastName: '',
          email: 'a@b.example',
          phone: '+15551234567',
          relationship: 'mother',
        },
      ],
      errors: [],
    })
  })

  test.each<[string, string, string, [string, RegExp][]]>([
    ['no first name', 'First name,Grade', ',4', [['firstName', /empty/]]],
    ['an unknown status', 'First name,Status', 'Ana,gone', [['status', /one of active, prospect, inactive/]]],
    [
      'an unknown relationship',
      'First name,Parent email,Parent relationship',
      'Ana,a@b.example,aunt',
      [['parent1.relationship', /one of mother/]],
    ],
    [
      'a parent without an email or a phone',
      'First name,Parent 2 first name,Parent 2 phone,Parent 2 email',
      'Ana,Eva,,',
      [['parent2.email', /^or phone is required$/]],
    ],
    [
      'a wrong email',
      'First name,Parent email',
      'Ana,nobody',
      [['parent1.email', /must be an email address/]],
    ],
    [
      'a phone number that can’t be read',
      'First name,Parent email,Parent phone',
      'Ana,a@b.example,555-0172',
      [['parent1.phone', /must include an area code/]],
    ],
    [
      'text that is too long',
      'First name,Grade',
      `${'x'.repeat(101)},${'x'.repeat(21)}`,
      [
        ['firstName', /at most 100/],
        ['grade', /at most 20/],
      ],
    ],
  ])('with %s gets an error in that column', (_, head, line, errors) => {
    const found = rowOf(head, line)?.errors ?? []
    expect(found.map(({ column }) => column)).toEqual(errors.map(([column]) => column))
    for (const [at, [, message]] of errors.entries()) expect(found[at]?.message).toMatch(message)
  })

  test('leaves out the cells of a column without a field', () => {
    const { rows, columns } = readFile('a,b\nAna,secret', ['firstName', null], 'US')
    expect(columns).toEqual([
      { header: 'a', field: 'firstName' },
      { header: 'b', field: null },
    ])
    expect(JSON.stringify(rows)).not.toContain('secret')
  })
})

test.each<[string, string, Parameters<typeof readFile>[1], string]>([
  ['no first name among its columns', 'Last name\nLima', null, 'has no column for the first name'],
  [
    'two columns for the same field',
    'a,b\n1,2',
    ['firstName', 'firstName'],
    'has two columns for “First name”',
  ],
  [
    'a different number of columns than named',
    'a,b\n1,2',
    ['firstName'],
    'has 2 columns, but “columns” lists 1',
  ],
])('reading a file with %s returns an error and no rows', (_, csv, columns, message) => {
  expect(readFile(csv, columns, 'US')).toMatchObject({ rows: [], errors: [{ line: 1, message }] })
})
