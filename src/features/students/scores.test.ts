import { describe, expect, test } from 'vitest'
import { fractions, percents } from '#tests/entry-cases.ts'
import { readScore, Score, scoreRule } from './scores.ts'

const share = (text: string, percent: boolean) => readScore(text, { percent }).share

describe('a fraction n/m (B1)', () => {
  test.each(fractions.accepted)('%s is a score', (typed, stored) => {
    const [got = 0, most = 1] = stored.split('/').map(Number)
    for (const percent of [true, false]) expect(share(typed, percent)).toBe(got / most)
  })

  test.each([...fractions.refused, '', ' ', '3/4\n5/6'])('%s is none', (typed) => {
    for (const percent of [true, false]) expect(share(typed, percent)).toBeNull()
  })
})

describe('a percent (B2)', () => {
  test.each(percents.accepted)('%s is a score where percent is allowed, and none elsewhere', (typed, stored) => {
    expect(share(typed, true)).toBe(Number.parseInt(stored, 10) / 100)
    expect(share(typed, false)).toBeNull()
  })

  test.each(percents.refused)('%s is none', (typed) => {
    for (const percent of [true, false]) expect(share(typed, percent)).toBeNull()
  })
})

test('what is wrong is said in a sentence', () => {
  const fault = (typed: string, percent = true) => readScore(typed, { percent }).fault
  expect(fault('5/4')).toBe('The points are at most those that can be had.')
  expect(fault('3/0')).toBe('The points that can be had are at least 1.')
  expect(fault('3/10001')).toBe('The points that can be had are at most 10,000.')
  expect(fault('3.1255/4')).toBe('The points have at most 3 decimals.')
  expect(fault('101%')).toBe('A percent is at most 100%.')
  expect(fault('85')).toBe(scoreRule({ percent: true }))
  expect(fault('85%', false)).toBe(scoreRule({ percent: false }))
  expect(fault('3/4')).toBeNull()
})

test('on the wire a score is the text as it was typed, trimmed', () => {
  const score = Score({ percent: true })
  expect(score.parse(' 3.125/4 ')).toBe('3.125/4')
  expect(score.safeParse('5/4').success).toBe(false)
})
