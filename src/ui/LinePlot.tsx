import { paths, steps, xOf, yOf, type Frame } from './line-plot.ts'
import style from './LinePlot.module.css'
import { useWidth } from './use-width.ts'

type Line = {
  name: string
  values: (number | null)[]
  /** Drawn across its gaps: it was measured at other points than the lines beside it. */
  bridged?: boolean
  /** The color that it has everywhere, such as that of a mark; else its turn says. */
  tone?: 'success' | 'error' | 'info'
}

type LinePlotProps = {
  /** Description of the data. */
  label: string
  /** Name of the points, as a table header: 'Week'. */
  head: string
  /** Under the plot, left to right, one for each value: days, weeks, chapters. */
  points: string[]
  /** At most four. Null is a gap. */
  lines: Line[]
  /** Foot and top of the scale. */
  least?: number
  most: number
  /** Behind each number of the scale: `%`. */
  unit?: string
}

/** Color, dash and mark of each line, so that no line is told by its color alone. */
const looks = [
  { color: 'var(--primary)', dash: undefined },
  { color: 'var(--brand)', dash: '7 4' },
  { color: 'var(--warn)', dash: '2 4' },
  { color: 'var(--secondary)', dash: '10 4 2 4' },
] as const

const colorOf = ({ tone }: Line, at: number) => (tone ? `var(--${tone})` : looks[at]?.color)

const height = 220

/** Values over time as lines, and the same as a table for who can't see them. */
export function LinePlot({ label, head, points, lines, least = 0, most, unit = '' }: LinePlotProps) {
  const { ref, width } = useWidth<HTMLDivElement>()
  const frame: Frame = { left: 44, right: Math.max(width - 12, 60), top: 12, bottom: height - 30, least, most }
  return (
    <figure className={style.plot}>
      <figcaption>
        <span className={style.title}>{label}</span>
        {lines.length > 1 && (
          <ul className={style.key} aria-hidden>
            {lines.map((line, at) => (
              <li key={line.name}>
                <svg width="28" height="12">
                  <line x1="0" x2="28" y1="6" y2="6" stroke={colorOf(line, at)} strokeDasharray={looks[at]?.dash} strokeWidth="2.5" />
                  <Mark at={at} color={colorOf(line, at)} x={14} y={6} />
                </svg>
                {line.name}
              </li>
            ))}
          </ul>
        )}
      </figcaption>
      <div ref={ref} className={style.area} aria-hidden>
        {width > 0 && (
          <svg width={width} height={height}>
            <Scale frame={frame} unit={unit} />
            <Points frame={frame} points={points} />
            {lines.map((line, at) => (
              <Drawn key={line.name} frame={frame} line={line} at={at} />
            ))}
          </svg>
        )}
      </div>
      <AsTable label={label} head={head} points={points} lines={lines} unit={unit} />
    </figure>
  )
}

/** The mark of a line's values: a disc, a square, a triangle, a ring. */
function Mark({ at, color, x, y }: { at: number; color: string | undefined; x: number; y: number }) {
  if (at === 0) return <circle cx={x} cy={y} r="4" fill={color} />
  if (at === 1) return <rect x={x - 4} y={y - 4} width="8" height="8" fill={color} />
  if (at === 2) return <path d={`M${x} ${y - 5}l5 9h-10z`} fill={color} />
  return <circle cx={x} cy={y} r="3.5" fill="var(--surface)" stroke={color} strokeWidth="2" />
}

function Scale({ frame, unit }: { frame: Frame; unit: string }) {
  return steps(frame).map((value) => (
    <g key={value}>
      <line x1={frame.left} x2={frame.right} y1={yOf(frame, value)} y2={yOf(frame, value)} stroke="var(--line)" />
      <text x={frame.left - 8} y={yOf(frame, value)} dy="0.35em" textAnchor="end" className={style.text}>
        {value}
        {unit}
      </text>
    </g>
  ))
}

/** The names under the plot: as many as there is room for at 7 pixels a letter, the last always among them, and none beyond its edges. */
function Points({ frame, points }: { frame: Frame; points: string[] }) {
  const widest = 7 * Math.max(...points.map(({ length }) => length))
  const room = Math.max(1, Math.floor((frame.right - frame.left) / (16 + widest)))
  const every = Math.ceil(points.length / room)
  return points.map((point, at) =>
    (points.length - 1 - at) % every === 0 ? (
      <text
        key={at}
        x={Math.min(xOf(frame, at, points.length), frame.right + 12 - 3.5 * point.length)}
        y={height - 8}
        textAnchor="middle"
        className={style.text}
      >
        {point}
      </text>
    ) : null,
  )
}

function Drawn({ frame, line, at }: { frame: Frame; line: Line; at: number }) {
  const color = colorOf(line, at)
  return (
    <g>
      <path
        d={paths(frame, line.values, line)}
        fill="none"
        stroke={color}
        strokeDasharray={looks[at]?.dash}
        strokeWidth="2.5"
        strokeLinejoin="round"
      />
      {line.values.map((value, point) =>
        value === null ? null : <Mark key={point} at={at} color={color} x={xOf(frame, point, line.values.length)} y={yOf(frame, value)} />,
      )}
    </g>
  )
}

function AsTable({ label, head, points, lines, unit }: Required<Pick<LinePlotProps, 'label' | 'head' | 'points' | 'lines' | 'unit'>>) {
  return (
    <div className="visually-hidden">
      <table>
        <caption>{label}</caption>
        <thead>
          <tr>
            <th scope="col">{head}</th>
            {lines.map(({ name }) => (
              <th key={name} scope="col">
                {name}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {points.map((point, at) => (
            <tr key={point}>
              <th scope="row">{point}</th>
              {lines.map(({ name, values }) => (
                <td key={name}>{values[at] == null ? 'none' : `${values[at]}${unit}`}</td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  )
}
