import { describe, expect, test } from 'vitest'
import { lengths, sizes, usualLengths } from '#tests/entry-cases.ts'
import {
  changesIn,
  changeTerms,
  type Draft,
  draftOf,
  emptyDraft,
  endsSameDay,
  endTerms,
  endWords,
  meetingFrom,
  meets,
  newFacts,
  readDraft,
  type Term,
  termAt,
  usualMinutes,
  usualType,
  withSubject,
  withType,
} from './terms.ts'

const facts = { day: 2, time: '16:30', minutes: 75, maxSize: 8, teacherId: null }
const term = (startsOn: string, endsOn: string | null, more: Partial<Term> = {}): Term => ({
  ...facts,
  ...more,
  startsOn,
  endsOn,
})
const running = [term('2026-01-01', null)]

describe('a change that starts on a given day', () => {
  test('ends the term the day before and begins a new one', () => {
    expect(changeTerms(running, '2026-03-10', { time: '17:00' })).toEqual([
      term('2026-01-01', '2026-03-09'),
      term('2026-03-10', null, { time: '17:00' }),
    ])
  })

  test('overrides the same fields of terms that begin on or after that day', () => {
    const planned = [term('2026-01-01', '2026-03-09'), term('2026-03-10', null, { time: '17:00' })]
    expect(changeTerms(planned, '2026-03-10', { time: '18:00' })).toEqual([
      term('2026-01-01', '2026-03-09'),
      term('2026-03-10', null, { time: '18:00' }),
    ])
    expect(changeTerms(planned, '2026-03-03', { maxSize: 6 })).toEqual([
      term('2026-01-01', '2026-03-02'),
      term('2026-03-03', '2026-03-09', { maxSize: 6 }),
      term('2026-03-10', null, { time: '17:00', maxSize: 6 }),
    ])
  })

  test('merges the terms if it undoes a planned change', () => {
    const planned = [term('2026-01-01', '2026-03-09'), term('2026-03-10', null, { time: '17:00' })]
    expect(changeTerms(planned, '2026-03-10', { time: '16:30' })).toEqual(running)
  })

  test('leaves past terms and the last day unchanged', () => {
    const ending = [term('2026-01-01', '2026-01-31', { day: 4 }), term('2026-03-01', '2026-06-30')]
    expect(changeTerms(ending, '2026-03-10', { day: 3 })).toEqual([
      ending[0],
      term('2026-03-01', '2026-03-09'),
      term('2026-03-10', '2026-06-30', { day: 3 }),
    ])
    expect(changeTerms(ending, '2026-07-01', { day: 3 })).toEqual(ending)
  })

  test('applies to the whole class if the class starts after that day', () => {
    expect(changeTerms([term('2026-04-01', null)], '2026-03-03', { minutes: 60 })).toEqual([
      term('2026-04-01', null, { minutes: 60 }),
    ])
  })
})

describe('ending a class', () => {
  test('ends the class the day before and drops later planned changes', () => {
    const planned = [term('2026-01-01', '2026-03-09'), term('2026-03-10', null, { time: '17:00' })]
    expect(endTerms(planned, '2026-03-03')).toEqual([term('2026-01-01', '2026-03-02')])
    expect(endTerms(planned, '2026-03-10')).toEqual([term('2026-01-01', '2026-03-09')])
    expect(endTerms(planned, '2026-03-17')).toEqual([
      term('2026-01-01', '2026-03-09'),
      term('2026-03-10', '2026-03-16', { time: '17:00' }),
    ])
    expect(endTerms(running, '2026-01-01')).toEqual([])
  })
})

test.each([
  ['2026-03-03', true],
  ['2026-03-04', false],
  ['2026-01-01', false],
  ['2026-06-30', true],
  ['2026-07-07', false],
  ['2025-12-30', false],
])('a class that meets on Tuesdays until the end of June meets on %s: %s', (on, met) => {
  expect(meets([term('2026-01-01', '2026-06-30')], on)).toBe(met)
})

test('the next meeting is within a week, or the given day if the class no longer meets', () => {
  expect(meetingFrom(running, '2026-03-03')).toBe('2026-03-03')
  expect(meetingFrom(running, '2026-03-04')).toBe('2026-03-10')
  expect(meetingFrom([term('2026-01-01', '2026-01-31')], '2026-03-04')).toBe('2026-03-04')
})

test('a class shows the current term, otherwise the next one, otherwise the last one', () => {
  const [past, coming] = [term('2026-01-01', '2026-01-31'), term('2026-04-01', null)]
  expect(termAt([past, coming], '2026-01-15')).toBe(past)
  expect(termAt([past, coming], '2026-02-15')).toBe(coming)
  expect(termAt([past], '2026-02-15')).toBe(past)
})

test('only fields that differ count as changes, including a teacher who is removed', () => {
  expect(newFacts({ ...facts, teacherId: 'a' }, { day: 2, time: '16:45', teacherId: null })).toEqual({
    time: '16:45',
    teacherId: null,
  })
  expect(newFacts(facts, { day: undefined, minutes: 75 })).toEqual({})
})

test.each([
  ['16:30', 75, true],
  ['22:44', 75, true],
  ['22:45', 75, false],
  ['23:59', 5, false],
  ['00:00', 480, true],
])('a class at %s lasting %i minutes ends the same day: %s', (time, minutes, same) => {
  expect(endsSameDay(time, minutes)).toBe(same)
})

