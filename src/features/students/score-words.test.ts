import { expect, test } from 'vitest'
import { scoresInWords } from './score-words.ts'

test('the first try comes before the corrected score', () => {
  expect(scoresInWords({ score1: null, score2: null })).toBe('No score yet')
  expect(scoresInWords({ score1: '17/20', score2: null })).toBe('17/20')
  expect(scoresInWords({ score1: '85%', score2: '19/20' })).toBe('85%, corrected 19/20')
})
