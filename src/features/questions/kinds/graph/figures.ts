import { t } from '#shared/language.ts'
import { sameExponential } from './exponential.ts'
import {
  asCrossing,
  asGiven,
  exactly,
  isEqual,
  isSamePlace,
  isSure,
  type Measured,
  minus,
  type Place,
  plus,
  size,
  times,
} from './measured.ts'
import type { Figure } from './settings.ts'
import { abs, cross, type Dot, dot, type Grid, sameLine } from './shapes.ts'

/**
 * Curves and half-planes, each determined by its points. An answer is right if the figure through the points
 * is the same as the key's, either with the points unchanged or with the points moved to the nearest grid
 * crossings. A point of a curve that is exactly between two grid lines can't be moved. The parameters of the
 * figures are compared, exactly on grid lines and otherwise within the error from rounding to millionths.
 * Being close to the key's curve isn't enough.
 */

/**
 * Returns the reason why points don't determine a figure, or null. Expects as many points as the figure
 * needs.
 */
export function whyNoFigure(figure: Figure, points: readonly Dot[]): string | null {
  const [a, b, c] = points
  if (!a || !b) return null
  const [isSameX, isSameY] = [a.x === b.x, a.y === b.y]
  if (figure === 'circle')
    return isSameX && isSameY ? t('A circle needs its center and a point on it.') : null
  if (figure === 'parabola' || figure === 'absolute') {
    if (isSameX) return t('Put the other point to the left or right of the vertex.')
    return isSameY ? t('Put the other point higher or lower than the vertex.') : null
  }
  if (figure === 'sine') {
    if (isSameX) return t('Put the maximum or minimum to the left or right of the point on the midline.')
    return isSameY ? t('Put the maximum or minimum above or below the midline.') : null
  }
  if (figure === 'halfPlane') {
    if (isSameX && isSameY)
      return t('A half-plane needs two different points on its boundary and a shaded side.')
    return c && cross(a, b, c) === 0n
      ? t('Put the point for the shaded side next to the line, not on it.')
      : null
  }
  if (isSameX) return t('Put one point to the right of the other, not above it.')
  if (isSameY) return t('Put one point higher than the other.')
  const level = c?.y ?? 0n
  return (a.y - level) * (b.y - level) > 0n
    ? null
    : t('Put both points above the asymptote, or both below it.')
}

type Pair = readonly [Place, Place]
const distances = ([from, to]: Pair) => ({ dx: minus(to.x, from.x), dy: minus(to.y, from.y) })

function sameCircle(given: Pair, wanted: Pair) {
  const squared = (pair: Pair) => {
    const { dx, dy } = distances(pair)
    return plus(times(dx, dx), times(dy, dy))
  }
  return (
    isSamePlace(given[0], wanted[0]) && isSure(squared(given)) && isEqual(squared(given), squared(wanted))
  )
}

/**
 * Returns true if two figures have the same vertex, and the height above it grows at the same rate in both.
 * `grown` returns what the height is proportional to: the horizontal distance from the vertex, or its square.
 */
function sameFromVertex(given: Pair, wanted: Pair, grown: (dx: Measured) => Measured) {
  const [one, other] = [distances(given), distances(wanted)]
  return (
    isSamePlace(given[0], wanted[0]) &&
    [one.dx, one.dy, other.dx, other.dy].every(isSure) &&
    isEqual(times(one.dy, grown(other.dx)), times(other.dy, grown(one.dx)))
  )
}

/**
 * Returns true if midline, amplitude and period are the same and the maxima are whole periods apart. A
 * minimum is half a period from a maximum; the points are a quarter apart.
 */
function sameSine(given: Pair, wanted: Pair) {
  const [one, other] = [distances(given), distances(wanted)]
  const quarter = size(other.dx)
  if (
    !isSure(one.dx) ||
    !isSure(one.dy) ||
    !isEqual(given[0].y, wanted[0].y) ||
    !isEqual(size(one.dx), quarter) ||
    !isEqual(size(one.dy), size(other.dy))
  )
    return false
  const isTurned = one.dy.value > 0n !== other.dy.value > 0n
  const between = minus(given[1].x, wanted[1].x)
  const shift = isTurned ? plus(between, times(exactly(2n), quarter)) : between
  const period = 4n * quarter.value
  const periods = (2n * abs(shift.value) + period) / (2n * period)
  const rest = minus(size(shift), times(exactly(4n * periods), quarter))
  return 500n * rest.off <= quarter.value && isEqual(rest, exactly(0n))
}

function sameCurve(figure: Exclude<Figure, 'halfPlane'>, given: readonly Place[], wanted: readonly Place[]) {
  const [pair, key] = [given.slice(0, 2), wanted.slice(0, 2)] as unknown as [Pair, Pair]
  if (figure === 'circle') return sameCircle(pair, key)
  if (figure === 'parabola') return sameFromVertex(pair, key, (dx) => times(dx, dx))
  if (figure === 'absolute') return sameFromVertex(pair, key, size)
  if (figure === 'sine') return sameSine(pair, key)
  const asymptote = (places: readonly Place[]) => places[2]?.y ?? exactly(0n)
  return sameExponential(
    { points: pair, asymptote: asymptote(given) },
    { points: key, asymptote: asymptote(wanted) },
  )
}

type ThreeDots = readonly [Dot, Dot, Dot]

/** Returns true if the boundary is the same line and the same side of it is shaded. */
function sameSide(given: ThreeDots, wanted: ThreeDots, grid: Grid) {
  const [[a, b, side], [from, to, other]] = [given, wanted]
  if (!sameLine([a, b], [from, to], grid)) return false
  const along = dot(a, b, { x: a.x + to.x - from.x, y: a.y + to.y - from.y }) > 0n
  const [left, right] = [cross(a, b, side) > 0n, cross(from, to, other) > 0n]
  return along ? left === right : left !== right
}

/**
 * Returns true if points determine the same figure as the key's points. Both lists have as many points as the
 * figure needs.
 */
export function sameFigure(figure: Figure, given: readonly Dot[], wanted: readonly Dot[], grid: Grid) {
  if (figure === 'halfPlane')
    return sameSide(given as unknown as ThreeDots, wanted as unknown as ThreeDots, grid)
  const key = wanted.map((each) => asGiven(each, grid))
  const crossings = given.map((each) => asCrossing(each, grid)).filter((place) => place !== null)
  return [given.map((each) => asGiven(each, grid)), crossings].some(
    (places) => places.length === key.length && sameCurve(figure, places, key),
  )
}
