import { describe, expect, test } from 'vitest'
import type { ClassEntry } from '../api.ts'
import { clashOf, daysBetween, monthFrom, weeksOf } from './clashes.ts'

describe('a range of days', () => {
  test('includes both ends, across a leap day and a clock change', () => {
    expect(daysBetween('2028-02-28', '2028-03-01', '/to')).toEqual(['2028-02-28', '2028-02-29', '2028-03-01'])
    expect(daysBetween('2026-03-07', '2026-03-09', '/to')).toHaveLength(3)
    expect(daysBetween('2026-03-03', '2026-03-03', '/to')).toEqual(['2026-03-03'])
  })

  test('can have from one to 62 days', () => {
    expect(daysBetween('2026-01-01', '2026-03-03', '/to')).toHaveLength(62)
    expect(() => daysBetween('2026-01-01', '2026-03-04', '/to')).toThrow('Choose up to 62 days')
    expect(() => daysBetween('2026-01-02', '2026-01-01', '/to')).toThrow('Choose up to 62 days')
  })
})

describe('a month', () => {
  test('shows every week it touches in full', () => {
    const weeks = weeksOf('2026-03-17')
    expect([weeks.length, weeks[0]?.[0], weeks.at(-1)?.[6]]).toEqual([5, '2026-03-01', '2026-04-04'])
    expect([weeksOf('2026-02-10').length, weeksOf('2026-08-31').length]).toEqual([4, 6])
  })

  test.each([
    ['2026-03-31', 1, '2026-04-01'],
    ['2026-12-31', 1, '2027-01-01'],
    ['2026-01-15', -1, '2025-12-01'],
    ['2026-03-03', 0, '2026-03-01'],
    ['2026-03-03', -15, '2024-12-01'],
  ])('containing %s, moved by %i months, starts on %s', (day, months, want) =>
    expect(monthFrom(day, months)).toBe(want),
  )
})

describe('a clash between a teacher’s classes', () => {
  const person = (id: string) => ({ id, firstName: id, lastName: '', type: 'permanent' as const, notes: '' })
  const entry = (id: string, time: string, endTime: string, more: Partial<ClassEntry> = {}) =>
    ({ id, name: id, time, endTime, teacher: null, substitute: null, canceled: null, ...more }) as ClassEntry
  const here = entry('here', '16:00', '17:15')
  const clash = (other: ClassEntry) => clashOf([here, other], here, 'sam')?.id

  test.each<[string, ClassEntry, boolean]>([
    [
      'is found if the teacher has another class at that time',
      entry('b', '17:00', '18:00', { teacher: person('sam') }),
      true,
    ],
    [
      'is found if the teacher substitutes in another class at that time',
      entry('b', '15:00', '16:01', { teacher: person('tess'), substitute: person('sam') }),
      true,
    ],
    [
      'isn’t found if a substitute takes the other class',
      entry('b', '17:00', '18:00', { teacher: person('sam'), substitute: person('kim') }),
      false,
    ],
    [
      'isn’t found if the other class begins right after',
      entry('b', '17:15', '18:00', { teacher: person('sam') }),
      false,
    ],
    [
      'isn’t found if the other class ends right before',
      entry('b', '15:00', '16:00', { teacher: person('sam') }),
      false,
    ],
    [
      'isn’t found if the other class is canceled',
      entry('b', '16:00', '17:00', { teacher: person('sam'), canceled: { reason: 'Snow' } }),
      false,
    ],
  ])('%s', (_, other, want) => expect(clash(other)).toBe(want ? 'b' : undefined))

  test('isn’t found between a class and itself', () =>
    expect(clashOf([{ ...here, teacher: person('sam') }], here, 'sam')).toBe(undefined))
})
