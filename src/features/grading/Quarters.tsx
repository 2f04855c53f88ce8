import { t } from '#shared/language.ts'
import style from './Grading.module.css'
import { type Quarter, quarters, quarterWords } from './rules.ts'

type QuartersProps = {
  /** The student or the answer being graded. */
  of: string
  /** True if the keys 1 to 5 grade the answer. */
  keys: boolean
  /** Grade to highlight, if any. */
  given?: number | null
  onGrade: (quarter: Quarter) => void
}

/** The five grade buttons, labeled with their keys while the shortcuts apply. */
export function Quarters({ of, keys, given, onGrade }: QuartersProps) {
  return (
    <div className={`${style.quarters} grid gap-2`} role="group" aria-label={t('Grade for {of}', { of })}>
      {quarters.map((quarter, at) => (
        <button
          key={quarter}
          type="button"
          className={`${style.quarter} inline-row middle to-middle gap-2 bold surface rounded`}
          aria-pressed={given === undefined ? undefined : given === quarter}
          aria-keyshortcuts={keys ? String(at + 1) : undefined}
          onClick={() => onGrade(quarter)}
        >
          <span className="visually-hidden">{t('Give')} </span>
          {quarterWords[quarter]}
          {keys && <kbd aria-hidden>{at + 1}</kbd>}
        </button>
      ))}
    </div>
  )
}
