import style from './Grading.module.css'
import { type Quarter, quarters, quarterWords } from './rules.ts'

type QuartersProps = {
  /** Whose answer, or which. */
  of: string
  /** Whether keys 1 to 5 give them. */
  keys: boolean
  /** The grade that is given, where it is to be seen. */
  given?: number | null
  onGrade: (quarter: Quarter) => void
}

/** The five grades, with their keys while those are for these. */
export function Quarters({ of, keys, given, onGrade }: QuartersProps) {
  return (
    <div className={style.quarters} role="group" aria-label={`Grade of ${of}`}>
      {quarters.map((quarter, at) => (
        <button
          key={quarter}
          type="button"
          className={style.quarter}
          aria-pressed={given === undefined ? undefined : given === quarter}
          aria-keyshortcuts={keys ? String(at + 1) : undefined}
          onClick={() => onGrade(quarter)}
        >
          <span className="visually-hidden">Give </span>
          {quarterWords[quarter]}
          {keys && <kbd aria-hidden>{at + 1}</kbd>}
        </button>
      ))}
    </div>
  )
}
