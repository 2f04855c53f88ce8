import { useEffect, useState } from 'react'
import { ownMonthDay, ownWeekday } from '#shared/day-text.ts'
import { allEntries } from './outbox-disk.ts'

const dayMs = 86_400_000
const lookMs = 60_000

/** Count of a person's answers that have waited on this device for more than a day. Only `firstName` may be shown. `since` in ms. */
export type LongWaiting = { user: string; firstName: string; count: number; since: number }

type Waiting = { user: string; firstName?: string | undefined; input: Record<string, unknown> }

/** People with answers entered more than a day ago, longest wait first. `now` in ms. */
export function longWaiting(entries: readonly Waiting[], now: number): LongWaiting[] {
  const found = new Map<string, LongWaiting>()
  for (const { user, firstName = '', input } of entries) {
    const at = Date.parse(String(input['typedAt']))
    if (Number.isNaN(at) || now - at < dayMs) continue
    const before = found.get(user) ?? { user, firstName, count: 0, since: at }
    found.set(user, { ...before, count: before.count + 1, since: Math.min(before.since, at) })
  }
  return [...found.values()].toSorted((one, other) => one.since - other.since)
}

/** `Monday`, or `November 16` if it was about a week ago or more. Uses this device's clock, which both times come from. */
function dayWords(since: number, now: number) {
  const instant = new Date(since).toISOString()
  return now - since < 6 * dayMs ? ownWeekday(instant) : ownMonthDay(instant)
}

/** `3 answers from Sam have been waiting to be sent since Monday`. */
export function waitingWords({ count, since, firstName }: Pick<LongWaiting, 'count' | 'since' | 'firstName'>, now = Date.now()) {
  const answers = count === 1 ? '1 answer' : `${count} answers`
  return `${answers}${firstName && ` from ${firstName}`} ${count === 1 ? 'has' : 'have'} been waiting to be sent since ${dayWords(since, now)}.`
}

/** Answers that have waited on this device for more than a day, checked regularly. */
export function useLongWaiting() {
  const [waiting, setWaiting] = useState<LongWaiting[]>([])
  useEffect(() => {
    let shown = true
    const look = () =>
      void allEntries().then(
        (entries) => shown && setWaiting(longWaiting(entries, Date.now())),
        () => {},
      )
    look()
    const timer = setInterval(look, lookMs)
    addEventListener('online', look)
    return () => {
      shown = false
      clearInterval(timer)
      removeEventListener('online', look)
    }
  }, [])
  return waiting
}
