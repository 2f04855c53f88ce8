import { useEffect, useState } from 'react'
import { ownMonthDay, ownWeekday } from '#shared/day-text.ts'
import { t } from '#shared/language.ts'
import { type CountedEntry, entryWords } from './entry-words.ts'
import { allEntries, type Entry } from './outbox-disk.ts'

const dayMs = 86_400_000
const lookMs = 60_000

type WaitingEntry = Pick<Entry, 'user' | 'firstName' | 'at'> & CountedEntry

/**
 * A person's entries that have waited on this device for at least a day, the oldest since `since` (ms). Only
 * the person's `firstName` may be shown.
 */
type LongWaiting = { user: string; firstName: string; entries: readonly CountedEntry[]; since: number }

/** Returns the people with entries made at least a day ago, longest wait first. `now` is in ms. */
export function longWaiting(entries: readonly WaitingEntry[], now: number): LongWaiting[] {
  const found = new Map<string, LongWaiting>()
  for (const { user, firstName = '', at, kind, count } of entries) {
    const since = Date.parse(at)
    if (Number.isNaN(since) || now - since < dayMs) continue
    const before = found.get(user) ?? { user, firstName, entries: [], since }
    found.set(user, {
      ...before,
      entries: [...before.entries, { kind, count }],
      since: Math.min(before.since, since),
    })
  }
  return [...found.values()].toSorted((one, other) => one.since - other.since)
}

/**
 * Returns the weekday of `since` (`Monday`), or its date (`November 16`) if it is six or more days before
 * `now`. Both are in ms, by this device's clock.
 */
function dayWords(since: number, now: number) {
  const instant = new Date(since).toISOString()
  return now - since < 6 * dayMs ? ownWeekday(instant) : ownMonthDay(instant)
}

/** Returns a sentence such as `3 answers from Sam have been waiting to be sent since Monday.`. */
export function waitingWords({ entries, since, firstName }: Omit<LongWaiting, 'user'>, now = Date.now()) {
  const { total, words } = entryWords(entries)
  const what = firstName ? t('{words} from {firstName}', { words, firstName }) : words
  const day = dayWords(since, now)
  return total === 1
    ? t('{what} has been waiting to be sent since {day}.', { what, day })
    : t('{what} have been waiting to be sent since {day}.', { what, day })
}

/**
 * Returns the people with entries that have waited on this device for at least a day. Checks every minute,
 * and when the device goes online.
 */
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
