import { pointsOf } from '#features/questions/kinds/graph/points.ts'
import { Figure } from '#features/questions/kinds/graph/settings.ts'
import type { Secret } from './leak-fixture.ts'

/** Questions for `leak-fixture.ts` whose answers are drawn, marked on a picture or written line by line. */

const paper = {
  xlabel: 'x',
  ylabel: 'y',
  graphName: '',
  xmin: -9,
  xmax: 9,
  xminor: 0.5,
  xmajor: 3,
  ymin: -9,
  ymax: 9,
  yminor: 0.5,
  ymajor: 3,
}

const placeOf = (seed: number, at: number) => 1 + (at % 5) + (700_000 + seed * 10_000 + at * 100 + 7) / 1e6

export function graphs(seed: number): Secret[] {
  const count = { point: 2, line: 2, segment: 2, ray: 2, polygon: 3 } as const
  return (Object.keys(count) as (keyof typeof count)[]).map((drawType, kind) => {
    const place = placeOf(seed, kind)
    const answer = Array.from({ length: count[drawType] }, (_, at) => ({
      x: place + at,
      y: at === 1 ? -place : place / 2,
      label: `zq${seed}${drawType}${at}`,
    }))
    const wrong = answer.map((_, at) => ({ x: at, y: at === 1 ? 1 : 0, label: 'ABC'[at] ?? '' }))
    return {
      what: `a graph of a ${drawType}`,
      answers: { kind: 'graph', drawType, graphType: 'cartesian', labeled: true, settings: paper, answer },
      never: [],
      solution: answer.flatMap(({ x, y, label }) => [String(x), String(y), label]),
      wrong: { kind: 'graph', points: wrong },
    }
  })
}

/** Returns questions whose answers are curves and half-planes. */
export function figures(seed: number): Secret[] {
  return Figure.options.map((figure, kind) => {
    const place = placeOf(seed, kind + 5)
    const ys = [place / 2, place, -place].slice(0, pointsOf[figure].least)
    const answer = ys.map((y, at) => ({ x: place + at, y }))
    return {
      what: `a graph of a ${figure}`,
      answers: {
        kind: 'graph',
        drawType: figure,
        graphType: 'cartesian',
        labeled: false,
        settings: paper,
        answer,
        dashed: figure === 'halfPlane',
      },
      never: [],
      solution: answer.flatMap(({ x, y }) => [String(x), String(y)]),
      wrong: { kind: 'graph', figure, points: answer.map((_, at) => ({ x: at, y: [1, 2, -1][at] ?? 0 })) },
    }
  })
}

/** Returns questions that are answered on a picture. */
export function pictures(seed: number, image: string): Secret[] {
  const picture = { image, width: 12, height: 9, alt: 'A plain field' }
  return [
    {
      what: 'areas on a picture to choose from',
      answers: {
        kind: 'hotspot',
        mode: 'areas',
        picture,
        areas: [200, 500, 800].map((x, at) => ({
          shape: { type: 'circle', x, y: 500, radius: 80 },
          name: `zqarea${at}`,
          isRight: at === seed,
        })),
      },
      never: [],
      solution: [],
      wrong: { kind: 'hotspot', mode: 'areas', picked: [0] },
    },
    {
      what: 'points on a picture',
      answers: {
        kind: 'hotspot',
        mode: 'points',
        picture,
        areas: [
          {
            shape: { type: 'rectangle', x: 130 + seed, y: 770 + seed, width: 111, height: 121 + seed },
            name: `zq${seed}right`,
            isRight: true,
          },
          {
            shape: { type: 'circle', x: 800, y: 300, radius: 50 },
            name: `zq${seed}beside`,
            isRight: false,
          },
        ],
        most: 2,
      },
      never: [`zq${seed}right`, `zq${seed}beside`],
      solution: [`"x":${130 + seed},"y":${770 + seed}`],
      wrong: { kind: 'hotspot', mode: 'points', points: [{ x: 10, y: 10 }] },
    },
  ]
}

/** Returns a question on a number line and one that is solved line by line. */
export const lines = (seed: 1 | 2): Secret[] => [
  {
    what: 'a number line',
    answers: {
      kind: 'numberLine',
      settings: {
        ...paper,
        xmin: 7_000_000,
        xmax: 8_000_000,
        xminor: 1000,
        xmajor: 100_000,
      },
      value: `[7${seed}85000, 7${seed}87000)`,
    },
    never: [],
    solution: [`[7${seed}85000, 7${seed}87000)`, `7${seed}85000`, `7${seed}87000`],
    wrong: { kind: 'numberLine', text: '{7900000}' },
  },
  {
    what: 'a solution line by line',
    answers: {
      kind: 'derivation',
      // The first line determines the solution, so the keys differ only in how they are written.
      start: 'zx + 1 = 7654322',
      goal: 'solved',
      value: seed === 1 ? 'x = 7654321/z' : '7654321/z = x',
      most: 6,
    },
    never: [],
    solution: [seed === 1 ? 'x = 7654321/z' : '7654321/z = x'],
    wrong: { kind: 'derivation', lines: ['x = 5/z'] },
  },
]
