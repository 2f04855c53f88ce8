import type { Clock } from '#shared/day-text.ts'
import { plain } from '#shared/text.ts'
import type { PastMark } from './api.ts'

/** What goes with a mark, in a line each: why, who came, what was noted, who took it. */
export function MarkFacts({ mark, clock }: { mark: PastMark; clock: Clock }) {
  const { reason, noticedAt, pickedUpBy, note, takenBy, takenAt } = mark
  return (
    <>
      {noticedAt && <span>Told of before the class</span>}
      {reason && <span>{plain(reason)}</span>}
      {pickedUpBy && <span>Picked up by {plain(pickedUpBy)}</span>}
      {note && <span>{plain(note)}</span>}
      <small data-figures>
        {takenBy && `${plain(takenBy)}, `}
        {clock.moment(takenAt)}
      </small>
    </>
  )
}
