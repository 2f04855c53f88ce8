import style from './ProgressBar.module.css'

type ProgressBarProps = {
  /** Name of the progress for screen readers and, unless `dots`, above the bar. */
  label: string
  done: number
  of: number
  /** One dot per step in place of a bar, for a child's few questions. More than 12 steps become a bar. */
  dots?: boolean
}

/**
 * Progress with its numbers: '3 of 7'. Text and a drawing rather than a `progressbar`, so a link around it
 * takes its name from them.
 */
export function ProgressBar({ label, done, of, dots = false }: ProgressBarProps) {
  const asDots = dots && of <= 12
  const numbers = `${done.toLocaleString('en')} of ${of.toLocaleString('en')}`
  return (
    <div className={dots ? style.inline : style.block}>
      <span className={dots ? 'visually-hidden' : style.label}>{label}</span>
      {asDots ? (
        <span className={style.dots} aria-hidden>
          {Array.from({ length: of }, (_, step) => (
            <span key={step} className={step < done ? style.done : style.open} />
          ))}
        </span>
      ) : (
        <span className={style.track} aria-hidden>
          <span className={style.bar} style={{ width: `${of > 0 ? (100 * done) / of : 0}%` }} />
        </span>
      )}
      <span className="quiet nowrap" data-figures>
        {numbers}
      </span>
    </div>
  )
}
