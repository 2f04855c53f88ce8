import { expect, test } from 'vitest'
import { inWords, merged, messageFor, recipientsOf, strayMark, type FamilyRow } from './rules.ts'

const row = (more: Partial<FamilyRow>): FamilyRow => ({
  studentId: 's1',
  firstName: 'Sam',
  name: 'Sam Rivera',
  parentId: 'p1',
  parent: 'Pilar Rivera',
  email: 'pilar@example.com',
  contact: true,
  mails: true,
  unsubscribed: false,
  ...more,
})

test('each parent gets one message about all of their children, in the order of the list', () => {
  const rows = [
    row({}),
    row({ parentId: 'p2', parent: 'Paul' }),
    row({ studentId: 's2', firstName: 'Sofia' }),
  ]
  expect(recipientsOf(rows)).toEqual({
    recipients: [
      { parentId: 'p1', name: 'Pilar Rivera', email: 'pilar@example.com', children: 'Sam and Sofia' },
      { parentId: 'p2', name: 'Paul', email: 'pilar@example.com', children: 'Sam' },
    ],
    excluded: [],
  })
})

test('an exclusion has a reason: no parent, contact not allowed, email not wanted, or no email address', () => {
  const rows = [
    row({ contact: false, email: null }),
    row({ email: null, parentId: 'p2', parent: 'Paul' }),
    row({
      studentId: 's2',
      name: 'Ben Kay',
      parentId: null,
      parent: null,
      email: null,
      contact: null,
      mails: null,
    }),
    row({ studentId: 's4', name: 'Ada Kay', mails: false }),
    row({ studentId: 's3', firstName: 'Sofia' }),
  ]
  const { recipients, excluded } = recipientsOf(rows)
  expect(recipients).toMatchObject([{ parentId: 'p1', children: 'Sofia' }])
  expect(excluded).toEqual([
    { studentId: 's1', student: 'Sam Rivera', parent: 'Pilar Rivera', why: 'no contact right' },
    { studentId: 's1', student: 'Sam Rivera', parent: 'Paul', why: 'no email' },
    { studentId: 's2', student: 'Ben Kay', parent: null, why: 'no parent' },
    { studentId: 's4', student: 'Ada Kay', parent: 'Pilar Rivera', why: 'no mail wanted' },
  ])
})

test.each([
  [[], ''],
  [['Sam'], 'Sam'],
  [['Sam', 'Sofia'], 'Sam and Sofia'],
  [['Sam', 'Sofia', 'Ben'], 'Sam, Sofia and Ben'],
])('the names %j are joined as %j', (names, words) => expect(inWords(names)).toBe(words))

test('placeholders are filled only once, so a name that looks like one stays a name', () => {
  const words = { parent: '{{children}}', children: 'Sam', center: 'Maple' }
  expect(merged('{{parent}}, {{ children }} at {{center}}', words)).toBe('{{children}}, Sam at Maple')
})

test.each([
  ['Dear {{parent}} of {{children}}', null],
  ['{single} and {{parent}}', null],
  ['Dear {{Parent}}', '{{Parent}}'],
  ['On {{date}}', '{{date}}'],
  ['Dear {{parent', '{{parent'],
  ['Dear parent}}', '}}'],
  ['{{constructor}}', '{{constructor}}'],
])('the first unusable placeholder or brace in %j is %j', (text, stray) =>
  expect(strayMark(text, ['parent', 'children', 'center'])).toBe(stray),
)

test('names appear in an email as they were typed, and the subject is one line', () => {
  const to = { parentId: 'p1', name: 'A &lt;b&gt;\nC', email: 'a@example.com', children: 'Sam' }
  const text = { subject: 'For {{parent}}', body: 'Dear {{parent}},\n1 &lt; 2' }
  expect(messageFor(text, to, { center: 'Maple' })).toEqual({
    subject: 'For A <b> C',
    body: 'Dear A <b>\nC,\n1 < 2',
  })
})
