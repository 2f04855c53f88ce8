import { type Axis, type Paper, type Point, type Spot, spotOf } from './axes.ts'
import { whyNoFigure } from './figures.ts'
import { pointsOf } from './points.ts'
import type { Figure } from './settings.ts'
import { dotOf } from './shapes.ts'

type Axes = { x: Axis; y: Axis }
type DrawnFigure = { figure: Figure; points: readonly Point[] }

/** SVG paths of a figure, in pixels. `line` may continue beyond the paper; it is '' if there is none yet. */
type FigurePath = { line: string; area?: string; asymptote?: string }

type Curve = Exclude<Figure, 'circle' | 'halfPlane'>

/** Returns a function that calculates the height of a curve at x. */
function heightOf(figure: Curve, a: Spot, b: Spot, level: number): (x: number) => number {
  const [dx, dy] = [b.x - a.x, b.y - a.y]
  const curves = {
    parabola: (x: number) => a.y + dy * ((x - a.x) / dx) ** 2,
    absolute: (x: number) => a.y + dy * Math.abs((x - a.x) / dx),
    sine: (x: number) => a.y + dy * Math.cos(((x - b.x) / dx) * (Math.PI / 2)),
    exponential: (x: number) => level + (a.y - level) * ((b.y - level) / (a.y - level)) ** ((x - a.x) / dx),
  }
  return curves[figure === 'shiftedExponential' ? 'exponential' : figure]
}

/** Distance in pixels between calculated points of a curve. */
const step = 2
const written = (spots: readonly Spot[]) =>
  `M${spots.map(({ x, y }) => `${x.toFixed(1)} ${y.toFixed(1)}`).join('L')}`

/**
 * Returns the path of a curve through its points. It covers the width of the paper, and extends above and
 * below the paper by at most the paper's height.
 */
function curveLine(height: (x: number) => number, points: readonly Point[], axes: Axes, paper: Paper) {
  const { left, right, top, bottom } = paper
  const room = bottom - top
  const [width, range] = [right - left, axes.x.max - axes.x.min]
  const even = Array.from(
    { length: Math.floor(width / step) + 1 },
    (_, at) => axes.x.min + (at * step * range) / width,
  )
  const own = points.map(({ x }) => x).filter((x) => x > axes.x.min && x < axes.x.max)
  const all = [...even, ...own, axes.x.max].toSorted((one, other) => one - other)
  return written(
    all.map((x) => {
      const spot = spotOf({ x, y: height(x) }, axes, paper)
      return { x: spot.x, y: Math.min(Math.max(spot.y, top - room), bottom + room) }
    }),
  )
}

function circleLine(center: Point, through: Point, axes: Axes, paper: Paper) {
  const radius = Math.hypot(through.x - center.x, through.y - center.y)
  const { x, y } = spotOf(center, axes, paper)
  const edge = spotOf({ x: center.x + radius, y: center.y + radius }, axes, paper)
  const [wide, high] = [edge.x - x, y - edge.y]
  return `M${x - wide} ${y}a${wide} ${high} 0 1 1 ${2 * wide} 0a${wide} ${high} 0 1 1 ${-2 * wide} 0Z`
}

const crossProduct = (a: Spot, b: Spot, c: Spot) => (b.x - a.x) * (c.y - a.y) - (b.y - a.y) * (c.x - a.x)

/** Returns the part of the paper on the same side of the line from `a` to `b` as `side`. */
function areaBeside([a, b, side]: readonly [Spot, Spot, Spot], { left, right, top, bottom }: Paper) {
  const sign = Math.sign(crossProduct(a, b, side))
  const corners = [
    { x: left, y: top },
    { x: right, y: top },
    { x: right, y: bottom },
    { x: left, y: bottom },
  ]
  return corners.flatMap((corner, at) => {
    const next = corners[(at + 1) % corners.length] as Spot
    const [here, there] = [crossProduct(a, b, corner) * sign, crossProduct(a, b, next) * sign]
    const share = here / (here - there)
    const crossing =
      here * there < 0
        ? [{ x: corner.x + share * (next.x - corner.x), y: corner.y + share * (next.y - corner.y) }]
        : []
    return here >= 0 ? [corner, ...crossing] : crossing
  })
}

/**
 * Returns the boundary, and the shaded area once a side is chosen. Returns null until the boundary has two
 * different points.
 */
function halfPlanePath(points: readonly Point[], axes: Axes, paper: Paper): FigurePath | null {
  const [a, b, side] = points.map((point) => spotOf(point, axes, paper))
  if (!a || !b || (a.x === b.x && a.y === b.y)) return null
  const far = (2 * (paper.width + paper.height)) / Math.hypot(b.x - a.x, b.y - a.y)
  const [dx, dy] = [far * (b.x - a.x), far * (b.y - a.y)]
  const line = written([
    { x: a.x - dx, y: a.y - dy },
    { x: b.x + dx, y: b.y + dy },
  ])
  const area = side && crossProduct(a, b, side) !== 0 ? areaBeside([a, b, side], paper) : []
  return area.length > 2 ? { line, area: `${written(area)}Z` } : { line }
}

/**
 * Returns the paths of a figure. If its points don't determine it yet, returns just the asymptote, or null if
 * there is none.
 */
export function figurePath({ figure, points }: DrawnFigure, axes: Axes, paper: Paper): FigurePath | null {
  if (figure === 'halfPlane') return halfPlanePath(points, axes, paper)
  const [a, b, c] = points
  const level = c?.y ?? 0
  const across = c && curveLine(() => level, [], axes, paper)
  const isDetermined =
    points.length >= pointsOf[figure].least && whyNoFigure(figure, points.map(dotOf)) === null
  if (!a || !b || !isDetermined) return across ? { line: '', asymptote: across } : null
  if (figure === 'circle') return { line: circleLine(a, b, axes, paper) }
  const line = curveLine(heightOf(figure, a, b, level), points, axes, paper)
  return across ? { line, asymptote: across } : { line }
}

/**
 * Returns a point on the side of a half-plane's boundary that isn't shaded, or on either side if none is
 * shaded. Returns null if the boundary isn't complete.
 */
export function otherSide(points: readonly Point[], { x, y }: Axes): Spot | null {
  const [a, b, side] = points
  if (!a || !b) return null
  const from = side ? Math.sign(crossProduct(a, b, side)) : 0
  const corners = [x.min, x.max].flatMap((cornerX) =>
    [y.min, y.max].map((cornerY) => ({ x: cornerX, y: cornerY })),
  )
  const mirrored = side && mirroredAt(a, b, side)
  const isOnPaper =
    mirrored && mirrored.x >= x.min && mirrored.x <= x.max && mirrored.y >= y.min && mirrored.y <= y.max
  const places = isOnPaper ? [mirrored, ...corners] : corners
  return (
    places.find((place) => {
      const there = Math.sign(crossProduct(a, b, place))
      return there !== 0 && there !== from
    }) ?? null
  )
}

/**
 * Reflects a point through the midpoint between `a` and `b`. If `a` and `b` are on grid crossings, a point on
 * a crossing stays on one.
 */
const mirroredAt = (a: Spot, b: Spot, side: Spot): Spot => ({ x: a.x + b.x - side.x, y: a.y + b.y - side.y })
