import { describe, expect, test } from 'vitest'
import {
  type Axis,
  axesOf,
  coordinateOf,
  endOf,
  inFigures,
  isOn,
  linesOf,
  paperOf,
  placeOf,
  snapped,
  spotOf,
  stepped,
} from './axes.ts'

const axis = (min: number, max: number, minor = 1, major = 5): Axis => ({ min, max, minor, major })
const cartesian = { x: axis(-10, 10), y: axis(-10, 10) }
const positive = { x: axis(0, 20), y: axis(0, 20) }

test('axes are derived from the settings', () => {
  const settings = {
    xlabel: '',
    ylabel: '',
    graphName: '',
    xmin: 0,
    xmax: 10,
    xminor: 1,
    xmajor: 2,
    ymin: -4,
    ymax: 20,
    yminor: 0.5,
    ymajor: 4,
  }
  expect(axesOf(settings)).toEqual({ x: axis(0, 10, 1, 2), y: axis(-4, 20, 0.5, 4) })
})

describe('the lines of an axis', () => {
  test.each<[string, Axis, number, number[]]>([
    ['numbers are at each major step', axis(-10, 10), 400, [-10, -5, 0, 5, 10]],
    ['numbers include 0 even if the axis starts between steps', axis(-8, 8), 400, [-5, 0, 5]],
    ['numbers start at the start of an axis without 0', axis(3, 13), 400, [3, 8, 13]],
    ['steps of tenths are exact', axis(0, 0.5, 0.1, 0.1), 400, [0, 0.1, 0.2, 0.3, 0.4, 0.5]],
    [
      'numbers that would touch are left out, counting from 0',
      axis(-10, 10, 1, 1),
      300,
      [-9, -6, -3, 0, 3, 6, 9],
    ],
  ])('%s', (_, of, pixels, numbers) => {
    expect(linesOf(of, pixels).numbers).toEqual(numbers)
  })

  test('grid lines that are too close together aren’t drawn', () => {
    expect(linesOf(axis(0, 20), 400).minors).toHaveLength(21)
    expect(linesOf(axis(0, 500), 400).minors).toEqual([])
  })
})

describe('a coordinate', () => {
  test.each<[string, number, Axis, number]>([
    ['snaps to the nearest grid line', 2.4, axis(0, 10), 2],
    ['snaps to grid lines that start where the axis does', 2.4, axis(0.5, 10), 2.5],
    ['is an exact tenth on a grid of tenths', 0.29, axis(0, 1, 0.1), 0.3],
    ['stays on the paper at the low end', -40, axis(-10, 10), -10],
    ['stays on the paper at the high end', 40, axis(-10, 10), 10],
    ['snaps to the last whole step at most', 9.9, axis(0, 9.5, 2), 8],
  ])('%s', (_, value, of, place) => {
    expect(snapped(value, of)).toBe(place)
  })

  test('moves by one step with the arrow keys', () => {
    expect(stepped(2, -1, axis(0, 10))).toBe(1)
    expect(stepped(10, 1, axis(0, 10))).toBe(10)
  })

  test('can be on or off the paper; on a number line, only x counts', () => {
    expect(isOn({ x: 10, y: -10 }, cartesian, 'cartesian')).toBe(true)
    expect(isOn({ x: 0, y: 11 }, cartesian, 'cartesian')).toBe(false)
    expect(isOn({ x: 0, y: 11 }, cartesian, 'line')).toBe(true)
  })

  test('converts to pixels and back', () => {
    const paper = paperOf(positive, 'positive', 500)
    for (const place of [
      { x: 0, y: 0 },
      { x: 20, y: 20 },
      { x: 7, y: 13 },
    ])
      expect(placeOf(spotOf(place, positive, paper), positive, paper)).toEqual(place)
    const line = paperOf(cartesian, 'line', 500)
    expect(placeOf({ x: spotOf({ x: -3, y: 0 }, cartesian, line).x, y: 4 }, cartesian, line)).toEqual({
      x: -3,
      y: 0,
    })
  })
})

test('the paper is square if its axes are equally long, and slightly wider than tall if they are very different', () => {
  const square = paperOf(cartesian, 'cartesian', 500)
  expect(square.right - square.left).toBe(square.bottom - square.top)
  const flat = paperOf({ x: axis(0, 10), y: axis(0, 1000, 10, 100) }, 'plot', 500)
  expect((flat.bottom - flat.top) / (flat.right - flat.left)).toBeCloseTo(0.8)
})

test('unbounded lines end at the edge of the paper', () => {
  const paper = { width: 120, height: 120, left: 10, right: 110, top: 10, bottom: 110 }
  expect(endOf({ x: 20, y: 20 }, { x: 30, y: 30 }, paper)).toEqual({ x: 110, y: 110 })
  expect(endOf({ x: 60, y: 60 }, { x: 60, y: 50 }, paper)).toEqual({ x: 60, y: 10 })
  expect(endOf({ x: 60, y: 60 }, { x: 60, y: 60 }, paper)).toEqual({ x: 60, y: 60 })
  expect(endOf({ x: 60, y: 60 }, { x: 50, y: 60 }, { ...paper, top: 60, bottom: 60 })).toEqual({
    x: 10,
    y: 60,
  })
})

describe('a typed coordinate', () => {
  test.each<[string, number | null]>([
    ['3', 3],
    [' −2.5 ', -2.5],
    ['.5', 0.5],
    ['2.', 2],
    ['1/2', 0.5],
    ['-1 1/2', -1.5],
    ['1/3', 0.333333],
    ['+4', 4],
    ['0', 0],
    ['-0', 0],
    ['', null],
    ['-', null],
    ['.', null],
    ['1/0', null],
    ['1 2', null],
    ['2x', null],
    ['1.5/2', null],
    ['1,000', null],
  ])('“%s” is read as %s (null if it is refused)', (text, value) => {
    expect(coordinateOf(text)).toBe(value)
  })

  test('is shown with a minus sign instead of a hyphen', () => {
    expect(inFigures(-2.5)).toBe('−2.5')
  })
})
