import { Hand } from 'lucide-react'
import { t } from '#shared/language.ts'
import { Button } from '#ui/Button.tsx'
import { useMe } from '#web/session.tsx'
import { LiveUpdatesDown } from '#web/LiveUpdatesDown.tsx'
import { usePlace } from './use-place.ts'

/**
 * Button that raises or lowers the student's hand at this question, with a notice once somebody is on the
 * way. Hidden outside of class, where nobody would come, unless the hand is already up.
 */
export function HandButton(place: { workId: string; num: number }) {
  const { hand, inClass, busy, toggle } = usePlace(useMe()._id, place)
  if (!inClass && !hand) return null
  return (
    <>
      <Button
        kind="quiet"
        icon={<Hand aria-hidden />}
        aria-pressed={hand !== null}
        busy={busy}
        onClick={toggle}
      >
        {hand ? t('Lower hand') : t('Raise hand')}
      </Button>
      <LiveUpdatesDown />
      <span role="status">
        {hand &&
          (hand.seenAt
            ? t('{seenBy} is on the way.', { seenBy: hand.seenBy ?? t('Someone') })
            : t('Your hand is up.'))}
      </span>
    </>
  )
}
