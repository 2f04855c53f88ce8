import { expect, test } from 'vitest'
import { forbidden, Problem } from '#shared/problem.ts'
import { sentenceFor } from './failure-sentence.ts'

const problem = (status: number, message = '') => new Problem(status, 'code', message)

test.each<[string, unknown, boolean, string]>([
  [
    'an offline browser',
    problem(404, 'No such class.'),
    false,
    "Can't connect to server. Please try again later.",
  ],
  ['a message from the server', problem(409, 'The class is full.'), true, 'The class is full.'],
  ['a message from the server with status 500', problem(500, 'The disk is full.'), true, 'The disk is full.'],
  ['404 without a message', problem(404), true, 'Not found, please contact support.'],
  ['500 without a message', problem(500), true, 'Please try again or contact support.'],
  ['503 without a message', problem(503), true, 'Please try again or contact support.'],
  ['no response', problem(0), true, 'Please try again or contact support.'],
  ['403', forbidden(), true, 'Forbidden from source, please contact support.'],
  ['anything else', new TypeError('x is not a function'), true, 'Please try again or contact support.'],
])('%s is shown as the sentence that the error catalog specifies', (_, error, online, sentence) =>
  expect(sentenceFor(error, online)).toBe(sentence),
)
