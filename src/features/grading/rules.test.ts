import { describe, expect, test } from 'vitest'
import { type AnswerKey, type Given, grade, type Verdict } from '#features/questions/rules.ts'
import { afterGrading, groupEqualAnswers, graded, namesOf, whyNotUndone } from './rules.ts'

const number = { kind: 'number', value: '4' } as const
const manual = { kind: 'manual' } as const
const key = (...parts: Extract<AnswerKey, { kind: 'fr' }>['parts']): AnswerKey => ({ kind: 'fr', parts })
const fr = (...parts: Extract<Given, { kind: 'fr' }>['parts']): Given => ({ kind: 'fr', parts })
const paper = { text: '', strokes: [] }

describe('a person’s grade', () => {
  test.each<[string, AnswerKey, Given, number, Verdict['status'], number]>([
    ['counts for the part that needs it', key(manual), fr('Because.'), 0.75, 'partial', 0.75],
    ['makes the answer right if it is 1', key(manual), fr('Because.'), 1, 'correct', 1],
    ['makes the answer wrong if it is 0', key(manual), fr('Because.'), 0, 'incorrect', 0],
    ['keeps the parts judged automatically', key(number, manual), fr('4', 'Because.'), 0.5, 'partial', 0.75],
    ['keeps a wrong part wrong', key(number, manual), fr('5', 'Because.'), 1, 'partial', 0.5],
    [
      'counts by the weights of the parts',
      key({ ...number, weight: 3 }, manual),
      fr('4', 'Because.'),
      0,
      'partial',
      0.75,
    ],
    [
      'counts for all parts that need it',
      key(manual, manual, number),
      fr('a', 'b', '4'),
      0.25,
      'partial',
      0.5,
    ],
    [
      'overrules the automatic verdict if no part needs it',
      key(number, number),
      fr('4', '5'),
      1,
      'correct',
      1,
    ],
    ['overrules even a right answer', key(number), fr('4'), 0.5, 'partial', 0.5],
    ['overrules an unreadable answer', key(number, manual), fr('x', 'Because.'), 0.25, 'partial', 0.25],
    ['leaves out scratch work', key({ kind: 'work' }, manual), fr(paper, 'Because.'), 0.5, 'partial', 0.5],
    [
      'counts for the question if it only has scratch work',
      key({ kind: 'work' }),
      fr(paper),
      0.25,
      'partial',
      0.25,
    ],
    [
      'overrules the verdict on a choice',
      { kind: 'mc', choices: ['a', 'b'], correct: [0] },
      { kind: 'mc', picked: [1] },
      0.5,
      'partial',
      0.5,
    ],
    [
      'overrules the verdict on a sentence',
      { kind: 'sentence', value: 'I am.' },
      { kind: 'sentence', text: 'Am I' },
      1,
      'correct',
      1,
    ],
  ])('%s', (_, answers, given, quarter, status, score) => {
    const machine = grade(answers, given)
    const result = graded(answers, machine, quarter)
    expect(result).toMatchObject({ verdict: { status, score }, solved: status === 'correct', waits: false })
    expect(machine).toEqual(grade(answers, given))
  })

  test('leaves the automatic verdict in force once it is taken back', () => {
    const machine = grade(key(manual), fr('Because.'))
    expect(graded(key(manual), machine, null)).toEqual({ verdict: machine, solved: false, waits: true })
    const right = grade(key(number), fr('4'))
    expect(graded(key(number), right, null)).toEqual({ verdict: right, solved: true, waits: false })
  })
})

describe('work after a grade', () => {
  test.each([
    ['homework', 'submitted', false, 'returned'],
    ['test', 'submitted', false, 'graded'],
    ['assessment', 'submitted', false, 'graded'],
    ['homework', 'submitted', true, 'submitted'],
    ['homework', 'returned', true, 'submitted'],
    ['test', 'graded', true, 'submitted'],
    ['test', 'returned', false, 'returned'],
    ['homework', 'returned', false, 'returned'],
  ] as const)('(%s that was %s, answers left to grade: %s) is %s', (kind, state, waits, after) => {
    expect(afterGrading({ kind, state }, [{ waits: false }, { waits }])).toBe(after)
  })

  test.each([
    ['homework', 'returned', 1, true],
    ['homework', 'returned', 11, false],
    ['test', 'graded', 9, true],
    ['test', 'returned', 1, false],
    ['assessment', 'returned', 1, false],
  ] as const)('a grade in %s (%s) can be taken back after %i minutes: %s', (kind, state, minutes, may) => {
    expect(whyNotUndone({ kind, state }, 0, minutes * 60_000) === null).toBe(may)
  })
})

test('answers that differ only in how they are typed form one group, and the largest group comes first', () => {
  const whole: AnswerKey = { kind: 'fr', parts: [{ kind: 'words', value: 'yes' }] }
  const choice: AnswerKey = { kind: 'mc', choices: ['a', 'b', 'c'], correct: [1] }
  const answers = [fr('no'), fr('It is  “even”'), fr('yes'), fr('It is "even" '), fr('it is "even"')].map(
    (given, at) => ({ given, at }),
  )
  expect(groupEqualAnswers(whole, answers).map((group) => group.map(({ at }) => at))).toEqual([
    [1, 3],
    [0],
    [2],
    [4],
  ])
  const drawn = (...stroke: number[]) => ({ given: fr('4', { text: '', strokes: [stroke] }) })
  expect(
    groupEqualAnswers(whole, [drawn(1, 2), drawn(1, 2), drawn(2, 1)]).map(({ length }) => length),
  ).toEqual([2, 1])
  const picked = (...places: number[]) => ({ given: { kind: 'mc', picked: places } as const })
  expect(groupEqualAnswers(choice, [picked(1, 2), picked(2, 1)])).toHaveLength(1)
})

test('several answers are labeled with the first student’s name and the number of others', () => {
  const [ana, ben] = [
    { firstName: 'Ana', lastName: 'Lima' },
    { firstName: 'Ben', lastName: '' },
  ]
  expect([namesOf([ana]), namesOf([ben, ana]), namesOf([])]).toEqual(['Ana Lima', 'Ben and 1 more', 'nobody'])
})
