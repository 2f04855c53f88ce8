import { Check } from 'lucide-react'
import type { Goal } from './api.ts'
import style from './Goals.module.css'

const radius = 42
const length = 2 * Math.PI * radius

/** Progress toward a goal as a ring. The same numbers appear next to it as text. */
export function GoalRing({ done, questions }: Pick<Goal, 'done' | 'questions'>) {
  const isReached = done >= questions
  return (
    <span className={`${style.ring} grid center`} data-reached={isReached || undefined} aria-hidden>
      <svg viewBox="0 0 100 100">
        <circle cx="50" cy="50" r={radius} />
        <circle
          cx="50"
          cy="50"
          r={radius}
          strokeDasharray={`${length * Math.min(1, done / questions)} ${length}`}
          transform="rotate(-90 50 50)"
        />
      </svg>
      {isReached ? <Check /> : <strong data-figures>{done}</strong>}
    </span>
  )
}
