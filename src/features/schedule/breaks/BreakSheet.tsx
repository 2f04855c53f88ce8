import { useState } from 'react'
import { type Place, type PlaceOfStudent } from '#features/schedule/places/api.ts'
import { NowReads } from '#features/schedule/places/NowReads.tsx'
import { usePlaceSend } from '#features/schedule/places/use-place-send.ts'
import { type Day, dayInWords } from '#shared/days.ts'
import { Problem } from '#shared/problem.ts'
import { plain } from '#shared/text.ts'
import { Button } from '#ui/Button.tsx'
import { TextField } from '#ui/TextField.tsx'
import { currentOf, EditSheet } from '#web/shell/EditSheet.tsx'
import { breaks } from './api.ts'

type BreakSheetProps = {
  centerId: string
  place: PlaceOfStudent
  /** The break to change; a new one without it. */
  pause: Place['breaks'][number] | null
  onClose: () => void
}

type Covered = { placeId: string; name: string; on: Day }

/** The make-ups that a break covers, when that is why it asks. */
const coveredBy = (error: Error | null) =>
  error instanceof Problem && error.code === 'covers_makeups' ? (error.more['makeups'] as Covered[]) : []

/** A break of a regular place: it keeps the place and frees the seat. Make-ups that it covers are cancelled once that is confirmed. */
export function BreakSheet({ centerId, place, pause, onClose }: BreakSheetProps) {
  const [startDate, setStartDate] = useState(pause?.startDate ?? '')
  const [endDate, setEndDate] = useState(pause?.endDate ?? '')
  const said = () => 'The break is saved.'
  const add = usePlaceSend(breaks.add, { said, onDone: onClose })
  const change = usePlaceSend(breaks.change, { said, onDone: onClose })
  const remove = usePlaceSend(breaks.remove, { said: () => 'The break is removed.', onDone: onClose })
  const error = remove.error ?? change.error ?? add.error
  const busy = add.busy || change.busy || remove.busy
  const now = currentOf<Place>(error)
  const covered = coveredBy(error)
  const ifMatch = (now ?? place).version
  const save = () => {
    const days = { centerId, startDate, endDate: endDate || null, confirmed: covered.length > 0, ifMatch }
    if (pause) change.send({ ...days, breakId: pause._id })
    else add.send({ ...days, placeId: place._id })
  }
  return (
    <EditSheet
      title={`Break in ${plain(place.className)}`}
      save={covered.length > 0 ? 'Cancel them and save' : 'Save'}
      busy={busy}
      error={error}
      onSave={save}
      onClose={onClose}
    >
      <TextField label="First day" type="date" value={startDate} onChange={setStartDate} data-autofocus />
      <TextField
        label="Last day"
        hint="Left empty, the break lasts until it is ended."
        type="date"
        value={endDate}
        onChange={setEndDate}
        required={false}
      />
      {pause && (
        <Button busy={remove.busy} onClick={() => remove.send({ centerId, breakId: pause._id, ifMatch })}>
          Remove this break
        </Button>
      )}
      {covered.length > 0 && (
        <ul>
          {covered.map(({ placeId, name, on }) => (
            <li key={placeId}>
              {plain(name)}, {dayInWords(on)}
            </li>
          ))}
        </ul>
      )}
      <NowReads now={now} />
    </EditSheet>
  )
}