test.each([
  ['Math', 75, 'REGULAR'],
  ['English', 75, 'REGULAR'],
  ['Private Tutoring', 60, 'PT'],
  ['Group', 75, 'GROUP'],
] as const)('%s usually lasts %i minutes and has the type %s', (subject, minutes, type) => {
  expect([usualMinutes({ subject, type }), usualType(subject)]).toEqual([minutes, type])
})

test('private tutoring in Math lasts 60 minutes because of its type', () => {
  expect(usualMinutes({ subject: 'Math', type: 'PT' })).toBe(60)
})

describe('the dialog that ends a class', () => {
  const [today, later] = ['2026-03-03', '2026-03-10']
  test.each<[string, { startDate: string; from: string; lost?: string[] }, string]>([
    [
      'names who loses their place',
      { startDate: '2026-01-01', from: today, lost: ['2 regular students', '1 guest'] },
      '2 regular students and 1 guest will lose their place from that day on. Earlier days stay unchanged.',
    ],
    [
      'announces the deletion of a class that starts on that day or later, whoever has a place in it',
      { startDate: later, from: later, lost: ['1 guest'] },
      'The class won’t have started by then, so it will be deleted, along with every place in it.',
    ],
    [
      'says that a class without students may be deleted if it ends today',
      { startDate: '2026-01-01', from: today },
      'Nobody is in this class now. Earlier days stay unchanged. If it has never had a student, it will be deleted.',
    ],
    [
      'promises no deletion of a class without students if it ends later',
      { startDate: '2026-01-01', from: later },
      'Nobody is in this class now. Earlier days stay unchanged.',
    ],
  ])('%s', (_, { startDate, from, lost = [] }, words) =>
    expect(endWords({ startDate }, { from, today, lost })).toBe(words),
  )
})

describe('the form for a class', () => {
  const typed: Draft = {
    ...emptyDraft,
    name: ' Math 5 ',
    day: '2',
    time: '4:30p',
    minutes: '75',
    maxSize: '8',
    notes: '',
  }
  const read = { ...facts, name: 'Math 5', subject: 'Math', type: 'REGULAR', notes: '' } as const

  test('reads typed values and shows them unchanged', () => {
    expect(readDraft(typed)).toEqual({ read })
    expect(readDraft(draftOf(read))).toEqual({ read })
    expect(draftOf({ ...read, teacherId: 'a' })).toMatchObject({ time: '4:30\u00a0PM', teacherId: 'a' })
  })

  test.each([
    [{ name: '  ' }, ['name']],
    [{ time: '25' }, ['time']],
    [{ time: '' }, ['time']],
    [{ minutes: '4' }, ['minutes']],
    [{ minutes: '1e2' }, ['minutes']],
    [{ maxSize: '0' }, ['maxSize']],
    [{ maxSize: '101' }, ['maxSize']],
    [{ time: '11p', minutes: '60' }, ['minutes']],
    [{ time: 'noon', maxSize: 'many' }, ['time', 'maxSize']],
  ])('reports the unreadable fields of %j', (odd, fields) => {
    const answer = readDraft({ ...typed, ...odd })
    expect('errors' in answer && Object.keys(answer.errors)).toEqual(fields)
  })

  test.each(lengths)('reports the error $fault for $minutes minutes at $time', ({ time, minutes, fault }) => {
    const answer = readDraft({ ...typed, time, minutes })
    expect('errors' in answer ? answer.errors : { minutes: null }).toEqual({ minutes: fault })
  })

  test.each(sizes.accepted)('reads %j as %s seats', (maxSize, seats) =>
    expect(readDraft({ ...typed, maxSize })).toMatchObject({ read: { maxSize: Number(seats) } }),
  )
  test.each(sizes.refused)('rejects %j as seats', (maxSize) =>
    expect(readDraft({ ...typed, maxSize })).toEqual({ errors: { maxSize: 'Enter 1 to 100 seats.' } }),
  )

  test.each(usualLengths)('suggests $minutes minutes for $subject', ({ subject, minutes }) =>
    expect(usualMinutes({ subject, type: usualType(subject) })).toBe(minutes),
  )

  test('sets a subject’s usual type and length unless others were chosen', () => {
    expect(withSubject(typed, 'Private Tutoring')).toMatchObject({ type: 'PT', minutes: '60' })
    expect(withSubject({ ...typed, minutes: '90' }, 'Private Tutoring')).toMatchObject({
      type: 'PT',
      minutes: '90',
    })
    expect(withSubject({ ...typed, type: 'GROUP' }, 'English')).toMatchObject({
      type: 'GROUP',
      minutes: '75',
    })
    expect(withType(typed, 'PT')).toMatchObject({ subject: 'Math', type: 'PT', minutes: '60' })
    expect(withType({ ...typed, minutes: '90' }, 'PT')).toMatchObject({ minutes: '90' })
  })

  test('asks for a start date only when details that recur every week change', () => {
    expect(changesIn(read, { ...read, name: 'Math 6', notes: 'x' })).toEqual({
      changes: { name: 'Math 6', notes: 'x' },
      fromDay: false,
    })
    expect(changesIn(read, { ...read, teacherId: 'a' })).toEqual({
      changes: { teacherId: 'a' },
      fromDay: true,
    })
    expect(changesIn(read, read)).toEqual({ changes: {}, fromDay: false })
  })
})
