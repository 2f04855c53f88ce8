import { FigureDrawing } from './FigureDrawing.tsx'
import { Dots, Grid, Shape } from './GraphDrawing.tsx'
import { axesOf, paperOf, type Point, spotOf } from './axes.ts'
import type { ShownOf } from '../given.ts'
import { isFigure } from './points.ts'
import style from './PrintedGraph.module.css'

type PrintedGraphProps = {
  shown: Pick<ShownOf<'graph'>, 'settings' | 'graphType' | 'drawType'>
  width: number
  points?: readonly Point[]
  dashed?: boolean | undefined
}

/** Printed graph, empty or with the answer drawn; `width` is in pixels. */
export function PrintedGraph({
  shown: { settings, graphType, drawType },
  width,
  points = [],
  dashed = false,
}: PrintedGraphProps) {
  const axes = axesOf(settings)
  const paper = paperOf(axes, graphType, width)
  // The third point of a half-plane only chooses the side to shade, so it isn't printed.
  const dots = drawType === 'halfPlane' ? points.slice(0, 2) : points
  const spots = dots.map((point) => spotOf(point, axes, paper))
  return (
    <figure className={style.graph}>
      {settings.graphName && <figcaption>{settings.graphName}</figcaption>}
      <svg
        width={paper.width}
        height={paper.height}
        viewBox={`0 0 ${paper.width} ${paper.height}`}
        aria-hidden
        data-type={graphType}
      >
        <Grid settings={settings} type={graphType} paper={paper} />
        {isFigure(drawType) ? (
          <FigureDrawing figure={drawType} points={points} dashed={dashed} axes={axes} paper={paper} />
        ) : (
          <Shape drawType={drawType} spots={spots} paper={paper} />
        )}
        <Dots points={dots} spots={spots} selected={null} />
      </svg>
    </figure>
  )
}
