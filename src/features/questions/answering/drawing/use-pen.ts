import { type PointerEvent, useEffect, useRef } from 'react'
import { useTextColor } from '#ui/use-text-color.ts'
import { useWidth } from '#ui/use-width.ts'
import { pointOf, type Stroke } from './strokes.ts'

const thickness = 2.5

/** Draws a stroke with rounded joints on paper `width` pixels wide. A single point is drawn as a dot. */
function trace(ink: CanvasRenderingContext2D, stroke: Stroke, width: number) {
  const at = (index: number) => ((stroke[index] ?? 0) * width) / 1000
  const last = stroke.length - 2
  ink.beginPath()
  ink.moveTo(at(0), at(1))
  for (let point = 2; point < last; point += 2) {
    ink.quadraticCurveTo(
      at(point),
      at(point + 1),
      (at(point) + at(point + 2)) / 2,
      (at(point + 1) + at(point + 3)) / 2,
    )
  }
  ink.lineTo(at(last), at(last + 1))
  ink.stroke()
}

type Paper = { width: number; height: number; color: string }

function prepare(canvas: HTMLCanvasElement, { width, height, color }: Paper) {
  const ink = canvas.getContext('2d')
  if (!ink) return null
  const dense = devicePixelRatio || 1
  canvas.width = width * dense
  canvas.height = height * dense
  ink.scale(dense, dense)
  ink.lineCap = 'round'
  ink.lineJoin = 'round'
  ink.lineWidth = thickness
  ink.strokeStyle = color
  return ink
}

type Pen = {
  strokes: readonly Stroke[]
  height: number
  resting: boolean
  onStroke: (stroke: Stroke) => void
}

/**
 * A canvas for drawing with pen, finger or mouse, redrawn when its width or the theme changes. Once a pen has
 * been used, it ignores touches, because they come from the hand resting on the paper.
 */
export function usePen({ strokes, height, resting, onStroke }: Pen) {
  const { ref, width } = useWidth<HTMLCanvasElement>()
  const color = useTextColor()
  const ink = useRef<CanvasRenderingContext2D | null>(null)
  const drawn = useRef<{ id: number; points: number[] } | null>(null)
  const penSeen = useRef(false)
  useEffect(() => {
    if (!ref.current || width === 0) return
    ink.current = prepare(ref.current, { width, height: width * height, color })
    if (ink.current) for (const stroke of strokes) trace(ink.current, stroke, width)
  }, [ref, width, height, color, strokes])

  const add = ({ nativeEvent, currentTarget }: PointerEvent<HTMLCanvasElement>) => {
    const { left, top } = currentTarget.getBoundingClientRect()
    const events = nativeEvent.getCoalescedEvents?.() ?? []
    for (const { clientX, clientY } of events.length > 0 ? events : [nativeEvent]) {
      const [x, y] = pointOf(clientX - left, Math.min(clientY - top, width * height), width)
      const points = drawn.current?.points
      if (points && (points.at(-2) !== x || points.at(-1) !== y)) points.push(x, y)
    }
  }
  const start = (event: PointerEvent<HTMLCanvasElement>) => {
    if (event.pointerType === 'pen') {
      penSeen.current = true
      drawn.current = null
    }
    if (resting || event.button !== 0 || drawn.current || (event.pointerType === 'touch' && penSeen.current))
      return
    event.currentTarget.setPointerCapture(event.pointerId)
    drawn.current = { id: event.pointerId, points: [] }
    add(event)
  }
  const go = (event: PointerEvent<HTMLCanvasElement>) => {
    if (drawn.current?.id !== event.pointerId) return
    const from = Math.max(0, drawn.current.points.length - 4)
    add(event)
    if (ink.current) trace(ink.current, drawn.current.points.slice(from), width)
  }
  const end = (event: PointerEvent<HTMLCanvasElement>) => {
    if (drawn.current?.id !== event.pointerId) return
    const { points } = drawn.current
    drawn.current = null
    onStroke(points)
  }
  return {
    ref,
    handlers: { onPointerDown: start, onPointerMove: go, onPointerUp: end, onPointerCancel: end },
  }
}
