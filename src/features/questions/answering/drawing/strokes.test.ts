import { describe, expect, test } from 'vitest'
import { Drawing } from '../../kinds/verdict.ts'
import { hasRoom, heightOf, pointOf, simplified, withStroke } from './strokes.ts'

const nothing = { text: '', strokes: [] }

describe('a place on the paper', () => {
  test.each<[string, [number, number, number], [number, number]]>([
    ['is said in thousandths of its width', [320, 160, 640], [500, 250]],
    ['is whole', [1, 2, 3], [333, 667]],
    ['stays on the paper, left and above', [-4, -1, 640], [0, 0]],
    ['stays on the paper, right and below', [700, 9000, 640], [1000, 2000]],
  ])('%s', (_, [x, y, width], point) => {
    expect(pointOf(x, y, width)).toEqual(point)
  })
})

test('the paper is as high as its lines, and twice its width at most', () => {
  expect([3, 8, 40].map(heightOf)).toEqual([expect.closeTo(0.225), 0.6, 2])
})

describe('a stroke keeps what its shape needs', () => {
  test.each<[string, number[], number[]]>([
    ['a dot', [5, 5], [5, 5]],
    ['a straight line: its ends', [0, 0, 10, 10, 20, 20, 30, 30], [0, 0, 30, 30]],
    ['a hand that trembles less than one sees', [0, 0, 50, 0, 100, 1, 150, 0, 200, 0], [0, 0, 100, 1, 200, 0]],
    ['a corner stays', [0, 0, 50, 0, 100, 0, 100, 50, 100, 100], [0, 0, 100, 0, 100, 100]],
    ['a loop that ends where it began', [0, 0, 50, 50, 0, 100, 0, 0], [0, 0, 50, 50, 0, 100, 0, 0]],
  ])('%s', (_, drawn, kept) => {
    expect(simplified(drawn)).toEqual(kept)
  })
})

describe('what a drawing takes', () => {
  /** Points that no simplifying makes fewer. */
  const zigzag = (points: number) => Array.from({ length: points }, (_, at) => [at % 1000, at % 2 ? 0 : 900]).flat()

  test('a stroke is added, and nothing else changes', () => {
    const before = { text: 'so', strokes: [[1, 1, 2, 2]] }
    expect(withStroke(before, [3, 3, 9, 9])).toEqual({
      text: 'so',
      strokes: [
        [1, 1, 2, 2],
        [3, 3, 9, 9],
      ],
    })
    expect(before.strokes).toHaveLength(1)
  })

  test('an endless stroke is cut, and it is still a drawing', () => {
    const drawing = withStroke(nothing, zigzag(9000))
    expect(drawing.strokes[0]).toHaveLength(4000)
    expect(Drawing.safeParse(drawing).success).toBe(true)
  })

  test('a full paper takes no more, and says so', () => {
    let drawing: Drawing = nothing
    for (let stroke = 0; stroke < 8; stroke += 1) drawing = withStroke(drawing, zigzag(1999))
    expect(drawing.strokes.flat()).toHaveLength(20_000)
    expect(hasRoom(drawing.strokes)).toBe(false)
    expect(Drawing.safeParse(drawing).success).toBe(true)
    expect(withStroke(drawing, [1, 1, 5, 5])).toEqual(drawing)
  })

  test('300 strokes are the most', () => {
    let drawing: Drawing = nothing
    for (let stroke = 0; stroke < 310; stroke += 1) drawing = withStroke(drawing, [stroke, 0, stroke, 9])
    expect(drawing.strokes).toHaveLength(300)
    expect(hasRoom(drawing.strokes)).toBe(false)
  })
})
