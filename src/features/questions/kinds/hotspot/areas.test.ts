import * as fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { areaAt, contains, countHits, isDrawn, Shape, spotIn, type Spot } from './areas.ts'

const square = { width: 100, height: 100 }
const wide = { width: 200, height: 100 }
const spots = (...all: [x: number, y: number][]): Spot[] => all.map(([x, y]) => ({ x, y }))
const rectangle: Shape = { type: 'rectangle', x: 100, y: 200, width: 300, height: 400 }
const circle: Shape = { type: 'circle', x: 500, y: 500, radius: 100 }
/** A letter U: concave, with nothing in its middle. */
const letterU: Shape = {
  type: 'polygon',
  corners: spots([0, 0], [200, 0], [200, 800], [800, 800], [800, 0], [1000, 0], [1000, 1000], [0, 1000]),
}

describe('a place belongs to an area', () => {
  test.each<[string, Shape, [number, number], boolean, typeof square]>([
    ['in a rectangle', rectangle, [250, 400], true, square],
    ['on a corner of a rectangle', rectangle, [100, 200], true, square],
    ['on the opposite corner of a rectangle', rectangle, [400, 600], true, square],
    ['one thousandth beside a rectangle', rectangle, [401, 400], false, square],
    ['above a rectangle', rectangle, [250, 199], false, square],
    ['in the middle of a circle', circle, [500, 500], true, square],
    ['on the edge of a circle', circle, [600, 500], true, square],
    ['beyond the edge of a circle', circle, [601, 500], false, square],
    ['in the corner of the square around a circle', circle, [590, 590], false, square],
    ['on the lower edge of a circle', circle, [500, 600], true, square],
    [
      'on the lower edge of a circle in a wide picture, where circles are round in pixels',
      circle,
      [500, 700],
      true,
      wide,
    ],
    ['beyond the lower edge of a circle in a wide picture', circle, [500, 701], false, wide],
    ['in an arm of a letter U', letterU, [100, 300], true, square],
    ['in the gap of a letter U', letterU, [500, 300], false, square],
    ['on an inner side of a letter U', letterU, [200, 300], true, square],
    ['in the gap of a letter U, at the height of a corner', letterU, [500, 0], false, square],
    ['in the bottom of a letter U, at the height of a corner', letterU, [500, 800], true, square],
    ['beside a letter U at the height of its corners', letterU, [1001, 0], false, square],
  ])('only if it is inside or on the edge: %s', (_, shape, [x, y], want, size) =>
    expect(contains(shape, { x, y }, size)).toBe(want),
  )
})

const anySpot = fc.record({ x: fc.nat({ max: 1000 }), y: fc.nat({ max: 1000 }) })
const anyShape = fc.oneof(
  fc
    .record({ x: fc.nat({ max: 990 }), y: fc.nat({ max: 990 }), width: fc.nat(), height: fc.nat() })
    .map(({ x, y, width, height }): Shape => ({
      type: 'rectangle',
      x,
      y,
      width: Math.max(10, width % (1000 - x)),
      height: Math.max(10, height % (1000 - y)),
    })),
  fc
    .record({ spot: anySpot, radius: fc.integer({ min: 5, max: 1000 }) })
    .map(({ spot, radius }): Shape => ({ type: 'circle', ...spot, radius })),
  fc.array(anySpot, { minLength: 3, maxLength: 20 }).map((corners): Shape => ({ type: 'polygon', corners })),
)

test('the letter of an area of any shape is inside the area and on the picture', () => {
  expect(contains(letterU, spotIn(letterU), square)).toBe(true)
  fc.assert(
    fc.property(anyShape, (shape) => {
      const spot = spotIn(Shape.parse(shape))
      expect(contains(shape, spot, wide)).toBe(true)
      expect([spot.x, spot.y].every((each) => Number.isInteger(each) && each >= 0 && each <= 1000)).toBe(true)
    }),
    { numRuns: 300 },
  )
})

test('the topmost area at a place is the one that was drawn last', () => {
  const shapes = [letterU, rectangle, circle]
  expect([100, 250, 500].map((x) => areaAt(shapes, { x, y: 500 }, square))).toEqual([1, 1, 2])
  expect(areaAt(shapes, { x: 500, y: 200 }, square)).toBe(-1)
})

test.each<[string, Spot[], number]>([
  ['one point in each', spots([50, 50], [400, 50]), 2],
  ['both points in the first', spots([50, 50], [60, 60]), 1],
  ['a point where both overlap, and one in the first', spots([250, 50], [50, 50]), 2],
  ['a point where both overlap, and one in the second', spots([250, 50], [400, 50]), 2],
  ['two points where both overlap', spots([250, 50], [250, 60]), 2],
  ['three points where both overlap', spots([250, 50], [250, 60], [250, 70]), 2],
  ['a point outside both', spots([900, 900]), 0],
  ['no point', [], 0],
])('%s: each of two overlapping areas takes one point', (_, points, hits) => {
  const shapes: Shape[] = [
    { type: 'rectangle', x: 0, y: 0, width: 300, height: 100 },
    { type: 'rectangle', x: 200, y: 0, width: 300, height: 100 },
  ]
  expect(countHits(shapes, points, square)).toBe(hits)
})

test('a polygon without a size and a rectangle that extends beyond the picture don’t count as drawn', () => {
  const flat: Shape = { type: 'polygon', corners: spots([0, 0], [500, 500], [1000, 1000]) }
  const beyond: Shape = { ...rectangle, x: 800 }
  expect([rectangle, circle, letterU, flat, beyond].map(isDrawn)).toEqual([true, true, true, false, false])
})
