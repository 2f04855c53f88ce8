import style from './ProgressBar.module.css'

type ProgressBarProps = {
  /** Name of the progress, above the bar. */
  label: string
  done: number
  of: number
}

/**
 * Progress with its numbers: '3 of 7'. Text and a drawing rather than a `progressbar`, so a link around it
 * takes its name from them.
 */
export const ProgressBar = ({ label, done, of }: ProgressBarProps) => (
  <div className={style.block}>
    <span className={`${style.label} breakable`}>{label}</span>
    <span className={style.track} aria-hidden>
      <span className={style.bar} style={{ width: `${of > 0 ? (100 * done) / of : 0}%` }} />
    </span>
    <span className="quiet nowrap" data-figures>
      {done.toLocaleString('en')} of {of.toLocaleString('en')}
    </span>
  </div>
)
