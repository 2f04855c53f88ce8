import type { Place, PlaceOfStudent } from '../places/api.ts'
import { t } from '#shared/language.ts'
import { AffectedMakeUps, useAffectedMakeUps } from '../places/AffectedMakeUps.tsx'
import { placeFacts } from '../places/refusals.ts'
import { usePlaceSend } from '../places/use-place-send.ts'
import { dateInWords } from '#shared/day-text.ts'
import type { Day } from '#shared/days.ts'
import { Button } from '#ui/Button.tsx'
import { DayField } from '#ui/DayField.tsx'
import { EditSheet } from '#web/shell/EditSheet.tsx'
import { useEdit } from '#web/use-edit.ts'
import { breaks } from './api.ts'

type BreakSheetProps = {
  centerId: string
  place: PlaceOfStudent
  /** Student's name. */
  name: string
  /** Break to change, or null for a new one. */
  pause: Place['breaks'][number] | null
  /** Proposed first day of a new break. */
  from?: Day
  onClose: () => void
}

type Draft = { startDate: string; endDate: string }
const words = { startDate: ['First day', dateInWords], endDate: ['Last day', dateInWords] } as const

const { 'First day': _, ...facts } = placeFacts

/**
 * Sheet for a break, which frees the seat but keeps the regular place. Make-ups during the break are canceled
 * after confirmation.
 */
export function BreakSheet({ centerId, place, name, pause, from = '', onClose }: BreakSheetProps) {
  const { draft, set, base, error, fail, differences } = useEdit<Place, Draft>(place, {
    draftOf: ({ breaks: stored }) => {
      const { startDate, endDate } = stored.find(({ _id }) => _id === pause?._id) ?? {
        startDate: from,
        endDate: '',
      }
      return { startDate, endDate: endDate ?? '' }
    },
    words: pause && words,
    facts,
  })
  const message = () => t('Break saved.')
  const add = usePlaceSend(breaks.add, { message, onDone: onClose, onError: fail })
  const change = usePlaceSend(breaks.change, { message, onDone: onClose, onError: fail })
  const remove = usePlaceSend(breaks.remove, {
    message: () => t('Break removed.'),
    onDone: onClose,
    onError: fail,
  })
  const busy = add.busy || change.busy || remove.busy
  const { covered, isConfirmed } = useAffectedMakeUps(error)
  const ifMatch = base.version
  const save = () => {
    const span = { startDate: draft.startDate, endDate: draft.endDate || null }
    const days = { centerId, ...span, confirmed: isConfirmed(span), ifMatch }
    if (pause) change.send({ ...days, breakId: pause._id })
    else add.send({ ...days, placeId: place._id })
  }
  return (
    <EditSheet
      title={t('Break in {className}: {name}', { className: place.className, name })}
      save={t(covered.length > 0 ? 'Cancel them and save' : 'Save')}
      busy={busy}
      error={error}
      differences={differences}
      onSave={save}
      onClose={onClose}
    >
      <DayField
        label={t('First day')}
        value={draft.startDate}
        onChange={(startDate) => set({ startDate })}
        data-autofocus
      />
      <DayField
        label={t('Last day')}
        hint={t('Leave empty for an open-ended break.')}
        value={draft.endDate}
        onChange={(endDate) => set({ endDate })}
        required={false}
      />
      {pause && (
        <Button busy={remove.busy} onClick={() => remove.send({ centerId, breakId: pause._id, ifMatch })}>
          {t('Remove break')}
        </Button>
      )}
      <AffectedMakeUps covered={covered} />
    </EditSheet>
  )
}
