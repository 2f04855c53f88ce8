import { Clock } from 'lucide-react'
import { t } from '#shared/language.ts'
import style from './TimeLeft.module.css'
import type { Work } from './api.ts'
import { endOf } from './rules.ts'
import { timeLeft, useTimeLeft } from './use-time-left.ts'

const minute = 60_000
/** Display time of an announcement in ms, long enough for a screen reader to reach it. */
const announcedMs = 20_000

/**
 * Returns the minutes left to announce, if any. There are only two announcements, and none at the start, to
 * avoid rushing students.
 */
const announced = (ms: number, of: number | null) =>
  [5, 1].find(
    (minutes) => (of ?? Infinity) > minutes && ms <= minutes * minute && ms > minutes * minute - announcedMs,
  )

const warmUpMinutes = 5

/**
 * Clock of work with a time limit, or the soft clock of a warm-up. Renders nothing for other work, before the
 * work starts, and after it is complete.
 */
export function WorkClock({ work: { state, startedAt, endsAt, minutes, warmUp } }: { work: Work }) {
  const ms = useTimeLeft(warmUp ? endOf({ startedAt, minutes: warmUpMinutes }) : endsAt)
  if (state !== 'started' || ms === Infinity) return null
  return warmUp ? <SoftClock ms={ms} /> : <TimeLeft ms={ms} of={minutes} />
}

/**
 * Clock for a warm-up. It doesn't end the work when it runs out, never changes color, announces nothing, and
 * ends with a friendly message.
 */
const SoftClock = ({ ms }: { ms: number }) => (
  <span role="timer" className={`${style.time} fine-print inline-row middle gap-1 quiet nowrap tabular`}>
    <Clock aria-hidden />
    {ms === 0 ? (
      t('Take your time')
    ) : (
      <>
        <span className="visually-hidden">{t('Time left:')}</span> {timeLeft(ms)}
      </>
    )}
  </span>
)

/**
 * Shows the time left, `ms`, and announces when five minutes and one minute are left. `of` is the time limit
 * in minutes.
 */
function TimeLeft({ ms, of }: { ms: number; of: number | null }) {
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
