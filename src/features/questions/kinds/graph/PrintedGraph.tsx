import { Dots, Grid, Shape } from './GraphDrawing.tsx'
import { axesOf, paperOf, type Point, spotOf } from './axes.ts'
import type { ShownOf } from '../given.ts'
import style from './PrintedGraph.module.css'

type PrintedGraphProps = {
  shown: Pick<ShownOf<'graph'>, 'settings' | 'graphType' | 'drawType'>
  width: number
  points?: readonly Point[]
}

/** Printed graph, empty or with the answer drawn; `width` is in pixels. */
export function PrintedGraph({
  shown: { settings, graphType, drawType },
  width,
  points = [],
}: PrintedGraphProps) {
  const axes = axesOf(settings)
  const paper = paperOf(axes, graphType, width)
  const spots = points.map((point) => spotOf(point, axes, paper))
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
        <Shape drawType={drawType} spots={spots} paper={paper} />
        <Dots points={points} spots={spots} selected={null} />
      </svg>
    </figure>
  )
}
