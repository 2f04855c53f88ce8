import type { Clock } from '#shared/day-text.ts'
import { plain } from '#shared/text.ts'
import type { PastMark } from './api.ts'

/** Details of a mark, one per line: notice, reason, pick-up, note, and who took it when. */
export function MarkFacts({ mark, clock }: { mark: PastMark; clock: Clock }) {
  const { reason, noticedAt, pickedUpBy, note, takenBy, takenAt } = mark
  return (
    <>
      {noticedAt && <span>Reported before class</span>}
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
