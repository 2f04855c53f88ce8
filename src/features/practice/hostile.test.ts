import { v7 as newId } from 'uuid'
import { beforeAll, expect, test } from 'vitest'
import type { AnswerKey } from '#features/questions/rules.ts'
import { factories } from '#tests/factories.ts'
import { openWorld, type Caller } from '#tests/world.ts'
import { ownSections, ownWork } from './answering/api.ts'
import { assigning } from './assigning/api.ts'

/**
 * Answers of every invalid shape (reliability B14): each is refused with a reason, and nothing is stored or
 * counted.
 */

const world = await openWorld()
let student: Caller
let homeworkId = ''

const strokes = (numbers: number) => {
  const full = Array.from({ length: Math.floor(numbers / 4000) }, () => Array.from({ length: 4000 }, () => 5))
  return numbers % 4000 > 0 ? [...full, Array.from({ length: numbers % 4000 }, () => 5)] : full
}
const fr = (...parts: unknown[]) => ({ kind: 'fr', parts })
const graph = (...points: unknown[]) => ({ kind: 'graph', points })
const paper = {
  xlabel: 'x',
  ylabel: 'y',
  graphName: '',
  xmin: -9,
  xmax: 9,
  xminor: 1,
  xmajor: 3,
  ymin: -9,
  ymax: 9,
  yminor: 1,
  ymajor: 3,
}
/** Answer keys of the questions, by their number in the homework. */
const keys: AnswerKey[] = [
  {
    kind: 'fr',
    parts: [{ kind: 'label', text: 'So many:' }, { kind: 'number', value: '4' }, { kind: 'work' }],
  },
  { kind: 'mc', choices: ['a', 'b', 'c'], correct: [0, 1] },
  { kind: 'sentence', value: 'One two three.' },
  {
    kind: 'graph',
    drawType: 'point',
    graphType: 'cartesian',
    labeled: false,
    settings: paper,
    answer: [{ x: 1, y: 2 }],
  },
]
const work = { text: '', strokes: [] }
const [parts, choices, sentence, drawn] = [1, 2, 3, 4]

beforeAll(async () => {
  const cast = await world.database.write(async (db) => {
    const make = factories(db)
    const [center, section] = [await make.center(), await make.section()]
    await make.questions(
      section.id,
      keys.map((key) => ({ text: 'What is it?', key })),
    )
    return {
      section,
      student: await make.student(center.id),
      operator: await make.staff('operator', center.id),
    }
  })
  student = await world.as(cast.student)
  const operator = await world.as(cast.operator)
  homeworkId = (await operator.call(assigning.homework, { id: cast.student.id, sections: [cast.section.id] }))
    .body._id
  await student.call(ownWork.homework.change, { id: homeworkId, state: 'started' })
})

const send = (n: number, raw: object) => {
  const input = {
    id: homeworkId,
    s: 1,
    n,
    seq: 1,
    answerId: newId(),
    given: { kind: 'mc' as const, picked: [] },
  }
  return student.call(ownSections.answer, input, { raw: { seq: 1, answerId: newId(), ...raw } })
}

