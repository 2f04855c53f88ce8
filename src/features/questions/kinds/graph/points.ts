import type { DrawType, Figure } from './settings.ts'

/** Minimum and maximum number of points of each kind of drawing; null means no maximum. */
export const pointsOf: Record<DrawType, { least: number; most: number | null; message: string }> = {
  point: { least: 1, most: null, message: 'Put a point on the graph first.' },
  line: { least: 2, most: 2, message: 'A line needs two different points.' },
  segment: { least: 2, most: 2, message: 'A segment needs two different endpoints.' },
  ray: { least: 2, most: 2, message: 'A ray needs its endpoint and another point.' },
  polygon: { least: 3, most: null, message: 'A shape needs at least three corners.' },
  circle: { least: 2, most: 2, message: 'A circle needs its center and a point on it.' },
  parabola: { least: 2, most: 2, message: 'A parabola needs its vertex and another point.' },
  absolute: { least: 2, most: 2, message: 'The graph needs its vertex and another point.' },
  sine: { least: 2, most: 2, message: 'A wave needs a point on its midline and a maximum or minimum.' },
  exponential: { least: 2, most: 2, message: 'The curve needs two different points.' },
  shiftedExponential: {
    least: 3,
    most: 3,
    message: 'The curve needs two different points and its asymptote.',
  },
  halfPlane: {
    least: 3,
    most: 3,
    message: 'A half-plane needs two different points on its boundary and a shaded side.',
  },
}

const vertex = ['Vertex'] as const

/** Names of points that have a special role, by index. Other points are numbered. */
export const rolesOf: Partial<Record<DrawType, readonly (string | undefined)[]>> = {
  circle: ['Center'],
  parabola: vertex,
  absolute: vertex,
  sine: ['Midline', 'Maximum or minimum'],
  shiftedExponential: [undefined, undefined, 'Asymptote'],
  halfPlane: [undefined, undefined, 'Shaded side'],
}

const straight = new Set<DrawType>(['point', 'line', 'segment', 'ray', 'polygon'])

export const isFigure = (type: DrawType): type is Figure => !straight.has(type)
