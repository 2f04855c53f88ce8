import type { DrawType } from './settings.ts'

/** Minimum and maximum number of points of each kind of drawing; null means no maximum. */
export const pointsOf: Record<DrawType, { least: number; most: number | null; says: string }> = {
  point: { least: 1, most: null, says: 'Put a point on the graph first.' },
  line: { least: 2, most: 2, says: 'A line needs two different points.' },
  segment: { least: 2, most: 2, says: 'A segment needs two different endpoints.' },
  ray: { least: 2, most: 2, says: 'A ray needs its endpoint and another point.' },
  polygon: { least: 3, most: null, says: 'A shape needs at least three corners.' },
}
