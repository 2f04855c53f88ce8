import { Check } from 'lucide-react'
import type { ReactNode } from 'react'
import style from './Celebration.module.css'

type CelebrationProps = {
  word: string
  /** True to omit the check mark and the confetti. */
  quiet?: boolean
  children?: ReactNode
}

/**
 * A small reward: a check mark, a short word and some confetti, which doesn't move if the user prefers
 * reduced motion.
 */
export function Celebration({ word, quiet = false, children }: CelebrationProps) {
  return (
    <div className="stack middle gap-2 text-center" aria-live="polite">
      {!quiet && <Burst />}
      <p className={style.word}>{word}</p>
      {children}
    </div>
  )
}

const Burst = () => (
  <span className={`${style.burst} grid center`} aria-hidden>
    {Array.from({ length: 10 }, (_, bit) => (
      <i key={bit} style={{ rotate: `${bit * 36}deg` }} />
    ))}
    <span className={`${style.tick} grid center`}>
      <Check />
    </span>
  </span>
)
