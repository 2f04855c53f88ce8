import { expect, test } from 'vitest'
import { followsInWords, followsOf, offInWords, type Follows } from './absence-words.ts'
import type { ExpectedAs } from '#features/schedule/rules.ts'

const classAt = '2026-03-05T21:30:00Z'
const [inTime, late] = ['2026-03-04T21:30:00Z', '2026-03-04T21:31:00Z']
const settings = { makeupRule: 'notice' as const, noticeHours: 24 }

test.each<[ExpectedAs, string, 'notice' | 'always' | 'never', boolean, Follows]>([
  ['regular', inTime, 'notice', false, 'credit'],
  ['regular', inTime, 'notice', true, 'enough'],
  ['regular', late, 'notice', false, 'late'],
  ['regular', late, 'always', false, 'credit'],
  ['regular', inTime, 'never', false, 'none'],
  ['make-up', inTime, 'notice', false, 'reopened'],
  ['make-up', inTime, 'never', true, 'reopened'],
  ['make-up', late, 'always', false, 'spent'],
  ['trial', inTime, 'always', false, 'none'],
])('a %s place told of at %s, credits %s, enough of them %s: %s', (type, toldAt, makeupRule, hasEnough, want) => {
  expect(followsOf({ type, hasEnough, classAt, toldAt, settings: { ...settings, makeupRule } })).toBe(want)
})

test.each<[Follows, number, string]>([
  ['credit', 30, 'Told 30 hours ahead: this gives a make-up credit.'],
  ['credit', 120, 'Told 5 days ahead: this gives a make-up credit.'],
  ['late', 1, 'Told less than 24 hours ahead: this gives no make-up credit, unless the center excuses it.'],
  ['none', 0, 'This gives no make-up credit.'],
  ['enough', 30, 'This gives no make-up credit, as enough of them are open already.'],
  ['reopened', 47, 'Told 47 hours ahead: the credit of this make-up is open for another day.'],
  ['spent', 2, 'Told less than 24 hours ahead: the make-up credit is used up.'],
])('%s, %i hours ahead, in words', (follows, hoursAhead, want) => {
  expect(followsInWords({ follows, hoursAhead, noticeHours: 24 })).toBe(want)
})

test('why nobody waits, in words', () => {
  expect(offInWords({ kind: 'closed', name: 'Snow &lt;day&gt;' })).toBe('Center closed: Snow <day>')
  expect(offInWords({ kind: 'closed', name: '' })).toBe('Center closed')
})
