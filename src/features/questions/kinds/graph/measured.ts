import { abs, type Dot, type Grid, snapped } from './shapes.ts'

/** Whole number with its maximum error, which comes from storing coordinates rounded to millionths. */
export type Measured = { value: bigint; off: bigint }
/** Point of a figure. Coordinates on grid lines are exact. */
export type Place = { x: Measured; y: Measured }

export const exactly = (value: bigint): Measured => ({ value, off: 0n })
export const minus = (a: Measured, b: Measured): Measured => ({
  value: a.value - b.value,
  off: a.off + b.off,
})
export const times = (a: Measured, b: Measured): Measured => ({
  value: a.value * b.value,
  off: abs(a.value) * b.off + abs(b.value) * a.off + a.off * b.off,
})
export const plus = (a: Measured, b: Measured): Measured => ({ value: a.value + b.value, off: a.off + b.off })
export const size = ({ value, off }: Measured): Measured => ({ value: abs(value), off })
export const isEqual = (a: Measured, b: Measured) => abs(a.value - b.value) <= a.off + b.off
/**
 * Returns true if a number isn't 0 and its error is at most 1/500 of it. A less certain distance doesn't
 * determine a figure.
 */
export const isSure = ({ value, off }: Measured) => value !== 0n && 500n * off <= abs(value)
export const isSamePlace = (a: Place, b: Place) => isEqual(a.x, b.x) && isEqual(a.y, b.y)

const minStep = 2000n

/**
 * Returns a coordinate with its error. Within 1/2000 of a step from a grid line, the coordinate counts as
 * being on the line, because rounded thirds don't add up to a whole. Elsewhere, its error is a millionth, or
 * 0 if the steps are below 2000 millionths.
 */
const settled = (value: bigint, line: bigint, step: bigint): Measured =>
  minStep * abs(value - line) <= step ? exactly(line) : { value, off: step < minStep ? 0n : 1n }

export function asGiven(dot: Dot, grid: Grid): Place {
  const near = snapped(dot, grid)
  return { x: settled(dot.x, near.x, grid.x), y: settled(dot.y, near.y, grid.y) }
}

/** Returns the grid crossing less than half a step away; null for a point exactly between two grid lines. */
export function asCrossing(dot: Dot, grid: Grid): Place | null {
  const near = snapped(dot, grid)
  return 2n * abs(dot.x - near.x) < grid.x && 2n * abs(dot.y - near.y) < grid.y
    ? { x: exactly(near.x), y: exactly(near.y) }
    : null
}
