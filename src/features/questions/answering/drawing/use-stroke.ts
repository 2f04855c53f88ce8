import { type PointerEvent, useRef } from 'react'

type Hand = {
  /** True while drawing is disabled. */
  resting: boolean
  /** Converts a position within the element, in pixels, to a point of the drawing. */
  pointAt: (x: number, y: number) => readonly [number, number]
  /** Called with all points so far. Those from the index `from` on are new since the last call. */
  onMove: (points: readonly number[], from: number) => void
  onEnd: (points: number[]) => void
}

/**
 * Returns handlers for an element on which a pen, finger or mouse draws one stroke at a time. Once a pen has
 * been used, touches are ignored, because they come from the hand resting on the paper.
 */
export function useStroke<Of extends Element>({ resting, pointAt, onMove, onEnd }: Hand) {
  const drawn = useRef<{ id: number; points: number[] } | null>(null)
  const hasUsedPen = useRef(false)
  const add = ({ nativeEvent, currentTarget }: PointerEvent<Of>) => {
    const points = drawn.current?.points
    if (!points) return
    const from = points.length
    const { left, top } = currentTarget.getBoundingClientRect()
    const events = nativeEvent.getCoalescedEvents?.() ?? []
    for (const { clientX, clientY } of events.length > 0 ? events : [nativeEvent]) {
      const [x, y] = pointAt(clientX - left, clientY - top)
      if (points.at(-2) !== x || points.at(-1) !== y) points.push(x, y)
    }
    onMove(points, from)
  }
  const start = (event: PointerEvent<Of>) => {
    if (event.pointerType === 'pen') {
      hasUsedPen.current = true
      drawn.current = null
    }
    if (
      resting ||
      event.button !== 0 ||
      drawn.current ||
      (event.pointerType === 'touch' && hasUsedPen.current)
    )
      return
    event.currentTarget.setPointerCapture(event.pointerId)
    drawn.current = { id: event.pointerId, points: [] }
    add(event)
  }
  const go = (event: PointerEvent<Of>) => {
    if (drawn.current?.id === event.pointerId) add(event)
  }
  const end = (event: PointerEvent<Of>) => {
    if (drawn.current?.id !== event.pointerId) return
    const { points } = drawn.current
    drawn.current = null
    onEnd(points)
  }
  return { onPointerDown: start, onPointerMove: go, onPointerUp: end, onPointerCancel: end }
}
