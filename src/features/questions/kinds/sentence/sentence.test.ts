import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import { type AnswerKey, checkKey, grade, samplesOf, show, solutionOf } from '#features/questions/rules.ts'
import type { VerdictStatus } from '../verdict.ts'

type Sentence = Extract<AnswerKey, { kind: 'sentence' }>
const key = (more: Partial<Sentence> = {}): Sentence => ({ kind: 'sentence', value: 'The dog doesn’t bark, it runs.', ...more })
const given = (text: string) => ({ kind: 'sentence' as const, text })
const strict = key({ punctuation: true })
const capitals = key({ caseSensitive: true })

test.each<[string, Sentence, string, VerdictStatus]>([
  ['the sentence is right', key(), "The dog doesn't bark, it runs.", 'correct'],
  ['capitals are typing', key(), "the DOG doesn't bark, it runs.", 'correct'],
  ['punctuation is not asked for', key(), "The dog doesn't bark it runs", 'correct'],
  ['other punctuation neither', key(), "The dog doesn't bark - it runs!", 'correct'],
  ['more spaces are typing', key(), " The  dog doesn't bark,it  runs . ", 'correct'],
  ['quotation marks around it are punctuation', key(), '“The dog doesn’t bark, it runs.”', 'correct'],
  ['the apostrophe belongs to the word', key(), 'The dog doesnt bark, it runs.', 'incorrect'],
  ['another order is wrong', key(), "The dog runs, it doesn't bark.", 'incorrect'],
  ['a word less is wrong', key(), "The dog doesn't bark, runs.", 'incorrect'],
  ['a word more is wrong', key(), "The big dog doesn't bark, it runs.", 'incorrect'],
  ['a misspelled word is wrong', key(), "The dog doesn't barck, it runs.", 'incorrect'],
  ['nothing can’t be read', key(), '  ', 'invalid'],
  ['only signs can’t be read', key(), '. , !', 'invalid'],
  ['an alias is right too', key({ hasAlias: ['It runs and doesn’t bark.'] }), "it runs and doesn't bark", 'correct'],
  ['punctuation counts where it is asked', strict, "The dog doesn't bark it runs", 'incorrect'],
  ['the asked punctuation is right', strict, "the dog doesn't bark, it runs.", 'correct'],
  ['a space before a sign is typing', strict, "The dog doesn't bark , it runs .", 'correct'],
  ['another closing sign is wrong where it is asked', strict, "The dog doesn't bark, it runs!", 'incorrect'],
  ['capitals count where they are asked', capitals, "the dog doesn't bark, it runs", 'incorrect'],
  ['the asked capitals are right', capitals, "The dog doesn't bark it runs", 'correct'],
  ['a hyphen belongs to the word', key({ value: 'A well-known song' }), 'a well–known song', 'correct'],
  ['numbers are words', key({ value: 'I have 3 cats.' }), 'i have 3 cats', 'correct'],
  ['another number is another word', key({ value: 'I have 3 cats.' }), 'i have 4 cats', 'incorrect'],
  ['a decimal point is no full stop', key({ value: 'It costs 3.5 euros.' }), 'it costs 35 euros', 'incorrect'],
  ['another sign of math is another word', key({ value: '2 + 3 = 5' }), '2 - 3 = 5', 'incorrect'],
  ['a sign of math left out is a word left out', key({ value: '2 + 3 = 5' }), '2 3 5', 'incorrect'],
  ['space around signs of math is typing', key({ value: '2 + 3 = 5' }), '2+3 =5', 'correct'],
  ['a number below zero is another number', key({ value: 'It is −5 °C.' }), 'It is 5 °C', 'incorrect'],
  ['a hyphen is a minus sign', key({ value: 'It is −5 °C.' }), 'it is -5°C', 'correct'],
  ['another sort of money is another word', key({ value: 'It costs £3.50.' }), 'It costs $3.50', 'incorrect'],
  ['a part of a pound is no pound', key({ value: 'It costs £50.' }), 'It costs £.50', 'incorrect'],
  ['greater is not less', key({ value: 'A < B' }), 'A>B', 'incorrect'],
  ['a percent sign is a word', key({ value: '50% of 20 is 10.' }), '50 % of 20 is 10', 'correct'],
  ['a picture beside it says nothing', key({ value: 'Cats like milk.' }), 'Cats like milk 🙂', 'correct'],
  ['no space behind a sign is typing', strict, "The dog doesn't bark,it runs.", 'correct'],
])('%s', (_, asked, text, status) => expect(grade(asked, given(text)).status).toBe(status))

test.each<[string, Sentence, string, string]>([
  ['capital letters', capitals, "the dog doesn't bark, it runs.", 'Right words, but mind the capital letters.'],
  ['punctuation', strict, "The dog doesn't bark it runs", 'Right words, but mind the punctuation.'],
  ['the order', key(), "The dog runs, it doesn't bark.", 'These are the right words. Have another look at their order.'],
])('the reason says that only %s is amiss', (_, asked, text, reason) => expect(grade(asked, given(text)).parts[0]?.reason).toBe(reason))

test('words to choose from come in the order of the alphabet', () => {
  const tiles = key({ value: 'Cats like milk', words: ['milk', 'Cats', 'like', 'dogs'] })
  expect(show(tiles, (text) => [text])).toEqual({ kind: 'sentence', words: ['Cats', 'dogs', 'like', 'milk'] })
  expect(checkKey(tiles)).toEqual([])
  expect(checkKey({ ...tiles, words: ['milk', 'Cats'] })).toEqual(['The words to choose from don’t make up the sentence.'])
})

test('the model answer is right, samples have right and wrong ones', () => {
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
