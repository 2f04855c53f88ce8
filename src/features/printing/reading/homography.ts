import type { Point } from './frame.ts'

/** A projection of a plane, as a 3 × 3 matrix in rows whose last number is 1. */
export type Homography = readonly number[]

/**
 * Solves a system of linear equations by elimination. Each row holds the coefficients and the right-hand side
 * of an equation, and is overwritten. Returns null if there is no unique solution.
 */
function solve(rows: number[][]): number[] | null {
  const size = rows.length
  for (let at = 0; at < size; at += 1) {
    let best = at
    for (let other = at + 1; other < size; other += 1)
      if (Math.abs(rows[other]![at]!) > Math.abs(rows[best]![at]!)) best = other
    const pivot = rows[best]!
    if (Math.abs(pivot[at]!) < 1e-9) return null
    rows[best] = rows[at]!
    rows[at] = pivot
    for (let other = 0; other < size; other += 1) {
      const row = rows[other]!
      const factor = other === at ? 0 : row[at]! / pivot[at]!
      if (factor !== 0)
        for (let column = at; column <= size; column += 1) row[column]! -= factor * pivot[column]!
    }
  }
  return rows.map((row, at) => row[size]! / row[at]!)
}

/**
 * Returns the projection that maps four points to four others. Returns null if there isn't exactly one, as
 * when three of the points in `from` are collinear.
 */
export function homography(from: readonly Point[], to: readonly Point[]): Homography | null {
  const rows = from.flatMap(({ x, y }, at) => {
    const { x: u, y: v } = to[at]!
    return [
      [x, y, 1, 0, 0, 0, -u * x, -u * y, u],
      [0, 0, 0, x, y, 1, -v * x, -v * y, v],
    ]
  })
  const solved = solve(rows)
  return solved && [...solved, 1]
}

/** Applies a projection to a point. */
export function project(by: Homography, { x, y }: Point): Point {
  const [a, b, c, d, e, f, g, h] = by as [number, number, number, number, number, number, number, number]
  const w = g * x + h * y + 1
  return { x: (a * x + b * y + c) / w, y: (d * x + e * y + f) / w }
}

export const distance = (one: Point, other: Point) => Math.hypot(one.x - other.x, one.y - other.y)
