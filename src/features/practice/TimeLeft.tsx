import { Clock } from 'lucide-react'
import { t } from '#shared/language.ts'
import style from './TimeLeft.module.css'
import { timeLeft } from './use-time-left.ts'

const minute = 60_000
/** Display time of an announcement in ms, long enough for a screen reader to reach it. */
const saidMs = 20_000

/**
 * Returns the minutes left to announce, if any. There are only two announcements, and none at the start, so
 * that nobody feels rushed.
 */
const announced = (ms: number, of: number | null) =>
  [5, 1].find(
    (minutes) => (of ?? Infinity) > minutes && ms <= minutes * minute && ms > minutes * minute - saidMs,
  )

/** Shows the time left out of `of` minutes. `ms` comes from `useTimeLeft`. */
export function TimeLeft({ ms, of }: { ms: number; of: number | null }) {
  const minutes = announced(ms, of)
  return (
    <>
      <span
        role="timer"
        className={`${style.time} fine-print inline-row middle gap-1 bold nowrap tabular`}
        data-last={ms <= 5 * minute || undefined}
      >
        <Clock aria-hidden />
        <span className="visually-hidden">{t('Time left:')}</span> {timeLeft(ms)}
      </span>
      <span role="status" className="visually-hidden">
        {minutes !== undefined &&
          (minutes === 1 ? t('One minute left.') : t('{minutes} minutes left.', { minutes }))}
      </span>
    </>
  )
}
