import { describe, expect, test } from 'vitest'
import {
  byUrgency,
  type Fact,
  type Facts,
  isOverdue,
  type SetStage,
  type Stage,
  stageOf,
  trialWords,
} from './stages.ts'

/** The stage of a prospect follows from facts unless a person has set it since (product §5). */

const at = (day: number, time = '15:00:00Z') => ({
  at: `2026-02-${String(day).padStart(2, '0')}T${time}`,
  on: `2026-02-${String(day).padStart(2, '0')}`,
})
const fact = (stage: Fact['stage'], day: number, time?: string): Fact => ({ stage, ...at(day, time) })
const set = (stage: SetStage, day: number, time?: string) => ({ stage, ...at(day, time) })
const inquiry = { began: at(1), facts: [], set: null, enrolledOn: null }

const cases: [string, Partial<Facts>, Stage, string, boolean?][] = [
  ['someone who has just inquired is in the inquiry stage', {}, 'enquiry', '2026-02-01'],
  [
    'a test or assigned work moves a prospect to assessment',
    { facts: [fact('assessment', 3)] },
    'assessment',
    '2026-02-03',
  ],
  [
    'a stage starts with its first event',
    { facts: [fact('assessment', 5), fact('assessment', 3)] },
    'assessment',
    '2026-02-03',
  ],
  ['a booked trial moves a prospect to trial', { facts: [fact('trial', 4)] }, 'trial', '2026-02-04'],
  [
    'a test after the trial does not move a prospect back',
    { facts: [fact('trial', 4), fact('assessment', 6)] },
    'trial',
    '2026-02-04',
  ],
  [
    'a place on a waitlist moves a prospect to offer',
    { facts: [fact('trial', 4), fact('offer', 9)] },
    'offer',
    '2026-02-09',
  ],
  [
    'a stage can be set ahead by hand',
    { facts: [fact('assessment', 3)], set: set('offer', 5) },
    'offer',
    '2026-02-05',
    true,
  ],
  [
    'a stage can be set back by hand, despite earlier events',
    { facts: [fact('trial', 4)], set: set('enquiry', 5) },
    'enquiry',
    '2026-02-05',
    true,
  ],
  [
    'a later event for an earlier stage does not change a stage set by hand',
    { facts: [fact('assessment', 8)], set: set('trial', 5) },
    'trial',
    '2026-02-05',
    true,
  ],
  [
    'a later event for the same stage does not change a stage set by hand',
    { facts: [fact('trial', 8)], set: set('trial', 5) },
    'trial',
    '2026-02-05',
    true,
  ],
  [
    'a later event for a later stage replaces a stage set by hand',
    { facts: [fact('offer', 8)], set: set('trial', 5) },
    'offer',
    '2026-02-08',
  ],
  [
    'an earlier event does not replace a stage set by hand',
    { facts: [fact('offer', 4)], set: set('trial', 5) },
    'trial',
    '2026-02-05',
    true,
  ],
  [
    'an event later on the same day replaces a stage set by hand',
    { facts: [fact('trial', 5, '15:00:00.2Z')], set: set('enquiry', 5, '15:00:00.1Z') },
    'trial',
    '2026-02-05',
  ],
  [
    'of the later events, the one for the furthest stage counts, and no earlier event does',
    { facts: [fact('offer', 2), fact('assessment', 7), fact('trial', 8)], set: set('enquiry', 5) },
    'trial',
    '2026-02-08',
  ],
  [
    'a lost prospect stays lost despite earlier events',
    { facts: [fact('offer', 4)], set: set('lost', 5) },
    'lost',
    '2026-02-05',
    true,
  ],
  [
    'a lost prospect comes back with any later event',
    { facts: [fact('offer', 4), fact('assessment', 9)], set: set('lost', 5) },
    'assessment',
    '2026-02-09',
  ],
  [
    'an enrolled prospect stays enrolled',
    { facts: [fact('trial', 4)], set: set('lost', 5), enrolledOn: '2026-02-20' },
    'enrolled',
    '2026-02-20',
  ],
]

test.each(cases)('%s', (_, facts, stage, since, byHand = false) => {
  expect(stageOf({ ...inquiry, ...facts })).toEqual({ stage, since, byHand })
})

describe('the order of prospects within a stage', () => {
  const card = (lastName: string, more: Partial<Parameters<typeof byUrgency>[0]> = {}) => ({
    lastName,
    stage: 'trial' as const,
    since: '2026-02-01',
    nextOn: null,
    ...more,
  })
  const order = (...cards: ReturnType<typeof card>[]) =>
    cards.toSorted(byUrgency).map(({ lastName }) => lastName)

  test('puts the earliest next step first, then the longest wait', () => {
    const cards = [
      card('B'),
      card('A'),
      card('Old', { since: '2026-01-01' }),
      card('Late', { nextOn: '2026-03-01' }),
      card('Soon', { nextOn: '2026-02-20' }),
    ]
    expect(order(...cards)).toEqual(['Soon', 'Late', 'Old', 'A', 'B'])
  })

  test('puts the most recently enrolled or lost prospect first', () => {
    const lost = { stage: 'lost' as const, nextOn: '2026-01-01' }
    expect(
      order(
        card('First', { ...lost, since: '2026-02-01' }),
        card('Last', { ...lost, since: '2026-02-09', nextOn: null }),
      ),
    ).toEqual(['Last', 'First'])
  })
})

test.each([
  ['2026-03-02', 'trial', true],
  ['2026-03-03', 'trial', false],
  [null, 'trial', false],
  ['2026-03-02', 'lost', false],
  ['2026-03-02', 'enrolled', false],
] as const)('a next step due %s in the stage %s is overdue on 2026-03-03: %s', (nextOn, stage, overdue) => {
  expect(isOverdue({ stage, nextOn }, '2026-03-03')).toBe(overdue)
})

test.each([
  ['2026-03-05', null, 'Coming to Math <5, Thu, Mar 5'],
  ['2026-03-03', null, 'Coming to Math <5, Tue, Mar 3'],
  ['2026-03-02', null, 'Was expected at Math <5, Mon, Mar 2'],
  ['2026-03-02', true, 'Came to Math <5, Mon, Mar 2'],
  ['2026-03-02', false, 'Didn’t come to Math <5, Mon, Mar 2'],
  ['2026-03-05', false, 'Can’t come to Math <5, Thu, Mar 5'],
] as const)('a trial on %s (came: %s) reads “%s”', (on, came, words) => {
  expect(trialWords({ on, className: 'Math <5', came }, '2026-03-03')).toBe(words.replace('&lt;', '<'))
})
