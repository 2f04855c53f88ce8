import style from './ProgressBar.module.css'

type ProgressBarProps = {
  /** Name of the progress, above the bar. */
  label: string
  done: number
  of: number
}

/**
 * Progress with its numbers: '3 of 7'. Has text and a drawing rather than the role `progressbar`, so that a
 * link around it gets its name from the text.
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
