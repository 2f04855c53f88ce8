import { expect, test } from 'vitest'
import { spanish } from '#features/overview/spanish-staff.ts'
import { addLanguage, inLanguage } from '#shared/language.ts'
import { pointNames, scoresInWords } from './score-words.ts'

test('chapters, other tests and days in a progress plot are named in the reader’s language', () => {
  addLanguage(spanish)
  const points = [
    { level: 'Math 5', part: '4', since: '2026-02-21' },
    { level: 'Math 5', part: 'Final', since: '2026-02-28' },
  ]
  expect(pointNames(points)).toEqual(['Ch. 4, Feb 21', 'Final, Feb 28'])
  expect(inLanguage('es', () => pointNames(points))).toEqual(['Cap. 4, 21 de feb', 'Final, 28 de feb'])
})

test('the first try comes before the corrected score', () => {
  expect(scoresInWords({ score1: null, score2: null })).toBe('No score yet')
  expect(scoresInWords({ score1: '17/20', score2: null })).toBe('17/20')
  expect(scoresInWords({ score1: '85%', score2: '19/20' })).toBe('85%, corrected 19/20')
})
