import { strengthWords } from './rules.ts'
import style from './StrengthBar.module.css'

type StrengthBarProps = {
  /** 0 to 4, as the server scored the password; null before there is one. */
  score: number | null
  /** The least score that is accepted: 2, for staff 3. */
  least: number
  /** How to make it stronger, as the server says. */
  feedback?: string | null
}

/** How strong a new password is, in four bars and a word. */
export function StrengthBar({ score, least, feedback = null }: StrengthBarProps) {
  const word = score === null ? '' : strengthWords[score]
  const enough = score !== null && score >= least
  return (
    <div className={style.strength}>
      <div className={style.bars} data-enough={enough || undefined} aria-hidden>
        {[1, 2, 3, 4].map((bar) => (
          <span key={bar} data-on={(score !== null && Math.max(score, 1) >= bar) || undefined} />
        ))}
      </div>
      <p aria-live="polite">
        {score !== null && (
          <>
            <strong className={enough ? style.enough : style.short}>{word}</strong>
            {enough ? ' – strong enough' : ` – must be ${strengthWords[least]?.toLowerCase()} or better`}
          </>
        )}
        {feedback && <span className={style.feedback}>{feedback}</span>}
      </p>
    </div>
  )
}
