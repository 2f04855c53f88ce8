import { describe, expect, test } from 'vitest'
import { z } from 'zod'
import { examples } from '#tests/examples.ts'
import { hasUnion, fieldPicker } from './output-fields.ts'
import { answerSchema } from './schemas.ts'

const Part = z.union([z.string(), z.object({ text: z.string() })])
const Shown = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('parts'), parts: z.array(Part) }),
  z.object({ kind: z.literal('choice'), choices: z.array(z.string()) }),
  z.discriminatedUnion('mode', [
    z.object({ kind: z.literal('picture'), mode: z.literal('areas'), areas: z.array(z.int()) }),
    z.object({ kind: z.literal('picture'), mode: z.literal('points'), most: z.int() }),
  ]),
])
const Body = z.object({
  _id: z.string(),
  shown: Shown.nullable(),
  note: z.string().optional(),
  counts: z.record(z.string(), z.int()),
})
const pick = fieldPicker(z.toJSONSchema(Body, { io: 'output' }))
const body = { _id: 'a', counts: { one: 1 } }

describe('a body whose schema has unions', () => {
  test.each<[string, unknown, unknown]>([
    [
      'parts',
      { kind: 'parts', key: 1, parts: ['a', { text: 'b', key: 2 }] },
      { kind: 'parts', parts: ['a', { text: 'b' }] },
    ],
    ['a choice', { choices: ['a'], correct: [0], kind: 'choice' }, { kind: 'choice', choices: ['a'] }],
    [
      'areas',
      { kind: 'picture', mode: 'areas', areas: [1], most: 2 },
      { kind: 'picture', mode: 'areas', areas: [1] },
    ],
    [
      'points',
      { kind: 'picture', mode: 'points', areas: [1], most: 2 },
      { kind: 'picture', mode: 'points', most: 2 },
    ],
    ['nothing', null, null],
  ])('keeps only the fields of its alternative: %s', (_, shown, want) => {
    expect(pick({ ...body, shown, secret: 'x' })).toEqual({ ...body, shown: want })
  })

  test('has its fields in the order of the schema, and optional ones if present', () => {
    expect(JSON.stringify(pick({ counts: {}, note: 'n', shown: null, _id: 'a' }))).toBe(
      '{"_id":"a","shown":null,"note":"n","counts":{}}',
    )
  })

  test('keeps the entries of a record, whatever their names', () => {
    const counts = { constructor: 1, toString: 2, _id: 3 }
    expect(pick({ ...body, shown: null, counts })).toEqual({ ...body, shown: null, counts })
  })

  test.each<[string, unknown]>([
    ['no alternative fits', { ...body, shown: { kind: 'other' } }],
    ['a field is missing', { shown: null, counts: {} }],
    ['a field of an alternative is missing', { ...body, shown: { kind: 'choice' } }],
  ])('isn’t sent if %s', (_, value) => expect(() => pick(value)).toThrow(/fits no alternative|is required/))
})

test('alternatives can be told apart by the fields that they require', () => {
  const Amount = z.union([z.object({ abs: z.string() }), z.object({ abs: z.string(), percent: z.string() })])
  const amount = fieldPicker(z.toJSONSchema(Amount))
  expect(amount({ abs: '1', key: 2 })).toEqual({ abs: '1' })
  expect(amount({ abs: '1', percent: '2' })).toEqual({ abs: '1', percent: '2' })
})

test('alternatives that can’t be told apart are refused', () => {
  const same = z.union([z.object({ a: z.string() }), z.object({ a: z.int() })])
  expect(() => fieldPicker(z.toJSONSchema(same))).toThrow('need a constant')
})

test('the alternatives of every endpoint’s unions can be told apart', () => {
  const schemas = examples
    .filter(({ endpoint }) => !endpoint.media)
    .map(({ endpoint }) => answerSchema(endpoint))
    .filter(hasUnion)
  expect(schemas.length).toBeGreaterThan(20)
  for (const schema of schemas) expect(typeof fieldPicker(schema)).toBe('function')
})
