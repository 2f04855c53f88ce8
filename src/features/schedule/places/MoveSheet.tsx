import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { centers } from '#features/centers/api.ts'
import { dayInWords } from '#shared/day-text.ts'
import { t } from '#shared/language.ts'
import { DayField } from '#ui/DayField.tsx'
import { read } from '#web/api.ts'
import { EditSheet } from '#web/shell/EditSheet.tsx'
import { useEdit } from '#web/use-edit.ts'
import { type Place, places, type PlaceOfStudent } from './api.ts'
import { ClassChoice } from './ClassChoice.tsx'
import { AffectedMakeUps, useAffectedMakeUps } from './AffectedMakeUps.tsx'
import { Alternatives } from './Alternatives.tsx'
import { firstDay, isGuest, placeFacts } from './refusals.ts'
import { usePlaceSend } from './use-place-send.ts'

type MoveSheetProps = { centerId: string; place: PlaceOfStudent; onClose: () => void }

/**
 * Sheet that moves a place to another class starting on a given day, or moves a make-up or trial to another
 * day or class.
 */
export function MoveSheet({ centerId, place, onClose }: MoveSheetProps) {
  const guest = isGuest(place.type)
  const [classId, setClassId] = useState(guest ? place.classId : null)
  const [startDate, setStartDate] = useState('')
  const { data: center } = useQuery(read(centers.one, { centerId }))
  const [overReason, setOverReason] = useState('')
  const { base, fail, differences } = useEdit<Place, object>(place, {
    draftOf: () => ({}),
    words: null,
    facts: placeFacts,
  })
  const { send, busy, error } = usePlaceSend(places.move, {
    message: (after) => t('Moved to {day}.', { day: dayInWords(after.startDate) }),
    onDone: onClose,
    onError: fail,
  })
  const { covered, isConfirmed } = useAffectedMakeUps(error)
  const move = (day: string) => {
    if (!classId) return
    const values = { classId, startDate: day, overReason: overReason.trim() || undefined }
    send({ centerId, placeId: place._id, ...values, confirmed: isConfirmed(values), ifMatch: base.version })
  }
  return (
    <EditSheet
      title={t('Move from {className}', { className: place.className })}
      save={t(covered.length > 0 ? 'Cancel them and move' : 'Move')}
      busy={busy}
      error={error}
      differences={differences}
      onSave={() => move(startDate)}
      onClose={onClose}
    >
      <ClassChoice
        centerId={centerId}
        but={guest ? undefined : place.classId}
        subject={place.subject}
        value={classId}
        onChange={(chosen) => {
          setClassId(chosen.id)
          if (center)
            setStartDate(firstDay(center.today > place.startDate ? center.today : place.startDate, chosen))
        }}
      />
      <DayField
        label={t(guest ? 'Day' : 'From')}
        hint={guest ? undefined : t('Enrollment in the old class ends the day before.')}
        value={startDate}
        onChange={setStartDate}
      />
      <AffectedMakeUps covered={covered} />
      <Alternatives
        error={error}
        overReason={overReason}
        onOverReason={setOverReason}
        onDay={(day) => {
          setStartDate(day)
          move(day)
        }}
      />
    </EditSheet>
  )
}
