import { bubbleSize, type Point } from './frame.ts'
import { type Gray, pixelOf, pixelsPerMm } from './gray.ts'

/** A bubble on the page, with its center in millimeters from the frame's origin. */
export type Bubble = Point & { name: string }

/** Result of reading a bubble: whether it is filled, and whether that is certain. */
type BubbleReading = { name: string; isFilled: boolean; isClear: boolean }

const radius = (bubbleSize / 2) * pixelsPerMm

/** Evenly spaced points on the unit circle. */
const circle = Array.from({ length: 24 }, (_, at) => ({
  x: Math.cos((at / 24) * 2 * Math.PI),
  y: Math.sin((at / 24) * 2 * Math.PI),
}))

const at = ({ width, height, data }: Gray, x: number, y: number) =>
  data[
    Math.min(height - 1, Math.max(0, Math.round(y))) * width + Math.min(width - 1, Math.max(0, Math.round(x)))
  ]!

/** Returns the mean brightness of the pixels on a circle of radius `size`. */
const ring = (gray: Gray, center: Point, size: number) =>
  circle.reduce((sum, { x, y }) => sum + at(gray, center.x + x * size, center.y + y * size), 0) /
  circle.length

/** Returns the mean brightness of the pixels within a circle of radius `size`. */
function inside(gray: Gray, center: Point, size: number) {
  let [sum, count] = [0, 0]
  for (let y = -size; y <= size; y += 1)
    for (let x = -size; x <= size; x += 1)
      if (x * x + y * y <= size * size) {
        sum += at(gray, center.x + x, center.y + y)
        count += 1
      }
  return sum / count
}

/**
 * Maximum horizontal and vertical offset, in pixels, of a question's bubbles from their expected positions.
 * Bent paper moves them.
 */
const reach = 2.5 * pixelsPerMm

/**
 * Returns the offset of a question's bubbles from their expected positions: the one at which their outlines
 * are darkest compared with the paper around them.
 */
function shiftOf(gray: Gray, centers: readonly Point[]): Point {
  let best = { x: 0, y: 0, contrast: -Infinity }
  for (let y = -reach; y <= reach; y += 1.5)
    for (let x = -reach; x <= reach; x += 1.5) {
      const contrast = centers.reduce((sum, center) => {
        const moved = { x: center.x + x, y: center.y + y }
        return sum + ring(gray, moved, radius * 1.3) - ring(gray, moved, radius * 0.97)
      }, 0)
      // Prefers the expected place if the outlines are faint.
      const weighed = contrast / centers.length - 0.4 * Math.hypot(x, y)
      if (weighed > best.contrast) best = { x, y, contrast: weighed }
    }
  return best
}

/**
 * Minimum darkness of filled and of unclear bubbles, from 0 (as light as the paper) to 1 (75% darker than the
 * paper). Anything lighter counts as empty.
 */
const least = { filled: 0.5, unclear: 0.25 }

/** Reads the bubbles of a question from a straightened picture. */
export function readBubbles(gray: Gray, bubbles: readonly Bubble[]): BubbleReading[] {
  const centers = bubbles.map(({ x, y }) => ({ x: pixelOf(x), y: pixelOf(y) }))
  const shift = shiftOf(gray, centers)
  const levels = centers.map(({ x, y }) => {
    const center = { x: x + shift.x, y: y + shift.y }
    const paper = ring(gray, center, radius * 1.45)
    return (paper - inside(gray, center, radius * 0.68)) / Math.max(40, paper * 0.75)
  })
  return bubbles.map(({ name }, which) => {
    const level = levels[which]!
    return { name, isFilled: level >= least.filled, isClear: level >= least.filled || level < least.unclear }
  })
}
