import { describe, expect, test } from 'vitest'
import { pixelOf } from '../reading/gray.ts'
import type { PrintedPage } from '../worksheets/api.ts'
import { marksOf, type MarkReading, readingsOf, unreadCount, withDecided } from './page-marks.ts'

const bubbles = [0, 1, 2].map((at) => ({ name: `${at}`, x: 20 + at * 20, y: 50 }))
const question = { instructions: [], content: [], visual: null, digits: [], revision: 1, top: 40, bottom: 60 }
const choice = {
  ...question,
  num: 1,
  bubbles,
  shown: { kind: 'mc' as const, choices: [['3'], ['8'], ['11']], pickMany: false },
  solution: { kind: 'mc' as const, picked: [1] },
}
const handwriting = { ...choice, num: 2, bubbles: [] }
const page = { questions: [choice, handwriting], marks: null, state: 'started' as const } satisfies Pick<
  PrintedPage,
  'questions' | 'marks' | 'state'
>

/** Returns a straightened page on which these bubbles are filled. */
function straight(...filled: number[]) {
  const [width, height] = [700, 700]
  const data = new Uint8ClampedArray(width * height).fill(230)
  for (const { x, y, name } of bubbles)
    for (let dy = -14; dy <= 14; dy += 1)
      for (let dx = -14; dx <= 14; dx += 1) {
        const far = Math.hypot(dx, dy)
        if (far <= 14 && (far >= 12.5 || filled.includes(Number(name))))
          data[(pixelOf(y) + dy) * width + pixelOf(x) + dx] = 60
      }
  return { width, height, data }
}

describe('a photographed page', () => {
  test.each<[string, number[], object]>([
    ['one filled bubble', [1], { num: 1, given: { picked: [1] }, isClear: true }],
    ['no filled bubble', [], { num: 1, given: { picked: [] }, isClear: true }],
    ['two filled bubbles where one is expected', [0, 2], { num: 1, given: { picked: [] }, isClear: false }],
  ])('with %s is read', (_, filled, want) => {
    expect(readingsOf(straight(...filled), page)).toMatchObject([want, { num: 2, right: null }])
  })

  test('starts with the marks that staff gave its handwriting earlier', () => {
    const marks = [{ num: 2, right: false }]
    expect(readingsOf(straight(), { ...page, marks })[1]).toMatchObject({ right: false })
  })

  test('keeps its earlier answers after the work has been handed in', () => {
    const marks = [{ num: 1, given: { kind: 'mc' as const, picked: [1] } }]
    const handedIn = { ...page, marks, state: 'submitted' as const }
    expect(readingsOf(straight(2), handedIn)[0]).toMatchObject({ given: { picked: [1] } })
    expect(readingsOf(straight(2), { ...handedIn, marks: [] })[0]).toMatchObject({ given: { picked: [] } })
  })
})

test('a person’s decision takes precedence over what is read from another photo', () => {
  const decided: MarkReading = { num: 2, right: false, isClear: true }
  const read = readingsOf(straight(1), page)
  expect(withDecided(read, [decided])).toEqual([read[0], decided])
})

test('only questions with an answer get a mark', () => {
  const readings: MarkReading[] = [
    { num: 1, given: { kind: 'mc', picked: [1] }, isClear: true },
    { num: 2, given: { kind: 'mc', picked: [] }, isClear: true },
    { num: 3, right: false, isClear: true },
    { num: 4, right: null, isClear: true },
  ]
  expect(marksOf(readings).map(({ num }) => num)).toEqual([1, 3])
  expect(unreadCount(readings)).toBe(2)
})
