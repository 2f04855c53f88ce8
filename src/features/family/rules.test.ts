import { describe, expect, test } from 'vitest'
import { answerWords, openWords, outcomeWord, rightByDay, standingWords } from './rules.ts'
import { markLook } from '#features/attendance/mark-look.ts'
import { programWords } from '#features/material/program-words.ts'
import { attendanceCounts, attendanceWord } from '#features/attendance/mark-look.ts'
import { classTime } from '#features/schedule/class-time.ts'

const arrivedAt = '2026-03-03T21:30:00Z'

describe('display texts', () => {
  test('marks are named, excused absences too, and counted, most frequent first', () => {
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

  test('a test’s result includes the score after corrections', () => {
    const work = { kind: 'test', state: 'returned', correct: 2, total: 3 } as const
    expect(standingWords({ ...work, score2: null })).toBe('2 of 3 right.')
    expect(standingWords({ ...work, score2: 1 })).toBe('2 of 3 right, and 100% after corrections.')
  })

  test('a class is today or on its date, a program has its level and chapter', () => {
    expect(classTime({ on: '2026-03-03', isToday: true, time: '16:30' })).toBe('Today, 4:30\u00a0PM')
    expect(classTime({ on: '2026-03-05', isToday: false, time: '09:05' })).toBe('Thu, Mar 5, 9:05\u00a0AM')
    expect(programWords({ name: 'Math', level: 'Math 5', chapter: 3 })).toBe('Math 5, chapter 3')
    expect(programWords({ name: 'Math', level: '', chapter: null })).toBe('Math')
  })

  test.each([
    ['right', { solved: true }, 'started'],
    ['not right', { over: true }, 'started'],
    ['tried', {}, 'started'],
    ['not right', {}, 'returned'],
    ['partly right', { partly: true }, 'returned'],
    ['being graded', { waits: true }, 'submitted'],
    ['not answered', { answered: false }, 'returned'],
  ] as const)('a homework question is %s, depending on its state', (word, question, state) => {
    const dot = { solved: false, partly: false, over: false, answered: true, waits: false, ...question }
    expect(outcomeWord(dot, { kind: 'homework', state })).toBe(word)
  })

  test('a test question is answered, and right or not once that may be shown', () => {
    const dot = { solved: false, partly: false, over: false, answered: true, waits: false }
    expect(outcomeWord(dot, { kind: 'test', state: 'submitted' })).toBe('answered')
    expect(outcomeWord({ ...dot, over: true }, { kind: 'test', state: 'returned' })).toBe('not right')
    expect(outcomeWord({ ...dot, over: true, solved: true }, { kind: 'test', state: 'returned' })).toBe('right')
  })

  const right = { status: 'correct' as const, score: 1, parts: [] }
  const part = { status: 'incorrect' as const, score: 0, reason: 'Compare both sides.' }
  const wrong = { status: 'incorrect' as const, score: 0, parts: [part] }
  const base = {
    kind: 'homework' as const,
    state: 'started' as const,
    answers: 1,
    solved: false,
    waits: false,
    triesLeft: 2,
    verdict: wrong,
  }
  test.each([
    ['Right, at the second try.', { solved: true, verdict: right, triesLeft: 1, answers: 2 }],
    ['Right.', { kind: 'test' as const, state: 'returned' as const, solved: true, verdict: right, triesLeft: null }],
    ['Not right. Compare both sides. 2 tries left.', {}],
    ['Not right.', { state: 'returned' as const, triesLeft: 0 }],
    ['A teacher is grading this answer.', { waits: true }],
    [undefined, { verdict: null }],
    [undefined, { verdict: null, answers: 0 }],
  ])('an answer reads “%s”', (words, question) => {
    expect(answerWords({ ...base, ...question })?.words).toBe(words)
  })

  test('open work is counted by kind', () => {
    expect(openWords({ homework: 0, test: 0, assessment: 0 })).toBe('Nothing to do')
    expect(openWords({ homework: 2, test: 1, assessment: 0 })).toBe('2 homework and 1 test to do')
    expect(openWords({ homework: 1, test: 2, assessment: 1 })).toBe('1 homework, 2 tests and 1 assessment to do')
  })
})

test('right answers are summed by day, oldest first, only the latest days, without division by zero', () => {
  const on = (date: string, correct: number, total: number) => ({ date, correct, total })
  const work = [on('2026-03-03', 3, 4), on('2026-03-01', 1, 3), on('2026-03-03', 1, 4), on('2026-03-02', 0, 0)]
  expect(rightByDay(work)).toEqual([
    { date: '2026-03-01', percent: 33 },
    { date: '2026-03-03', percent: 50 },
  ])
  expect(rightByDay(work, 1)).toHaveLength(1)
  expect(rightByDay([])).toEqual([])
})
