import { useState } from 'react'
import { plain } from '#shared/text.ts'
import { dayInWords } from '#shared/days.ts'
import { TextField } from '#ui/TextField.tsx'
import { currentOf, EditSheet } from '#web/shell/EditSheet.tsx'
import { type Place, places, type PlaceOfStudent } from './api.ts'
import { ClassChoice } from './ClassChoice.tsx'
import { Instead } from './Instead.tsx'
import { NowReads } from './NowReads.tsx'
import { isGuest } from './rules.ts'
import { usePlaceSend } from './use-place-send.ts'

type MoveSheetProps = { centerId: string; place: PlaceOfStudent; onClose: () => void }

/** Moves a place to another class from a day on; a make-up or trial to another day or class. */
export function MoveSheet({ centerId, place, onClose }: MoveSheetProps) {
  const guest = isGuest(place.type)
  const [classId, setClassId] = useState(guest ? place.classId : null)
  const [startDate, setStartDate] = useState('')
  const [overReason, setOverReason] = useState('')
  const { send, busy, error } = usePlaceSend(places.move, { said: (after) => `Moved to ${dayInWords(after.startDate)}.`, onDone: onClose })
  const now = currentOf<Place>(error)
  const move = (day: string) =>
    classId &&
    send({
      centerId,
      placeId: place._id,
      classId,
      startDate: day,
      overReason: overReason.trim() || undefined,
      ifMatch: (now ?? place).version,
    })
  return (
    <EditSheet
      title={`Move from ${plain(place.className)}`}
      save="Move"
      busy={busy}
      error={error}
      onSave={() => move(startDate)}
      onClose={onClose}
    >
      <ClassChoice centerId={centerId} but={guest ? undefined : place.classId} value={classId} onChange={({ id }) => setClassId(id)} />
      <TextField
        label={guest ? 'Day' : 'From'}
        hint={guest ? undefined : 'The place in the old class ends the day before.'}
        type="date"
        value={startDate}
        onChange={setStartDate}
      />
      <Instead
        error={error}
        overReason={overReason}
        onOverReason={setOverReason}
        onDay={(day) => {
          setStartDate(day)
          move(day)
        }}
      />
      <NowReads now={now} />
    </EditSheet>
  )
}
