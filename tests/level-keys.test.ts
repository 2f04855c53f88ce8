import { beforeAll, expect, test } from 'vitest'
import { questions } from '#features/questions/api.ts'
import { latexOf } from '#math/latex.ts'
import { nameOfAnswer } from '#math/shapes.ts'
import { read, readPrinted } from '#math/parse.ts'
import { AnswerKey, grade } from '#features/questions/rules.ts'
import { factories } from './factories.ts'
import { levelKeys } from './level-keys.ts'
import { openWorld, type Caller } from './world.ts'

const world = await openWorld()
let editor: Caller
let place: { level: string; chapter: number; section: number }

beforeAll(async () => {
  const { who, levelId } = await world.database.write(async (db) => ({
    who: await factories(db).staff('editor', null),
    levelId: (await factories(db).section()).levelId,
  }))
  editor = await world.as(who)
  place = { level: levelId, chapter: 1, section: 1 }
})

const given = (text: string) => ({ kind: 'fr' as const, parts: [text] })
const keyOf = (part: (typeof levelKeys)[number]['part']) => AnswerKey.parse({ kind: 'fr', parts: [part] })

test('the answer keys of a whole level of 200 questions are accepted without an error', async () => {
  expect(levelKeys.length).toBeGreaterThanOrEqual(200)
  const faults: string[] = []
  for (const { part } of levelKeys) {
    const draft = { instructions: '', hint: null, visual: null, variables: null, tests: [] }
    const { body } = await editor.call(questions.add, {
      ...place,
      ...draft,
      content: 'Write the answer.',
      answers: keyOf(part),
    })
    faults.push(...body.faults)
  }
  expect(faults).toEqual([])
})

test('each answer key is displayed so that it parses back to the same key', () => {
  const meaning = (text: string, reader: typeof read) => {
    const found = reader(text)
    return found.ok ? nameOfAnswer(found.answer) : found.reason
  }
  const formulas = levelKeys.filter(({ part }) => part.kind === 'expression')
  expect(
    formulas.filter(
      ({ part: { value } }) => meaning(latexOf(value) ?? '', readPrinted) !== meaning(value, read),
    ),
  ).toEqual([])
})

test('right answers from the formula field are graded right, and at most 1% are left for a person to grade', () => {
  const verdicts = levelKeys.map(({ part, sent }) => ({
    value: part.value,
    sent,
    ...grade(keyOf(part), given(sent)),
  }))
  const left = verdicts.filter(({ status }) => status === 'ungraded')
  expect(left.length).toBeLessThanOrEqual(levelKeys.length / 100)
  expect(verdicts.filter(({ status }) => status !== 'correct' && status !== 'ungraded')).toEqual([])
})

test('plausible wrong answers are graded wrong, and at most 1% are left for a person to grade', () => {
  const verdicts = levelKeys.map(({ part, wrong }) => ({
    value: part.value,
    wrong,
    ...grade(keyOf(part), given(wrong)),
  }))
  expect(verdicts.filter(({ status }) => status === 'ungraded').length).toBeLessThanOrEqual(
    levelKeys.length / 100,
  )
  expect(verdicts.filter(({ status }) => status !== 'incorrect' && status !== 'ungraded')).toEqual([])
})
