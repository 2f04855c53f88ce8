import { describe, expect, test } from 'vitest'
import {
  AnswerKey,
  answerText,
  authorWords,
  checkGiven,
  checkKey,
  Given,
  grade,
  type KeyOf,
  likeness,
  mistakeFaults,
  samplesOf,
  show,
  solutionOf,
} from '../../rules.ts'
import { fillKey } from '../../variants/filling.ts'
import { fits, isBlank, isComplete } from '../given.ts'

type Key = KeyOf<'hotspot'>

const picture = { image: 'a'.repeat(64), width: 800, height: 400, alt: 'A plant cell' }
const areas: Key['areas'] = [
  { shape: { type: 'rectangle', x: 100, y: 100, width: 200, height: 200 }, name: 'nucleus', isRight: true },
  { shape: { type: 'circle', x: 700, y: 500, radius: 100 }, name: 'vacuole', isRight: true },
  {
    shape: {
      type: 'polygon',
      corners: [
        { x: 400, y: 700 },
        { x: 600, y: 700 },
        { x: 500, y: 900 },
      ],
    },
    name: 'wall',
    isRight: false,
  },
]
const choosing: Key = { kind: 'hotspot', mode: 'areas', picture, areas }
const single: Key = { ...choosing, areas: areas.map((area, at) => ({ ...area, isRight: at === 2 })) }
const placing: Key = { kind: 'hotspot', mode: 'points', picture, areas, most: 3 }

type GivenHotspot = Extract<Given, { kind: 'hotspot' }>
const picked = (...all: number[]): GivenHotspot => ({ kind: 'hotspot', mode: 'areas', picked: all })
const points = (...all: [x: number, y: number][]): GivenHotspot => ({
  kind: 'hotspot',
  mode: 'points',
  points: all.map(([x, y]) => ({ x, y })),
})

describe('each wrong area cancels a right one', () => {
  test.each([
    ['both right areas', choosing, [0, 1], 'correct', 1],
    ['both right areas in another order', choosing, [1, 0], 'correct', 1],
    ['one right area', choosing, [0], 'partial', 0.5],
    ['both right areas and a wrong one', choosing, [0, 1, 2], 'partial', 0.5],
    ['one right area and a wrong one', choosing, [0, 2], 'incorrect', 0],
    ['only a wrong area', choosing, [2], 'incorrect', 0],
    ['no area', choosing, [], 'invalid', 0],
    ['the only right area', single, [2], 'correct', 1],
    ['an area other than the only right one', single, [0], 'incorrect', 0],
    ['two areas where one is right', single, [0, 2], 'invalid', 0],
    ['an area that doesn’t exist', single, [9], 'incorrect', 0],
  ] as const)('the score for %s is $4', (_, key, all, status, score) => {
    expect(grade(key, picked(...all))).toMatchObject({ status, score })
  })
})

describe('each right area needs its own point', () => {
  test.each<[string, [number, number][], string, number]>([
    [
      'a point in each right area',
      [
        [200, 200],
        [700, 500],
      ],
      'correct',
      1,
    ],
    [
      'points in another order',
      [
        [700, 500],
        [200, 200],
      ],
      'correct',
      1,
    ],
    [
      'points on the edges',
      [
        [300, 300],
        [800, 500],
      ],
      'correct',
      1,
    ],
    [
      'a point on the lower edge of a circle, which is round in pixels',
      [
        [100, 100],
        [700, 700],
      ],
      'correct',
      1,
    ],
    [
      'a point just beyond an edge',
      [
        [301, 300],
        [700, 500],
      ],
      'incorrect',
      0,
    ],
    ['a point in one right area', [[200, 200]], 'partial', 0.5],
    [
      'a point in each right area and one outside them',
      [
        [200, 200],
        [700, 500],
        [950, 950],
      ],
      'partial',
      0.5,
    ],
    [
      'a point in each right area and one in a wrong area',
      [
        [200, 200],
        [700, 500],
        [500, 750],
      ],
      'partial',
      0.5,
    ],
    [
      'both points in the same area',
      [
        [150, 150],
        [250, 250],
      ],
      'incorrect',
      0,
    ],
    [
      'all three points in the same area',
      [
        [150, 150],
        [250, 250],
        [200, 200],
      ],
      'incorrect',
      0,
    ],
    ['a point in the corner of the square around a circle', [[795, 690]], 'incorrect', 0],
    ['a point in a wrong area', [[500, 750]], 'incorrect', 0],
    ['a point outside all areas', [[0, 1000]], 'incorrect', 0],
    ['no point', [], 'invalid', 0],
  ])('the score for %s is $3', (_, all, status, score) => {
    expect(grade(placing, points(...all))).toMatchObject({ status, score })
  })

  test('of 10,000 places on a grid, only those in the area are right', () => {
    const one: Key = { ...placing, areas: areas.slice(0, 1), most: 1 }
    const right = Array.from(
      { length: 101 * 101 },
      (_, at) => [10 * (at % 101), 10 * Math.floor(at / 101)] as const,
    ).filter(([x, y]) => grade(one, points([x, y])).status === 'correct')
    expect(right).toHaveLength(21 * 21)
    expect(right.every(([x, y]) => x >= 100 && x <= 300 && y >= 100 && y <= 300)).toBe(true)
  })
})

