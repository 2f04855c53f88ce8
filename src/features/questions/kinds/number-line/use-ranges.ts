import { useState } from 'react'
import { t } from '#shared/language.ts'
import type { Fields } from '../../answering/fields.ts'
import { useUndo } from '../../answering/use-undo.ts'
import { type Axis, axesOf, snapped } from '../graph/axes.ts'
import {
  type End,
  endsOf,
  inFigures,
  isPoint,
  neighbor,
  type Range,
  rangesOf,
  textOfRanges,
  toggled,
  withEnd,
} from './ranges.ts'

const maxRanges = 6

type Mode = 'interval' | 'point'

/** One end of a range on the line. `at` is the index of the range. */
export type RangeEnd = { at: number; end: End }

const placeInWords = (value: number) => {
  if (Number.isFinite(value)) return inFigures(value)
  return value < 0 ? t('minus infinity') : t('infinity')
}

/** Describes an end by its value and by whether it belongs to the range. */
export function nameOfEnd(range: Range, { at, end }: RangeEnd) {
  const [num, place] = [at + 1, placeInWords(range[end])]
  if (isPoint(range)) return t('Point at {place}', { place })
  const name =
    end === 'from'
      ? t('Start of interval {num}: {place}', { num, place })
      : t('End of interval {num}: {place}', { num, place })
  if (!Number.isFinite(range[end])) return name
  return `${name}, ${range[end === 'from' ? 'hasFrom' : 'hasTo'] ? t('included') : t('not included')}`
}

type Line = Pick<Fields<'numberLine'>, 'shown' | 'given' | 'onChange'>

/**
 * Returns the points and intervals on the line with actions on them. Adding, changing and removing them is
 * announced to screen readers.
 */
function useEnds({ given, onChange }: Line, axis: Axis) {
  const ranges = rangesOf(given.text)
  const [selected, select] = useState<RangeEnd | null>(null)
  const [announcement, announce] = useState('')
  const { change, undo, redo } = useUndo(given.text, (text) => onChange({ kind: 'numberLine', text }))
  const put = ({ at, end }: RangeEnd, range: Range) => {
    change(textOfRanges(ranges.with(at, range)))
    select({ at, end })
    announce(nameOfEnd(range, { at, end }))
  }
  const append = (range: Range) => {
    const at = ranges.length
    change(textOfRanges([...ranges, range]))
    select({ at, end: endsOf(range).at(-1) ?? 'from' })
    announce(
      endsOf(range)
        .map((end) => nameOfEnd(range, { at, end }))
        .join('. '),
    )
  }
  const toggle = (which: RangeEnd) => {
    const range = ranges[which.at]
    if (range) put(which, toggled(range, which.end))
  }
  const move = (which: RangeEnd, value: number) => {
    const range = ranges[which.at]
    if (range) put(which, withEnd(range, which.end, value, axis))
  }
  const replace = (next: readonly Range[]) => {
    change(textOfRanges(next))
    select(null)
  }
  const remove = (at: number) => {
    replace(ranges.toSpliced(at, 1))
    announce(t('Removed.'))
  }
  return {
    ranges,
    selected,
    select,
    announcement,
    announce,
    append,
    toggle,
    move,
    remove,
    undo,
    redo,
    clear: ranges.length > 0 ? () => replace([]) : null,
  }
}

/** Returns the points and intervals on the line, and functions that mark more of them. */
export function useRanges(line: Line) {
  const axis = axesOf(line.shown.settings).x
  const [mode, setMode] = useState<Mode>('interval')
  /** First end of an interval whose other end isn't marked yet. */
  const [begun, begin] = useState<number | null>(null)
  const ends = useEnds(line, axis)
  const { ranges, append, select, announce } = ends
  const isFull = ranges.length >= maxRanges
  const choose = (next: Mode) => {
    setMode(next)
    begin(null)
  }
  /** Adds an interval between two values. Finite ends belong to it until they are excluded. */
  const addBetween = (one: number, other: number) => {
    const [from, to] = [Math.min(one, other), Math.max(one, other)]
    append({ from, to, hasFrom: Number.isFinite(from), hasTo: Number.isFinite(to) })
    begin(null)
  }
  const addPoint = (value: number) => {
    const same = ranges.findIndex((range) => isPoint(range) && range.from === value)
    if (same >= 0) select({ at: same, end: 'from' })
    else if (Number.isFinite(value)) append({ from: value, to: value, hasFrom: true, hasTo: true })
  }
  /** Marks a point, or one end of an interval. A second tap on the same value cancels the interval. */
  const mark = (value: number) => {
    if (isFull) announce(t('That’s the maximum number of points and intervals.'))
    else if (mode === 'point') addPoint(value)
    else if (begun === null) {
      begin(value)
      announce(t('One endpoint is at {place}. Tap the other endpoint.', { place: placeInWords(value) }))
    } else if (begun === value) begin(null)
    else addBetween(begun, value)
  }
  /** Adds a point or an interval in the middle, for people who don't use a pointer. */
  const add = () => {
    const middle = snapped((axis.min + axis.max) / 2, axis)
    if (mode === 'point') addPoint(middle)
    else addBetween(middle, neighbor(middle, 1, axis.major, axis))
  }
  return { ...ends, axis, mode, choose, begun, mark, add: isFull ? null : add }
}

export type Ranges = ReturnType<typeof useRanges>
