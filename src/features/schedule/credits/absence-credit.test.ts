import { expect, test } from 'vitest'
import type { ExpectedAs } from '../rules.ts'
import { type AbsenceOutcome, followsForOffice, followsInWords, followsOf } from './absence-credit.ts'

const classAt = '2026-03-05T21:30:00Z'
const [inTime, late] = ['2026-03-04T21:30:00Z', '2026-03-04T21:31:00Z']
const settings = { makeupRule: 'notice' as const, noticeHours: 24 }

test.each<[ExpectedAs, string, 'notice' | 'always' | 'never', boolean, AbsenceOutcome]>([
  ['regular', inTime, 'notice', false, 'credit'],
  ['regular', inTime, 'notice', true, 'enough'],
  ['regular', late, 'notice', false, 'late'],
  ['regular', late, 'always', false, 'credit'],
  ['regular', inTime, 'never', false, 'none'],
  ['make-up', inTime, 'notice', false, 'reopened'],
  ['make-up', inTime, 'never', true, 'reopened'],
  ['make-up', late, 'always', false, 'spent'],
  ['trial', inTime, 'always', false, 'none'],
])(
  'an absence from a %s place, reported at %s (credit rule: %s, limit reached: %s), leads to %s',
  (type, reportedAt, makeupRule, hasEnough, want) => {
    expect(followsOf({ type, hasEnough, classAt, reportedAt, settings: { ...settings, makeupRule } })).toBe(
      want,
    )
  },
)

test.each<[AbsenceOutcome, number, string]>([
  ['credit', 30, 'Reported 30 hours before class: you get a make-up credit.'],
  ['credit', 120, 'Reported 5 days before class: you get a make-up credit.'],
  [
    'late',
    1,
    'Reported less than 24 hours before class: no make-up credit, unless the center excuses the absence.',
  ],
  ['none', 0, 'You get no make-up credit for this.'],
  ['enough', 30, 'You get no make-up credit, because you already have the maximum number of open credits.'],
  ['reopened', 47, 'Reported 47 hours before class: you can use the make-up credit on another day.'],
  ['spent', 2, 'Reported less than 24 hours before class: the make-up credit is used up.'],
])('the outcome %s, reported %i hours ahead, is worded for a parent', (follows, hoursAhead, want) => {
  expect(followsInWords({ follows, hoursAhead, noticeHours: 24 })).toBe(want)
})

test.each<[AbsenceOutcome, string]>([
  ['credit', 'Reported 2 days before class: Sam gets a make-up credit.'],
  ['enough', 'Sam gets no make-up credit, because Sam already has the maximum number of open credits.'],
  ['reopened', 'Reported 2 days before class: Sam can use the make-up credit on another day.'],
])('the outcome %s is worded for the office', (follows, want) => {
  expect(followsForOffice({ follows, hoursAhead: 50, noticeHours: 24 }, 'Sam')).toBe(want)
})
