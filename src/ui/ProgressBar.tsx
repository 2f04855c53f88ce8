import { reader, t } from '#shared/language.ts'
import style from './ProgressBar.module.css'

type ProgressBarProps = {
  /** Label above the bar. */
  label: string
  done: number
  of: number
}

/**
 * A progress bar with its numbers, '3 of 7'. Uses text and a drawing rather than the role `progressbar`, so
 * that a link around it gets its name from the text.
 */
export function ProgressBar({ label, done, of }: ProgressBarProps) {
  const { tag } = reader()
  return (
    <div className={style.block}>
      <span className={`${style.label} breakable`}>{label}</span>
      <span className={style.track} aria-hidden>
        <span className={style.bar} style={{ width: `${of > 0 ? (100 * done) / of : 0}%` }} />
      </span>
      <span className="quiet nowrap" data-figures>
        {t('{done} of {of}', {
          done: done.toLocaleString(tag),
          of: of.toLocaleString(tag),
        })}
      </span>
    </div>
  )
}
