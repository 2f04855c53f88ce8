import { useRef } from 'react'
import { dayInWords } from '#shared/day-text.ts'
import type { Day } from '#shared/days.ts'
import { Problem } from '#shared/problem.ts'

type BookedMakeUp = { placeId: string; name: string; on: Day }

/**
 * Returns the booked make-ups that a refused change would cancel. `isConfirmed` returns true if the user
 * sends the same input again, which counts as confirmation.
 */
export function useAffectedMakeUps(error: Error | null) {
  const sent = useRef('')
  const covered =
    error instanceof Problem && error.code === 'covers_makeups'
      ? (error.more['makeups'] as BookedMakeUp[])
      : []
  const isConfirmed = (input: object) => {
    const now = JSON.stringify(input)
    const isSame = covered.length > 0 && sent.current === now
    sent.current = now
    return isSame
  }
  return { covered, isConfirmed }
}

/** Lists the affected make-ups by class and day. Renders nothing if there are none. */
export function AffectedMakeUps({ covered }: { covered: readonly BookedMakeUp[] }) {
  if (covered.length === 0) return null
  return (
    <ul className="bullets">
      {covered.map(({ placeId, name, on }) => (
        <li key={placeId}>
          {name}, {dayInWords(on)}
        </li>
      ))}
    </ul>
  )
}
