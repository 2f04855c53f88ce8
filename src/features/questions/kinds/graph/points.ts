import type { DrawType } from './settings.ts'

/** Number of points of each drawing; null means any number. */
export const pointsOf: Record<DrawType, { least: number; most: number | null; says: string }> = {
  point: { least: 1, most: null, says: 'Put a point on the graph first.' },
  line: { least: 2, most: 2, says: 'A line needs two different points.' },
  segment: { least: 2, most: 2, says: 'A segment needs two different ends.' },
  ray: { least: 2, most: 2, says: 'A ray needs its start and one more point.' },
  polygon: { least: 3, most: null, says: 'A shape needs three corners or more.' },
}