test.each<[string, number, unknown, number]>([
  ['nothing', parts, undefined, 400],
  ['null', parts, null, 400],
  ['a text', parts, '4', 400],
  ['a list', parts, ['4'], 400],
  ['no kind', parts, { parts: ['4', work] }, 400],
  ['an unknown kind', parts, { kind: 'essay', text: '4' }, 400],
  ['a list as its kind', parts, { kind: ['fr'], parts: ['4', work] }, 400],
  ['a kind that every object inherits', parts, { kind: 'constructor', parts: ['4'] }, 400],
  ['an extra field', parts, { ...fr('4', work), score: 1 }, 400],
  ['its own verdict', parts, { ...fr('4', work), verdict: { status: 'correct' } }, 400],
  ['too few parts', parts, fr('4'), 422],
  ['no parts', parts, fr(), 422],
  ['too many parts', parts, fr('4', work, '5'), 422],
  ['a part for the label', parts, fr('', '4', work), 422],
  ['51 parts', parts, fr(...Array.from({ length: 51 }, () => '4')), 422],
  ['a number that isn’t text', parts, fr(4, work), 400],
  ['a list as a part', parts, fr(['4'], work), 400],
  ['null as a part', parts, fr(null, work), 400],
  ['501 characters', parts, fr('4'.repeat(501), work), 422],
  ['a NUL', parts, fr('4\u0000', work), 400],
  ['a lone surrogate', parts, fr('4\ud800', work), 400],
  ['a drawing where text belongs', parts, fr(work, work), 422],
  ['text where a drawing belongs', parts, fr('4', 'x'), 422],
  ['20,002 numbers drawn', parts, fr('4', { text: '', strokes: strokes(20_002) }), 422],
  ['301 strokes', parts, fr('4', { text: '', strokes: Array.from({ length: 301 }, () => [1, 1]) }), 400],
  ['a stroke with half a point', parts, fr('4', { text: '', strokes: [[1]] }), 422],
  ['a point off the paper', parts, fr('4', { text: '', strokes: [[1, 2001]] }), 422],
  ['a point with a negative coordinate', parts, fr('4', { text: '', strokes: [[-1, 5]] }), 422],
  ['a point with a fraction', parts, fr('4', { text: '', strokes: [[0.5, 1]] }), 400],
  ['a drawing with an extra field', parts, fr('4', { ...work, html: '<b>' }), 400],
  ['501 characters next to a drawing', parts, fr('4', { ...work, text: 'x'.repeat(501) }), 422],
  ['an answer to choices', parts, { kind: 'mc', picked: [0] }, 422],
  ['an unknown choice', choices, { kind: 'mc', picked: [3] }, 422],
  ['a choice after the tenth', choices, { kind: 'mc', picked: [10] }, 422],
  ['a choice with a negative number', choices, { kind: 'mc', picked: [-1] }, 422],
  ['half a choice', choices, { kind: 'mc', picked: [0.5] }, 400],
  ['a choice as text', choices, { kind: 'mc', picked: ['0'] }, 400],
  ['a repeated choice', choices, { kind: 'mc', picked: [1, 1] }, 422],
  ['eleven choices', choices, { kind: 'mc', picked: Array.from({ length: 11 }, () => 0) }, 422],
  ['a choice without a list', choices, { kind: 'mc', picked: 0 }, 400],
  ['parts', choices, fr('0'), 422],
  ['501 characters', sentence, { kind: 'sentence', text: 'x'.repeat(501) }, 422],
  ['no text', sentence, { kind: 'sentence' }, 400],
  ['a list of words', sentence, { kind: 'sentence', text: ['One', 'two'] }, 400],
  ['a drawing', sentence, { kind: 'sentence', text: work }, 400],
  ['a right-to-left override', sentence, { kind: 'sentence', text: 'One\u202etwo' }, 400],
  ['points', sentence, graph({ x: 1, y: 2 }), 422],
  ['101 points', drawn, graph(...Array.from({ length: 101 }, (_, x) => ({ x, y: 0 }))), 422],
  ['a point without y', drawn, graph({ x: 1 }), 400],
  ['a point as text', drawn, graph({ x: '1', y: '2' }), 400],
  ['null as a coordinate', drawn, graph({ x: null, y: 2 }), 400],
  ['a point out of range', drawn, graph({ x: 1e308, y: 2 }), 400],
  ['a point past a billion', drawn, graph({ x: 2e9, y: 2 }), 422],
  ['a name of 21 letters', drawn, graph({ x: 1, y: 2, label: 'x'.repeat(21) }), 422],
  ['a point with an extra field', drawn, graph({ x: 1, y: 2, z: 3 }), 400],
  ['points that aren’t a list', drawn, { kind: 'graph', points: { x: 1, y: 2 } }, 400],
  ['another figure', drawn, { ...graph({ x: 1, y: 2 }), figure: 'circle' }, 422],
  ['an unknown figure', drawn, { ...graph({ x: 1, y: 2 }), figure: 'spiral' }, 400],
  ['text as the value of `dashed`', drawn, { ...graph({ x: 1, y: 2 }), dashed: 'yes' }, 400],
  ['paper settings', drawn, { ...graph({ x: 1, y: 2 }), settings: paper }, 400],
])(
  'an answer with %s is refused with a message, and nothing is stored or counted (question %i)',
  async (_, n, given, status) => {
    const { status: came, body, text } = await send(n, given === undefined ? {} : { given })
    expect(came, text).toBe(status)
    expect((body as unknown as { message: string }).message).toMatch(/\w+ .*\w/)
    expect(await world.database.read`select 1 from answers where work_id = ${homeworkId}`).toHaveLength(0)
    const question = await student.call(ownSections.question, { id: homeworkId, s: 1, n })
    expect(question.body).toMatchObject({ answers: 0, triesLeft: 3, given: null, verdict: null })
  },
)

test('an answer of the maximum size is accepted', async () => {
  const most = { text: 'x'.repeat(500), strokes: strokes(20_000) }
  expect((await send(parts, { given: fr('4', most) })).body.verdict?.status).toBe('correct')
  const far = Array.from({ length: 100 }, (_, at) => ({ x: at / 1e6, y: 9, label: 'y'.repeat(20) }))
  expect((await send(drawn, { given: graph(...far) })).body.verdict?.status).toBe('incorrect')
  expect(
    (await send(sentence, { given: { kind: 'sentence', text: 'x'.repeat(500) } })).body.verdict?.status,
  ).toBe('incorrect')
})
