import { dictionary } from '@zxcvbn-ts/language-common'
import { expect, test } from 'vitest'
import { strengthOf } from './password-strength.ts'

test('if the thread crashes, waiting calls fail and the next call starts a new thread', async () => {
  const calls = [strengthOf(7 as never), strengthOf('violet umbrella')]
  await expect(Promise.allSettled(calls)).resolves.toMatchObject([
    { status: 'rejected' },
    { status: 'rejected' },
  ])
  expect((await strengthOf('violet umbrella')).score).toBeGreaterThanOrEqual(3)
})

test('leaked passwords and passwords made of common school words are rejected', async () => {
  const score = async (password: string) => (await strengthOf(password)).score
  for (const near of [
    'BlendedLearning2026',
    'student-homework-1',
    'Classroom_Teacher!',
    'practice-makes-progress',
  ])
    expect(await score(near)).toBe(1)
  expect(await score('seven students at a green lamp')).toBeGreaterThanOrEqual(3)
  const lost = dictionary['passwords-common'].filter(({ length }) => length >= 8)
  expect(lost.length).toBeGreaterThan(15_000)
  for (const each of lost.slice(0, 3000).filter((_, at) => at % 150 === 0))
    expect(await score(each)).toBeLessThan(2)
})
