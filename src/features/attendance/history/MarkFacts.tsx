import type { Clock } from '#shared/day-text.ts'
import { t } from '#shared/language.ts'
import type { PastMark } from './api.ts'

/** Details of a mark, one per line: notice, reason, pick-up, note, who took it and when. */
export function MarkFacts({ mark, clock }: { mark: PastMark; clock: Clock }) {
  const { reason, noticedAt, pickedUpBy, note, takenBy, takenAt } = mark
  return (
    <>
      {noticedAt && <span>{t('Reported before class')}</span>}
      {reason && <span>{reason}</span>}
      {pickedUpBy && <span>{t('Picked up by {pickedUpBy}', { pickedUpBy })}</span>}
      {note && <span>{note}</span>}
      <small data-figures>
        {takenBy && `${takenBy}, `}
        {clock.moment(takenAt)}
      </small>
    </>
  )
}
