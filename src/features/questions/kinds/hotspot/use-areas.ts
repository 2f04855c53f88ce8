import { useState } from 'react'
import type { KeyOf } from '../../rules.ts'
import { useUndo } from '../../answering/use-undo.ts'
import { maxAreas, type Shape, type Spot } from './areas.ts'
import type { Tool } from './shape-handles.ts'

type Area = KeyOf<'hotspot'>['areas'][number]

/**
 * Returns the areas that an author draws, with actions on them. At most one area is selected and can be
 * reshaped.
 */
export function useAreas(areas: readonly Area[], onChange: (areas: Area[]) => void) {
  const [tool, setTool] = useState<Tool>('rectangle')
  const [selected, select] = useState<number | null>(null)
  /** Corners of a polygon that isn't finished yet. */
  const [corners, setCorners] = useState<readonly Spot[]>([])
  const { change, undo, redo } = useUndo([...areas], onChange)
  const isFull = areas.length >= maxAreas
  const add = (shape: Shape) => {
    setCorners([])
    if (isFull) return
    change([...areas, { shape, name: '', isRight: areas.length === 0 }])
    select(areas.length)
  }
  const choose = (next: Tool) => {
    setTool(next)
    setCorners([])
  }
  const put = (at: number, part: Partial<Area>) => {
    const area = areas[at]
    if (area) change(areas.with(at, { ...area, ...part }))
  }
  const remove = (at: number) => {
    change(areas.toSpliced(at, 1))
    select(null)
  }
  const clear = () => {
    change([])
    setCorners([])
    select(null)
  }
  return {
    areas,
    tool,
    choose,
    selected,
    select,
    corners,
    setCorners,
    isFull,
    add,
    put,
    remove,
    undo,
    redo,
    clear: areas.length > 0 ? clear : null,
  }
}

export type Areas = ReturnType<typeof useAreas>
