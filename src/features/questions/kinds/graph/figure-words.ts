import { t } from '#shared/language.ts'
import { whyNoFigure } from './figures.ts'
import { pointsInWords } from './given.ts'
import { pointsOf } from './points.ts'
import type { Figure } from './settings.ts'
import { abs, cross, type Dot, dotOf } from './shapes.ts'

type Point = { x: number; y: number; label?: string | undefined }
/** A drawn figure: its points, and whether the boundary of a half-plane is dashed. */
type DrawnFigure = { figure: Figure; points: readonly Point[]; dashed?: boolean | undefined }

const micro = 1_000_000
const rounded = (value: number) => Math.round(value * micro) / micro
const squareOf = (a: Dot, b: Dot) => (b.x - a.x) ** 2n + (b.y - a.y) ** 2n

/**
 * Formats a radius, given the square of its length in millionths: `3`, `√5`, or rounded to three decimal
 * places.
 */
function radiusInWords(square: bigint) {
  const radius = rounded(Math.sqrt(Number(square)) / micro)
  if (BigInt(Math.round(radius * micro)) ** 2n === square) return String(radius)
  const whole = square / 10n ** 12n
  return whole * 10n ** 12n === square ? `√${whole}` : radius.toFixed(3)
}

/** Returns true if the points determine the figure. */
function isComplete({ figure, points }: DrawnFigure) {
  const { least, most } = pointsOf[figure]
  const isEnough = points.length >= least && (most === null || points.length <= most)
  return isEnough && whyNoFigure(figure, points.map(dotOf)) === null
}

/**
 * Describes a figure in words, such as “circle with center (1, 2) and radius 3”. Lists the points of an
 * unfinished figure.
 */
export function figureInWords(drawn: DrawnFigure): string {
  const { figure, points, dashed } = drawn
  const [a, b, c] = points
  if (!isComplete(drawn) || !a || !b) return pointsInWords(points)
  const [first, second] = [pointsInWords([a]), pointsInWords([b])]
  const level = c?.y ?? 0
  const inWords = {
    circle: () =>
      t('circle with center {center} and radius {radius}', {
        center: first,
        radius: radiusInWords(squareOf(dotOf(a), dotOf(b))),
      }),
    parabola: () => t('parabola with vertex {vertex} through {point}', { vertex: first, point: second }),
    absolute: () =>
      t('absolute value graph with vertex {vertex} through {point}', { vertex: first, point: second }),
    sine: () =>
      t(
        'sine wave with midline y = {level}, amplitude {amplitude}, period {period}, and a maximum at x = {top}',
        {
          level: a.y,
          amplitude: rounded(Math.abs(b.y - a.y)),
          period: rounded(4 * Math.abs(b.x - a.x)),
          top: rounded(b.y > a.y ? b.x : b.x + 2 * Math.abs(b.x - a.x)),
        },
      ),
    exponential: () => t('exponential curve through {first} and {second}', { first, second }),
    shiftedExponential: () =>
      t('exponential curve through {first} and {second} with asymptote y = {level}', {
        first,
        second,
        level,
      }),
    halfPlane: () =>
      dashed
        ? t('half-plane with dashed boundary through {first} and {second}, shaded toward {side}', {
            first,
            second,
            side: pointsInWords(points.slice(2)),
          })
        : t('half-plane with solid boundary through {first} and {second}, shaded toward {side}', {
            first,
            second,
            side: pointsInWords(points.slice(2)),
          }),
  }
  return inWords[figure]()
}

const gcd = (a: bigint, b: bigint): bigint => (b === 0n ? abs(a) : gcd(b, a % b))

/** Formats a ratio of whole numbers in lowest terms with a positive denominator. */
function ratio(over: bigint, under: bigint) {
  const common = gcd(over, under) * (under < 0n ? -1n : 1n)
  return `${over / common}/${under / common}`
}

/**
 * Formats the boundary as ax + by = c in lowest terms, with signs such that ax + by > c on the shaded side.
 */
function halfPlaneLikeness(a: Dot, b: Dot, side: Dot, dashed: boolean) {
  const sign = cross(a, b, side) > 0n ? 1n : -1n
  const [x, y] = [sign * (a.y - b.y), sign * (b.x - a.x)]
  const sum = x * a.x + y * a.y
  const common = gcd(gcd(x, y), sum)
  return `${x / common} ${y / common} ${sum / common} ${dashed ? 'dashed' : 'solid'}`
}

/**
 * Formats the asymptote, the side of it on which the curve lies, the growth, and the height at x = 0. The
 * last two are logarithms with six decimal places, because both may be irrational.
 */
function exponentialLikeness(a: Dot, b: Dot, level: bigint) {
  const [one, other] = [a, b].map(({ y }) => Math.log(Math.abs(Number(y - level)) / micro)) as [
    number,
    number,
  ]
  const growth = ((other - one) / Number(b.x - a.x)) * micro
  const start = one - (growth * Number(a.x)) / micro
  return `${level} ${a.y > level ? '+' : '-'} ${[growth, start].map((value) => (value + 0).toFixed(6).replace(/^-(0\.0+)$/, '$1')).join(' ')}`
}

/**
 * Returns a text that is the same for equal figures, even if their points differ. Returns null for an
 * unfinished figure.
 */
export function figureLikeness(drawn: DrawnFigure): string | null {
  const { figure, points, dashed = false } = drawn
  const [a, b, c] = points.map(dotOf)
  if (!isComplete(drawn) || !a || !b) return null
  const at = `${a.x},${a.y}`
  const [dx, dy] = [b.x - a.x, b.y - a.y]
  const period = 4n * abs(dx)
  const top = dy > 0n ? b.x : b.x + 2n * abs(dx)
  const parameters = {
    circle: () => `${at} ${squareOf(a, b)}`,
    parabola: () => `${at} ${ratio(dy, dx * dx)}`,
    absolute: () => `${at} ${ratio(dy, abs(dx))}`,
    sine: () => `${a.y} ${abs(dy)} ${period} ${((top % period) + period) % period}`,
    exponential: () => exponentialLikeness(a, b, 0n),
    shiftedExponential: () => exponentialLikeness(a, b, c?.y ?? 0n),
    halfPlane: () => halfPlaneLikeness(a, b, c ?? a, dashed),
  }
  return `${figure} ${parameters[figure]()}`
}
