import type { GivenKind } from '../given.ts'

type Point = { x: number; y: number; label?: string | undefined }

/** Formats the points of a graph in one line: `A (1, 2), (3, 4)`. */
export const pointsInWords = (points: readonly Point[]) =>
  points.map(({ x, y, label }) => `${label ? `${label} ` : ''}(${x}, ${y})`).join(', ')

export const graph: GivenKind<'graph'> = {
  empty: () => ({ kind: 'graph', points: [] }),
  fits: ({ drawType }, { figure = drawType }) => figure === drawType,
  isBlank: ({ points }) => points.length === 0,
  isComplete: (_, { points }) => points.length > 0,
  typed: () => '',
  hasOtherForms: false,
}
