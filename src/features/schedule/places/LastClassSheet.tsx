import { dateInWords, dayInWords } from '#shared/day-text.ts'
import { t } from '#shared/language.ts'
import { DayField } from '#ui/DayField.tsx'
import { EditSheet } from '#web/shell/EditSheet.tsx'
import { useEdit } from '#web/use-edit.ts'
import { type Place, places, type PlaceOfStudent } from './api.ts'
import { AffectedMakeUps, useAffectedMakeUps } from './AffectedMakeUps.tsx'
import { placeFacts } from './refusals.ts'
import { usePlaceSend } from './use-place-send.ts'

type LastClassSheetProps = {
  centerId: string
  place: PlaceOfStudent
  /** Student's name. */
  name: string
  onClose: () => void
}

const { 'Last class': _, ...facts } = placeFacts
const form = {
  draftOf: ({ endDate }: Place) => ({ endDate: endDate ?? '' }),
  words: { endDate: ['Last class', dateInWords] },
  facts,
} as const

/** Sheet that sets or removes the last day of a place. */
export function LastClassSheet({ centerId, place, name, onClose }: LastClassSheetProps) {
  const { draft, set, base, fail, differences } = useEdit<Place, { endDate: string }>(place, form)
  const { send, busy, error } = usePlaceSend(places.change, {
    message: (after) =>
      after.endDate ? t('Last class: {day}.', { day: dayInWords(after.endDate) }) : t('Last class removed.'),
    onDone: onClose,
    onError: fail,
  })
  const { covered, isConfirmed } = useAffectedMakeUps(error)
  return (
    <EditSheet
      title={t('Last class in {className}: {name}', { className: place.className, name })}
      save={t(covered.length > 0 ? 'Cancel them and save' : 'Save')}
      busy={busy}
      error={error}
      differences={differences}
      onSave={() => {
        const values = { endDate: draft.endDate || null }
        send({
          centerId,
          placeId: place._id,
          ...values,
          confirmed: isConfirmed(values),
          ifMatch: base.version,
        })
      }}
      onClose={onClose}
    >
      <DayField
        label={t('Last class')}
        hint={t('The seat opens up after that day. Leave empty for no last class.')}
        value={draft.endDate}
        onChange={(endDate) => set({ endDate })}
        required={false}
        data-autofocus
      />
      <AffectedMakeUps covered={covered} />
    </EditSheet>
  )
}
