import { useState } from 'react'
import { dayInWords } from '#shared/days.ts'
import { plain } from '#shared/text.ts'
import { TextField } from '#ui/TextField.tsx'
import { currentOf, EditSheet } from '#web/shell/EditSheet.tsx'
import { type Place, places, type PlaceOfStudent } from './api.ts'
import { NowReads } from './NowReads.tsx'
import { usePlaceSend } from './use-place-send.ts'

type LastClassSheetProps = { centerId: string; place: PlaceOfStudent; onClose: () => void }

/** Sets the last class of a place, or takes it back. */
export function LastClassSheet({ centerId, place, onClose }: LastClassSheetProps) {
  const [endDate, setEndDate] = useState(place.endDate ?? '')
  const { send, busy, error } = usePlaceSend(places.change, {
    said: (after) => (after.endDate ? `The last class is on ${dayInWords(after.endDate)}.` : 'The place goes on.'),
    onDone: onClose,
  })
  const now = currentOf<Place>(error)
  return (
    <EditSheet
      title={`Last class in ${plain(place.className)}`}
      save="Save"
      busy={busy}
      error={error}
      onSave={() => send({ centerId, placeId: place._id, endDate: endDate || null, ifMatch: (now ?? place).version })}
      onClose={onClose}
    >
      <TextField
        label="Last class"
        hint="The seat is free after that day. Left empty, the place goes on."
        type="date"
        value={endDate}
        onChange={setEndDate}
        required={false}
        data-autofocus
      />
      <NowReads now={now} />
    </EditSheet>
  )
}
