import { expect, test } from 'vitest'
import { attemptAfter, comeBackLater, pauseBefore } from './live.ts'

const longest = (attempt: number, code?: number) =>
  Math.max(...Array.from({ length: 200 }, () => pauseBefore(attempt, code)))
const shortest = (attempt: number, code?: number) =>
  Math.min(...Array.from({ length: 200 }, () => pauseBefore(attempt, code)))

test('a socket that closes soon after opening increases the next wait, and one that stayed open does not', () => {
  let attempt = 0
  for (let tries = 0; tries < 4; tries += 1) attempt = attemptAfter(attempt, 50)
  expect(attempt).toBe(4)
  expect(longest(attempt)).toBeGreaterThan(5000)
  expect(attemptAfter(attempt, 60_000)).toBe(1)
  expect(longest(1)).toBeLessThanOrEqual(4000)
})

test('after “come back later”, clients wait a random time between twenty and forty seconds', () => {
  expect(shortest(1, comeBackLater)).toBeGreaterThanOrEqual(20_000)
  expect(longest(1, comeBackLater)).toBeLessThanOrEqual(40_000)
  expect(longest(1, comeBackLater) - shortest(1, comeBackLater)).toBeGreaterThan(10_000)
})
