import { describe, expect, test } from 'vitest'
import { fractions, percents } from '#tests/entry-cases.ts'
import { readScore, Score, scoreRule } from './scores.ts'

const share = (text: string, percent: boolean) => readScore(text, { percent }).share

describe('a fraction n/m (B1)', () => {
  test.each(fractions.accepted)('%s is a score', (typed, stored) => {
    const [got = 0, most = 1] = stored.split('/').map(Number)
    for (const percent of [true, false]) expect(share(typed, percent)).toBe(got / most)
  })

  test.each([...fractions.refused, '', ' ', '3/4\n5/6'])('%s is not a score', (typed) => {
    for (const percent of [true, false]) expect(share(typed, percent)).toBeNull()
  })
})

describe('a percent (B2)', () => {
  test.each(percents.accepted)('%s is a score only where percent is allowed', (typed, stored) => {
    expect(share(typed, true)).toBe(Number.parseInt(stored, 10) / 100)
    expect(share(typed, false)).toBeNull()
  })

  test.each(percents.refused)('%s is not a score', (typed) => {
    for (const percent of [true, false]) expect(share(typed, percent)).toBeNull()
  })
})

test('an invalid score is explained in a sentence', () => {
  const fault = (typed: string, percent = true) => readScore(typed, { percent }).fault
  expect(fault('5/4')).toBe('The points can’t be more than the maximum.')
  expect(fault('3/0')).toBe('The maximum must be at least 1.')
  expect(fault('3/10001')).toBe('The maximum can’t be more than 10,000.')
  expect(fault('3.1255/4')).toBe('The points can have at most 3 decimal places.')
  expect(fault('101%')).toBe('A percentage can’t be more than 100%.')
  expect(fault('85')).toBe(scoreRule({ percent: true }))
  expect(fault('85%', false)).toBe(scoreRule({ percent: false }))
  expect(fault('3/4')).toBeNull()
})

test('the API accepts a score as typed and trims it', () => {
  const score = Score({ percent: true })
  expect(score.parse(' 3.125/4 ')).toBe('3.125/4')
  expect(score.safeParse('5/4').success).toBe(false)
})