test.each<[string, Key, Given, RegExp]>([
  ['a repeated area', choosing, picked(0, 0), /listed twice/],
  ['an area that doesn’t exist', choosing, picked(3), /3 areas/],
  ['more points than allowed', placing, points([0, 0], [1, 1], [2, 2], [3, 3]), /allows 3 points/],
  ['points where areas are chosen', choosing, points([0, 0]), /different kind/],
  ['areas where points are placed', placing, picked(0), /different kind/],
  [
    'areas of its own',
    placing,
    {
      kind: 'hotspot',
      mode: 'points',
      points: [{ x: 9, y: 9 }],
      areas: [{ type: 'circle', x: 9, y: 9, radius: 9 }],
    },
    /areas of its own/,
  ],
])('an answer with %s is refused', (_, key, given, reason) => {
  expect(checkGiven(key, given)).toMatch(reason)
  expect(grade(key, given).status).not.toBe('correct')
})

test.each<[string, unknown]>([
  ['a place off the picture', points([1001, 0])],
  ['a negative place', points([-1, 0])],
  ['a place with a fraction', points([0.5, 0])],
  ['a place that isn’t a number', { kind: 'hotspot', mode: 'points', points: [{ x: '1', y: 1 }] }],
  ['21 points', points(...Array.from({ length: 21 }, (): [number, number] => [1, 1]))],
  ['21 areas', picked(...Array.from({ length: 21 }, () => 0))],
  ['an area with a negative number', picked(-1)],
  ['an unknown mode', { kind: 'hotspot', mode: 'lines', points: [] }],
  ['points together with areas', { ...picked(0), points: [] }],
])('%s can’t be read as an answer', (_, given) => expect(Given.safeParse(given).success).toBe(false))

const withShape = (shape: object) => ({ ...choosing, areas: [{ ...areas[0], shape }, areas[1]] })
test.each<[string, unknown]>([
  ['a picture by its address', { ...choosing, picture: { ...picture, image: 'https://example.com/x.png' } }],
  ['21 areas', { ...choosing, areas: Array.from({ length: 21 }, () => areas[0]) }],
  ['no area', { ...choosing, areas: [] }],
  ['a name of 101 letters', { ...choosing, areas: [{ ...areas[0], name: 'x'.repeat(101) }, areas[1]] }],
  ['no name', { ...choosing, areas: [{ ...areas[0], name: '' }, areas[1]] }],
  ['an ellipse', withShape({ type: 'ellipse', x: 1, y: 1, radius: 100 })],
  [
    'two corners',
    withShape({
      type: 'polygon',
      corners: [
        { x: 0, y: 0 },
        { x: 1, y: 1 },
      ],
    }),
  ],
  [
    '21 corners',
    withShape({ type: 'polygon', corners: Array.from({ length: 21 }, (_, at) => ({ x: at, y: at * at })) }),
  ],
  ['a line instead of a rectangle', withShape({ type: 'rectangle', x: 0, y: 0, width: 500, height: 0 })],
  ['no points to place', { ...placing, most: 0 }],
])('a key with %s is refused', (_, key) => expect(AnswerKey.safeParse(key).success).toBe(false))

test.each<[string, Key, string[]]>([
  ['that is complete', choosing, []],
  ['for points that is complete', placing, []],
  [
    'without a right area',
    {
      ...choosing,
      areas: areas
        .slice(2)
        .concat(areas.slice(2))
        .map((area, at) => ({ ...area, name: `${at}` })),
    },
    ['Mark at least one area as right.'],
  ],
  [
    'with one area to choose from',
    { ...choosing, areas: areas.slice(0, 1) },
    ['Draw at least two areas to choose from.'],
  ],
  ['with one area for points', { ...placing, areas: areas.slice(0, 1) }, []],
  [
    'with fewer points than right areas',
    { ...placing, most: 1 },
    ['Students can’t place enough points for all the right areas.'],
  ],
  [
    'with a repeated name',
    { ...choosing, areas: areas.map((area, at) => (at === 2 ? { ...area, name: ' Nucleus' } : area)) },
    ['Two areas have the same name.'],
  ],
  [
    'with an area beyond the picture',
    {
      ...choosing,
      areas: areas.with(0, {
        ...areas[0]!,
        shape: { type: 'rectangle', x: 900, y: 0, width: 200, height: 100 },
      }),
    },
    ['An area has no size or isn’t on the picture.'],
  ],
])('checking a key %s lists its faults', (_, key, faults) => expect(checkKey(key)).toEqual(faults))

