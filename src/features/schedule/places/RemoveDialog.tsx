import { t } from '#shared/language.ts'
import { Button } from '#ui/Button.tsx'
import { Dialog } from '#ui/Dialog.tsx'
import { Versions } from '#ui/Versions.tsx'
import { sentenceFor } from '#ui/failure-sentence.ts'
import { useEdit } from '#web/use-edit.ts'
import { type Place, places, type PlaceOfStudent } from './api.ts'
import { AffectedMakeUps, useAffectedMakeUps } from './AffectedMakeUps.tsx'
import { placeFacts } from './refusals.ts'
import { usePlaceSend } from './use-place-send.ts'

const erases = 'This erases it completely. If the student has already attended, set a last class instead.'
const consequences = {
  regular: erases,
  'make-up': 'This cancels the make-up. Its credit can be used again.',
  trial: erases,
  waitlist: 'The student loses their position on the waitlist.',
} as const

type RemoveDialogProps = { centerId: string; place: PlaceOfStudent; onClose: () => void }

/** Asks for confirmation before a place is removed. Shows the reason if it can't be removed. */
export function RemoveDialog({ centerId, place, onClose }: RemoveDialogProps) {
  const { base, fail, differences } = useEdit<Place, object>(place, {
    draftOf: () => ({}),
    words: null,
    facts: placeFacts,
  })
  const { send, busy, error } = usePlaceSend(places.remove, {
    message: () => t('Place removed.'),
    onDone: onClose,
    onError: fail,
  })
  const { covered, isConfirmed } = useAffectedMakeUps(error)
  const remove = () =>
    send({ centerId, placeId: place._id, confirmed: isConfirmed({}), ifMatch: base.version })
  return (
    <Dialog
      open
      title={t('Remove the place in {className}?', { className: place.className })}
      onClose={onClose}
      actions={
        <>
          <Button onClick={onClose}>{t('Keep')}</Button>
          <Button kind="danger" busy={busy} onClick={remove}>
            {t(covered.length > 0 ? 'Cancel them and remove' : 'Remove')}
          </Button>
        </>
      }
    >
      {error ? <p role="alert">{sentenceFor(error)}</p> : <p>{t(consequences[place.type])}</p>}
      <AffectedMakeUps covered={covered} />
      <Versions differences={differences} />
    </Dialog>
  )
}
