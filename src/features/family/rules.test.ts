import { describe, expect, test } from 'vitest'
import { openWords, standingWords, workWords } from './rules.ts'
import { markLook } from '#features/attendance/mark-look.ts'
import { programWords } from '#features/material/program-words.ts'
import { attendanceCounts, attendanceWord } from '#features/attendance/mark-look.ts'
import { classTime } from '#features/schedule/class-time.ts'

const arrivedAt = '2026-03-03T21:30:00Z'

describe('display texts', () => {
  test('each mark has a name, including excused absences, and counts of marks are listed most frequent first', () => {
    const present = { mark: 'present' as const, arrivedAt, excused: false }
    const excused = { mark: 'absent' as const, arrivedAt: null, excused: true }
    expect([present, excused, { ...excused, excused: false }].map(attendanceWord)).toEqual([
      'Present',
      'Absent, excused',
      'Absent',
    ])
    expect([present, excused].map(markLook)).toEqual(['present', 'excused'])
    expect(attendanceCounts([excused, present, present])).toEqual([
      ['Present', 2],
      ['Absent, excused', 1],
    ])
    expect(attendanceCounts([])).toEqual([])
  })

  test('a test’s result includes the score after corrections', () => {
    const work = { kind: 'test', state: 'returned', correct: 2, total: 3, hint: 0 } as const
    expect(standingWords({ ...work, score2: null })).toBe('2 of 3 right.')
    expect(standingWords({ ...work, score2: 1 })).toBe('2 of 3 right, 100% after corrections.')
  })

  test('open work shows when it is due, and returned work shows its result', () => {
    const work = {
      kind: 'homework',
      warmUp: false,
      state: 'started',
      answered: 4,
      questions: 8,
      hint: 0,
      dueOn: '2026-03-04',
      score2: null,
    } as const
    const words = (part: object) => workWords({ ...work, ...part } as Parameters<typeof workWords>[0])
    expect(words({})).toBe('Homework, 4 of 8 answered, due Wed, Mar 4')
    expect(words({ kind: 'test', state: 'assigned' })).toBe('Test, not started, due Wed, Mar 4')
    expect(words({ dueOn: null })).toBe('Homework, 4 of 8 answered')
    expect(words({ state: 'returned' })).toBe('Homework, without hints')
    expect(words({ state: 'returned', warmUp: true })).toBe('Warm-up, without hints')
  })

  test('a class shows “Today” or its date, and a program shows its level and chapter', () => {
    expect(classTime({ on: '2026-03-03', isToday: true, time: '16:30' })).toBe('Today, 4:30\u00a0PM')
    expect(classTime({ on: '2026-03-05', isToday: false, time: '09:05' })).toBe('Thu, Mar 5, 9:05\u00a0AM')
    expect(programWords({ name: 'Math', level: 'Math 5', chapter: 3 })).toBe('Math 5, chapter 3')
    expect(programWords({ name: 'Math', level: '', chapter: null })).toBe('Math')
  })

  test('open work is counted by kind', () => {
    expect(openWords({ homework: 0, test: 0, assessment: 0 })).toBe('Nothing to do')
    expect(openWords({ homework: 2, test: 1, assessment: 0 })).toBe('2 homework assignments and 1 test to do')
    expect(openWords({ homework: 1, test: 2, assessment: 1 })).toBe(
      '1 homework assignment, 2 tests, and 1 assessment to do',
    )
  })
})
