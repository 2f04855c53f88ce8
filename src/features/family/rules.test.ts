import { describe, expect, test } from 'vitest'
import { attendanceCounts, attendanceWord, classTime, markLook, outcomeWord, programWords, rightByDay } from './rules.ts'

const arrivedAt = '2026-03-03T21:30:00Z'

describe('words', () => {
  test('a mark is said in words, an excused absence as such, and counted most often first', () => {
    const present = { mark: 'present' as const, arrivedAt, excused: false }
    const excused = { mark: 'absent' as const, arrivedAt: null, excused: true }
    expect([present, excused, { ...excused, excused: false }].map(attendanceWord)).toEqual(['Present', 'Absent, excused', 'Absent'])
    expect([present, excused].map(markLook)).toEqual(['present', 'excused'])
    expect(attendanceCounts([excused, present, present])).toEqual([
      ['Present', 2],
      ['Absent, excused', 1],
    ])
    expect(attendanceCounts([])).toEqual([])
  })

  test('a class is today or on its day, a program is its level and chapter', () => {
    expect(classTime({ on: '2026-03-03', isToday: true, time: '16:30' })).toBe('Today, 4:30 PM')
    expect(classTime({ on: '2026-03-05', isToday: false, time: '09:05' })).toBe('Thu, Mar 5, 9:05 AM')
    expect(programWords({ name: 'Math', level: 'Math 5', chapter: 3 })).toBe('Math 5, chapter 3')
    expect(programWords({ name: 'Math', level: '', chapter: null })).toBe('Math')
  })

  test.each([
    ['right', { solved: true, over: true, answered: true }, true],
    ['wrong', { solved: false, over: true, answered: true }, true],
    ['tried', { solved: false, over: false, answered: true }, true],
    ['wrong', { solved: false, over: false, answered: true }, false],
    ['no answer', { solved: false, over: false, answered: false }, false],
  ])('a question is %s by what is known of it', (word, question, open) => {
    expect(outcomeWord(question, { open })).toBe(word)
  })
})

test('right answers are summed by day, oldest first, only the latest days, and never over nothing', () => {
  const on = (date: string, correct: number, total: number) => ({ date, correct, total })
  const work = [on('2026-03-03', 3, 4), on('2026-03-01', 1, 3), on('2026-03-03', 1, 4), on('2026-03-02', 0, 0)]
  expect(rightByDay(work)).toEqual([
    { date: '2026-03-01', percent: 33 },
    { date: '2026-03-03', percent: 50 },
  ])
  expect(rightByDay(work, 1)).toHaveLength(1)
  expect(rightByDay([])).toEqual([])
})
