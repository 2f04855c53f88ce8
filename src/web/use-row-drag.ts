import { draggable, dropTargetForElements } from '@atlaskit/pragmatic-drag-and-drop/element/adapter'
import { combine } from '@atlaskit/pragmatic-drag-and-drop/combine'
import { useEffect, useEffectEvent, useRef, useState } from 'react'

type Edge = 'above' | 'below'
type Dragging = { list: string; id: string; drop: (id: string, edge: Edge) => void }

const edgeOf = (element: Element, y: number): Edge => {
  const { top, height } = element.getBoundingClientRect()
  return y < top + height / 2 ? 'above' : 'below'
}

/**
 * Lets a row be dragged by its handle above or below another row of the same list. Calls the target row's
 * `drop` with the dragged row's id. `edge` is the edge of this row at which a dragged row would be inserted,
 * or null.
 */
export function useRowDrag<E extends HTMLElement>({ list, id, drop }: Dragging) {
  const row = useRef<E>(null)
  const handle = useRef<HTMLSpanElement>(null)
  const [isDragged, setIsDragged] = useState(false)
  const [edge, setEdge] = useState<Edge | null>(null)
  const onDrop = useEffectEvent(drop)
  useEffect(() => {
    const element = row.current
    if (!element || !handle.current) return
    return combine(
      draggable({
        element,
        dragHandle: handle.current,
        getInitialData: () => ({ list, id }),
        onDragStart: () => setIsDragged(true),
        onDrop: () => setIsDragged(false),
      }),
      dropTargetForElements({
        element,
        canDrop: ({ source }) => source.data['list'] === list && source.data['id'] !== id,
        onDrag: ({ location }) => setEdge(edgeOf(element, location.current.input.clientY)),
        onDragLeave: () => setEdge(null),
        onDrop: ({ source, location }) => {
          setEdge(null)
          onDrop(String(source.data['id']), edgeOf(element, location.current.input.clientY))
        },
      }),
    )
  }, [list, id])
  return { row, handle, isDragged, edge }
}
