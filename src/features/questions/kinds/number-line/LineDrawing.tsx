import type { GraphSettings } from '../graph/settings.ts'
import { axesOf, type Paper } from '../graph/axes.ts'
import { Grid } from '../graph/GraphDrawing.tsx'
import graphStyle from '../graph/GraphPaper.module.css'
import { endsOf, type Range, spotOf } from './ranges.ts'
import style from './NumberLine.module.css'

type LineDrawingProps = {
  settings: GraphSettings
  paper: Paper
  ranges: readonly Range[]
  /** First end of an interval whose other end isn't marked yet. */
  begun?: number | null
}

/** Number line with its points and intervals. Ends that don't belong to an interval are hollow. */
export function LineDrawing({ settings, paper, ranges, begun = null }: LineDrawingProps) {
  const { x } = axesOf(settings)
  const y = paper.top
  const at = (value: number) => spotOf(value, x, paper)
  return (
    <>
      <Grid settings={settings} type="line" paper={paper} />
      {ranges.map((range, key) => (
        <g key={key}>
          <path className={graphStyle.shape} d={`M${at(range.from)} ${y}H${at(range.to)}`} />
          {endsOf(range).map((end) =>
            Number.isFinite(range[end]) ? (
              <circle
                key={end}
                className={style.end}
                data-open={!(end === 'from' ? range.hasFrom : range.hasTo) || undefined}
                cx={at(range[end])}
                cy={y}
                r={7}
              />
            ) : (
              <path
                key={end}
                className={graphStyle.end}
                d={`M${at(range[end])} ${y}l${end === 'from' ? 13 : -13} -7v14Z`}
              />
            ),
          )}
        </g>
      ))}
      {begun !== null && <circle className={graphStyle.ring} cx={at(begun)} cy={y} r={12} />}
    </>
  )
}
