import { Clock } from 'lucide-react'
import style from './TimeLeft.module.css'
import { timeLeft } from './use-time-left.ts'

const minute = 60_000
/** Duration of an announcement in ms, long enough for a screen reader to get to it. */
const saidMs = 20_000

/** Announces the time left only twice, so that nobody feels rushed. */
const announced = (ms: number) =>
  [5, 1].find((minutes) => ms <= minutes * minute && ms > minutes * minute - saidMs)

/** Time left, without hurrying the student. `ms` comes from `useTimeLeft`. */
export function TimeLeft({ ms }: { ms: number }) {
  const minutes = announced(ms)
  return (
    <>
      <span
        role="timer"
        className={`${style.time} fine-print inline-row middle gap-1 bold nowrap tabular`}
        data-last={ms <= 5 * minute || undefined}
      >
        <Clock aria-hidden />
        <span className="visually-hidden">Time left:</span> {timeLeft(ms)}
      </span>
      <span role="status" className="visually-hidden">
        {minutes !== undefined && (minutes === 1 ? 'One minute left.' : `${minutes} minutes left.`)}
      </span>
    </>
  )
}
