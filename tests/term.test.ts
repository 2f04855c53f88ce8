import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { linesOf, problemsOf, refuseFilled } from '../bench/term-world.ts'

const line = (answer: string) => JSON.stringify({ question: 'How many?', answer })

test.each([
  ['an answer with two steps', '2+3=<<2+3=5>>5, then 5*4=<<5*4=20>>20.\n#### 20', '20', ['5', '21']],
  ['an answer with a comma', '1000*2=<<1000*2=2000>>2,000\n#### 2,000', '2000', ['2001']],
  ['an answer without steps', '#### 7', '7', ['8']],
])('likely wrong answers are derived from the right one: %s', (_, answer, right, wrong) =>
  expect(problemsOf([line(answer)])).toEqual([{ right, wrong }]),
)

test('a term isn’t simulated without questions or in a folder that isn’t empty', () => {
  const folder = mkdtempSync(join(tmpdir(), 'blended-learning-term-'))
  try {
    const [empty, file] = [join(folder, 'empty.jsonl'), join(folder, 'questions.jsonl')]
    writeFileSync(empty, '\n')
    writeFileSync(file, `${line('#### 7')}\n\n`)
    expect(() => linesOf(undefined)).toThrow('Name a file of questions')
    expect(() => linesOf(empty)).toThrow('There are no questions')
    expect(linesOf(file)).toEqual([line('#### 7')])
    expect(() => refuseFilled(folder)).toThrow('isn’t empty')
    refuseFilled(join(folder, 'new'))
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
})
