import { expect, test } from 'vitest'
import { type AnswerKey, checkGiven, checkKey, grade, samplesOf, show, solutionOf } from '../../rules.ts'
import type { VerdictStatus } from '../verdict.ts'

const choices = ['2', '3', '4', '5']
const one: AnswerKey = { kind: 'mc', choices, correct: [2] }
const two: AnswerKey = { kind: 'mc', choices, correct: [1, 3] }
const each: AnswerKey = { kind: 'mc', choices, correct: [0, 1, 2], perChoice: true }
const given = (...picked: number[]) => ({ kind: 'mc' as const, picked })

test.each<[string, AnswerKey, number[], VerdictStatus, number]>([
  ['the right choice is right', one, [2], 'correct', 1],
  ['another choice is wrong', one, [0], 'incorrect', 0],
  ['an answer without a choice can’t be read', one, [], 'invalid', 0],
  ['two choices can’t be read if only one is right', one, [1, 2], 'invalid', 0],
  ['exactly the right choices are right', two, [1, 3], 'correct', 1],
  ['the order of the picked choices doesn’t matter', two, [3, 1], 'correct', 1],
  ['only one of two right choices is wrong', two, [1], 'incorrect', 0],
  ['an extra choice is wrong', two, [1, 2, 3], 'incorrect', 0],
  ['all choices together are wrong', two, [0, 1, 2, 3], 'incorrect', 0],
  ['per choice, all right choices are right', each, [0, 1, 2], 'correct', 1],
  ['per choice, two of three right choices score two thirds', each, [0, 1], 'partial', 2 / 3],
  ['per choice, a wrong choice cancels a right one', each, [0, 1, 3], 'partial', 1 / 3],
  ['per choice, all right choices and a wrong one are partly right', each, [0, 1, 2, 3], 'partial', 2 / 3],
  ['per choice, the score is never below 0', each, [3], 'incorrect', 0],
  ['per choice, a repeated choice counts once', each, [0, 0], 'partial', 1 / 3],
  ['one right choice twice doesn’t count as both', two, [1, 1], 'incorrect', 0],
  ['per choice, as many wrong as right choices score 0', each, [0, 3], 'incorrect', 0],
])('%s', (_, key, picked, status, score) => {
  const verdict = grade(key, given(...picked))
  expect(verdict.status).toBe(status)
  expect(verdict.score).toBeCloseTo(score, 9)
})

test.each<[string, number[], string | null]>([
  ['existing choices fit', [0, 3], null],
  ['a repeated choice is refused', [1, 1], 'A choice is listed twice.'],
  ['an unknown choice is refused', [4], 'This question has 4 choices.'],
])('%s', (_, picked, reason) => expect(checkGiven(two, given(...picked))).toBe(reason))

test.each<[string, AnswerKey]>([
  ['marks an unknown choice as right', { ...one, correct: [7] }],
  ['marks the same choice as right twice', { ...two, correct: [1, 1] }],
  ['has two equal choices', { ...one, choices: ['2', ' 2', '4'] }],
])('a key that %s is unfinished', (_, key) => expect(checkKey(key)).not.toEqual([]))

test('a student sees the choices and whether several are right, but not which ones', () => {
  expect(show(one, (text) => [text])).toEqual({
    kind: 'mc',
    choices: [['2'], ['3'], ['4'], ['5']],
    pickMany: false,
  })
  expect(show(two, (text) => [text])).toMatchObject({ pickMany: true })
  expect(show({ kind: 'mc', choices, correct: [1], perChoice: true }, (text) => [text])).toMatchObject({
    pickMany: true,
  })
})

test('the model answer is right and is among the samples', () => {
  expect(grade(two, solutionOf(two)).status).toBe('correct')
  expect(samplesOf(two)).toContainEqual(solutionOf(two))
})
