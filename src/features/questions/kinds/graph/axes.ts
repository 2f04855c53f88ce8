import type { GraphSettings, GraphType } from './settings.ts'

/**
 * Geometry of graph paper: converts between coordinates and pixels, finds grid lines, numbered lines and the
 * ends of unbounded lines. Calculates in whole millionths, so that 0.1 + 0.2 is exactly 0.3.
 */
export type Point = { x: number; y: number; label?: string | undefined }
export type Spot = { x: number; y: number }

const micro = 1e6
const whole = (value: number) => Math.round(value * micro)
const maxLines = 1000

/** Lists the numbers from `from` up to `to` in steps of `step`; none if there are more than 1,000 steps. */
function every(step: number, from: number, to: number) {
  const count = Math.floor((whole(to) - whole(from)) / whole(step))
  return count < 0 || count > maxLines
    ? []
    : Array.from({ length: count + 1 }, (_, at) => (whole(from) + at * whole(step)) / micro)
}

/** Returns the first numbered line. 0 is numbered if it is a grid line. */
function firstMajor({ min, max, minor, major }: Axis) {
  const isZeroOnGrid = min <= 0 && max >= 0 && whole(min) % whole(minor) === 0
  return isZeroOnGrid ? -Math.floor(-whole(min) / whole(major)) * (whole(major) / micro) : min
}

export type Axis = { min: number; max: number; minor: number; major: number }

export const axesOf = (settings: GraphSettings): { x: Axis; y: Axis } => ({
  x: { min: settings.xmin, max: settings.xmax, minor: settings.xminor, major: settings.xmajor },
  y: { min: settings.ymin, max: settings.ymax, minor: settings.yminor, major: settings.ymajor },
})

const minGap = { line: 5, number: 34 }

/**
 * Returns the coordinates of the lines of an axis that is `pixels` long. `minors` are the grid lines, or
 * empty if these would be too close together. `majors` are the lines that could be numbered, and `numbers`
 * are as many of them as can be numbered without the numbers touching.
 */
export function linesOf(axis: Axis, pixels: number) {
  const perUnit = pixels / (axis.max - axis.min)
  const majors = every(axis.major, firstMajor(axis), axis.max)
  const skip = Math.max(1, Math.ceil(minGap.number / (axis.major * perUnit)))
  const zero = Math.max(0, majors.indexOf(0))
  return {
    minors: axis.minor * perUnit < minGap.line ? [] : every(axis.minor, axis.min, axis.max),
    majors,
    numbers: majors.filter((_, at) => (at - zero) % skip === 0),
  }
}

/** Returns the coordinate of the nearest grid line on the paper. */
export function snapped(value: number, { min, max, minor }: Axis) {
  const most = Math.floor((whole(max) - whole(min)) / whole(minor))
  const steps = Math.min(Math.max(Math.round((whole(value) - whole(min)) / whole(minor)), 0), most)
  return (whole(min) + steps * whole(minor)) / micro
}

/** Adds `by` to a coordinate and returns the coordinate of the nearest grid line on the paper. */
export const stepped = (value: number, by: number, axis: Axis) => snapped(value + by, axis)

export const isOn = ({ x, y }: Spot, axes: { x: Axis; y: Axis }, type: GraphType) =>
  x >= axes.x.min && x <= axes.x.max && (type === 'line' || (y >= axes.y.min && y <= axes.y.max))

const edge = { near: 26, far: 44 }
const numberLine = 110

/** Layout of the paper, in pixels. `left`, `right`, `top` and `bottom` are the edges of the grid. */
export type Paper = {
  width: number
  height: number
  left: number
  right: number
  top: number
  bottom: number
}

/**
 * Returns the layout of the paper, with margins for numbers next to the grid. Units have the same length on
 * both axes if that gives reasonable proportions.
 */
export function paperOf({ x, y }: { x: Axis; y: Axis }, type: GraphType, width: number): Paper {
  const left = type !== 'line' && x.min >= 0 ? edge.far : edge.near
  const right = width - edge.near
  const across = Math.max(1, right - left)
  if (type === 'line')
    return { width, height: numberLine, left, right, top: numberLine / 2, bottom: numberLine / 2 }
  const shape = (y.max - y.min) / (x.max - x.min)
  const down = across * (shape >= 0.5 && shape <= 1.5 ? shape : 0.8)
  const below = y.min >= 0 ? edge.far : edge.near
  return { width, height: down + edge.near + below, left, right, top: edge.near, bottom: edge.near + down }
}

const share = (value: number, { min, max }: Axis) => (value - min) / (max - min)

/** Converts coordinates to pixels. */
export const spotOf = (
  { x, y }: Spot,
  axes: { x: Axis; y: Axis },
  { left, right, top, bottom }: Paper,
): Spot => ({
  x: left + share(x, axes.x) * (right - left),
  y: bottom === top ? top : bottom - share(y, axes.y) * (bottom - top),
})

/** Returns the grid crossing nearest to a position in pixels. On a number line, y is always 0. */
export function placeOf(spot: Spot, axes: { x: Axis; y: Axis }, { left, right, top, bottom }: Paper): Spot {
  const x = axes.x.min + ((spot.x - left) / (right - left)) * (axes.x.max - axes.x.min)
  const y = axes.y.min + ((bottom - spot.y) / (bottom - top)) * (axes.y.max - axes.y.min)
  return { x: snapped(x, axes.x), y: bottom === top ? 0 : snapped(y, axes.y) }
}

/** Returns the point, in pixels, where the line from `a` through `b` leaves the paper beyond `b`. */
export function endOf(a: Spot, b: Spot, { left, right, top, bottom }: Paper): Spot {
  const [dx, dy] = [b.x - a.x, b.y - a.y]
  const room = [dx > 0 ? (right - a.x) / dx : dx < 0 ? (left - a.x) / dx : Infinity]
  if (top !== bottom) room.push(dy > 0 ? (bottom - a.y) / dy : dy < 0 ? (top - a.y) / dy : Infinity)
  const far = Math.min(...room)
  return Number.isFinite(far) ? { x: a.x + dx * far, y: a.y + dy * far } : b
}

const typed = /^([+-]?)(?:(\d{1,9}) )?(\d{1,9})?(?:\.(\d{0,6}))?(?:\/(\d{1,9}))?$/

/** Parses a coordinate such as 3, −2.5 or 1 1/2, to six decimal places. Returns null for any other text. */
export function coordinateOf(text: string): number | null {
  const [matched, sign, units, digits = '', decimals, below] =
    typed.exec(text.trim().replace(/[−–]/g, '-').replace(/^\+/, '')) ?? []
  if (
    matched === undefined ||
    (digits === '' && !decimals) ||
    (below && decimals !== undefined) ||
    (units && !below)
  )
    return null
  if (below !== undefined && Number(below) === 0) return null
  const value = Number(units ?? 0) + Number(`${digits || 0}.${decimals || 0}`) / Number(below ?? 1)
  return (Math.round(value * micro) / micro) * (sign === '-' ? -1 : 1) + 0
}

/** Formats a coordinate with a minus sign instead of a hyphen. */
export const inFigures = (value: number) => String(value).replace('-', '−')
