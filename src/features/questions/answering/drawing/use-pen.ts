import { useEffect, useRef } from 'react'
import { useTextColor } from '#ui/use-text-color.ts'
import { useWidth } from '#ui/use-width.ts'
import { pointOf, type Stroke } from './strokes.ts'
import { useStroke } from './use-stroke.ts'

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
 * Returns the ref and the handlers of a canvas to draw on with pen, finger or mouse. Redraws the canvas when
 * its strokes, its size or the theme changes.
 */
export function usePen({ strokes, height, resting, onStroke }: Pen) {
  const { ref, width } = useWidth<HTMLCanvasElement>()
  const color = useTextColor()
  const ink = useRef<CanvasRenderingContext2D | null>(null)
  useEffect(() => {
    if (!ref.current || width === 0) return
    ink.current = prepare(ref.current, { width, height: width * height, color })
    if (ink.current) for (const stroke of strokes) trace(ink.current, stroke, width)
  }, [ref, width, height, color, strokes])
  const handlers = useStroke<HTMLCanvasElement>({
    resting,
    pointAt: (x, y) => pointOf(x, Math.min(y, width * height), width),
    onMove: (points, from) => {
      if (ink.current) trace(ink.current, points.slice(Math.max(0, from - 4)), width)
    },
    onEnd: onStroke,
  })
  return { ref, handlers }
}
