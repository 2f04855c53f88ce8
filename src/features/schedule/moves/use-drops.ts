import {
  draggable,
  dropTargetForElements,
  monitorForElements,
} from '@atlaskit/pragmatic-drag-and-drop/adapter/element-adapter'
import { combine } from '@atlaskit/pragmatic-drag-and-drop/combine'
import { type RefObject, useEffect, useEffectEvent, useState } from 'react'
import type { ClassEntry, Scheduled } from '../api.ts'

/** A student being dragged out of one of the day's classes. */
export type DraggedStudent = { student: Scheduled; from: ClassEntry }

/**
 * Makes a class's students (elements with `data-student`) draggable and its card a drop target. Returns the
 * student being dragged over the card, if any.
 */
export function useDrops(card: RefObject<HTMLElement | null>, entry: ClassEntry) {
  const [over, setOver] = useState<DraggedStudent | null>(null)
  useEffect(() => {
    const element = card.current
    if (!element) return
    const leave = () => setOver(null)
    const lines = [...element.querySelectorAll<HTMLElement>('[data-student]')].map((line) =>
      draggable({
        element: line,
        getInitialData: () => ({
          student: entry.students.find(({ _id }) => _id === line.dataset['student']),
          from: entry,
        }),
      }),
    )
    const target = dropTargetForElements({
      element,
      getData: () => ({ classId: entry.id }),
      canDrop: ({ source }) => (source.data as DraggedStudent).from.id !== entry.id,
      onDragEnter: ({ source }) => setOver(source.data as DraggedStudent),
      onDragLeave: leave,
      onDrop: leave,
    })
    return combine(target, ...lines)
  }, [card, entry])
  return over
}

type DropListeners = {
  onStart: (dragged: DraggedStudent) => void
  onDrop: (dragged: DraggedStudent, classId: string) => void
}

/** Calls `onStart` when a student is dragged, and `onDrop` when a student is dropped on a class. */
export function useDragging({ onStart, onDrop }: DropListeners) {
  const start = useEffectEvent(onStart)
  const drop = useEffectEvent(onDrop)
  useEffect(
    () =>
      monitorForElements({
        onDragStart: ({ source }) => start(source.data as DraggedStudent),
        onDrop: ({ source, location }) => {
          const classId = location.current.dropTargets[0]?.data['classId']
          if (typeof classId === 'string') drop(source.data as DraggedStudent, classId)
        },
      }),
    [],
  )
}
