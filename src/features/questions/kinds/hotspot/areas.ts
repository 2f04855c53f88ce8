import { z } from 'zod'

/**
 * Areas on a picture. Coordinates are whole thousandths of the picture's width (x) and height (y), so that
 * they don't depend on its size. The radius of a circle is in thousandths of the width.
 */
export const side = 1000
export const maxAreas = 20
export const maxCorners = 20
/** Minimum width, height or diameter of an area, in thousandths, so that the area can be tapped. */
const smallest = 10

const Coordinate = z.int().min(0).max(side)

/** A position on a picture. */
export const Spot = z.strictObject({ x: Coordinate, y: Coordinate })
export type Spot = z.infer<typeof Spot>

const Length = z.int().min(smallest).max(side)

export const Shape = z.discriminatedUnion('type', [
  z.strictObject({
    type: z.literal('rectangle'),
    x: Coordinate,
    y: Coordinate,
    width: Length,
    height: Length,
  }),
  z.strictObject({
    type: z.literal('circle'),
    x: Coordinate,
    y: Coordinate,
    radius: z
      .int()
      .min(smallest / 2)
      .max(side),
  }),
  z.strictObject({ type: z.literal('polygon'), corners: z.array(Spot).min(3).max(maxCorners) }),
])
export type Shape = z.infer<typeof Shape>

/** Size of a picture in pixels. Only the ratio of its sides matters. */
export type Size = { width: number; height: number }

/** Returns the sides of a polygon as pairs of corners. */
const sidesOf = (corners: readonly Spot[]) =>
  corners.map((from, at) => [from, corners[(at + 1) % corners.length] ?? from] as const)

/** Returns twice the area of a triangle, positive if its corners run clockwise on the picture. */
const crossProduct = (a: Spot, b: Spot, c: Spot) => (b.x - a.x) * (c.y - a.y) - (b.y - a.y) * (c.x - a.x)

function isOnSide([from, to]: readonly [Spot, Spot], spot: Spot) {
  if (crossProduct(from, to, spot) !== 0) return false
  const [left, right] = [Math.min(from.x, to.x), Math.max(from.x, to.x)]
  const [top, bottom] = [Math.min(from.y, to.y), Math.max(from.y, to.y)]
  return spot.x >= left && spot.x <= right && spot.y >= top && spot.y <= bottom
}

/**
 * Returns true if a spot is in a polygon or on its edge: a ray from the spot to the right crosses an odd
 * number of sides. The result is exact, because all numbers are integers.
 */
function isInPolygon(corners: readonly Spot[], spot: Spot) {
  const sides = sidesOf(corners)
  if (sides.some((each) => isOnSide(each, spot))) return true
  const crossed = sides.filter(([from, to]) => {
    if (from.y > spot.y === to.y > spot.y) return false
    return crossProduct(from, to, spot) > 0 === from.y > to.y
  })
  return crossed.length % 2 === 1
}

/** Returns true if a position is inside an area or on its edge. */
export function contains(shape: Shape, spot: Spot, { width, height }: Size): boolean {
  if (shape.type === 'polygon') return isInPolygon(shape.corners, spot)
  const [across, down] = [spot.x - shape.x, spot.y - shape.y]
  if (shape.type === 'rectangle')
    return across >= 0 && across <= shape.width && down >= 0 && down <= shape.height
  return (across * width) ** 2 + (down * height) ** 2 <= (shape.radius * width) ** 2
}

const middle = (a: number, b: number) => Math.round((a + b) / 2)

/**
 * Returns a position inside a polygon: its center if that is inside, otherwise the middle of its widest row.
 */
function spotInPolygon(corners: readonly Spot[]): Spot {
  const [xs, ys] = [corners.map(({ x }) => x), corners.map(({ y }) => y)]
  const [top, bottom] = [Math.min(...ys), Math.max(...ys)]
  const center = {
    x: Math.round(xs.reduce((sum, x) => sum + x, 0) / xs.length),
    y: Math.round(ys.reduce((sum, y) => sum + y, 0) / ys.length),
  }
  if (isInPolygon(corners, center)) return center
  let best = { spot: corners[0] ?? center, width: -1 }
  for (let y = top; y <= bottom; y += 1) {
    const crossings = sidesOf(corners)
      .filter(([from, to]) => from.y > y !== to.y > y)
      .map(([from, to]) => from.x + ((y - from.y) * (to.x - from.x)) / (to.y - from.y))
      .toSorted((a, b) => a - b)
    for (let at = 0; at + 1 < crossings.length; at += 2) {
      const [left = 0, right = 0] = crossings.slice(at)
      const spot = { x: middle(left, right), y }
      if (right - left > best.width && isInPolygon(corners, spot)) best = { spot, width: right - left }
    }
  }
  return best.spot
}

/** Returns a position inside an area, where the area's letter is written. */
export function spotIn(shape: Shape): Spot {
  if (shape.type === 'polygon') return spotInPolygon(shape.corners)
  if (shape.type === 'circle') return { x: shape.x, y: shape.y }
  return {
    x: Math.min(side, middle(shape.x, shape.x + shape.width)),
    y: Math.min(side, middle(shape.y, shape.y + shape.height)),
  }
}

/** Returns true if an area has a size and is on the picture. A circle may extend beyond the picture. */
export function isDrawn(shape: Shape) {
  if (shape.type === 'circle') return true
  if (shape.type === 'rectangle') return shape.x + shape.width <= side && shape.y + shape.height <= side
  const [first] = shape.corners
  return (
    first !== undefined && sidesOf(shape.corners).some(([from, to]) => crossProduct(first, from, to) !== 0)
  )
}

/** Returns an area as text. Only equal areas have the same text. */
export function numbersOf(shape: Shape): string {
  if (shape.type === 'polygon') return shape.corners.map(({ x, y }) => `${x},${y}`).join(';')
  if (shape.type === 'circle') return `${shape.x},${shape.y} r${shape.radius}`
  return `${shape.x},${shape.y} ${shape.width}×${shape.height}`
}

/** Returns the index of the topmost area at a position; -1 if there is none. */
export const areaAt = (shapes: readonly Shape[], spot: Spot, size: Size) =>
  shapes.findLastIndex((shape) => contains(shape, spot, size))

/**
 * Counts how many areas can be matched with different points. Areas may overlap, so this is a maximum
 * matching, found by augmenting paths.
 */
export function countHits(shapes: readonly Shape[], points: readonly Spot[], size: Size): number {
  const areasOf = points.map((point) =>
    shapes.flatMap((shape, at) => (contains(shape, point, size) ? [at] : [])),
  )
  const pointOf = new Map<number, number>()
  const place = (point: number, tried: Set<number>): boolean =>
    (areasOf[point] ?? []).some((area) => {
      if (tried.has(area)) return false
      tried.add(area)
      const other = pointOf.get(area)
      if (other !== undefined && !place(other, tried)) return false
      pointOf.set(area, point)
      return true
    })
  return points.filter((_, point) => place(point, new Set())).length
}
