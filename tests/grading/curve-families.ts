import type { AnswerKey, Given } from '#features/questions/rules.ts'
import { type Dot, dots, moved, nonzero, shuffled, whole } from './chance.ts'
import type { QuestionPair } from './families.ts'
import { one, type Roll } from './formula.ts'

/**
 * Curves and half-planes. Their points are calculated here with whole numbers, independently of the engine.
 */

type Graph = Extract<AnswerKey, { kind: 'graph' }>
type Figure = Extract<Given, { kind: 'graph' }>['figure']

const paper: Graph['settings'] = {
  xlabel: 'x',
  ylabel: 'y',
  graphName: '',
  xmin: -100,
  xmax: 100,
  xminor: 1,
  xmajor: 10,
  ymin: -100,
  ymax: 100,
  yminor: 1,
  ymajor: 10,
}

const curve = (figure: Figure & Graph['drawType'], answer: Dot[], points: Dot[]): QuestionPair => ({
  key: `${figure} ${dots(answer)}`,
  given: dots(points),
  asked: { kind: 'graph', drawType: figure, graphType: 'cartesian', labeled: false, settings: paper, answer },
  answered: { kind: 'graph', figure, points },
})

const somewhere = (roll: Roll): Dot => ({ x: whole(roll, 20), y: whole(roll, 20) })

/** Vectors from a circle's center to points on the circle. All vectors of a list have the same length. */
const radii = [
  [[1, 0]],
  [[1, 1]],
  [[1, 2]],
  [[1, 3]],
  [
    [3, 4],
    [5, 0],
  ],
  [
    [1, 8],
    [4, 7],
  ],
] as const
function onCircle(roll: Roll, radius: number): [number, number] {
  const [a, b] = one<readonly [number, number]>(roll, radii[radius] ?? [[1, 0]])
  const [right, up] = roll(2) === 0 ? [a, b] : [b, a]
  return [right * one(roll, [1, -1]), up * one(roll, [1, -1])]
}
function circles(roll: Roll, isRight: boolean): QuestionPair {
  const [center, radius] = [somewhere(roll), roll(radii.length)]
  const key = [center, moved(center, ...onCircle(roll, radius))]
  if (isRight) return curve('circle', key, [center, moved(center, ...onCircle(roll, radius))])
  const other = (radius + 1 + roll(radii.length - 1)) % radii.length
  const off = moved(center, nonzero(roll, 3), whole(roll, 3))
  return roll(2) === 0
    ? curve('circle', key, [center, moved(center, ...onCircle(roll, other))])
    : curve('circle', key, [off, moved(off, ...onCircle(roll, radius))])
}

/** Returns a generator of parabolas or V-shaped curves, given by their vertex and another point. */
const fromVertex =
  (figure: 'parabola' | 'absolute') =>
  (roll: Roll, isRight: boolean): QuestionPair => {
    const [vertex, steep] = [somewhere(roll), nonzero(roll, 3)]
    const grown = (distance: number) => (figure === 'parabola' ? distance ** 2 : Math.abs(distance))
    const onCurve = (distance: number) => moved(vertex, distance, steep * grown(distance))
    const [key, point] = [[vertex, onCurve(nonzero(roll, 5))], onCurve(nonzero(roll, 5))]
    if (isRight) return curve(figure, key, [vertex, point])
    const [right, up] = [nonzero(roll, 3), whole(roll, 3)]
    return roll(2) === 0
      ? curve(figure, key, [vertex, moved(point, 0, nonzero(roll, 4))])
      : curve(figure, key, [moved(vertex, right, up), moved(point, right, up)])
  }

function sines(roll: Roll, isRight: boolean): QuestionPair {
  const [start, quarter, height] = [somewhere(roll), 1 + roll(6), nonzero(roll, 8)]
  /**
   * Returns the point where a wave crosses its midline after this many half periods, and the extremum before
   * or after it.
   */
  const points = (halves: number, before: boolean, high = height): [Dot, Dot] => {
    const crossing = moved(start, 2 * quarter * halves, 0)
    const rises = (halves % 2 === 0 ? 1 : -1) * (before ? -1 : 1)
    return [crossing, moved(crossing, before ? -quarter : quarter, rises * high)]
  }
  const [key, same] = [points(0, false), points(whole(roll, 3), roll(2) === 0)]
  if (isRight) return curve('sine', key, same)
  const [crossing, peak] = same
  return one<() => QuestionPair>(roll, [
    () => curve('sine', key, points(whole(roll, 3), roll(2) === 0, -height)),
    () => curve('sine', key, [crossing, moved(peak, 0, peak.y > crossing.y ? 1 : -1)]),
    () => curve('sine', key, [moved(crossing, quarter, 0), moved(peak, quarter, 0)]),
    () => curve('sine', key, [moved(crossing, 0, 1), moved(peak, 0, 1)]),
    () => curve('sine', key, [crossing, moved(peak, peak.x > crossing.x ? 1 : -1, 0)]),
  ])()
}

function exponentials(roll: Roll, isRight: boolean): QuestionPair {
  const [base, factor] = [2 + roll(2), nonzero(roll, 3)]
  const way = one(roll, [1, -1])
  const onCurve = (power: number): Dot => ({ x: way * power, y: factor * base ** power })
  const [one1, two1, one2, two2] = [roll(2), 2 + roll(2), roll(2), 2 + roll(2)]
  const key = [onCurve(one1), onCurve(two1)]
  const [first, second] = [onCurve(one2), onCurve(two2)]
  if (isRight) return curve('exponential', key, shuffled(roll, [first, second]))
  return one<() => QuestionPair>(roll, [
    () => curve('exponential', key, [first, moved(second, 0, one(roll, [1, -1, 2]))]),
    () => curve('exponential', key, [moved(first, 1, 0), moved(second, 1, 0)]),
    () =>
      curve(
        'exponential',
        key,
        [first, second].map(({ x, y }) => ({ x: -x + 1, y })),
      ),
    () =>
      curve(
        'exponential',
        key,
        [first, second].map(({ x, y }) => ({ x, y: -y })),
      ),
  ])()
}

function halfPlanes(roll: Roll, isRight: boolean): QuestionPair {
  const [from, right, up] = [somewhere(roll), nonzero(roll, 5), whole(roll, 5)]
  /** Returns the point that is this many steps along the boundary and this many steps away from it. */
  const at = (along: number, beside: number) =>
    moved(from, along * right - beside * up, along * up + beside * right)
  const side = one(roll, [1, -1])
  const key = [at(0, 0), at(1, 0), at(whole(roll, 2), side * (1 + roll(3)))]
  const boundary = (off: number) => [at(1 + roll(3), off), at(-roll(3), off)] as const
  const shaded = (which: number) => at(whole(roll, 3), which * (1 + roll(4)))
  if (isRight) return curve('halfPlane', key, [...boundary(0), shaded(side)])
  return roll(2) === 0
    ? curve('halfPlane', key, [...boundary(0), shaded(-side)])
    : curve('halfPlane', key, [...boundary(side), shaded(side * 2)])
}

export const curves = (roll: Roll, isRight: boolean) =>
  one(roll, [circles, fromVertex('parabola'), fromVertex('absolute'), sines, exponentials, halfPlanes])(
    roll,
    isRight,
  )
