import { describe, expect, test } from 'vitest'
import { recordOf } from '#shared/field-table.ts'
import type { ExistingStudent } from '../check/matching.ts'
import { fileFields } from '../fields.ts'
import { readFile } from './read-file.ts'
import {
  type Account,
  changesOf,
  type Choice,
  type CurrentValues,
  isBlocking,
  makePlan,
  revertible,
  sendable,
  standingOf,
} from './plan.ts'

const current = (id: string, name: string, more: Partial<CurrentValues> = {}): CurrentValues => {
  const [firstName = '', lastName = ''] = name.split(' ')
  const values = {
    ...recordOf(fileFields, () => ''),
    studentNum: id,
    firstName,
    lastName,
    status: 'active' as const,
  }
  return { id, ...values, links: [], renamable: true, ...more }
}
const link = (email: string, more: object = {}) => ({
  parentId: `id of ${email}`,
  firstName: 'Maria',
  lastName: 'Lima',
  relationship: 'mother' as const,
  phone: '',
  ended: false,
  ...more,
})

type Setting = { now?: CurrentValues[]; accounts?: Account[]; choices?: Choice[] }

function plan(csv: string, { now = [], accounts = [], choices = [] }: Setting = {}) {
  const known = now.map(({ links, ...each }): ExistingStudent => ({
    ...each,
    centerId: 'Here',
    guardians: links
      .filter(({ ended }) => !ended)
      .map(({ parentId, phone }) => ({ email: parentId.replace('id of ', ''), phone })),
  }))
  const facts = {
    centerId: 'Here',
    known,
    current: new Map(now.map((each) => [each.id, each])),
    accounts: new Map(accounts.map((each) => [each.contact, each])),
  }
  return makePlan(readFile(csv, null, 'US').rows, facts, choices)
}
const parent = (contact: string, group = 'parents') => ({
  id: `id of ${contact}`,
  contact,
  group,
  linkable: group === 'parents',
  isKnown: true,
})
const head = 'Student number,First name,Last name,Grade,Parent email,Parent first name'
const ana = current('7', 'Ana Lima', { grade: '4', links: [link('m@h.example')] })
const accounts = [parent('m@h.example')]

describe('the suggested action for a row', () => {
  test.each<[string, string, Setting, string | null]>([
    ['an unknown student', ',Ben,Kay,,,', { now: [ana] }, 'create'],
    ['the name and the parent of a student', ',Ana,Lima,,m@h.example,', { now: [ana], accounts }, 'link'],
    ['the name and the number', '7,Ana,Lima,,,', { now: [ana] }, 'link'],
    ['the number of another student', '7,Ben,Kay,,,', { now: [ana] }, null],
    ['only the name and the grade', ',Ana,Lima,4,,', { now: [ana] }, null],
    ['two certain matches', ',Ana,Lima,,m@h.example,', { now: [ana, { ...ana, id: '8' }], accounts }, null],
    ['a brother of a known student', ',Ben,Lima,,m@h.example,', { now: [ana], accounts }, 'create'],
  ])('with %s is $3', (_, line, setting, action) => {
    expect(plan(`${head}\n${line}`, setting).map((row) => row.do)).toEqual([action])
  })

  test('is to skip a repeated student, but a repeated number is an error', () => {
    const rows = plan(`${head}\n1,Ana,Lima,4,m@h.example,Maria\n1,Ána,Lima,4,m@h.example,Maria\n1,Ben,Kay,,,`)
    expect(rows.map((row) => row.do)).toEqual(['create', 'skip', null])
    expect(rows[2]?.errors).toEqual([{ column: 'studentNum', message: 'is also the number on line 2' }])
    expect(rows.map(isBlocking)).toEqual([false, false, true])
  })
})

describe('a person’s decision on a row', () => {
  const line = (action: Choice['do'], studentId?: string) => ({
    choices: [{ row: 2, do: action, studentId }],
    now: [ana],
    accounts,
  })
  test.each<[string, string, Setting, (string | null)[]]>([
    ['to add a known student', ',Ana,Lima,4,m@h.example,', line('create'), []],
    ['to add a student with a taken number', '7,Ben,Kay,,,', line('create'), ['studentNum']],
    ['to link a student', '7,Ana,Lima,,,', line('link', '7'), []],
    ['to link without a student', '7,Ana,Lima,,,', line('link'), ['studentNum', null]],
    ['to link a student of another center', ',Ben,Kay,,,', line('link', 'elsewhere'), [null]],
    ['to skip a row with errors', ',,Kay,,,', line('skip'), ['firstName']],
  ])('%s leads to errors in $3', (_, row, setting, columns) => {
    const [planned] = plan(`${head}\n${row}`, setting)
    expect(planned?.errors.map(({ column }) => column)).toEqual(columns)
    expect(planned && isBlocking(planned)).toBe(planned?.do !== 'skip' && columns.length > 0)
  })

  test('to link two rows to one student is refused for the second row', () => {
    const both = plan(`${head}\n,Ana,Lima,,,\n,Anna,Lima,,,`, {
      now: [ana],
      choices: [
        { row: 2, do: 'link', studentId: '7' },
        { row: 3, do: 'link', studentId: '7' },
      ],
    })
    expect(both.map(({ errors }) => errors.length)).toEqual([0, 1])
  })
})

