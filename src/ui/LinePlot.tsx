import { t } from '#shared/language.ts'
import { paths, steps, xOf, yOf, type Frame } from './line-plot.ts'
import style from './LinePlot.module.css'
import { useWidth } from './use-width.ts'

type Line = {
  name: string
  values: (number | null)[]
  /**
   * True to connect points across gaps, for a line whose values are at different points than those of the
   * other lines.
   */
  bridged?: boolean
  /** A fixed color, such as that of an attendance mark. By default, it depends on the line's position. */
  tone?: 'success' | 'error' | 'info'
}

type LinePlotProps = {
  /** Caption of the plot. */
  label: string
  /** Heading of the table's first column: 'Week'. */
  head: string
  /** Labels below the plot from left to right, one for each value: days, weeks, chapters. */
  points: string[]
  /** Up to four lines. Null values are gaps. */
  lines: Line[]
  /** Bottom and top of the scale. */
  least?: number
  most: number
  /** Unit after each number on the scale, such as `%`. */
  unit?: string
}

/**
 * Color and dash pattern of each line. Each also has its own marker (`Mark`), so color is never the only
 * difference.
 */
const looks = [
  { color: 'var(--primary)', dash: undefined },
  { color: 'var(--brand)', dash: '7 4' },
  { color: 'var(--warn)', dash: '2 4' },
  { color: 'var(--secondary)', dash: '10 4 2 4' },
] as const

const colorOf = ({ tone }: Line, at: number) => (tone ? `var(--${tone})` : looks[at]?.color)

const height = 220

/** Values over time as lines, and as a table for screen readers. */
export function LinePlot({ label, head, points, lines, least = 0, most, unit = '' }: LinePlotProps) {
  const { ref, width } = useWidth<HTMLDivElement>()
  const frame: Frame = {
    left: 44,
    right: Math.max(width - 12, 60),
    top: 12,
    bottom: height - 30,
    least,
    most,
  }
  return (
    <figure className={style.plot}>
      <figcaption>
        <span className={style.title}>{label}</span>
        {lines.length > 1 && (
          <ul className={`${style.key} cluster quiet`} aria-hidden>
            {lines.map((line, at) => (
              <li key={line.name}>
                <svg width="28" height="12">
                  <line
                    x1="0"
                    x2="28"
                    y1="6"
                    y2="6"
                    stroke={colorOf(line, at)}
                    strokeDasharray={looks[at]?.dash}
                    strokeWidth="2.5"
                  />
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
              <PlotLine key={line.name} frame={frame} line={line} at={at} />
            ))}
          </svg>
        )}
      </div>
      <PlotTable label={label} head={head} points={points} lines={lines} unit={unit} />
    </figure>
  )
}

/** Marker of a line's values: a disc, a square, a triangle or a ring. */
function Mark({ at, color, x, y }: { at: number; color: string | undefined; x: number; y: number }) {
  if (at === 0) return <circle cx={x} cy={y} r="4" fill={color} />
  if (at === 1) return <rect x={x - 4} y={y - 4} width="8" height="8" fill={color} />
  if (at === 2) return <path d={`M${x} ${y - 5}l5 9h-10z`} fill={color} />
  return <circle cx={x} cy={y} r="3.5" fill="var(--surface)" stroke={color} strokeWidth="2" />
}

function Scale({ frame, unit }: { frame: Frame; unit: string }) {
  return steps(frame).map((value) => (
    <g key={value}>
      <line
        x1={frame.left}
        x2={frame.right}
        y1={yOf(frame, value)}
        y2={yOf(frame, value)}
        stroke="var(--line)"
      />
      <text x={frame.left - 8} y={yOf(frame, value)} dy="0.35em" textAnchor="end" className={style.text}>
        {value}
        {unit}
      </text>
    </g>
  ))
}

/**
 * The labels below the plot. Shows as many as fit at 7 pixels per letter, always including the last one.
 * Labels near the right edge are moved left, so that even wide letters aren't cut off.
 */
function Points({ frame, points }: { frame: Frame; points: string[] }) {
  const widest = 7 * Math.max(...points.map(({ length }) => length))
  const room = Math.max(1, Math.floor((frame.right - frame.left) / (16 + widest)))
  const every = Math.ceil(points.length / room)
  return points.map((point, at) =>
    (points.length - 1 - at) % every === 0 ? (
      <text
        key={at}
        x={Math.min(xOf(frame, at, points.length), frame.right + 12 - 4 * point.length)}
        y={height - 8}
        textAnchor="middle"
        className={style.text}
      >
        {point}
      </text>
    ) : null,
  )
}

function PlotLine({ frame, line, at }: { frame: Frame; line: Line; at: number }) {
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
        value === null ? null : (
          <Mark
            key={point}
            at={at}
            color={color}
            x={xOf(frame, point, line.values.length)}
            y={yOf(frame, value)}
          />
        ),
      )}
    </g>
  )
}

function PlotTable({
  label,
  head,
  points,
  lines,
  unit,
}: Required<Pick<LinePlotProps, 'label' | 'head' | 'points' | 'lines' | 'unit'>>) {
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
                <td key={name}>{values[at] == null ? t('none') : `${values[at]}${unit}`}</td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  )
}
