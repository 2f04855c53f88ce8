import type { Axis, Paper, Point } from './axes.ts'
import { figurePath } from './figure-path.ts'
import style from './GraphPaper.module.css'
import type { Figure } from './settings.ts'

type FigureDrawingProps = {
  figure: Figure
  points: readonly Point[]
  dashed: boolean
  axes: { x: Axis; y: Axis }
  paper: Paper
}

/** Curve or half-plane, clipped at the edges of the paper. */
export function FigureDrawing({ figure, points, dashed, axes, paper }: FigureDrawingProps) {
  const path = figurePath({ figure, points }, axes, paper)
  if (!path) return null
  const { left, right, top, bottom } = paper
  const [width, height] = [right - left, bottom - top]
  return (
    <svg x={left} y={top} width={width} height={height} viewBox={`${left} ${top} ${width} ${height}`}>
      {path.area && <path className={style.area} d={path.area} />}
      {path.asymptote && <path className={style.asymptote} d={path.asymptote} />}
      <path
        className={style.curve}
        d={path.line}
        data-dashed={(dashed && figure === 'halfPlane') || undefined}
      />
    </svg>
  )
}