describe('a parent in a row', () => {
  test.each<[string, string, Account[], string[]]>([
    ['who has an account, without a name', 'm@h.example,', accounts, []],
    ['who is new, with a name', 'm@h.example,Maria', [], []],
    ['who is new, without a name', 'm@h.example,', [], ['parent1.firstName']],
    ['who is on the staff', 'm@h.example,Maria', [parent('m@h.example', 'staff')], ['parent1.email']],
  ])('%s has errors in $3', (_, cells, known, columns) => {
    const [row] = plan(`${head}\n,Ben,Kay,,${cells}`, { accounts: known })
    expect(row?.errors.map(({ column }) => column)).toEqual(columns)
  })

  test('is refused if they appear twice in the row or were unlinked from the student', () => {
    const twice = 'First name,Parent email,Parent first name,Parent 2 email,Parent 2 first name'
    expect(plan(`${twice}\nAna,m@h.example,Maria,M@h.example,Maria`)[0]?.errors).toMatchObject([
      { column: 'parent2.email' },
    ])
    const left = { ...ana, links: [link('m@h.example', { ended: true })] }
    const unlinked = plan(`${head}\n7,Ana,Lima,,m@h.example,`, {
      now: [left],
      accounts,
      choices: [{ row: 2, do: 'link', studentId: '7' }],
    })
    expect(unlinked[0]?.errors).toMatchObject([{ column: 'parent1.email' }])
  })
})

describe('a parent without an email address', () => {
  const columns =
    'First name,Last name,Parent phone,Parent first name,Parent last name,Parent 2 phone,Parent 2 first name'
  const phone = '+12125550123'
  const known = link('m@h.example', { phone })
  const at = (links: object[]): Setting => ({
    now: [{ ...ana, links: links as CurrentValues['links'] }],
    choices: [{ row: 2, do: 'link', studentId: '7' }],
  })
  test.each<[string, string, Setting, string[]]>([
    ['is new, with a name', '212-555-0123,Maria,Lima,,', {}, []],
    ['is new, without a name', '212-555-0123,,,,', {}, ['parent1.firstName']],
    ['has no phone either', ',Maria,Lima,,', {}, ['parent1.email']],
    ['has a different phone than the second parent', '212-555-0123,Maria,,212-555-0124,Maria', {}, []],
    ['has a different name than the second parent', '212-555-0123,Maria,,212-555-0123,Paul', {}, []],
    ['appears twice', '212-555-0123,Maria,,+1 212 555 0123,MARÍA', {}, ['parent2.phone']],
    ['is already a parent of the student', '212-555-0123,maria,LIMA,,', at([known]), []],
    ['was unlinked', '212-555-0123,Maria,Lima,,', at([{ ...known, ended: true }]), ['parent1.phone']],
    ['has the phone of an unlinked parent', '212-555-0123,Paul,,,', at([{ ...known, ended: true }]), []],
  ])('who %s has errors in $3', (_, cells, setting, errors) => {
    const [row] = plan(`${columns}\nAna,Lima,${cells}`, setting)
    expect(row?.errors.map(({ column }) => column)).toEqual(errors)
  })
})

const emptyCells = recordOf(fileFields, () => '' as const)
test.each<[string, object, string[]]>([
  ['nothing', {}, []],
  ['the same values', { firstName: 'Ana', grade: '4', status: 'active' }, []],
  ['a name with different accents', { firstName: 'ÁNA', lastName: 'lima' }, []],
  ['a different name', { firstName: 'Anna' }, ['firstName']],
  [
    'all other fields',
    { studentNum: '8', grade: '5', status: 'inactive' },
    ['studentNum', 'grade', 'status'],
  ],
])('a row with %s changes exactly the fields that differ', (_, row, changed) => {
  expect(changesOf({ ...emptyCells, ...row }, ana).map(({ field }) => field)).toEqual(changed)
})

test('a value that has been changed again is not reverted', () => {
  const change = { before: { grade: '4', studentNum: '7' }, after: { grade: '5', studentNum: '8' } }
  expect(revertible(change, { grade: '5', studentNum: '9' })).toEqual({ grade: '4' })
})

test.each<[string, string, string, number | null]>([
  ['CR LF', 'a\r\nb\rc', 'a\nb\nc', null],
  ['a byte order mark', '\ufeffa', 'a', null],
  ['a character that is never accepted', 'a\r\nb\u0007', 'a\nb\u0007', 2],
])('a file with %s is cleaned up and checked before it is sent', (_, text, csv, badLine) => {
  expect(sendable(text)).toEqual({ csv, badLine })
})

test('a row with errors is grouped under errors unless it is skipped', () => {
  expect(standingOf({ do: 'create', errors: [] })).toBe('create')
  expect(standingOf({ do: null, errors: [] })).toBe('undecided')
  expect(standingOf({ do: 'link', errors: [{}] })).toBe('error')
  expect(standingOf({ do: 'skip', errors: [{}] })).toBe('skip')
})
