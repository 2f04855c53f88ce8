import { type PointerEvent, useRef, useState } from 'react'
import type { Spot } from './areas.ts'
import { handleAt, spotOf, still } from './PictureSheet.tsx'
import type { Spots } from './use-spots.ts'

type PointerPress = { x: number; y: number; at: number | null; isMoved: boolean }

/**
 * Handles a pointer on the picture: a tap places a point, and dragging moves one. A finger that moves
 * elsewhere scrolls the page.
 */
export function usePointer({ place, move }: Pick<Spots, 'place' | 'move'>) {
  const press = useRef<PointerPress | null>(null)
  const [dragged, setDragged] = useState<{ at: number; spot: Spot } | null>(null)
  const onPointerDown = (event: PointerEvent<HTMLElement>) => {
    const { button, clientX, clientY, currentTarget, pointerId } = event
    if (button !== 0) return
    const at = handleAt(event)
    press.current = { x: clientX, y: clientY, at, isMoved: false }
    if (at !== null) currentTarget.setPointerCapture(pointerId)
  }
  const onPointerMove = (event: PointerEvent<HTMLElement>) => {
    const from = press.current
    if (!from) return
    from.isMoved ||= Math.hypot(event.clientX - from.x, event.clientY - from.y) > still
    if (from.isMoved && from.at !== null) setDragged({ at: from.at, spot: spotOf(event) })
  }
  const onPointerUp = (event: PointerEvent<HTMLElement>) => {
    const from = press.current
    press.current = null
    setDragged(null)
    if (!from) return
    if (from.at === null) {
      if (!from.isMoved) place(spotOf(event))
    } else if (from.isMoved) move(from.at, spotOf(event))
  }
  const onPointerCancel = () => {
    press.current = null
    setDragged(null)
  }
  return { dragged, handlers: { onPointerDown, onPointerMove, onPointerUp, onPointerCancel } }
}
