import { spawnSync } from 'node:child_process'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { families } from './families.ts'
import { grade as engine } from './engine.ts'
import { brokenPromises, figuresOf, grade, lotsOf } from './prove.ts'

const pairs = 10_000

test(`none of ${pairs} wrong answers is accepted, and at most 1 in 1,000 right answers is graded wrong`, () => {
  const results = lotsOf(pairs, 1, Object.keys(families)).map((lot) => grade(lot, engine))
  // Ignore the times, which only the command checks, because it has the machine to itself.
  expect(brokenPromises(results, pairs).filter((each) => !each.includes('took'))).toEqual([])
  const { pairs: all, ungraded } = figuresOf(results)
  expect(ungraded / all).toBeLessThan(0.02)
})

const command = (...words: string[]) => {
  const { status, stdout, stderr } = spawnSync(
    process.execPath,
    [join(import.meta.dirname, 'main.ts'), ...words],
    { encoding: 'utf8' },
  )
  return { status, said: stdout + stderr }
}

test('npm run prove fails if a wrong answer is accepted, a right one is graded wrong, or too few pairs are graded', () => {
  const lenient = command('roots', '--pairs', '80', '--engine', join(import.meta.dirname, 'lenient.ts'))
  expect(lenient.said).toContain('80 wrong answers were accepted')
  expect(lenient.status).toBe(1)
  const results = lotsOf(80, 1, ['roots']).map((lot) => grade(lot, () => 'incorrect'))
  expect(brokenPromises(results, 80)).toContain('80 of 80 right answers were graded wrong')
  expect(brokenPromises(results, 81)).toContain('only 80 wrong and 80 right pairs of 81 each were graded')
  expect(brokenPromises([], 1)).toHaveLength(1)
})

test('npm run prove lists its families of answers when an unknown one is requested', () => {
  const { status, said } = command('riddles')
  expect(status).toBe(1)
  expect(said).toContain('absolute values')
})
