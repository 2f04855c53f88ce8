import { Clock } from 'lucide-react'
import style from './TimeLeft.module.css'
import { timeLeft } from './use-time-left.ts'

const minute = 60_000
/** How long one of them is said: a screen reader comes to it in its own time. */
const saidMs = 20_000

/** Said twice only, so that nobody is hurried. */
const announced = (ms: number) => [5, 1].find((minutes) => ms <= minutes * minute && ms > minutes * minute - saidMs)

/** How much time is left, without hurry; `ms` comes from `useTimeLeft`. */
export function TimeLeft({ ms }: { ms: number }) {
  const minutes = announced(ms)
  return (
    <>
      <span role="timer" className={style.time} data-last={ms <= 5 * minute || undefined}>
        <Clock aria-hidden />
        <span className="visually-hidden">Time left:</span> {timeLeft(ms)}
      </span>
      <span role="status" className="visually-hidden">
        {minutes !== undefined && (minutes === 1 ? 'One minute left.' : `${minutes} minutes left.`)}
      </span>
    </>
  )
}
