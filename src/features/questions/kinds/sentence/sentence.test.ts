import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import { type AnswerKey, checkKey, grade, samplesOf, show, solutionOf } from '../../rules.ts'
import type { VerdictStatus } from '../verdict.ts'

type Sentence = Extract<AnswerKey, { kind: 'sentence' }>
const key = (more: Partial<Sentence> = {}): Sentence => ({
  kind: 'sentence',
  value: 'The dog doesn’t bark, it runs.',
  ...more,
})
const given = (text: string) => ({ kind: 'sentence' as const, text })
const strict = key({ punctuation: true })
const capitals = key({ caseSensitive: true })

test.each<[string, Sentence, string, VerdictStatus]>([
  ['the sentence is right', key(), "The dog doesn't bark, it runs.", 'correct'],
  ['capitals don’t matter', key(), "the DOG doesn't bark, it runs.", 'correct'],
  ['missing punctuation doesn’t matter', key(), "The dog doesn't bark it runs", 'correct'],
  ['different punctuation doesn’t matter', key(), "The dog doesn't bark - it runs!", 'correct'],
  ['extra spaces don’t matter', key(), " The  dog doesn't bark,it  runs . ", 'correct'],
  ['quotation marks around the sentence don’t matter', key(), '“The dog doesn’t bark, it runs.”', 'correct'],
  ['the apostrophe belongs to the word', key(), 'The dog doesnt bark, it runs.', 'incorrect'],
  ['another order is wrong', key(), "The dog runs, it doesn't bark.", 'incorrect'],
  ['a missing word is wrong', key(), "The dog doesn't bark, runs.", 'incorrect'],
  ['an extra word is wrong', key(), "The big dog doesn't bark, it runs.", 'incorrect'],
  ['a misspelled word is wrong', key(), "The dog doesn't barck, it runs.", 'incorrect'],
  ['an empty answer can’t be read', key(), '  ', 'invalid'],
  ['an answer of only punctuation can’t be read', key(), '. , !', 'invalid'],
  [
    'an alias is right',
    key({ hasAlias: ['It runs and doesn’t bark.'] }),
    "it runs and doesn't bark",
    'correct',
  ],
  ['punctuation counts if it is required', strict, "The dog doesn't bark it runs", 'incorrect'],
  ['the required punctuation is right', strict, "the dog doesn't bark, it runs.", 'correct'],
  ['a space before a punctuation mark doesn’t matter', strict, "The dog doesn't bark , it runs .", 'correct'],
  [
    'a different final mark is wrong if punctuation is required',
    strict,
    "The dog doesn't bark, it runs!",
    'incorrect',
  ],
  ['capitals count if they are required', capitals, "the dog doesn't bark, it runs", 'incorrect'],
  ['the required capitals are right', capitals, "The dog doesn't bark it runs", 'correct'],
  ['a hyphen belongs to the word', key({ value: 'A well-known song' }), 'a well–known song', 'correct'],
  ['numbers are words', key({ value: 'I have 3 cats.' }), 'i have 3 cats', 'correct'],
  ['another number is another word', key({ value: 'I have 3 cats.' }), 'i have 4 cats', 'incorrect'],
  ['a decimal point isn’t a period', key({ value: 'It costs 3.5 euros.' }), 'it costs 35 euros', 'incorrect'],
  ['a different math symbol is a different word', key({ value: '2 + 3 = 5' }), '2 - 3 = 5', 'incorrect'],
  ['a missing math symbol is a missing word', key({ value: '2 + 3 = 5' }), '2 3 5', 'incorrect'],
  ['spaces around math symbols don’t matter', key({ value: '2 + 3 = 5' }), '2+3 =5', 'correct'],
  ['a negative number is a different number', key({ value: 'It is −5 °C.' }), 'It is 5 °C', 'incorrect'],
  ['a hyphen is a minus sign', key({ value: 'It is −5 °C.' }), 'it is -5°C', 'correct'],
  [
    'a different currency is a different word',
    key({ value: 'It costs £3.50.' }),
    'It costs $3.50',
    'incorrect',
  ],
  ['a decimal amount isn’t a whole one', key({ value: 'It costs £50.' }), 'It costs £.50', 'incorrect'],
  ['“less than” isn’t “greater than”', key({ value: 'A < B' }), 'A>B', 'incorrect'],
  ['a percent sign is a word', key({ value: '50% of 20 is 10.' }), '50 % of 20 is 10', 'correct'],
  ['an emoji doesn’t matter', key({ value: 'Cats like milk.' }), 'Cats like milk 🙂', 'correct'],
  [
    'a missing space after a punctuation mark doesn’t matter',
    strict,
    "The dog doesn't bark,it runs.",
    'correct',
  ],
])('%s', (_, answerKey, text, status) => expect(grade(answerKey, given(text)).status).toBe(status))

test.each<[string, Sentence, string, string]>([
  [
    'capital letters',
    capitals,
    "the dog doesn't bark, it runs.",
    'Right words, but check the capital letters.',
  ],
  ['punctuation', strict, "The dog doesn't bark it runs", 'Right words, but check the punctuation.'],
  [
    'the order',
    key(),
    "The dog runs, it doesn't bark.",
    'These are the right words. Take another look at their order.',
  ],
])('the reason says that only %s is wrong', (_, answerKey, text, reason) =>
  expect(grade(answerKey, given(text)).parts[0]?.reason).toBe(reason),
)

test('the words to choose from are in alphabetical order and must include the words of the sentence', () => {
  const tiles = key({ value: 'Cats like milk', words: ['milk', 'Cats', 'like', 'dogs'] })
  expect(show(tiles, (text) => [text])).toEqual({ kind: 'sentence', words: ['Cats', 'dogs', 'like', 'milk'] })
  expect(checkKey(tiles)).toEqual([])
  expect(checkKey({ ...tiles, words: ['milk', 'Cats'] })).toEqual([
    'The sentence can’t be built from the words to choose from.',
  ])
})

test('the model answer is right, and samples include right and wrong ones', () => {
  expect(grade(strict, solutionOf(strict)).status).toBe('correct')
  const verdicts = samplesOf(key()).map((sample) => grade(key(), sample).status)
  expect(verdicts).toContain('correct')
  expect(verdicts).toContain('incorrect')
})

test('grading never throws', () => {
  const text = fc.string({ maxLength: 500, unit: 'binary' })
  fc.assert(
    fc.property(text, (typed) => {
      expect(grade(strict, given(typed)).parts).toHaveLength(1)
    }),
  )
})
