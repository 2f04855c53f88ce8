import { describe, expect, test } from 'vitest'
import type { ClassEntry, Scheduled } from '../api.ts'
import type { Credit } from '../credits/api.ts'
import { isFull, moveChoicesInto, moveChoiceInWords } from './move-choices.ts'

const today = '2026-03-03'

const child = (id: string, more: Partial<Scheduled> = {}) =>
  ({
    _id: id,
    firstName: 'Ana',
    type: 'regular',
    onBreak: false,
    noticed: false,
    mark: null,
    ...more,
  }) as Scheduled

/** Returns a class at 4:00 PM with eight seats and these students. */
const klass = (id: string, students: Scheduled[], more: Partial<ClassEntry> = {}) =>
  ({
    id,
    name: `Class ${id}`,
    subject: 'Math',
    type: 'REGULAR',
    time: '16:00',
    endTime: '17:15',
    maxSize: 8,
    seats: students.length,
    canceled: null,
    students,
    ...more,
  }) as ClassEntry

const credit = (more: Partial<Credit> = {}) =>
  ({
    _id: 'c',
    subject: 'Math',
    type: 'REGULAR',
    state: 'open',
    missedOn: '2026-02-24',
    expiresOn: '2026-04-20',
    ...more,
  }) as Credit

const later = { time: '17:30', endTime: '18:45' }

type Case = {
  student?: Scheduled
  from?: Partial<ClassEntry>
  to?: Partial<ClassEntry>
  others?: readonly Scheduled[]
  third?: ClassEntry
  credits?: readonly Credit[]
  on?: string
}

/**
 * Returns, in words, the ways to get a student from class A into class B, which begins after A ends, or the
 * reason why there are none.
 */
function into({
  student = child('ana'),
  from = {},
  to = {},
  others = [],
  third,
  credits = [],
  on = today,
}: Case) {
  const a = klass('A', [student], from)
  const b = klass('B', [...others], { ...later, ...to })
  const { ways, why } = moveChoicesInto({
    student,
    from: a,
    to: b,
    on,
    today,
    classes: third ? [a, b, third] : [a, b],
    credits,
  })
  return why ?? ways.map((way) => moveChoiceInWords(student, b, way))
}

const full = Array.from({ length: 8 }, (_, n) => child(`s${n}`))

describe('moving a student from one class of the day to another', () => {
  test('offers the open credit that expires first, or a permanent move', () => {
    const credits = [
      credit({ expiresOn: '2026-05-01', missedOn: '2026-03-01' }),
      credit(),
      credit({ state: 'booked', expiresOn: '2026-03-04' }),
    ]
    expect(into({ credits })).toEqual([
      'Make-up for Tue, Feb 24, 8 seats left, credit expires Mon, Apr 20',
      'Move starting Tue, Mar 3, 8 seats left',
    ])
  })

  test('offers only a permanent move if there is no credit for that day', () => {
    const move = ['Move starting Tue, Mar 3, 8 seats left']
    expect(into({})).toEqual(move)
    for (const spent of [
      { state: 'used' },
      { subject: 'English' },
      { type: 'PT' },
      { expiresOn: '2026-03-02' },
    ] as const)
      expect(into({ credits: [credit(spent)] })).toEqual(move)
    expect(into({ credits: [credit({ expiresOn: today })] })).toHaveLength(2)
  })

  test('counts the seats used that day for a make-up, but only regular students for a move', () => {
    const others = [...full.slice(1, 7), child('off', { noticed: true })]
    expect(into({ others, to: { seats: 7, maxSize: 8 }, credits: [credit()] })).toEqual([
      'Make-up for Tue, Feb 24, 1 seat left, credit expires Mon, Apr 20',
      'Move starting Tue, Mar 3, 1 seat left',
    ])
    expect(into({ others: full.slice(1), to: { seats: 8 }, credits: [credit()] })).toEqual([
      'Move starting Tue, Mar 3, 1 seat left',
      'Full: 8 of 8 seats',
    ])
    expect(into({ others: full })).toEqual(['Full: 8 of 8 seats'])
  })

  test.each<[string, Case]>([
    ['This day is over', { on: '2026-03-02' }],
    ['Class B is canceled on this day', { to: { canceled: { reason: 'Snow' } } }],
    ['Ana is already in Class B', { others: [child('ana', { type: 'make-up' })] }],
    ['Ana is on the waitlist for Class B', { others: [child('ana', { type: 'waitlist' })] }],
    ['Class B has a different subject than Class A', { to: { subject: 'English' } }],
    [
      'Ana is in Class A at 4:00\u00a0PM',
      { to: { time: '17:00', subject: 'English' }, credits: [credit({ subject: 'English' })] },
    ],
    [
      'Ana is in Class C at 6:00\u00a0PM',
      { third: klass('C', [child('ana')], { time: '18:00', endTime: '19:15' }) },
    ],
    [
      'Class B is a different kind of class than the one missed',
      { student: child('ana', { type: 'make-up' }), to: { type: 'PT' } },
    ],
    ['Ana’s attendance was already taken', { student: child('ana', { type: 'make-up', mark: 'present' }) }],
  ])('rules out a class with the reason “%s”', (why, options) => {
    expect(into(options)).toBe(why)
  })

  test('adjacent classes, and classes the student doesn’t attend that day, don’t clash', () => {
    const third = (more: Partial<Scheduled>, off: Partial<ClassEntry> = {}) =>
      klass('C', [child('ana', more)], { time: '18:00', endTime: '19:15', ...off })
    const move = ['Move starting Tue, Mar 3, 8 seats left']
    expect(into({ to: { time: '17:15' }, credits: [credit()] })).toHaveLength(2)
    expect(into({ to: { time: '17:14' }, credits: [credit()] })).toEqual(move)
    for (const away of [{ onBreak: true }, { noticed: true }, { type: 'waitlist' }] as const)
      expect(into({ third: third(away) })).toEqual(move)
    expect(into({ third: third({}, { canceled: { reason: 'Snow' } }) })).toEqual(move)
  })

  test('offers a move starting with the next class if attendance for this one has been taken', () => {
    expect(into({ student: child('ana', { mark: 'present' }) })).toEqual([
      'Move starting Tue, Mar 10, 8 seats left',
    ])
    expect(into({ student: child('ana', { mark: 'pickup', noticed: true }) })).toEqual([
      'Move starting Tue, Mar 10, 8 seats left',
    ])
    expect(into({ student: child('ana', { mark: 'absent', noticed: true }) })).toEqual([
      'Move starting Tue, Mar 3, 8 seats left',
    ])
  })

  test('keeps the type of make-ups, trials and waitlist places, and can move trials to any subject', () => {
    const english = { subject: 'English' } as const
    expect(into({ student: child('ana', { type: 'make-up' }), credits: [credit()] })).toEqual([
      'The make-up moves here, 8 seats left',
    ])
    expect(into({ student: child('ana', { type: 'make-up' }), to: english })).toBe(
      'Class B has a different subject than Class A',
    )
    expect(into({ student: child('ana', { type: 'trial' }), to: english })).toEqual([
      'The trial moves here, 8 seats left',
    ])
    const waiting = child('ana', { type: 'waitlist' })
    expect(into({ student: waiting, others: full })).toEqual(['Waitlist starting Tue, Mar 3'])
    expect(isFull(waiting, { kind: 'move', on: today, left: 0 })).toBe(false)
  })
})
