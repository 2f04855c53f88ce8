import { z } from 'zod'

/** Curves and regions of the coordinate plane, each determined by a fixed number of points (product §7). */
export const Figure = z.enum([
  'circle',
  'parabola',
  'absolute',
  'sine',
  'exponential',
  'shiftedExponential',
  'halfPlane',
])
export type Figure = z.infer<typeof Figure>

/** Kinds of drawings (spec §3). */
export const DrawType = z.enum(['point', 'line', 'segment', 'ray', 'polygon', ...Figure.options])
export type DrawType = z.infer<typeof DrawType>
/** Kinds of graph paper: first quadrant, all four quadrants, number line, or plot (spec §3, §9). */
export const GraphType = z.enum(['positive', 'cartesian', 'line', 'plot'])
export type GraphType = z.infer<typeof GraphType>

/** A coordinate. Grading rounds it to six decimal places (reliability B14). */
export const Coordinate = z.number().min(-1e9).max(1e9)
const AxisLabel = z.string().max(50)

/**
 * Axes from `min` to `max` with a grid line every `minor` units and a number every `major` units. On a number
 * line, the y values are ignored.
 */
export const GraphSettings = z.strictObject({
  xlabel: AxisLabel,
  ylabel: AxisLabel,
  graphName: AxisLabel,
  xmin: Coordinate,
  xmax: Coordinate,
  xminor: Coordinate,
  xmajor: Coordinate,
  ymin: Coordinate,
  ymax: Coordinate,
  yminor: Coordinate,
  ymajor: Coordinate,
})
export type GraphSettings = z.infer<typeof GraphSettings>

const maxLines = 1000

const hasSixPlaces = (value: number) => Math.round(value * 1e6) / 1e6 === value

function axisFaults(name: string, axis: { min: number; max: number; minor: number; major: number }) {
  const { min, max, minor, major } = axis
  if (!Object.values(axis).every(hasSixPlaces))
    return [`The ${name} axis has a number with more than six decimal places.`]
  if (min >= max) return [`The ${name} axis must end higher than it starts.`]
  if (minor <= 0 || major <= 0) return [`The ${name} axis must have a step greater than 0.`]
  return (max - min) / Math.min(minor, major) > maxLines
    ? [`The ${name} axis has more than ${maxLines} lines.`]
    : []
}

/** Lists the reasons why a graph can't be drawn, one sentence each (reliability B13). */
export const settingsFaults = (settings: GraphSettings, type: GraphType) => [
  ...axisFaults('x', {
    min: settings.xmin,
    max: settings.xmax,
    minor: settings.xminor,
    major: settings.xmajor,
  }),
  ...(type === 'line'
    ? []
    : axisFaults('y', {
        min: settings.ymin,
        max: settings.ymax,
        minor: settings.yminor,
        major: settings.ymajor,
      })),
]
