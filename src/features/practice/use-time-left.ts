import { useEffect, useState } from 'react'
import { t } from '#shared/language.ts'
import { serverNow } from '#web/api.ts'

const minute = 60_000
/** Remaining time in ms at or below which seconds are displayed. */
const lastMs = 5 * minute

const left = (endsAt: string | null) =>
  endsAt === null ? Infinity : Math.max(0, Date.parse(endsAt) - serverNow())

/** Rounds the time left up for display, in ms: to minutes, or to seconds in the last five minutes. */
const shown = (ms: number) => {
  const step = ms > lastMs ? minute : 1000
  return Math.ceil(ms / step) * step
}

/**
 * Returns the time left until an instant on the server's clock, in ms, rounded for display. Returns Infinity
 * if there is no such instant, and 0 once it has passed.
 */
export function useTimeLeft(endsAt: string | null) {
  const [ms, setMs] = useState(() => shown(left(endsAt)))
  useEffect(() => {
    const look = () => setMs(shown(left(endsAt)))
    look()
    if (endsAt === null) return
    const timer = setInterval(look, 500)
    return () => clearInterval(timer)
  }, [endsAt])
  return ms
}

/** Formats a time left from `useTimeLeft`, in ms: `23 min`, or `4:59` in the last five minutes. */
export function timeLeft(ms: number) {
  if (ms > lastMs) return t('{minutes} min', { minutes: ms / minute })
  return `${Math.floor(ms / minute)}:${String((ms % minute) / 1000).padStart(2, '0')}`
}
