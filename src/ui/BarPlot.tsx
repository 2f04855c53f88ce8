import style from './BarPlot.module.css'

type Bar = {
  label: string
  /** Null if nothing was measured. */
  value: number | null
  /** Text at the bar's end, instead of the value: '14 of 16'. */
  text?: string
  color?: 'primary' | 'success' | 'info' | 'warn' | 'error' | 'brand' | 'accent'
}

type BarPlotProps = {
  /** Caption of the plot. */
  label: string
  /** Column headings for screen readers: `['Section', 'Right']`. */
  heads: [string, string]
  bars: Bar[]
  /** Value of a full bar. By default, the largest bar's value, but at least 1. */
  most?: number
  /** Unit after each value, such as `%`. */
  unit?: string
}

/** Horizontal bars, marked up as a table for screen readers: each row has a label, a bar and its value. */
export function BarPlot({ label, heads, bars, most, unit = '' }: BarPlotProps) {
  const full = most ?? Math.max(1, ...bars.map(({ value }) => value ?? 0))
  return (
    <table className={style.plot}>
      <caption>{label}</caption>
      <thead className="visually-hidden">
        <tr>
          <th scope="col">{heads[0]}</th>
          <th scope="col">{heads[1]}</th>
        </tr>
      </thead>
      <tbody>
        {bars.map(({ label: row, value, text, color = 'primary' }) => (
          <tr key={row}>
            <th scope="row">{row}</th>
            <td>
              <svg className={style.track} aria-hidden>
                <rect width="100%" height="100%" rx="4" fill="var(--line)" />
                <rect
                  width={`${Math.min(100, (100 * (value ?? 0)) / full)}%`}
                  height="100%"
                  rx="4"
                  fill={`var(--${color})`}
                />
              </svg>
              <span className={`${style.value} bold nowrap`}>
                {text ?? (value === null ? '–' : `${value}${unit}`)}
              </span>
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  )
}
