import { type KeyboardEvent, type PointerEvent, useRef, useState } from 'react'
import { t } from '#shared/language.ts'
import { isFigure, pointsOf, rolesOf } from './points.ts'
import type { DrawType } from './settings.ts'
import type { Fields } from '../../answering/fields.ts'
import { useUndo } from '../../answering/use-undo.ts'
import {
  axesOf,
  inFigures,
  type Paper,
  placeOf,
  type Point,
  type Spot,
  snapped,
  spotOf,
  stepped,
} from './axes.ts'

const maxPoints = 100
/**
 * Distances in pixels: how far a finger may move without dragging a point, and how near it must be to hit
 * one.
 */
const still = 6
const hit = 12

type Graph = Pick<Fields<'graph'>, 'shown' | 'given' | 'onChange'>

/**
 * Returns the points of a graph and actions on them. A point that is added, changed or removed is announced
 * to screen readers.
 */
export function usePoints({ shown, given, onChange }: Graph) {
  const { points } = given
  const { drawType, graphType, settings } = shown
  const axes = axesOf(settings)
  const [selected, select] = useState<number | null>(null)
  const [announcement, announce] = useState('')
  const send = (next: Partial<typeof given>) =>
    onChange({ ...given, ...(isFigure(drawType) && { figure: drawType }), ...next })
  const { change, undo, redo } = useUndo(points, (next) => send({ points: next }))
  const setDashed = (dashed: boolean) => send({ dashed })
  const most = pointsOf[drawType].most ?? maxPoints
  const put = (at: number, point: Point) => {
    change(points.with(at, point))
    announce(
      t('{point} is at {place}.', {
        point: nameOf(point, at, drawType),
        place: placeInWords(point, graphType),
      }),
    )
  }
  const alter = (at: number, news: Partial<Point>) => {
    const point = points[at]
    if (point) put(at, { ...point, ...news })
  }
  const rename = (at: number, name: string) => alter(at, { label: name === '' ? undefined : name })
  /**
   * Selects the point at this position. If there is none, adds one; if there are already enough points, moves
   * the selected one here, or the last one if none is selected.
   */
  const place = ({ x, y }: Spot) => {
    const there = points.findIndex((point) => point.x === x && point.y === y)
    if (there >= 0) return select(there)
    if (points.length < most) {
      change([...points, { x, y }])
      select(points.length)
      return announce(
        t('{point} is at {place}.', {
          point: nameOf({ x, y }, points.length, drawType),
          place: placeInWords({ x, y }, graphType),
        }),
      )
    }
    const at = selected ?? points.length - 1
    select(at)
    alter(at, { x, y })
  }
  const remove = (at: number) => {
    const point = points[at]
    change(points.toSpliced(at, 1))
    select(null)
    if (point) announce(t('{point} was removed.', { point: nameOf(point, at, drawType) }))
  }
  /** Adds a point at a free grid crossing near the middle, for people who don't use a pointer. */
  const add = () => {
    const y = graphType === 'line' ? 0 : snapped((axes.y.min + axes.y.max) / 2, axes.y)
    let x = snapped((axes.x.min + axes.x.max) / 2, axes.x)
    while (points.some((point) => point.x === x && point.y === y) && x < stepped(x, axes.x.minor, axes.x))
      x = stepped(x, axes.x.minor, axes.x)
    place({ x, y })
  }
  const clear = points.length > 0 ? () => (change([]), select(null)) : null
  return {
    axes,
    points,
    selected,
    select,
    announcement,
    put,
    place,
    remove,
    rename,
    add: points.length < most ? add : null,
    undo,
    redo,
    clear,
    dashed: given.dashed ?? false,
    setDashed,
  }
}

export type Points = ReturnType<typeof usePoints>

/** Returns the name of a point: its role in the figure, its label, or its number. */
export function nameOf({ label }: Point, at: number, drawType: DrawType) {
  const role = rolesOf[drawType]?.[at]
  if (role) return t<string>(role)
  return label ? t('Point {label}', { label }) : t('Point {num}', { num: at + 1 })
}

export const placeInWords = ({ x, y }: Spot, type: string) =>
  type === 'line' ? inFigures(x) : `${inFigures(x)}, ${inFigures(y)}`

/**
 * Keeps the focus when a point is removed. The next point takes over the removed point's handle. If the last
 * point was removed, the previous one gets the focus, or the Add button if there is none.
 */
function focusBefore(handle: Element, isLast: boolean) {
  const before = handle.previousElementSibling
  if (isLast)
    (before instanceof HTMLElement ? before : document.querySelector<HTMLElement>('[data-add]'))?.focus()
}

type Drag = { at: number; label: string | undefined; from: Spot; spot: Spot; now: Point | null }

/**
 * Moves points: by dragging them with a pointer, by a grid step with the arrow keys, or, with Shift, by the
 * distance between numbered lines. Delete removes a point. A dragged point moves when it is released.
 */
export function useDrag(
  { axes, points, select, put, place, remove }: Points,
  graphType: string,
  paper: Paper,
) {
  const drag = useRef<Drag | null>(null)
  const [dragged, setDragged] = useState<{ at: number; point: Point } | null>(null)
  const start = (event: PointerEvent<HTMLElement>, at: number) => {
    const point = points[at]
    if (event.button !== 0 || !point) return
    event.currentTarget.setPointerCapture(event.pointerId)
    event.currentTarget.focus()
    select(at)
    drag.current = {
      at,
      label: point.label,
      from: { x: event.clientX, y: event.clientY },
      spot: spotOf(point, axes, paper),
      now: null,
    }
  }
  const go = ({ clientX, clientY }: PointerEvent) => {
    if (!drag.current) return
    const { at, label, from, spot, now } = drag.current
    const [dx, dy] = [clientX - from.x, clientY - from.y]
    if (!now && Math.hypot(dx, dy) < still) return
    const point = { label, ...placeOf({ x: spot.x + dx, y: spot.y + dy }, axes, paper) }
    drag.current.now = point
    setDragged({ at, point })
  }
  /**
   * Ends a drag. A tap that hits a point's handle but not the point itself counts as a tap on the paper,
   * because the handles of points that are close together overlap.
   */
  const end = (event: PointerEvent<HTMLElement>, on: DOMRect | undefined) => {
    const was = drag.current
    drag.current = null
    setDragged(null)
    if (!was || !on || event.type === 'pointercancel') return
    const { at, spot, now } = was
    if (now) return put(at, now)
    const tapped = { x: event.clientX - on.left, y: event.clientY - on.top }
    if (Math.hypot(tapped.x - spot.x, tapped.y - spot.y) > hit) place(placeOf(tapped, axes, paper))
  }
  const onKey = (event: KeyboardEvent, at: number) => {
    const point = points[at]
    if (!point) return
    const [dx, dy] =
      { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, 1], ArrowDown: [0, -1] }[event.key] ?? []
    if (event.key === 'Delete' || event.key === 'Backspace') {
      focusBefore(event.currentTarget, at === points.length - 1)
      remove(at)
    } else if (dx !== undefined && dy !== undefined) {
      const by = ({ minor, major }: { minor: number; major: number }) => (event.shiftKey ? major : minor)
      const y = graphType === 'line' ? 0 : stepped(point.y, dy * by(axes.y), axes.y)
      put(at, { ...point, x: stepped(point.x, dx * by(axes.x), axes.x), y })
    } else return
    event.preventDefault()
  }
  return { dragged, start, go, end, onKey }
}
