import type { Shape, Size } from './areas.ts'
import style from './Picture.module.css'

/** Look of an area: chosen, right, or being edited. */
type AreaLook = 'picked' | 'right' | 'selected' | undefined

type AreaShapesProps = { shapes: readonly Shape[]; size: Size; lookOf: (at: number) => AreaLook }

/** Outlines of areas, drawn over a picture. A light edge makes them visible on any picture. */
export function AreaShapes({ shapes, size, lookOf }: AreaShapesProps) {
  const ratio = size.height / size.width
  return (
    <svg className={style.shapes} viewBox={`0 0 1000 ${1000 * ratio}`} preserveAspectRatio="none" aria-hidden>
      {shapes.map((shape, at) => (
        <g key={at} className={style.shape} data-look={lookOf(at)}>
          <Outline shape={shape} ratio={ratio} className={style.halo} />
          <Outline shape={shape} ratio={ratio} className={style.outline} />
        </g>
      ))}
    </svg>
  )
}

type OutlineProps = { shape: Shape; ratio: number; className: string | undefined }

function Outline({ shape, ratio, className }: OutlineProps) {
  if (shape.type === 'circle')
    return <circle className={className} cx={shape.x} cy={shape.y * ratio} r={shape.radius} />
  if (shape.type === 'polygon')
    return (
      <polygon
        className={className}
        points={shape.corners.map(({ x, y }) => `${x},${y * ratio}`).join(' ')}
      />
    )
  const { x, y, width, height } = shape
  return <rect className={className} x={x} y={y * ratio} width={width} height={height * ratio} />
}
