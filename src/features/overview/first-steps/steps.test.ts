import { expect, test } from 'vitest'
import { type StepName, stepNames, stepsLeft } from './steps.ts'

const all = (done: boolean) =>
  Object.fromEntries(stepNames.map((name) => [name, done])) as Record<StepName, boolean>

test('completed steps stay in the list until all are done', () => {
  expect(stepsLeft(all(false)).map(({ name }) => name)).toEqual(stepNames)
  const left = stepsLeft({ ...all(true), mail: false })
  expect(left.filter(({ done }) => done)).toHaveLength(7)
  expect(left.at(-1)).toEqual({ name: 'mail', done: false })
  expect(stepsLeft(all(true))).toEqual([])
})
