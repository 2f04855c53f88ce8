import { draggable, dropTargetForElements } from '@atlaskit/pragmatic-drag-and-drop/element/adapter'
import { useEffect, useEffectEvent, useRef, useState } from 'react'
import type { Card } from './api.ts'
import type { Stage } from './stages.ts'

const isCard = (data: Record<string | symbol, unknown>): data is { card: Card } => 'card' in data

/** Makes a card draggable, unless the prospect is enrolled. */
export function useCardDrag<E extends HTMLElement>(card: Card) {
  const element = useRef<E>(null)
  const [isDragged, setIsDragged] = useState(false)
  const getInitialData = useEffectEvent(() => ({ card }))
  const canDrag = useEffectEvent(() => card.stage !== 'enrolled')
  useEffect(() => {
    if (!element.current) return
    return draggable({
      element: element.current,
      canDrag: () => canDrag(),
      getInitialData: () => getInitialData(),
      onDragStart: () => setIsDragged(true),
      onDrop: () => setIsDragged(false),
    })
  }, [])
  return { element, isDragged }
}

/** Makes a column accept cards of other stages. `isOver` is true while a card is dragged over it. */
export function useCardDrop<E extends HTMLElement>(stage: Stage, drop: (card: Card) => void) {
  const element = useRef<E>(null)
  const [isOver, setIsOver] = useState(false)
  const onDrop = useEffectEvent(drop)
  useEffect(() => {
    if (!element.current) return
    return dropTargetForElements({
      element: element.current,
      canDrop: ({ source }) => isCard(source.data) && source.data.card.stage !== stage,
      onDragEnter: () => setIsOver(true),
      onDragLeave: () => setIsOver(false),
      onDrop: ({ source }) => {
        setIsOver(false)
        if (isCard(source.data)) onDrop(source.data.card)
      },
    })
  }, [stage])
  return { element, isOver }
}
