import { reasonNotExpected } from '../coming/not-expected.ts'
import type { ExpectedAs } from '../rules.ts'
import { addDays, weekday } from '#shared/calendar.ts'
import type { Day } from '#shared/days.ts'

/** First and last day; `until` is null if there is no end. */
type Span = { from: Day; until: Day | null }

/**
 * Facts that determine students' classes on some days: their places, the terms of those classes, and reasons
 * why a class doesn't meet or a student isn't expected. Much shorter than a list of every student's meetings.
 */
export type UpcomingFacts = {
  places: (Span & { id: string; studentId: string; classId: string; type: ExpectedAs })[]
  terms: (Span & { classId: string; name: string; day: number; time: string })[]
  closures: { on: Day; name: string }[]
  canceled: { classId: string; on: Day }[]
  pauses: (Span & { placeId: string })[]
  noticed: { classId: string; studentId: string; on: Day }[]
}

/** An upcoming class of a student. `off` is the reason why the student isn't expected in it, or null. */
type UpcomingClass = {
  type: ExpectedAs
  date: Day
  time: string
  classId: string
  class: string
  off: string | null
  onBreak: boolean
}

const includes = ({ from, until }: Span, on: Day) => from <= on && (until === null || on <= until)

const keyOf = (...parts: string[]) => parts.join(' ')

const inOrder = (a: UpcomingClass, b: UpcomingClass) => {
  const [one, other] = [a, b].map(({ date, time, class: name, classId }) =>
    keyOf(date, time, name, classId),
  ) as [string, string]
  return one < other ? -1 : 1
}

/** Returns the classes of each student on `count` days starting on `from`, sorted by date and time. */
export function upcomingOf(facts: UpcomingFacts, { from, count }: { from: Day; count: number }) {
  const days = Array.from({ length: count }, (_, n) => addDays(from, n))
  const daysOn = Map.groupBy(days, weekday)
  const termsOf = Map.groupBy(facts.terms, ({ classId }) => classId)
  const closures = new Map(facts.closures.map(({ on, name }) => [on, name]))
  const canceled = new Set(facts.canceled.map(({ classId, on }) => keyOf(classId, on)))
  const pausesOf = Map.groupBy(facts.pauses, ({ placeId }) => placeId)
  const noticed = new Set(facts.noticed.map(({ classId, studentId, on }) => keyOf(classId, studentId, on)))
  const all = new Map<string, UpcomingClass[]>()
  for (const place of facts.places) {
    const { studentId, classId, type } = place
    const found = all.get(studentId) ?? []
    all.set(studentId, found)
    for (const term of termsOf.get(classId) ?? [])
      for (const date of daysOn.get(term.day) ?? []) {
        if (!includes(place, date) || !includes(term, date)) continue
        const onBreak =
          type === 'regular' && (pausesOf.get(place.id) ?? []).some((pause) => includes(pause, date))
        const off = reasonNotExpected({
          closed: closures.get(date) ?? null,
          canceled: canceled.has(keyOf(classId, date)),
          onBreak,
          told: noticed.has(keyOf(classId, studentId, date)),
        })
        found.push({ type, date, time: term.time, classId, class: term.name, off, onBreak })
      }
  }
  for (const found of all.values()) found.sort(inOrder)
  return all
}
