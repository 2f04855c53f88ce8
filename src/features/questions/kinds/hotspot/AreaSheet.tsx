import { type KeyboardEvent, type PointerEvent, useId, useRef, useState } from 'react'
import { t } from '#shared/language.ts'
import graphStyle from '../graph/GraphPaper.module.css'
import { letterOf } from '../mc/given.ts'
import { areaAt, maxCorners, type Shape, side, type Spot, spotIn } from './areas.ts'
import { AreaShapes } from './AreaShapes.tsx'
import style from './Picture.module.css'
import { handleAt, type Picture, PictureSheet, positionOf, spotOf, still } from './PictureSheet.tsx'
import { drawnShape, handlesOf, movedTo, withHandle, withoutCorner } from './shape-handles.ts'
import { spotInWords } from './spot-words.ts'
import type { Areas } from './use-areas.ts'
import { movedByKey } from './use-spots.ts'

type AreaSheetProps = { picture: Picture; areas: Areas }

/** The picture on which areas are drawn. The selected area has handles that move and reshape it. */
export function AreaSheet({ picture, areas }: AreaSheetProps) {
  const { now, drawing, handlers } = useDrawing(areas, picture)
  const help = useId()
  const shapes = drawing ? [...now, drawing] : now
  const selected = areas.selected === null ? undefined : now[areas.selected]
  return (
    <PictureSheet picture={picture} isOpen {...handlers}>
      <AreaShapes
        shapes={shapes}
        size={picture}
        lookOf={(at) => {
          if (at === areas.selected) return 'selected'
          return areas.areas[at]?.isRight ? 'right' : undefined
        }}
      />
      {now.map((shape, at) => (
        <span key={at} className={style.letter} style={positionOf(spotIn(shape))} aria-hidden>
          {letterOf(at)}
        </span>
      ))}
      {areas.corners.map((corner, at) => (
        <span key={at} className={style.point} style={positionOf(corner)} aria-hidden />
      ))}
      {selected && <Handles shape={selected} {...{ areas, picture, help }} />}
      <span id={help} hidden>
        {t('Arrow keys move it. Hold Shift to move it farther. Delete removes it.')}
      </span>
    </PictureSheet>
  )
}

type HandlesProps = AreaSheetProps & { shape: Shape; help: string }

/** Handles of the selected area: one in its middle moves it, the others reshape it. */
function Handles({ shape, areas, picture, help }: HandlesProps) {
  const at = areas.selected ?? 0
  const letter = letterOf(at)
  const middle = { name: t('Area {letter}', { letter }), spot: spotIn(shape), which: -1 }
  const others = handlesOf(shape).map((spot, which) => ({
    name: t('Corner or edge {num} of area {letter}', { num: which + 1, letter }),
    spot,
    which,
  }))
  const onKey = (event: KeyboardEvent<HTMLElement>, { spot, which }: { spot: Spot; which: number }) => {
    const to = movedByKey(spot, event)
    if (event.key === 'Delete' || event.key === 'Backspace') {
      const next = which < 0 ? null : withoutCorner(shape, which)
      if (next) areas.put(at, { shape: next })
      else if (which < 0) areas.remove(at)
    } else if (to) areas.put(at, { shape: reshaped(shape, which, to, picture) })
    else return
    event.preventDefault()
  }
  return [middle, ...others].map(({ name, spot, which }) => (
    <button
      key={which}
      type="button"
      className={`${graphStyle.handle} ${style.handle}`}
      style={positionOf(spot)}
      data-point={which}
      aria-label={`${name}: ${spotInWords(spot)}`}
      aria-describedby={help}
      onKeyDown={(event) => onKey(event, { spot, which })}
    >
      {which >= 0 && <span className={style.dot} />}
    </button>
  ))
}

const reshaped = (shape: Shape, which: number, to: Spot, picture: Picture) =>
  which < 0 ? movedTo(shape, to) : withHandle(shape, which, to, picture)

/** Distance in pixels within which a tap hits the first corner. */
const near = 14

type Drag = { x: number; y: number; from: Spot; which: number | null; isMoved: boolean }

/** Draws areas with a pointer, selects an area with a tap, and reshapes the selected one by its handles. */
function useDrawing(areas: Areas, picture: Picture) {
  const drag = useRef<Drag | null>(null)
  const [drawing, setDrawing] = useState<Shape | null>(null)
  const [changed, setChanged] = useState<Shape | null>(null)
  const { tool, selected, corners } = areas
  const shapes = areas.areas.map(({ shape }) => shape)
  const now = changed && selected !== null ? shapes.with(selected, changed) : shapes
  const onPointerDown = (event: PointerEvent<HTMLElement>) => {
    const { button, clientX, clientY, currentTarget, pointerId } = event
    if (button !== 0) return
    const which = handleAt(event)
    drag.current = { x: clientX, y: clientY, from: spotOf(event), which, isMoved: false }
    if (event.pointerType !== 'touch' || which !== null || tool !== 'polygon')
      currentTarget.setPointerCapture(pointerId)
  }
  const onPointerMove = (event: PointerEvent<HTMLElement>) => {
    const from = drag.current
    if (!from) return
    from.isMoved ||= Math.hypot(event.clientX - from.x, event.clientY - from.y) > still
    if (!from.isMoved) return
    const shape = selected === null ? undefined : shapes[selected]
    if (from.which !== null && shape) setChanged(reshaped(shape, from.which, spotOf(event), picture))
    else if (tool !== 'polygon') setDrawing(drawnShape(tool, from.from, spotOf(event), picture))
  }
  const onTap = (event: PointerEvent<HTMLElement>) => {
    const spot = spotOf(event)
    const { width, height } = event.currentTarget.getBoundingClientRect()
    const [first] = corners
    const isFirst =
      first && Math.hypot(((first.x - spot.x) * width) / side, ((first.y - spot.y) * height) / side) <= near
    if (isFirst && corners.length >= 3) areas.add({ type: 'polygon', corners: [...corners] })
    else if (corners.length > 0) areas.setCorners([...corners, spot].slice(0, maxCorners))
    else {
      const at = areaAt(shapes, spot, picture)
      if (at >= 0) areas.select(at)
      else if (tool === 'polygon') areas.setCorners([spot])
      else areas.select(null)
    }
  }
  const onPointerUp = (event: PointerEvent<HTMLElement>) => {
    const from = drag.current
    if (from && !from.isMoved && from.which === null) onTap(event)
    if (changed && selected !== null) areas.put(selected, { shape: changed })
    if (drawing) areas.add(drawing)
    onPointerCancel()
  }
  const onPointerCancel = () => {
    drag.current = null
    setDrawing(null)
    setChanged(null)
  }
  return { now, drawing, handlers: { onPointerDown, onPointerMove, onPointerUp, onPointerCancel } }
}