test('students who place points aren’t sent the areas, the areas’ names, or the number of right areas', () => {
  const shown = show(placing, (text) => [text])
  expect(shown).toEqual({ kind: 'hotspot', mode: 'points', picture, most: 3 })
  expect(show({ ...placing, areas: areas.slice(0, 1) }, (text) => [text])).toEqual(shown)
})

test('students who choose areas are sent the areas’ outlines and names, but not which areas are right', () => {
  const shown = show(choosing, (text) => [text])
  expect(shown).toEqual({
    kind: 'hotspot',
    mode: 'areas',
    picture,
    areas: areas.map(({ shape, name }) => ({ shape, name })),
    pickMany: true,
  })
  const swapped = { ...choosing, areas: areas.map((area, at) => ({ ...area, isRight: at > 0 })) }
  expect(show(swapped, (text) => [text])).toEqual(shown)
})

test('the model answer has the right areas, and fits its question', () => {
  expect(solutionOf(choosing)).toEqual(picked(0, 1))
  expect(solutionOf(placing)).toEqual({
    ...points([200, 200], [700, 500]),
    areas: [areas[0]?.shape, areas[1]?.shape],
  })
  expect(checkGiven(placing, solutionOf(placing))).toBeNull()
})

test('points in the same areas are graded together, wherever they are in them', () => {
  const like = (...all: [number, number][]) => likeness(placing, points(...all))
  expect(like([200, 200], [700, 500])).toBe(like([690, 510], [101, 299]))
  expect(like([0, 0])).toBe(like([999, 999]))
  expect(like([200, 200])).not.toBe(like([700, 500]))
  expect(like([200, 200])).not.toBe(like([200, 200], [201, 201]))
  expect(likeness(choosing, picked(1, 0))).toBe(likeness(choosing, picked(0, 1)))
})

test('a message about a mistake is shown for all points in the same areas', () => {
  const key: Key = { ...placing, mistakes: [{ given: points([500, 750]), message: 'That is the wall.' }] }
  expect(mistakeFaults(key)).toEqual([])
  expect(grade(key, points([480, 720])).mistake).toBe('That is the wall.')
  expect(grade(key, points([10, 10])).mistake).toBeUndefined()
})

test('answers are described by letters and names, and points by their places', () => {
  const words = (key: Key, given: Given) =>
    answerText(
      show(key, (text) => [text]),
      given,
    )
  expect(words(choosing, picked(0, 2))).toBe('A nucleus, C wall')
  expect(words(placing, points([400, 255], [10, 0]))).toBe(
    '40% from the left, 25.5% from the top; 1% from the left, 0% from the top',
  )
  expect(authorWords(placing, points([200, 200], [10, 0]))).toBe('nucleus, 1% from the left, 0% from the top')
  expect(authorWords(choosing, picked())).toBe('Nothing')
})

test('an answer has only areas of the picture, and no more points than allowed', () => {
  const [areasShown, pointsShown] = [choosing, placing].map((key) => show(key, (text) => [text]))
  if (!areasShown || !pointsShown) throw new Error('Nothing is shown.')
  expect([fits(areasShown, picked(2)), fits(areasShown, picked(3)), fits(areasShown, points())]).toEqual([
    true,
    false,
    false,
  ])
  expect(fits(pointsShown, points([1, 1]))).toBe(true)
  expect(fits(pointsShown, points([1, 1], [2, 2], [3, 3], [4, 4]))).toBe(false)
  expect([isBlank(points()), isBlank(picked(0))]).toEqual([true, false])
  expect([isComplete(areasShown, picked()), isComplete(pointsShown, points([1, 1]))]).toEqual([false, true])
})

test('samples range from the right answer to near misses and wrong answers', () => {
  const statuses = (key: Key) => samplesOf(key).map((given) => grade(key, given).status)
  expect(statuses(placing)).toEqual(['correct', 'partial', 'incorrect', 'incorrect', 'incorrect'])
  expect(statuses(choosing)).toEqual(['correct', 'partial', 'partial', 'partial', 'incorrect'])
  expect(statuses(single)).toEqual(['correct', 'incorrect', 'incorrect'])
})

test('the values of a random question don’t change a picture or its areas', () => {
  const filled = fillKey(placing, new Map([['a', { top: 3n, bottom: 1n }]]))
  expect(filled).toEqual({ key: placing, faults: [] })
})
