import { translateSentence, t } from '#shared/language.ts'
import { strengthWords } from './rules.ts'
import style from './StrengthBar.module.css'

type StrengthBarProps = {
  /** The server's score for the password, 0 to 4; null until it arrives. */
  score: number | null
  /** Lowest accepted score: 2, or 3 for staff. */
  least: number
  /** The server's advice for a stronger password. */
  feedback?: string | null
}

/** Strength of a new password, as four bars and a word. */
export function StrengthBar({ score, least, feedback = null }: StrengthBarProps) {
  const word = score === null ? '' : t(strengthWords[score] ?? '')
  const enough = score !== null && score >= least
  return (
    <div className={`${style.strength} fine-print stack gap-1`}>
      <div className={`${style.bars} grid gap-1`} data-enough={enough || undefined} aria-hidden>
        {[1, 2, 3, 4].map((bar) => (
          <span key={bar} data-on={(score !== null && Math.max(score, 1) >= bar) || undefined} />
        ))}
      </div>
      <p aria-live="polite">
        {score !== null && (
          <>
            <strong className={enough ? style.enough : style.short}>{word}</strong>
            {' – '}
            {enough
              ? t('strong enough')
              : t('must be {strength} or better', { strength: t(strengthWords[least] ?? '').toLowerCase() })}
          </>
        )}
        {feedback && <span className={style.feedback}>{translateSentence(feedback)}</span>}
      </p>
    </div>
  )
}
