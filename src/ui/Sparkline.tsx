import { paths, xOf, yOf, type Frame } from './line-plot.ts'

type SparklineProps = {
  /** The values in words, for screen readers. */
  label: string
  /** Values over time. Null is a gap. */
  values: (number | null)[]
  /** Bottom and top of the scale, the same for all lines that are compared. */
  least: number
  most: number
}

const [width, height] = [96, 28]
// Extends the frame on both sides, because plots leave 16 pixels free there, and a line this small has no
// room to spare.
const sides = 12

/** A line without axes, for comparing trends in the rows of a table. A dot marks the last value. */
export function Sparkline({ label, values, least, most }: SparklineProps) {
  const frame: Frame = { left: -sides, right: width + sides, top: 4, bottom: height - 4, least, most }
  const last = values.findLastIndex((value) => value !== null)
  return (
    <svg role="img" aria-label={label} width={width} height={height} viewBox={`0 0 ${width} ${height}`}>
      <line x1="0" x2={width} y1={height - 0.5} y2={height - 0.5} stroke="var(--line)" />
      <path
        d={paths(frame, values)}
        fill="none"
        stroke="var(--primary)"
        strokeWidth="1.5"
        strokeLinejoin="round"
      />
      {last >= 0 && (
        <circle
          cx={xOf(frame, last, values.length)}
          cy={yOf(frame, values[last] ?? least)}
          r="3"
          fill="var(--primary)"
        />
      )}
    </svg>
  )
}
