import { expect, test } from 'vitest'
import { breaksAlong } from './breaks.ts'
import { read } from './parse.ts'

test.each([
  ['3x - 6', 2],
  ['x% - 5', 500],
  ['(x - 1)% - 0.02', 3],
  ['x° - π', 180],
])('%s is found to be 0 at %s, even if it has a percent or degree sign', (text, zero) => {
  const found = read(text)
  if (!found.ok || found.answer.is !== 'value') throw new Error(text)
  const { at, isComplete } = breaksAlong(found.answer.tree, {
    letter: 'x',
    point: new Map(),
    work: { left: 10_000 },
  })
  expect(isComplete).toBe(true)
  expect(at.map((each) => Math.round(each * 1e9) / 1e9)).toContain(zero)
})
