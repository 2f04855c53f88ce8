import { describe, expect, test } from 'vitest'
import { readScore, Score, scoreRule } from './rules.ts'

const share = (text: string, percent: boolean) => readScore(text, { percent }).share

describe('a fraction n/m', () => {
  test.each([
    ['3/4', 0.75],
    ['0/4', 0],
    ['4/4', 1],
    ['3.125/4', 0.78125],
    ['1.001/2', 0.5005],
    ['  3/4 ', 0.75],
    ['17/20', 0.85],
    ['10000/10000', 1],
  ])('%s is a score', (typed, value) => {
    for (const percent of [true, false]) expect(share(typed, percent)).toBe(value)
  })

  const wrong =
    '5/4 4.001/4 3/0 0/0 3.1255/4 -1/4 3 /4 3/ 3//4 3/4/5 1e1/20 .5/1 3./4 1,5/2 ٣/٤ NaN/1 3/1e3 3/4.5 3/-4 3/10001 +3/4 3/4% ３/４ 3⁄4 ½ a/b'
  const odd = ['', ' ', '3 / 4', '3/4\n5/6', "3/4' or 1=1", '0000000000000000003/4']
  test.each([...wrong.split(' '), ...odd])('%s is none', (typed) => {
    for (const percent of [true, false]) expect(share(typed, percent)).toBeNull()
  })
})

describe('a percent', () => {
  test.each([
    ['0%', 0],
    ['85%', 0.85],
    ['100%', 1],
    [' 7% ', 0.07],
  ])('%s is a score where percent is allowed, and none elsewhere', (typed, value) => {
    expect(share(typed, true)).toBe(value)
    expect(share(typed, false)).toBeNull()
  })

  test.each(['101%', '-1%', '85.5%', '85', '%', '85 %', '1e2%', '８５%', '٨٥%', '0x1%', '85%%', '%85', '85/100%', `${'0'.repeat(20)}5%`])(
    '%s is none',
    (typed) => {
      for (const percent of [true, false]) expect(share(typed, percent)).toBeNull()
    },
  )
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
