import { draggable, dropTargetForElements } from '@atlaskit/pragmatic-drag-and-drop/element/adapter'
import { combine } from '@atlaskit/pragmatic-drag-and-drop/combine'
import { type KeyboardEvent, type RefObject, useEffect, useEffectEvent, useRef, useState } from 'react'

type OrderOptions = {
  /** Name of the list. Items can't be dragged between lists. */
  list: string
  at: number
  count: number
  onMove: (from: number, to: number) => void
}

const isBelow = (element: Element, y: number) => {
  const { top, height } = element.getBoundingClientRect()
  return y > top + height / 2
}

/** Returns the new index of an item that is dropped above or below another one. */
const placeFor = (from: number, over: number, below: boolean) =>
  from < over ? over - (below ? 0 : 1) : over + (below ? 1 : 0)

/**
 * Makes an item of a short list sortable, by dragging its handle or with the arrow keys while the handle is
 * focused. The focus follows the item. `over` is the side of this item on which a dragged item would be
 * inserted.
 */
export function useOrder<E extends HTMLElement>({ list, at, count, onMove }: OrderOptions) {
  const item = useRef<E>(null)
  const handle = useRef<HTMLButtonElement>(null)
  const [over, setOver] = useState<'above' | 'below' | null>(null)
  const drop = useEffectEvent((from: number, below: boolean) => onMove(from, placeFor(from, at, below)))
  const source = useEffectEvent(() => ({ list, at }))
  useEffect(() => {
    const element = item.current
    if (!element || !handle.current) return
    return combine(
      draggable({ element, dragHandle: handle.current, getInitialData: () => source() }),
      dropTargetForElements({
        element,
        canDrop: ({ source: { data } }) => data['list'] === list,
        onDrag: ({ location }) =>
          setOver(isBelow(element, location.current.input.clientY) ? 'below' : 'above'),
        onDragLeave: () => setOver(null),
        onDrop: ({ source: { data }, location }) => {
          setOver(null)
          drop(Number(data['at']), isBelow(element, location.current.input.clientY))
        },
      }),
    )
  }, [list])
  const onKeyDown = (event: KeyboardEvent<HTMLElement>) => {
    const to = at + (event.key === 'ArrowUp' ? -1 : event.key === 'ArrowDown' ? 1 : 0)
    if (to === at || to < 0 || to >= count) return
    event.preventDefault()
    onMove(at, to)
    focusHandle(item, to)
  }
  return { item, handle, over, onKeyDown }
}

/** Focuses the item's handle at its new position once the list has been rendered again. */
const focusHandle = (item: RefObject<HTMLElement | null>, to: number) => {
  const siblings = item.current?.parentElement
  requestAnimationFrame(() => siblings?.children[to]?.querySelector<HTMLElement>('[data-handle]')?.focus())
}
