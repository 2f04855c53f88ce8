import { maxCorners, type Shape, side, type Size, type Spot, spotIn } from './areas.ts'

/** Tool with which authors draw an area. */
export type Tool = Shape['type']

const smallest = 10
const within = (value: number, most = side) => Math.min(most, Math.max(0, Math.round(value)))

/** Returns the distance between two positions in thousandths of the picture's width. */
const distance = (one: Spot, other: Spot, { width, height }: Size) =>
  Math.hypot(one.x - other.x, ((one.y - other.y) * height) / width)

/** Returns the rectangle or circle that a pointer draws from one position to another, at least 1% in size. */
export function drawnShape(tool: 'rectangle' | 'circle', from: Spot, to: Spot, size: Size): Shape {
  if (tool === 'circle')
    return { type: 'circle', ...from, radius: Math.max(smallest, within(distance(from, to, size))) }
  const [x, y] = [Math.min(from.x, to.x, side - smallest), Math.min(from.y, to.y, side - smallest)]
  return {
    type: 'rectangle',
    x,
    y,
    width: Math.max(smallest, Math.abs(to.x - from.x)),
    height: Math.max(smallest, Math.abs(to.y - from.y)),
  }
}

/** Returns an area in the middle of the picture, for authors who don't use a pointer. */
export function middleShape(tool: Tool): Shape {
  if (tool === 'circle') return { type: 'circle', x: 500, y: 500, radius: 100 }
  if (tool === 'rectangle') return { type: 'rectangle', x: 400, y: 400, width: 200, height: 200 }
  const corners = [
    { x: 500, y: 400 },
    { x: 600, y: 600 },
    { x: 400, y: 600 },
  ]
  return { type: 'polygon', corners }
}

/** Returns the positions of the handles that reshape an area. */
export function handlesOf(shape: Shape): Spot[] {
  if (shape.type === 'polygon') return shape.corners
  if (shape.type === 'circle') {
    // If the right edge is outside the picture, the handle is on the left edge.
    const right = shape.x + shape.radius
    return [{ x: right <= side ? right : Math.max(0, shape.x - shape.radius), y: shape.y }]
  }
  const { x, y, width, height } = shape
  return [
    { x, y },
    { x: x + width, y: y + height },
  ]
}

/** Returns an area with one of its handles moved to another position. */
export function withHandle(shape: Shape, at: number, to: Spot, size: Size): Shape {
  if (shape.type === 'polygon') return { ...shape, corners: shape.corners.with(at, to) }
  if (shape.type === 'circle')
    return { ...shape, radius: Math.max(smallest, within(distance(shape, to, size))) }
  const { x, y, width, height } = shape
  const [right, bottom] = [x + width, y + height]
  if (at === 1) return { ...shape, width: Math.max(smallest, to.x - x), height: Math.max(smallest, to.y - y) }
  const [left, top] = [Math.min(to.x, right - smallest), Math.min(to.y, bottom - smallest)]
  return { type: 'rectangle', x: left, y: top, width: right - left, height: bottom - top }
}

/** Returns an area with its middle moved to a position. Rectangles and polygons stay on the picture. */
export function movedTo(shape: Shape, to: Spot): Shape {
  if (shape.type === 'circle') return { ...shape, ...to }
  const from = spotIn(shape)
  const [across, down] = [to.x - from.x, to.y - from.y]
  if (shape.type === 'rectangle') {
    const x = within(shape.x + across, side - shape.width)
    return { ...shape, x, y: within(shape.y + down, side - shape.height) }
  }
  const [xs, ys] = [shape.corners.map(({ x }) => x), shape.corners.map(({ y }) => y)]
  const by = (wanted: number, all: readonly number[]) =>
    Math.min(side - Math.max(...all), Math.max(-Math.min(...all), wanted))
  const [right, below] = [by(across, xs), by(down, ys)]
  return { ...shape, corners: shape.corners.map(({ x, y }) => ({ x: x + right, y: y + below })) }
}

/**
 * Adds a corner to a polygon, in the middle of the side that follows the corner `after`. Returns null if the
 * polygon already has the maximum number of corners, and for other shapes.
 */
export function withCorner(shape: Shape, after: number): Shape | null {
  if (shape.type !== 'polygon' || shape.corners.length >= maxCorners) return null
  const [from, to] = [shape.corners[after], shape.corners[(after + 1) % shape.corners.length]]
  if (!from || !to) return null
  const corner = { x: within((from.x + to.x) / 2), y: within((from.y + to.y) / 2) }
  return { ...shape, corners: shape.corners.toSpliced(after + 1, 0, corner) }
}

/** Removes a corner from a polygon. Returns null for a triangle, and for other shapes. */
export const withoutCorner = (shape: Shape, at: number): Shape | null =>
  shape.type === 'polygon' && shape.corners.length > 3
    ? { ...shape, corners: shape.corners.toSpliced(at, 1) }
    : null
