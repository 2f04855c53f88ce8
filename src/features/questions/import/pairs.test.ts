import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import { checkKey } from '../rules.ts'
import { readQuestions } from './pairs.ts'

const number = (value: string) => ({ kind: 'fr', parts: [{ kind: 'number', value }] })
const words = (value: string) => ({ kind: 'fr', parts: [{ kind: 'words', value }] })

test('numeric answers become number parts, other answers become words, and the lines of a hint become its steps', () => {
  const { questions, errors } = readQuestions(
    '\ufeffAnswer;Question;Hint\r\n72;"How many? 3 * 24";"Times three.\nThen add."\r\n"a dog";Which animal barks?;\r\n"$1,234";How much?;\r\n',
  )
  expect(errors).toEqual([])
  expect(questions).toEqual([
    { line: 2, content: 'How many? 3 \\* 24', key: number('72'), steps: ['Times three.', 'Then add.'] },
    { line: 4, content: 'Which animal barks?', key: words('a dog'), steps: [] },
    { line: 5, content: 'How much?', key: number('1234'), steps: [] },
  ])
})

test.each([
  ['1/2', number('1/2')],
  ['1 1/2', number('1 1/2')],
  ['25%', number('25%')],
  ['-5', number('-5')],
  ['two', words('two')],
  ['x + 1', words('x + 1')],
])('the answer %s becomes the valid key %j', (answer, key) => {
  const [question] = readQuestions(`question,answer\nWhat?,${answer}`).questions
  expect(question?.key).toEqual(key)
  expect(checkKey(question!.key)).toEqual([])
})

test.each<[string, string, number, RegExp]>([
  ['no header', 'What?,1\n', 1, /^The first line must name the columns/],
  ['an unknown column', 'question,answer,level\na,1,2', 1, /^The first line must name/],
  ['a repeated column', 'question,answer,answer\na,1,2', 1, /^The first line must name/],
  ['no answer', 'question,answer\nWhat?,', 2, /^The answer is empty/],
  ['no question', 'question,answer\n,1', 2, /^The question is empty/],
  ['an extra cell', 'question,answer\nWhat?,1,2', 2, /^It has 3 cells, but the header has 2/],
  ['an unclosed quote', 'question,answer\n"What?,1', 2, /^Column 1 has an opening quotation mark/],
  ['an answer that is too long', `question,answer\nWhat?,${'x'.repeat(201)}`, 2, /longer than 200/],
  ['a question that is too long', `question,answer\n${'x'.repeat(4001)},1`, 2, /longer than 4000/],
  ['a control character', 'question,answer\na\u0007b,1', 2, /not allowed/],
  ['one question too many', `question,answer\n${'a,1\n'.repeat(5001)}`, 5002, /one row too many/],
])('%s is reported with its line', (_, text, line, says) => {
  const { errors } = readQuestions(text)
  expect(errors[0]).toEqual({ line, message: expect.stringMatching(says) })
})

test('text that starts with a brace or a bracket, or is blank, is parsed as JSON Lines', () => {
  expect(readQuestions('  {"question": "a", "answer": "#### 1"}').questions).toHaveLength(1)
  expect(readQuestions('[1]').errors[0]?.message).toContain('is not an object')
  expect(readQuestions(' \n ')).toEqual({ questions: [], errors: [] })
})

test('parsing never throws', () => {
  fc.assert(
    fc.property(fc.string({ maxLength: 200 }), (text) => void readQuestions(`question,answer,hint\n${text}`)),
  )
})
