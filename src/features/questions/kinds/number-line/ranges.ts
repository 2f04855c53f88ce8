import { type Piece, readNumberSet } from '#math/number-set.ts'
import type { Rational } from '#math/number.ts'
import { type Axis, paperOf, type Paper, snapped, stepped } from '../graph/axes.ts'

/**
 * Points and intervals on a number line, stored as text: `[-2, 5) ∪ {7}`. Their ends are on grid lines or
 * infinite. A point is a range with equal ends.
 */
export type Range = { from: number; to: number; hasFrom: boolean; hasTo: boolean }

/** One end of a range. A point has only a `from`. */
export type End = 'from' | 'to'

const micro = 1e6
const numberOf = ({ top, bottom }: Rational) => Math.round((Number(top) / Number(bottom)) * micro) / micro

export const rangesIn = (pieces: readonly Piece[]): Range[] =>
  pieces.map(({ from, to, hasFrom, hasTo }) => ({
    from: from ? numberOf(from) : -Infinity,
    to: to ? numberOf(to) : Infinity,
    hasFrom,
    hasTo,
  }))

/** Returns the ranges in a text; none if it can't be read. */
export function rangesOf(text: string): Range[] {
  const read = readNumberSet(text)
  return read.ok ? rangesIn(read.pieces) : []
}

/** Formats a number or an infinity with a minus sign instead of a hyphen. */
export const inFigures = (value: number) => String(value).replace('Infinity', '∞').replace('-', '−')

export const isPoint = ({ from, to }: Range) => from === to

export const textOfRange = ({ from, to, hasFrom, hasTo }: Range) =>
  from === to
    ? `{${inFigures(from)}}`
    : `${hasFrom ? '[' : '('}${inFigures(from)}, ${inFigures(to)}${hasTo ? ']' : ')'}`

export const textOfRanges = (ranges: readonly Range[]) => ranges.map(textOfRange).join(' ∪ ')

/** Returns the ends of a range that can be moved. */
export const endsOf = (range: Range): End[] => (isPoint(range) ? ['from'] : ['from', 'to'])

/**
 * Moves an end, but keeps it at least one step away from the other end, and keeps a point within the line. An
 * infinite end is never included.
 */
export function withEnd(range: Range, end: End, value: number, axis: Axis): Range {
  if (isPoint(range)) {
    const at = Math.min(Math.max(value, axis.min), snapped(axis.max, axis))
    return { ...range, from: at, to: at }
  }
  if (end === 'from') {
    const from = Math.min(value, neighbor(range.to, -1, axis.minor, axis))
    return {
      ...range,
      from,
      hasFrom: Number.isFinite(from) && (range.hasFrom || !Number.isFinite(range.from)),
    }
  }
  const to = Math.max(value, neighbor(range.from, 1, axis.minor, axis))
  return { ...range, to, hasTo: Number.isFinite(to) && (range.hasTo || !Number.isFinite(range.to)) }
}

/** Includes an end that is excluded, or the reverse. Infinite ends and points don't change. */
export function toggled(range: Range, end: End): Range {
  if (isPoint(range) || !Number.isFinite(range[end])) return range
  return end === 'from' ? { ...range, hasFrom: !range.hasFrom } : { ...range, hasTo: !range.hasTo }
}

/**
 * Returns the value one step to the right (1) or left (-1). After the last value of the line comes infinity.
 */
export function neighbor(value: number, direction: 1 | -1, step: number, axis: Axis): number {
  const [first, last] = [axis.min, snapped(axis.max, axis)]
  if (!Number.isFinite(value)) {
    if (Math.sign(value) === direction) return value
    return value < 0 ? first : last
  }
  const isLast = direction > 0 ? value >= last : value <= first
  return isLast ? direction * Infinity : stepped(value, direction * step, axis)
}

/** Margin at each end, in pixels, wide enough to tap the arrow that stands for infinity. */
const margin = 44
const arrow = { begins: 9, tip: 14 }

/** Returns the layout of a number line on the screen. */
export function layoutOf(axis: Axis, width: number): Paper {
  const paper = paperOf({ x: axis, y: axis }, 'line', width)
  return { ...paper, left: margin, right: Math.max(margin + 1, width - margin) }
}

/** Returns the position of a value in pixels from the left. */
export function spotOf(value: number, { min, max }: Axis, { left, right }: Paper): number {
  if (value === -Infinity) return left - arrow.tip
  if (value === Infinity) return right + arrow.tip
  return left + ((value - min) / (max - min)) * (right - left)
}

/** Returns the value nearest to a position in pixels; at the arrows, an infinity. */
export function valueAt(x: number, axis: Axis, { left, right }: Paper): number {
  if (x < left - arrow.begins) return -Infinity
  if (x > right + arrow.begins) return Infinity
  return snapped(axis.min + ((x - left) / (right - left)) * (axis.max - axis.min), axis)
}
