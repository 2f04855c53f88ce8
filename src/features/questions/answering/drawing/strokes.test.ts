import { describe, expect, test } from 'vitest'
import { Drawing } from '../../kinds/verdict.ts'
import { hasRoom, heightOf, pointOf, simplified, withStroke } from './strokes.ts'

const nothing = { text: '', strokes: [] }

describe('a position on the paper', () => {
  test.each<[string, [number, number, number], [number, number]]>([
    ['is given in thousandths of the paper’s width', [320, 160, 640], [500, 250]],
    ['is a whole number', [1, 2, 3], [333, 667]],
    ['stays on the paper at the left and top', [-4, -1, 640], [0, 0]],
    ['stays on the paper at the right and bottom', [700, 9000, 640], [1000, 2000]],
  ])('%s', (_, [x, y, width], point) => {
    expect(pointOf(x, y, width)).toEqual(point)
  })
})

test('the paper is as tall as its lines, but at most twice as tall as it is wide', () => {
  expect([3, 8, 40].map(heightOf)).toEqual([expect.closeTo(0.225), 0.6, 2])
})

describe('a stroke keeps only the points that define its shape', () => {
  test.each<[string, number[], number[]]>([
    ['a dot stays', [5, 5], [5, 5]],
    ['a straight line keeps its ends', [0, 0, 10, 10, 20, 20, 30, 30], [0, 0, 30, 30]],
    ['an invisible wobble is removed', [0, 0, 50, 0, 100, 1, 150, 0, 200, 0], [0, 0, 100, 1, 200, 0]],
    ['a corner stays', [0, 0, 50, 0, 100, 0, 100, 50, 100, 100], [0, 0, 100, 0, 100, 100]],
    ['a loop that ends at its start stays', [0, 0, 50, 50, 0, 100, 0, 0], [0, 0, 50, 50, 0, 100, 0, 0]],
  ])('%s', (_, drawn, kept) => {
    expect(simplified(drawn)).toEqual(kept)
  })
})

describe('adding strokes to a drawing', () => {
  /** Returns a zigzag with this many points, all of which `simplified` keeps. */
  const zigzag = (points: number) =>
    Array.from({ length: points }, (_, at) => [at % 1000, at % 2 ? 0 : 900]).flat()

  test('a new stroke leaves the rest of the drawing unchanged', () => {
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

  test('an overlong stroke is cut off, and the drawing stays valid', () => {
    const drawing = withStroke(nothing, zigzag(9000))
    expect(drawing.strokes[0]).toHaveLength(4000)
    expect(Drawing.safeParse(drawing).success).toBe(true)
  })

  test('a full drawing has no room for more strokes and stays unchanged', () => {
    let drawing: Drawing = nothing
    for (let stroke = 0; stroke < 8; stroke += 1) drawing = withStroke(drawing, zigzag(1999))
    expect(drawing.strokes.flat()).toHaveLength(20_000)
    expect(hasRoom(drawing.strokes)).toBe(false)
    expect(Drawing.safeParse(drawing).success).toBe(true)
    expect(withStroke(drawing, [1, 1, 5, 5])).toEqual(drawing)
  })

  test('a drawing has at most 300 strokes', () => {
    let drawing: Drawing = nothing
    for (let stroke = 0; stroke < 310; stroke += 1) drawing = withStroke(drawing, [stroke, 0, stroke, 9])
    expect(drawing.strokes).toHaveLength(300)
    expect(hasRoom(drawing.strokes)).toBe(false)
  })
})
