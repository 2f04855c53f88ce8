import { expect, test } from 'vitest'
import type { AnswerKey, Given } from '../rules.ts'
import { type Evidence, flagsOf } from './reasons.ts'

const given = (text: string): Given => ({ kind: 'fr', parts: [text] })
const key = (...explained: string[]): AnswerKey => ({
  kind: 'fr',
  parts: [{ kind: 'number', value: '4' }],
  mistakes: explained.map((text) => ({ given: { kind: 'fr', parts: [text] }, message: 'Look again.' })),
})
const usual: Evidence = { answers: 40, rightFirst: 25, discrimination: 0.4, reviewedAnswers: 0, wrong: [] }

test.each<[string, Partial<Evidence>, string[]]>([
  ['no problem with a typical question', {}, []],
  ['a problem in its statistics', { rightFirst: 2 }, ['hard']],
  [
    'a frequent wrong answer without a message',
    { wrong: [{ key: key('5'), given: given('6') }] },
    ['mistake'],
  ],
  [
    'no problem with a wrong answer that has a message',
    { wrong: [{ key: key('6'), given: given('6') }] },
    [],
  ],
  ['no problem with an answer that has become right', { wrong: [{ key: key(), given: given('4') }] }, []],
  [
    'no problem with an answer to another kind of question',
    { wrong: [{ key: key(), given: { kind: 'mc', picked: [0] } }] },
    [],
  ],
  [
    'both problems together',
    { rightFirst: 40, wrong: [{ key: key(), given: given('6') }] },
    ['easy', 'mistake'],
  ],
  ['no problem right after a review', { rightFirst: 2, reviewedAnswers: 40 }, []],
  ['no problem until there are twice as many answers', { rightFirst: 2, reviewedAnswers: 21 }, []],
  [
    'the same problem again once there are twice as many answers',
    { rightFirst: 2, reviewedAnswers: 20 },
    ['hard'],
  ],
])('answers suggest %s', (_, more, want) => expect(flagsOf({ ...usual, ...more })).toEqual(want))
