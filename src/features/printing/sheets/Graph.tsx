import { Dots, Grid, Shape } from '#features/questions/kinds/graph/GraphDrawing.tsx'
import { axesOf, paperOf, type Point, spotOf } from '#features/questions/kinds/graph/axes.ts'
import type { ShownOf } from '#features/questions/kinds/given.ts'
import style from './Graph.module.css'

type GraphProps = {
  shown: Pick<ShownOf<'graph'>, 'settings' | 'graphType' | 'drawType'>
  width: number
  points?: readonly Point[]
}

/** Graph paper, empty or with the drawn answer; `width` in pixels. */
export function Graph({ shown: { settings, graphType, drawType }, width, points = [] }: GraphProps) {
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
