import type { GraphSettings } from './settings.ts'

/**
 * Point of a drawing, for comparisons (product §7). Coordinates are whole millionths, so comparisons are
 * exact. A student's point may be off by less than half a grid step. A point exactly between two grid lines
 * matches neither.
 */
export type Dot = { x: bigint; y: bigint }
type TwoDots = readonly [Dot, Dot]
export type Grid = { x: bigint; y: bigint; xmin: bigint; ymin: bigint }

const exact = (value: number) => BigInt(Math.round(value * 1e6))
export const dotOf = ({ x, y }: { x: number; y: number }): Dot => ({ x: exact(x), y: exact(y) })
export const gridOf = ({ xminor, yminor, xmin, ymin }: GraphSettings): Grid => ({
  x: exact(xminor),
  y: exact(yminor),
  xmin: exact(xmin),
  ymin: exact(ymin),
})

export const abs = (value: bigint) => (value < 0n ? -value : value)
const isNear = (a: Dot, b: Dot, grid: Grid) => 2n * abs(a.x - b.x) < grid.x && 2n * abs(a.y - b.y) < grid.y

/** Returns the nearest grid crossing. */
export function snapped({ x, y }: Dot, grid: Grid): Dot {
  const to = (value: bigint, from: bigint, step: bigint) => {
    if (step <= 0n) return value
    const over = 2n * (value - from) + step
    const steps = over >= 0n ? over / (2n * step) : -((-over + 2n * step - 1n) / (2n * step))
    return from + steps * step
  }
  return { x: to(x, grid.xmin, grid.x), y: to(y, grid.ymin, grid.y) }
}

export const cross = (o: Dot, a: Dot, b: Dot) => (a.x - o.x) * (b.y - o.y) - (a.y - o.y) * (b.x - o.x)
export const dot = (o: Dot, a: Dot, b: Dot) => (a.x - o.x) * (b.x - o.x) + (a.y - o.y) * (b.y - o.y)
/**
 * Returns true if a point is on the line through two others, or off by at most 1/2000 of a grid step, because
 * thirds are stored rounded to millionths.
 */
const isOn = (p: Dot, [a, b]: TwoDots, grid: Grid) =>
  2000n * abs(cross(a, b, p)) <= abs(b.x - a.x) * grid.y + abs(b.y - a.y) * grid.x
const isSame = (a: Dot, b: Dot) => a.x === b.x && a.y === b.y

/**
 * Pairs each point in `given` with a different point in `wanted`, and returns the indexes in `wanted`.
 * Returns null if that isn't possible.
 */
export function paired(given: readonly Dot[], wanted: readonly Dot[], grid: Grid): number[] | null {
  if (given.length !== wanted.length) return null
  const left = new Set(wanted.keys())
  const places: number[] = []
  for (const each of given) {
    const at = [...left].find((place) => isNear(each, wanted[place] as Dot, grid))
    if (at === undefined) return null
    left.delete(at)
    places.push(at)
  }
  return places
}

/**
 * Returns true if the points of `given`, unchanged or moved to their nearest grid crossings, are two
 * different points on the line through those of `wanted`.
 */
export function sameLine(given: TwoDots, wanted: TwoDots, grid: Grid) {
  const nearest = given.map((each) => snapped(each, grid)) as [Dot, Dot]
  return [given, nearest].some(([p, q]) => !isSame(p, q) && isOn(p, wanted, grid) && isOn(q, wanted, grid))
}

/** Returns true if the endpoint is the same and the second point is in the same direction. */
export function sameRay([start, through]: TwoDots, [from, to]: TwoDots, grid: Grid) {
  if (!isNear(start, from, grid)) return false
  return [through, snapped(through, grid)].some((p) => isOn(p, [from, to], grid) && dot(from, to, p) > 0n)
}

/** Returns true if the corners are the same in the same order, starting anywhere and in either direction. */
export function samePolygon(given: readonly Dot[], wanted: readonly Dot[], grid: Grid) {
  if (given.length !== wanted.length) return false
  return [wanted, wanted.toReversed()].some((corners) =>
    corners.some((_, from) =>
      given.every((each, at) => isNear(each, corners[(from + at) % corners.length] as Dot, grid)),
    ),
  )
}
