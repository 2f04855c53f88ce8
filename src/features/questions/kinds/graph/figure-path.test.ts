import { describe, expect, test } from 'vitest'
import type { Axis, Paper, Spot } from './axes.ts'
import { figurePath, otherSide } from './figure-path.ts'
import type { Figure } from './settings.ts'

const axis: Axis = { min: -5, max: 5, minor: 1, major: 5 }
const axes = { x: axis, y: axis }
/** Ten pixels to a unit: (x, y) is at 50 + 10x, 50 - 10y. */
const paper: Paper = { width: 100, height: 100, left: 0, right: 100, top: 0, bottom: 100 }
const read = (text: string): Spot[] =>
  text.split(' ').map((each) => {
    const [x = Number.NaN, y = Number.NaN] = each.split(',').map(Number)
    return { x, y }
  })
const path = (figure: Figure, points: string) => figurePath({ figure, points: read(points) }, axes, paper)

/** Returns the points of a path as coordinates of the paper. */
const pointsOn = (line = '') =>
  line
    .replace(/[MZ]/g, '')
    .split('L')
    .map((each) => {
      const [x = Number.NaN, y = Number.NaN] = each.split(' ').map(Number)
      return { x: (x - 50) / 10, y: (50 - y) / 10 }
    })

describe('a curve', () => {
  test.each<[Figure, string, on: string]>([
    ['parabola', '1,-2 2,-1', '1,-2 2,-1 3,2'],
    ['absolute', '-1,0 0,2', '-1,0 -3,4 1,4'],
    ['sine', '0,1 1,3', '-4,1 -1,-1 0,1 1,3 3,-1'],
    ['exponential', '0,1 1,2', '-2,0.25 0,1 1,2 2,4'],
    ['shiftedExponential', '0,-2 1,-1 4,-3', '-2,-2.75 0,-2 2,1 3,5'],
  ])('drawn as a %s from %s goes through %s', (figure, points, on) => {
    const drawn = pointsOn(path(figure, points)?.line)
    for (const { x, y } of read(on)) {
      const near = drawn.find((spot) => Math.abs(spot.x - x) < 0.01)
      expect(near?.y, `at ${x}`).toBeCloseTo(y, 1)
    }
  })

  test('that leaves the paper goes only a little beyond it', () => {
    const heights = pointsOn(path('parabola', '0,0 1,5')?.line).map(({ y }) => y)
    expect(Math.max(...heights)).toBe(15)
  })

  test.each<[Figure, string]>([
    ['circle', '1,1'],
    ['circle', '1,1 1,1'],
    ['parabola', '1,1 1,3'],
    ['sine', '0,0 2,0'],
    ['exponential', '0,-1 1,2'],
    ['halfPlane', '1,1 1,1'],
  ])('isn’t drawn yet as a %s from %s', (figure, points) => expect(path(figure, points)).toBeNull())

  test('with an asymptote shows the asymptote even while its points are on different sides of it', () => {
    const drawn = path('shiftedExponential', '0,2 1,-4 0,-3')
    expect(drawn?.line).toBe('')
    expect(pointsOn(drawn?.asymptote).every(({ y }) => y === -3)).toBe(true)
  })
})

test('a circle is drawn with its radius along both axes', () =>
  expect(path('circle', '1,1 3,1')?.line).toBe('M40 40a20 20 0 1 1 40 0a20 20 0 1 1 -40 0Z'))

describe('a half-plane', () => {
  test.each([
    ['0,0 1,0 0,2', '-5,5 5,5 5,0 -5,0'],
    ['0,0 1,0 0,-2', '5,0 5,-5 -5,-5 -5,0'],
    ['2,0 2,5 4,0', '2,5 5,5 5,-5 2,-5'],
    ['-5,-5 5,5 5,-5', '5,5 5,-5 -5,-5'],
  ])('from %s is shaded over %s', (points, corners) =>
    expect(pointsOn(path('halfPlane', points)?.area)).toEqual(read(corners)),
  )

  test('without a side has only its boundary, which goes beyond the paper', () => {
    const drawn = path('halfPlane', '0,0 1,0')
    expect(drawn?.area).toBeUndefined()
    const [from, to] = pointsOn(drawn?.line)
    expect([(from?.x ?? 0) < -5, (to?.x ?? 0) > 5]).toEqual([true, true])
  })

  test.each<[string, Spot | null]>([
    ['0,0', null],
    ['0,0 1,1', { x: -5, y: 5 }],
    ['0,0 1,1 2,0', { x: -1, y: 1 }],
    ['0,0 1,1 -1,1', { x: 2, y: 0 }],
    ['-5,0 -5,2 3,0', null],
    ['4,4 5,5 -5,5', { x: 5, y: -5 }],
  ])('from %s is shaded on the other side at %j', (points, place) =>
    expect(otherSide(read(points), axes)).toEqual(place),
  )
})
